import { type TemplateResult, html, nothing } from 'lit';
import { parseConfig } from '../../data/config/parse-config.ts';
import { activity } from '../../data/readings/sources/activity.ts';
import { agentStatus } from '../../data/readings/sources/owner-files.ts';
import { blockHeight } from '../../data/readings/sources/block-height.ts';
import { commits } from '../../data/readings/sources/commits.ts';
import { sessions } from '../../data/readings/sources/sessions.ts';
import { sovereignty } from '../../data/readings/sources/sovereignty.ts';
import { weather } from '../../data/readings/sources/weather.ts';
import type { HomeState } from '../../data/apps/home-state.ts';
import type { ReadingState } from '../../data/readings/reading.ts';
import './agents.ts';
import './block-height.ts';
import './commits.ts';
import { css } from '../shared/theme-css.ts';
import { LOAD_AGAIN_MS, define } from './define-when-present.ts';
import { HomeElement } from './home-element.ts';
import './now.ts';
import { panelStyles } from './panel-styles.ts';
import './sovereignty.ts';
import './weather.ts';

const PARTS =
  'panel, title, source, row, detail, figure, bar, working, idle, dormant, dead, own, waiting, failed';
const PASSED_ON = ['compact', 'heading-level', 'limit', 'refresh', 'repo', 'theme', 'units'];

/**
 * The heartbeat of a home: agent sessions (who waits), what its resident does now, agents, last commits, open
 * work (if the home reads a code host), sovereignty, weather and block height, each in its own widget.
 *
 * @csspart panel - each widget, and the box of the notes about the home as a whole, if there are any
 * @csspart sovereignty - the widget of this name, and so on for weather, block-height, now, team, agents,
 *   commits, open-work
 */
export class HeartbeatElement extends HomeElement {
  static override styles = [
    panelStyles,
    css`
      .grid {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: var(--space);
      }
      .wide,
      .whole {
        grid-column: 1 / -1;
      }
      /* Most homes have none, and the others only after a moment. */
      hw-open-work:not(:is(:state(live), :state(stale), :state(offline))) {
        display: none;
      }
      section {
        height: auto;
        margin-bottom: var(--space);
      }
      @container (width < 20em) {
        .grid {
          grid-template-columns: 1fr;
        }
      }
      /* Two columns: weather and block height together are as high as the sovereignty beside them. */
      @container (width >= 51.4em) {
        .grid {
          gap: calc(2 * var(--space));
        }
        .wide {
          grid-column: auto;
        }
        .tall {
          grid-row: span 2;
        }
        section {
          margin-bottom: calc(2 * var(--space));
        }
      }
    `,
  ];

  /** The widgets that are being loaded. */
  readonly #loading = new Set<string>();

  protected override readonly heading = 'Heartbeat';
  protected override readonly sources = () => [
    sovereignty,
    activity,
    sessions,
    agentStatus,
    commits,
    weather,
    blockHeight,
  ];

  /** The state of the heartbeat; each widget in it has its own state. */
  protected override get shownState(): ReadingState {
    const { view } = this;
    if (view.phase !== 'ready') return super.shownState;
    return view.state.online.get() ? 'live' : 'offline';
  }

  /** Problems of the home as a whole; each widget shows the problem of its own reading. */
  #renderNotes(state: HomeState): TemplateResult | typeof nothing {
    // Widgets read only their part of the file, so problems in the rest are shown here.
    const file = state.configFile.get();
    const problems = 'problem' in file ? [file.problem] : parseConfig(file.raw).problems;
    const online = state.online.get();
    if (online && problems.length === 0) return nothing;
    return html`<section
      lang="en"
      dir="ltr"
      part="panel"
      class=${this.scheme}
      role="status"
      aria-label="About this home"
    >
      ${online ? nothing : html`<p>You are offline. These are the last readings that arrived.</p>`}
      ${
        problems.length === 0
          ? nothing
          : html`<p>Correct in config.json; until then these fields use defaults:</p>
              <ul>
                ${problems.map(
                  ({ field, expected, got }) =>
                    html`<li>
                      <span>${field} should be ${expected}; it is ${got}</span>
                    </li>`,
                )}
              </ul>`
      }
    </section>`;
  }

  /** The agent sessions, if there are any: most homes have none, so their file is loaded with the first ones. */
  #renderTeam(state: HomeState | undefined): TemplateResult | typeof nothing {
    return state?.readings.sessions.get().value === undefined
      ? nothing
      : html`<hw-team class="whole" part="team" exportparts=${PARTS} .state=${state}></hw-team>`;
  }

  /**
   * What is open at the code host. It is loaded after the first readings, and has its own connection to the
   * home, so that the readings above do not wait for it.
   */
  #renderOpenWork(state: HomeState | undefined): TemplateResult | typeof nothing {
    return !state || this.src === undefined
      ? nothing
      : html`<hw-open-work
          class="whole"
          part="open-work"
          exportparts=${PARTS}
          src=${this.src}
        ></hw-open-work>`;
  }

  /** Loads a widget once. After a failure its place stays empty, until it is loaded again after a while. */
  #load(name: string, load: () => Promise<unknown>): void {
    if (this.#loading.has(name)) return;
    this.#loading.add(name);
    load().catch(() => setTimeout(() => this.#loading.delete(name), LOAD_AGAIN_MS));
  }

  /** Passes these attributes to the widgets inside. */
  protected override updated(): void {
    super.updated();
    for (const widget of this.renderRoot.querySelectorAll('.grid > *'))
      for (const name of PASSED_ON) {
        const value = this.getAttribute(name);
        if (value === null) widget.removeAttribute(name);
        else widget.setAttribute(name, value);
      }
    if (this.view.phase !== 'ready') return;
    this.#load('open-work', () => import('./open-work.ts'));
    const { value } = this.view.state.readings.sessions.get();
    if (value) this.#load('team', () => import('./team.ts'));
  }

  /** Until the home is open, the widgets reserve the space of their readings. */
  protected override render(): TemplateResult {
    const { view } = this;
    return view.phase === 'connecting' ? this.renderHome(undefined, view.note) : super.render();
  }

  protected override renderHome(state: HomeState | undefined, note?: string): TemplateResult {
    return html`${state && this.#renderNotes(state)}
      <div class="grid">
        ${this.#renderTeam(state)}
        <hw-now class="whole" part="now" exportparts=${PARTS} .note=${note} .state=${state}></hw-now>
        <hw-agents class="wide" part="agents" exportparts=${PARTS} .note=${note} .state=${state}></hw-agents>
        <hw-commits
          class="wide"
          part="commits"
          exportparts=${PARTS}
          .note=${note}
          .state=${state}
        ></hw-commits>
        ${this.#renderOpenWork(state)}
        <hw-sovereignty
          class="wide tall"
          part="sovereignty"
          exportparts=${PARTS}
          .note=${note}
          .state=${state}
        ></hw-sovereignty>
        <hw-weather part="weather" exportparts=${PARTS} .note=${note} .state=${state}></hw-weather>
        <hw-block-height
          part="block-height"
          exportparts=${PARTS}
          .note=${note}
          .state=${state}
        ></hw-block-height>
      </div>`;
  }
}

define('hw-heartbeat', HeartbeatElement);
