import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { absenceText, ageText, counted, provenanceText } from '../../data/readings/format.ts';
import { activeAgents, agentKey } from '../../data/readings/activity.ts';
import { agentCountText, isActiveNow } from '../../data/readings/format-agents.ts';
import { sessionRow, sessionWorkText } from '../../data/readings/format-sessions.ts';
import { sessionCountText } from '../../data/readings/session-counts.ts';
import type { AgentSessions } from '../../data/readings/schemas/agent-sessions.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { AgentActivity, Commit } from '../../data/readings/records.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import { checkOwner } from '../../data/games/owner.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageIo } from '../../data/owner/owner-request.ts';
import { type NarratedStory, type NarrationState, narrate } from '../../data/speech/narration.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { commitDocument } from '../../data/view/documents.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { keepingFocus } from '../shared/focus.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import '../shared/text/first-agent.ts';
import { absentActivity, presentActivity, presentActivityStyles } from '../shared/text/present-activity.ts';
import '../shared/end-session.ts';
import { wasOwnerHere } from '../shared/since.ts';
import { checksStyles } from '../shared/text/checks.ts';
import { openWorkSection, openWorkStyles } from './open-work.ts';
import './relay-feed.ts';
import { repositoryFilter, repositoryFilterStyles } from './repository-filter.ts';
import { UsageReading } from '../shared/usage-reading.ts';
import { usageStyles } from '../shared/text/usage.ts';
import { residentLines } from './resident-lines.ts';
import { sessionUsageLine, usageSection } from './usage-lines.ts';

type StateSlice = ChatState &
  NarrationState &
  GamesState &
  ConfigState &
  DerivedState &
  PageState &
  ReadingsState &
  SettingsState &
  ViewState;

/** The maximum number of agents named in a line; the others are counted. */
const NAMED_AGENTS = 3;
const list = new Intl.ListFormat('en');

/** Returns the names as text, for example `Ada, Brook, Cleo, and 2 more`. */
function namesText(names: readonly string[]): string {
  const named = names.slice(0, NAMED_AGENTS).map(withoutBidiControls);
  const others = names.length - NAMED_AGENTS;
  return list.format(others > 0 ? [...named, `${others} more`] : named);
}

const tabs = { today: 'Today', relays: 'Relays' } as const;
type Tab = keyof typeof tabs;
const tabNames = Object.keys(tabs) as Tab[];

/** The agents active today, the latest commit first. */
const latestFirst = (agents: readonly AgentActivity[]): AgentActivity[] =>
  activeAgents(agents).sort((a, b) => (b.lastCommitAt ?? 0) - (a.lastCommitAt ?? 0));

/**
 * What happens in the home: who is active, the last commits, and what the resident does. A second tab
 * has what the relays send.
 *
 * @cssproperty --hw-accent - the line below the tabs
 * @cssproperty --hw-panel-text - the chosen tab
 * @cssproperty --hw-text-quiet - the other tab, ages and sources
 */
