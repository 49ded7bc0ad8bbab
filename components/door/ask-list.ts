import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Ask } from '../../data/asks/ask.ts';
import { openAsks } from '../../data/asks/asks-view.ts';
import {
  askerText,
  decidedText,
  endText,
  kindText,
  momentText,
  openText,
  wholeEndText,
} from '../../data/asks/ask-words.ts';
import type { DoorState } from '../../data/apps/door.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { keepingFocus } from '../shared/focus.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import type { HwAskCard } from './ask-card.ts';
import './ask-card.ts';
import { doorStyles } from './door-styles.ts';

/**
 * For this time after cards have moved, a press has no effect: the visitor may have aimed at another card.
 * Milliseconds.
 */
const SETTLE_MS = 400;
/** The number of answered asks that are shown before the visitor presses “Show all”. */
const FEW = 8;

/** Returns the result of an ask that is not open, or a text that the home does not list the ask any more. */
const toldText = (ask: Ask | undefined, now: number): string =>
  ask
    ? `${ask.name} asked “${ask.title}”. ${wholeEndText(ask, now)}.`
    : 'The ask of this notice has ended. It is not in the list any more.';

/** The open asks as cards, the oldest first, and below them the results of the other asks. */
@customElement('hw-ask-list')
export class HwAskList extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      :host,
      section {
        display: grid;
        gap: 0.75rem;
      }
      :host {
        gap: 2rem;
      }
      .cards {
        display: grid;
        gap: 1rem;
      }
      .cards[data-moved] {
        pointer-events: none;
      }
      .ended {
        display: grid;
        gap: 0.125rem;
        padding: 0.625rem 0;
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      .ended .command {
        direction: ltr;
        unicode-bidi: isolate;
      }
      .steps {
        display: grid;
        gap: 0.5rem;
        padding-left: 1.5rem;
        list-style: decimal;
      }
      .end {
        color: var(--hw-text);
      }
      .end::before {
        display: inline-block;
        width: 1.25rem;
        content: '–';
        color: var(--hw-text-quiet);
      }
      .yes::before {
        content: '✓';
        color: var(--hw-panel-text);
      }
      .no::before {
        content: '✕';
        color: var(--hw-error);
      }
      code {
        font-family: inherit;
        color: var(--hw-panel-text);
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;

  /** Whether cards have just moved. */
  @state() private hasMoved = false;
  @state() private isLong = false;

  /** What has changed, for screen readers. */
  @state() private said = '';
  /** Why an answer did not count. */
  @state() private problem = '';

  /** The result of the ask that a notice has opened. */
  @state() private told = '';

  @query('h2') private readonly heading?: HTMLElement;
  @query('.told') private readonly toldText?: HTMLElement;

  /** The open asks of the last render; undefined before the first. */
  #cards: readonly Ask[] | undefined;
  /** What the owner had written to asks that have ended, by their ids. */
  readonly #written = new Map<string, string>();
  /** The ask that `problem` is about. */
  #overtaken = '';
  #isFinding = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.hasMoved = false;
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const view = this.door?.asks.get();
    if (!view || view.line === 'connecting') return;
    const before = this.#cards;
    const open = openAsks(view);
    this.#cards = open;
    if (!before) return;
    // A removed card moves the cards below it. A new card comes last and moves no other.
    if (before.some(({ id }, index) => open[index]?.id !== id)) {
      this.hasMoved = true;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => (this.hasMoved = false), SETTLE_MS);
    }
    const isOpen = (id: string): boolean => open.some((ask) => ask.id === id);
    const ended = view.asks.filter((ask) => !isOpen(ask.id) && before.some(({ id }) => id === ask.id));
    const added = open.filter(({ id }) => !before.some((ask) => ask.id === id));
    if (ended.length + added.length === 0) return;
    // If another answer came before the visitor's, `problem` says so. The end of that ask may arrive before
    // or after this message, so it does not clear the message.
    if ([...ended, ...added].some(({ id }) => id !== this.#overtaken)) this.problem = '';
    for (const { ask, words } of this.cards)
      if (ask && words && !isOpen(ask.id)) this.#written.set(ask.id, words);
    this.said = [
      ...ended.map(
        (ask) =>
          `${ask.title}: ${endText(ask)}.${this.#lost(ask) ? ' What you had written is in the list.' : ''}`,
      ),
      ...added.map((ask) => `${ask.name} ${kindText(ask)}: ${ask.title}.`),
      `${openText(open.length)}.`,
    ].join(' ');
  }

  /** Focuses the heading: from there Tab leads to the first card. */
  override focus(options?: FocusOptions): void {
    this.heading?.focus(options);
  }

  /** If the focused card is removed, focuses the heading: from there Tab leads to the next card. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.heading,
    );
  }

  protected override updated(): void {
    const { door } = this;
    if (!door || this.#isFinding || door.wanted.get() === '' || door.asks.get().line !== 'open') return;
    this.#isFinding = true;
    const id = door.wanted.get();
    // Signals cannot be set inside an update.
    queueMicrotask(
      () =>
        void this.#show(door, id).finally(() => {
          this.#isFinding = false;
          // Another notice may have been opened meanwhile.
          if (door.wanted.get() !== id) this.requestUpdate();
        }),
    );
  }

  /** Shows the ask that a notice has opened, or its result. */
  async #show(door: DoorState, id: string): Promise<void> {
    const found = (): Ask | undefined => door.asks.get().asks.find((ask) => ask.id === id);
    // A page that was in the background may not have the newest asks, so it reads them. If that fails, the
    // next update tries again.
    if (!found() && !(await door.readAsks())) return;
    await this.updateComplete;
    door.wanted.set('');
    const ask = found();
    const card = this.cards.find((one) => one.ask?.id === id);
    this.told = ask?.state === 'open' ? '' : toldText(ask, door.now.get());
    if (card) return card.reveal();
    await this.updateComplete;
    this.toldText?.scrollIntoView({ block: 'center' });
    this.toldText?.focus({ preventScroll: true });
  }

  private get cards(): HwAskCard[] {
    return [...(this.shadowRoot?.querySelectorAll('hw-ask-card') ?? [])];
  }

  readonly #onOvertaken = (ask: Ask): void => {
    this.#overtaken = ask.id;
    const now = this.door?.now.get() ?? ask.askedAt;
    this.problem = `Your answer to “${ask.title}” was not the first. ${wholeEndText(ask, now)}.`;
  };

  readonly #onSending = (): void => {
    this.problem = '';
    this.told = '';
  };

  readonly #showAll = (): void => {
    this.isLong = true;
  };

  /** What the owner had written to an ask that ended without it. */
  #lost({ id, decision }: Ask): string | undefined {
    const words = this.#written.get(id);
    return words === decision?.text ? undefined : words;
  }

  #ended(ask: Ask, now: number): TemplateResult {
    const { choice } = ask.decision ?? {};
    const kind = choice === 'refuse' ? 'no' : choice === undefined ? '' : 'yes';
    const { name, harness, title, note, command } = ask;
    const where = decidedText(ask, now);
    const lost = this.#lost(ask);
    return html`<li class="ended">
      <p>
        ${withoutBidiControls(title)}
        ${note === '' ? nothing : html`<span class="quiet">– ${withoutBidiControls(note)}</span>`}
      </p>
      ${
        command === undefined
          ? nothing
          : html`<p class="small command">
              ${withoutBidiControls(command.text)}${command.left > 0 ? '…' : nothing}
            </p>`
      }
      <p class="end ${kind}">${endText(ask)}</p>
      ${lost === undefined ? nothing : html`<p class="small">You had written: ${lost}</p>`}
      <p class="small quiet">
        ${where === '' ? nothing : html`Decided ${where}<br />`}
        ${name === harness ? nothing : `${name}, `}${askerText(ask)} · asked ${momentText(ask.askedAt, now)}
      </p>
    </li>`;
  }

  /** @param isFirst Whether no agent has asked yet. */
  #nothing(isFirst: boolean): TemplateResult {
    if (!isFirst) return html`<p class="quiet">No agent waits for you.</p>`;
    return html`<p class="quiet">No agent waits for you. To let one ask here:</p>
      <ol class="quiet steps">
        <li>Make a key in the folder of the home: <code>home-world keys add laptop</code></li>
        <li>Where the agent starts, set it: <code>export HOME_WORLD_AGENT_KEY=…</code></li>
        <li>Install the hooks there: <code>home-world hooks install claude-code --ask</code></li>
      </ol>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { door } = this;
    if (!door) return nothing;
    const view = door.asks.get();
    if (view.line === 'connecting') return html`<p class="quiet">Reading the asks…</p>`;
    const open = openAsks(view);
    const ended = view.asks
      .filter(({ state: end }) => end !== 'open')
      .toSorted((one, other) => other.askedAt - one.askedAt);
    const now = door.now.get();
    const isKnown = view.line === 'open' && view.problem === '';
    return html`<section aria-labelledby="open">
        <h2 id="open" tabindex="-1">
          ${isKnown || open.length > 0 ? openText(open.length) : 'Open asks: not known'}
        </h2>
        <p class="visually-hidden" role="status">${this.said}</p>
        <div role="alert">
          ${this.problem === '' ? nothing : html`<p class="problem">${this.problem}</p>`}
        </div>
        ${this.told === '' ? nothing : html`<p class="told" tabindex="-1">${this.told}</p>`}
        ${open.length === 0 && isKnown ? this.#nothing(ended.length === 0) : nothing}
        <div class="cards" ?data-moved=${this.hasMoved} @sending=${this.#onSending}>
          ${repeat(
            open,
            ({ id }) => id,
            (ask) =>
              html`<hw-ask-card .door=${door} .ask=${ask} .overtaken=${this.#onOvertaken}></hw-ask-card>`,
          )}
        </div>
      </section>
      ${
        ended.length === 0
          ? nothing
          : html`<section aria-labelledby="ended">
              <h2 id="ended">Answered and ended</h2>
              <ul>
                ${(this.isLong ? ended : ended.slice(0, FEW)).map((ask) => this.#ended(ask, now))}
              </ul>
              ${
                ended.length > FEW && !this.isLong
                  ? html`<button type="button" class="action" @click=${this.#showAll}>
                      Show all ${ended.length}
                    </button>`
                  : nothing
              }
            </section>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-ask-list': HwAskList;
  }
}
