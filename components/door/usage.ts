import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { DoorState } from '../../data/apps/door.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { ageText } from '../../data/readings/format.ts';
import {
  type UsageAnswer,
  type UsageLimit,
  type UsageRow,
  type UsageSession,
  totalOf,
} from '../../data/usage/usage.ts';
import { readUsage } from '../../data/usage/usage-requests.ts';
import {
  costText,
  aboutDollars,
  dollarsText,
  limitText,
  shortCount,
  sourceText,
  sumOfRows,
  windowWords,
} from '../../data/usage/usage-words.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';

/** How often it is read while the page is visible: counters of agents come once a minute. */
const READ_EVERY_MS = 30_000;
const SPANS: readonly (readonly [days: number, words: string])[] = [
  [1, 'Today'],
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
];

type Rows = readonly UsageRow[];

/** Rows with the same words, the one with the most tokens first. */
function grouped(rows: Rows, wordsOf: (row: UsageRow) => string) {
  const found = new Map<string, UsageRow[]>();
  for (const row of rows) found.set(wordsOf(row), [...(found.get(wordsOf(row)) ?? []), row]);
  return [...found]
    .map(([words, own]) => ({
      words,
      ...sumOfRows(own),
      sources: [...new Set(own.flatMap(({ sources }) => sources))],
      updatedAt: Math.max(...own.map(({ updatedAt }) => updatedAt)),
    }))
    .sort((one, other) => other.tokens - one.tokens);
}

const agentOf = ({ harness, model }: UsageRow): string => (model === '' ? harness : `${harness}, ${model}`);