@customElement('hw-today')
export class HwToday extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    presentActivityStyles,
    checksStyles,
    openWorkStyles,
    repositoryFilterStyles,
    usageStyles,
    css`
      .panel-head {
        padding-left: 0.25rem;
        border-bottom: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
      }
      [role='tablist'] {
        display: flex;
        flex: 1;
        align-self: stretch;
        min-width: 0;
      }
      [role='tab'] {
        padding: 0 0.75rem;
        font-size: 0.875rem;
        color: var(--hw-text-quiet);
        background: none;
        border: solid transparent;
        border-width: 2px 0;
      }
      [role='tab']:focus-visible {
        outline-offset: -4px;
      }
      [aria-selected='true'] {
        font-weight: 700;
        color: var(--hw-text);
        border-bottom-color: var(--hw-panel-text);
      }
      /* In forced colours a transparent border would be visible. */
      @media (forced-colors: active) {
        [aria-selected='false'] {
          border-color: Canvas;
        }
      }
      .body {
        padding-top: 0.75rem;
      }
      h2 {
        font-size: 0.8125rem;
        font-weight: 700;
      }
      section section {
        margin-bottom: 0.75rem;
      }
      .text {
        overflow-wrap: anywhere;
      }
      .line {
        display: flex;
        gap: 0.5rem;
        justify-content: space-between;
      }
      .line > :last-child {
        flex: none;
      }
      .commit + .commit {
        margin-top: 0.375rem;
      }
      .session + .session {
        margin-top: 0.375rem;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 0 1rem;
      }
      .write {
        display: inline-block;
        padding: 0.25rem 0;
      }
      .waits {
        font-weight: 700;
      }
      .commit .text {
        display: block;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      button.text {
        width: 100%;
        padding: 0.125rem 0;
        text-align: start;
        background: none;
        border: 0;
        cursor: pointer;
      }
      button.text:hover {
        text-decoration: underline;
      }
      hw-relay-feed {
        flex: 1 1 auto;
      }
    `,
  ];

  @state() private tab: Tab = 'today';
  @query('#view') private readonly view?: HTMLElement;
  /** The reading of the sessions at which the home was asked who is there. */
  #asked: unknown;
  /** Where the home is asked what only its owner sees. */
  #io: PageIo | undefined;

  readonly #usage = new UsageReading(this, () => this.state && checkOwner(this.state));

  /** The list of sessions sorts itself: a link or button that has the focus keeps it. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(() => super.update(changed));
  }

  /**
   * Asks the home whether this visitor is its owner; again with the next reading of the sessions if it does not answer.
   * Asks only with the audience `all`, which the owner always has, or where the owner has been before.
   */
  protected override updated(): void {
    const { state: shown } = this;
    if (shown?.games.owner.get() === 'owner' && !this.#usage.isReading)
      void this.#usage.read((this.#io = { base: shown.base }), 1);
    if (shown?.games.owner.get() !== 'unknown') return;
    const sessions = shown.readings.sessions.get();
    if (sessions === this.#asked) return;
    if (currentValue(sessions)?.audience !== 'all' && !wasOwnerHere()) return;
    this.#asked = sessions;
    void checkOwner(shown);
  }

  /** Focuses the beginning of the list. */
  override focus(options?: FocusOptions): void {
    void this.updateComplete.then(() => this.view?.focus(options));
  }

  /** Arrow keys, Home and End choose a tab. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!/^(?:Arrow(?:Left|Right)|Home|End)$/.test(event.key)) return;
    event.preventDefault();
    const isLast = event.key === 'End' || (event.key.startsWith('Arrow') && this.tab === 'today');
    this.tab = isLast ? 'relays' : 'today';
    void this.updateComplete.then(() =>
      this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    );
  };

  /** The sessions of coding agents, those that wait first. */
  #sessions(reading: Reading<AgentSessions>, now: number): TemplateResult {
    const value = currentValue(reading);
    const isOwner = this.state?.games.owner.get() === 'owner';
    if (!value) return html`<hw-first-agent .state=${this.state}></hw-first-agent>`;
    return html`<section>
      <h2>Agent sessions</h2>
      ${value.sessions.length === 0 ? html`<p class="text">${sessionCountText(value.counts)}</p>` : nothing}
      <ul ?hidden=${value.sessions.length === 0} @session-ended=${() => this.view?.focus()}>
        ${repeat(
          value.sessions,
          ({ key }) => key,
          (session) => {
            const work = sessionWorkText(session);
            return html`<li class="session">
              <span class=${session.state === 'waiting' ? 'text waits' : 'text'}
                ><bdi>${withoutBidiControls(sessionRow(session, now).text)}</bdi></span
              >
              ${work === '' ? nothing : html`<span class="line quiet"><bdi>${withoutBidiControls(work)}</bdi></span>`}
              ${isOwner ? sessionUsageLine(this.#usage.answer, session.key) : nothing}
              ${isOwner ? html`<span class="actions"><a class="write" href="door#letter=${session.key}" aria-label="Write to it: ${withoutBidiControls(session.name)}">Write to it</a> <a class="write" href="door#changes=${session.key}" aria-label="What it has changed: ${withoutBidiControls(session.name)}">What it has changed</a></span>` : nothing}
              <hw-end-session .state=${this.state} .session=${session}></hw-end-session>
            </li>`;
          },
        )}
      </ul>
      ${value.more > 0 && value.sessions.length > 0 ? html`<p class="quiet">and ${counted(value.more, 'other session')}</p>` : nothing}
      ${reading.state === 'live' && !reading.recorded ? nothing : html`<p class="quiet">${provenanceText(reading, now)}</p>`}
    </section>`;
  }

  /**
   * Names the agents that are active now, then the others that are active today, at most three of each; the rest is
   * counted.
   */
  #work(reading: Reading<readonly AgentActivity[]>, activeNow: readonly string[]): TemplateResult {
    const agents = currentValue(reading);
    if (!agents) return html`<p>${absenceText('AGENTS', reading)}</p>`;
    const lastCommitAt = (name: string): number =>
      agents.find((agent) => agentKey(agent.name) === agentKey(name))?.lastCommitAt ?? 0;
    const busy = [...activeNow].sort((a, b) => lastCommitAt(b) - lastCommitAt(a));
    const others = latestFirst(agents).filter((agent) => !isActiveNow(agent, activeNow));
    if (busy.length === 0 && others.length === 0)
      return html`<p class="quiet">No agent has written a commit in the last 24 hours.</p>`;
    const names = namesText(others.map(({ name }) => name));
    return html`${busy.length > 0 ? html`<p class="text">Active now: ${namesText(busy)}</p>` : nothing}
    ${
      others.length > 0
        ? html`<p class="text">${busy.length > 0 ? 'Also today: ' : nothing}${names}</p>`
        : nothing
    }`;
  }

  /** The title of a commit; pressed, it shows what the commit changed. */
  #title(commit: Commit, source: string): TemplateResult {
    const title = withoutBidiControls(commit.title);
    const shown = commitDocument(commit, source);
    if (!shown) return html`<span class="text" dir="auto" title=${title}>${title}</span>`;
    return html`<button
      type="button"
      class="text"
      dir="auto"
      title=${title}
      aria-label="What changed: ${title}"
      @click=${() => this.state && dispatchView(this.state, { kind: 'read', document: shown })}
    >
      ${title}
    </button>`;
  }

  /** The last commits: title, author and age. */
  #commits(reading: Reading<readonly Commit[]>, now: number): TemplateResult {
    const commits = currentValue(reading);
    if (!commits) return html`<p>${absenceText('COMMITS', reading)}</p>`;
    return html`<ul>
      ${commits.map(
        (commit) =>
          html`<li class="commit">
            ${this.#title(commit, reading.source)}
            <span class="line quiet">
              <bdi>${withoutBidiControls(commit.author)}</bdi><span>${ageText(commit.authoredAt, now)}</span>
            </span>
          </li>`,
      )}
    </ul>`;
  }

  #today(state: StateSlice): TemplateResult {
    const now = state.now.get();
    const agents = state.derived.agents.get();
    const known = currentValue(agents);
    const activeNow = state.derived.activeNow.get();
    const commits = state.derived.lastCommits.get();
    const { name } = state.resident.get();
    const activity = presentActivity(state);
    const resident = html`<section>
      <h2>${withoutBidiControls(name)}</h2>
      ${activity}
      ${residentLines(state).map((line) => html`<p class="text">${withoutBidiControls(line)}</p>`)}
      ${activity ? nothing : absentActivity(state)}
    </section>`;
    const sessions = this.#sessions(state.readings.sessions.get(), now);
    // After the sessions, the most recent news comes first: the report of the resident's agent, or the
    // commits if there is no report.
    return html`${this.#since(state)}${repositoryFilter(state)}${sessions}${activity ? resident : nothing}
      ${state.games.owner.get() === 'owner' ? usageSection(this.#usage.answer) : nothing}
      <section>
        <h2>${known ? agentCountText(known, activeNow) : 'Agents'}</h2>
        ${this.#work(agents, activeNow)}
      </section>
      ${openWorkSection(state)}
      <section>
        <h2>Last commits</h2>
        ${this.#commits(commits, now)}
      </section>
      ${activity ? nothing : resident}
      <p class="quiet">${provenanceText(commits, now)}</p>`;
  }

  /** What happened while the owner was away. */
  #since(state: StateSlice): TemplateResult | typeof nothing {
    if (state.games.owner.get() !== 'owner') return nothing;
    const { what, phase } = state.narration.get();
    const isTold = what === 'story' && phase !== 'idle';
    return html`<hw-since
      tellable
      ?told=${isTold}
      .io=${this.#io}
      @close=${() => this.view?.focus()}
      @tell=${({ detail }: CustomEvent<NarratedStory>) =>
        narrate(state, isTold ? { kind: 'stop' } : { kind: 'start', what: detail })}
    ></hw-since>`;
  }

  #tab(name: Tab): TemplateResult {
    const isChosen = this.tab === name;
    return html`<button
      type="button"
      role="tab"
      id=${name}
      aria-controls="view"
      aria-selected=${isChosen ? 'true' : 'false'}
      tabindex=${isChosen ? 0 : -1}
      @click=${() => (this.tab = name)}
    >
      ${tabs[name]}
    </button>`;
  }

  protected override renderState(state: StateSlice): TemplateResult {
    return html`<section class="panel filling" aria-label="Today">
      <div class="panel-head">
        <div role="tablist" aria-label="Today and relays" @keydown=${this.#onKey}>
          ${tabNames.map((name) => this.#tab(name))}
        </div>
        ${closeButton('Close today', () => state.panels.today.set(false))}
      </div>
      ${
        this.tab === 'relays'
          ? html`<hw-relay-feed id="view" role="tabpanel" aria-labelledby="relays"></hw-relay-feed>`
          : html`<div id="view" class="body scroll" tabindex="0" role="tabpanel" aria-labelledby="today">
              ${this.#today(state)}
            </div>`
      }
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-today': HwToday;
  }
}
