import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { DoorState } from '../../data/apps/door.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { ageText } from '../../data/readings/format.ts';
import { type UsageAnswer, type UsageRow, type UsageSession, totalOf } from '../../data/usage/usage.ts';
import { shortCount, sourceText, sumOfRows, usedText } from '../../data/usage/usage-words.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import { budgetLine, usageBar, usageStyles, windowList } from '../shared/text/usage.ts';
import { UsageReading } from '../shared/usage-reading.ts';
import { doorStyles } from './door-styles.ts';

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
    usageStyles,
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
      li:not(.window) {
        display: grid;
        gap: 0.25rem;
      }
      select {
        width: auto;
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;

  @state() private days = 1;

  readonly #usage = new UsageReading(this, () => this.door?.signedOut());

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('door') && this.door) void this.#usage.read(this.door.io, this.days);
  }

  /** The button that opened it has gone, and the focus with it. */
  protected override firstUpdated(): void {
    this.shadowRoot?.querySelector('h2')?.focus();
  }

  readonly #choose = ({ target }: Event): void => {
    this.days = Number((target as HTMLSelectElement).value);
    if (this.door) void this.#usage.read(this.door.io, this.days);
  };

  #list(rows: Rows, now: number): TemplateResult {
    const groups = grouped(rows, agentOf);
    const most = groups[0]?.tokens ?? 0;
    return html`<ul aria-label="By agent and model">
      ${groups.map(
        ({ words, tokens, sources, updatedAt, ...cost }) =>
          html`<li>
            <p><bdi>${withoutBidiControls(words)}</bdi>: ${usedText(tokens, cost)}</p>
            ${usageBar(most === 0 ? 0 : tokens / most)}
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
            <p>${words}: ${usedText(tokens, cost)}</p>
            ${usageBar(most === 0 ? 0 : tokens / most)}
          </li>`,
      )}
    </ul>`;
  }

  /** The span of the answer, as a sentence begins: `Today`, `7 days`. */
  #span(days: number): string {
    return days === 1 ? 'Today' : `${days} days`;
  }

  #spent(answer: UsageAnswer): TemplateResult {
    const { rows, days, now, today, timeZone } = answer;
    const isDay = days === 1;
    const { tokens, ...cost } = sumOfRows(rows);
    return html`<div class="part">
      <h3>${this.#span(days)}: ${rows.length === 0 ? 'nothing was sent' : usedText(tokens, cost)}</h3>
      ${budgetLine(answer)} ${rows.length === 0 ? nothing : this.#list(rows, now)}
      ${isDay || rows.length === 0 ? nothing : this.#byDay(rows)}
      <p class="small quiet">
        An estimate: the programs of your agents count, and no bill was read. Today is ${today} in
        ${timeZone}.
      </p>
    </div>`;
  }

  #session({ name, harness, model, context, tokens, ...cost }: UsageSession, { now, days }: UsageAnswer) {
    if (!context) return nothing;
    const of = context.size === undefined ? '' : ` of ${shortCount(context.size)} tokens`;
    const used = usedText(totalOf(tokens), cost);
    return html`<li>
      <p>
        <bdi>${withoutBidiControls(name)}</bdi> (${model === '' ? harness : `${harness}, ${model}`}):
        ${Math.round(context.left)} %${of} left${used && `. ${this.#span(days)}: ${used}`}
      </p>
      ${usageBar(context.left / 100)}
      <p class="small quiet">told by ${harness} ${ageText(context.at, now)}</p>
    </li>`;
  }

  #content(answer: UsageAnswer): TemplateResult {
    const { limits, sessions } = answer;
    const withContext = sessions.filter(({ context }) => context);
    const isEmpty = answer.rows.length + limits.length + sessions.length === 0;
    return html`${this.#spent(answer)}
    ${
      limits.length === 0
        ? nothing
        : html`<div class="part">
            <h3>Windows</h3>
            ${windowList(answer)}
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
    const { days } = this;
    const { answer, problem } = this.#usage;
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