/** What coding agents have used, their windows, and the context left in each session. */
@customElement('hw-usage')
export class HwUsage extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      section,
      .part,
      ul {
        display: grid;
        gap: 0.75rem;
      }
      section {
        gap: 1.25rem;
      }
      li,
      .budget {
        display: grid;
        gap: 0.25rem;
      }
      .bar {
        display: block;
        width: 100%;
        height: 0.5rem;
        background: color-mix(in srgb, var(--hw-accent) 20%, transparent);
        border-radius: 3px;
      }
      select {
        width: auto;
      }
      .bar rect {
        fill: var(--hw-panel-text);
      }
      @media (forced-colors: active) {
        .bar {
          outline: 1px solid;
        }
        .bar rect {
          fill: CanvasText;
        }
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;

  @state() private answer?: UsageAnswer;
  @state() private problem = '';
  @state() private days = 1;

  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
    this.#timer = setInterval(() => void (document.hidden || this.#read()), READ_EVERY_MS);
  }

  /** The button that opened it has gone, and the focus with it. */
  protected override firstUpdated(): void {
    this.shadowRoot?.querySelector('h2')?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  async #read(): Promise<void> {
    const { door, days } = this;
    if (!door) return;
    const result = await readUsage(door.io, days);
    // The owner may have chosen other days meanwhile.
    if (days !== this.days) return;
    if (result.ok) {
      this.answer = result.value;
      this.problem = '';
    } else if (result.status === 401) door.signedOut();
    else this.problem = result.message;
  }

  readonly #choose = ({ target }: Event): void => {
    this.days = Number((target as HTMLSelectElement).value);
    void this.#read();
  };

  /** A bar below its words. It is a picture, because the policy of the page allows no styles in attributes. */
  #bar(part: number): TemplateResult {
    const width = Math.round(Math.min(1, Math.max(0, part)) * 1000) / 10;
    return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width=${width} height="1" />
    </svg>`;
  }

  #list(rows: Rows, now: number): TemplateResult {
    const groups = grouped(rows, agentOf);
    const most = groups[0]?.tokens ?? 0;
    return html`<ul aria-label="By agent and model">
      ${groups.map(
        ({ words, tokens, sources, updatedAt, ...cost }) =>
          html`<li>
            <p>
              <bdi>${withoutBidiControls(words)}</bdi>:
              ${tokens === 0 ? nothing : `${shortCount(tokens)} tokens, `}${costText(cost)}
            </p>
            ${this.#bar(most === 0 ? 0 : tokens / most)}
            <p class="small quiet">${sourceText(sources)}, ${ageText(updatedAt, now)}</p>
          </li>`,
      )}
    </ul>`;
  }

  #byDay(rows: Rows): TemplateResult {
    const groups = grouped(rows, ({ day }) => day).sort((one, other) => (one.words < other.words ? 1 : -1));
    const most = Math.max(...groups.map(({ tokens }) => tokens));
    return html`<ul aria-label="By day">
      ${groups.map(
        ({ words, tokens, ...cost }) =>
          html`<li>
            <p>${words}: ${shortCount(tokens)} tokens, ${costText(cost)}</p>
            ${this.#bar(most === 0 ? 0 : tokens / most)}
          </li>`,
      )}
    </ul>`;
  }

  /** The span of the answer, as a sentence begins: `Today`, `7 days`. */
  #span(days: number): string {
    return days === 1 ? 'Today' : `${days} days`;
  }

  #spent({ rows, days, now, today, timeZone, budget }: UsageAnswer): TemplateResult {
    const isDay = days === 1;
    const { tokens, ...cost } = sumOfRows(rows);
    return html`<div class="part">
      <h3>
        ${this.#span(days)}:
        ${rows.length === 0 ? 'nothing was sent' : `${shortCount(tokens)} tokens, ${costText(cost)}`}
      </h3>
      ${
        budget
          ? html`<div class="budget">
              <p>Budget of today: ${aboutDollars(budget.spent)} of ${dollarsText(budget.dollars)}</p>
              ${this.#bar(budget.spent / budget.dollars)}
            </div>`
          : nothing
      }
      ${rows.length === 0 ? nothing : this.#list(rows, now)}
      ${isDay || rows.length === 0 ? nothing : this.#byDay(rows)}
      <p class="small quiet">
        An estimate: the programs of your agents count, and no bill was read. Today is ${today} in
        ${timeZone}.
      </p>
    </div>`;
  }

  #limit({ harness, machine, window, used, resetsAt, at }: UsageLimit, now: number): TemplateResult {
    const isOver = resetsAt <= now;
    return html`<li>
      <p>
        ${windowWords[window]} of ${harness}${machine === '' ? '' : ` on ${machine}`}:
        ${limitText({ used, resetsAt }, now)}
      </p>
      ${isOver ? nothing : this.#bar((100 - used) / 100)}
      <p class="small quiet">from its status line, ${ageText(at, now)}</p>
    </li>`;
  }

  #session({ name, harness, model, context, tokens, ...cost }: UsageSession, { now, days }: UsageAnswer) {
    if (!context) return nothing;
    const of = context.size === undefined ? '' : ` of ${shortCount(context.size)} tokens`;
    const count = totalOf(tokens);
    return html`<li>
      <p>
        <bdi>${withoutBidiControls(name)}</bdi> (${model === '' ? harness : `${harness}, ${model}`}):
        ${Math.round(context.left)} %${of} left. ${this.#span(days)}:
        ${count === 0 ? nothing : `${shortCount(count)} tokens, `}${costText(cost)}
      </p>
      ${this.#bar(context.left / 100)}
      <p class="small quiet">from its status line, ${ageText(context.at, now)}</p>
    </li>`;
  }

  #content(answer: UsageAnswer): TemplateResult {
    const { limits, sessions, now } = answer;
    const withContext = sessions.filter(({ context }) => context);
    const isEmpty = answer.rows.length + limits.length + sessions.length === 0;
    return html`${this.#spent(answer)}
    ${
      limits.length === 0
        ? nothing
        : html`<div class="part">
            <h3>Windows</h3>
            <ul>
              ${limits.map((limit) => this.#limit(limit, now))}
            </ul>
          </div>`
    }
    ${
      withContext.length === 0
        ? nothing
        : html`<div class="part">
            <h3>Context left</h3>
            <ul>
              ${withContext.map((session) => this.#session(session, answer))}
            </ul>
          </div>`
    }
    ${
      isEmpty
        ? html`<p class="quiet">
            No agent has sent what it uses. Claude Code, Codex and Gemini CLI can: docs/usage.md of the
            program has the lines for their settings.
          </p>`
        : nothing
    }`;
  }

  protected override render(): TemplateResult {
    const { answer, problem, days } = this;
    return html`<section aria-labelledby="usage">
      <h2 id="usage" tabindex="-1">Usage</h2>
      <label>
        Show
        <select @change=${this.#choose}>
          ${SPANS.map(([value, words]) => html`<option value=${value} ?selected=${value === days}>${words}</option>`)}
        </select>
      </label>
      <div role="alert">${problem === '' ? nothing : html`<p class="problem">${problem}</p>`}</div>
      ${answer === undefined ? (problem === '' ? html`<p class="quiet">Reading the figures…</p>` : nothing) : this.#content(answer)}
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-usage': HwUsage;
  }
}
