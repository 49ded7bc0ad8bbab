import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { DoorState } from '../../data/apps/door.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import type { Letter, LetterBox, LettersAnswer } from '../../data/letters/letter.ts';
import { aheadOf, buttonText, letterStateText, reachText } from '../../data/letters/letter-words.ts';
import { readLetters, withdrawLetter } from '../../data/letters/letter-requests.ts';
import { sessionText } from '../../data/readings/format-sessions.ts';
import { keepingFocus, offerFocus } from '../shared/focus.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons } from '../shared/styles.ts';
import type { HwLetterForm } from '../shared/letter-form.ts';
import '../shared/letter-form.ts';
import { doorStyles } from './door-styles.ts';

/** The number of letters out of the queue that are shown before the owner presses “Show all letters”. */
const FEW = 4;
/** How often the list is read while the page is visible. */
const READ_EVERY_MS = 3_000;
const GONE =
  'This session has ended, or others have taken its place. You can copy your text, or try to send it.';

/** The sessions to which the owner can write, with the letters to each of them, and those of ended sessions. */
@customElement('hw-letters')
export class HwLetters extends SignalElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      section,
      .box {
        display: grid;
        gap: 0.75rem;
      }
      .boxes {
        display: grid;
        gap: 1rem;
      }
      .box > * {
        min-width: 0;
      }
      .letter {
        display: grid;
        gap: 0.25rem;
        padding: 0.625rem 0;
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      .text {
        max-height: 12rem;
        overflow: auto;
        white-space: pre-wrap;
      }
      .state {
        color: var(--hw-panel-text);
      }
      hw-letter-form {
        font-size: inherit;
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;

  @state() private list?: LettersAnswer;
  @state() private problem = '';
  /** The session whose form is open. */
  @state() private open = '';
  /** A session that left the list while the owner wrote to it. Its box stays until the owner closes it. */
  @state() private kept: { readonly box: LetterBox; readonly place: number } | undefined;
  /** Whether all letters are shown. */
  @state() private isLong = false;
  /** What has changed, for screen readers. */
  @state() private said = '';
  /** The letter that is being taken back, and why it could not be. */
  @state() private busy = '';
  @state() private refused: { readonly id: string; readonly words: string } | undefined;

  @query('h2') private readonly heading?: HTMLElement;

  #timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
    this.#timer = setInterval(() => void (document.hidden || this.#read()), READ_EVERY_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  /** The button that opened it has gone, and the focus with it. */
  protected override firstUpdated(): void {
    offerFocus(this.heading);
  }

  /**
   * The list of sessions sorts itself: a field or button that has the focus keeps it. If it is removed, the button of
   * its session gets the focus.
   */
  protected override update(changed: PropertyValues<this>): void {
    const box = this.shadowRoot?.activeElement?.closest('.box');
    keepingFocus(
      () => super.update(changed),
      () => (box?.isConnected && box.querySelector<HTMLElement>('button:enabled')) || this.heading,
    );
  }

  /** Opens the form of the session to which a link has led. */
  protected override updated(): void {
    const { door, list } = this;
    const key = door?.letterTo.get() ?? '';
    if (!door || !list || key === '') return;
    // Signals cannot be set inside an update.
    queueMicrotask(() => {
      door.letterTo.set('');
      this.open = key;
      void this.updateComplete.then(() => this.#focusForm(key));
    });
  }

  #form(key: string): HwLetterForm | null | undefined {
    return this.shadowRoot?.querySelector<HwLetterForm>(`hw-letter-form[session="${CSS.escape(key)}"]`);
  }

  #focusForm(key: string): void {
    const form = this.#form(key);
    if (form) void form.updateComplete.then(() => form.focus());
    else this.heading?.focus();
  }

  async #read(): Promise<void> {
    const { door } = this;
    if (!door) return;
    const result = await readLetters(door.io);
    if (result.ok) {
      const words = [this.#news(result.value), this.#keep(result.value)].filter((one) => one !== '');
      if (words.length > 0) this.said = words.join(' ');
      this.list = result.value;
      this.problem = '';
    } else if (result.status === 401) door.signedOut();
    else this.problem = result.message;
  }

  /** Keeps the session to which the owner writes if it is no longer in the list. Returns what to say of it. */
  #keep({ sessions }: LettersAnswer): string {
    const { open, list } = this;
    if (this.kept?.box.key === open || sessions.some(({ key }) => key === open)) return '';
    const place = list?.sessions.findIndex(({ key }) => key === open) ?? -1;
    const box = list?.sessions[place];
    this.kept = box && this.#form(open)?.text ? { box, place } : undefined;
    return this.kept
      ? `${withoutBidiControls(this.kept.box.name)}: this session is no longer in the list.`
      : '';
  }

  /** The box that is kept, if the list does not have its session. */
  #keptIn({ sessions }: LettersAnswer): LetterBox | undefined {
    const { kept, open } = this;
    if (kept?.box.key !== open || sessions.some(({ key }) => key === open)) return undefined;
    return kept.box;
  }

  /** What has changed since the last list. */
  #news({ letters, now }: LettersAnswer): string {
    const before = new Map(this.list?.letters.map(({ id, state: last }) => [id, last]));
    const changed = letters.filter(({ id, state: next }) => before.has(id) && before.get(id) !== next);
    return changed
      .map((letter) => `Letter to ${letter.name}: ${letterStateText(letter, aheadOf(letters, letter), now)}.`)
      .join(' ');
  }

  async #withdraw({ id }: Letter): Promise<void> {
    const { door } = this;
    if (!door || this.busy !== '') return;
    this.busy = id;
    this.refused = undefined;
    const result = await withdrawLetter(door.io, id);
    if (!result.ok) this.refused = { id, words: result.message };
    await this.#read();
    this.busy = '';
  }

  readonly #toggle = async (key: string): Promise<void> => {
    this.open = this.open === key ? '' : key;
    await this.updateComplete;
    // The box of a session that is kept goes with its form.
    if (this.open !== '' || this.kept?.box.key === key) this.#focusForm(key);
  };

  #show(session: string): void {
    this.dispatchEvent(
      new CustomEvent('show-changes', { bubbles: true, composed: true, detail: { session } }),
    );
  }

  #letter(letter: Letter, letters: readonly Letter[], now: number, isNamed = false): TemplateResult {
    const { id, text, about, name } = letter;
    const refused = this.refused?.id === id ? this.refused.words : '';
    return html`<li class="letter">
      ${isNamed ? html`<p class="small quiet">To ${withoutBidiControls(name)}</p>` : nothing}
      ${about === '' ? nothing : html`<p class="small quiet">About ${about}</p>`}
      <p class="text">${text}</p>
      <p class="small state">${letterStateText(letter, aheadOf(letters, letter), now)}</p>
      ${
        letter.state === 'waiting'
          ? html`<div>
              <button
                type="button"
                class="action"
                aria-disabled=${this.busy === id}
                @click=${() => void this.#withdraw(letter)}
              >
                Take back
              </button>
            </div>`
          : nothing
      }
      <div role="alert">${refused === '' ? nothing : html`<p class="problem">${refused}</p>`}</div>
    </li>`;
  }

  /** The letters in the queue, and the newest of the others. */
  #letters(own: readonly Letter[], { letters, now }: LettersAnswer, label: string, isNamed = false): unknown {
    if (own.length === 0) return nothing;
    const isOver = ({ state: one }: Letter): boolean =>
      one === 'read' || one === 'withdrawn' || one === 'missed';
    const over = own.filter(isOver);
    const hidden = new Set(this.isLong ? [] : over.slice(0, Math.max(0, over.length - FEW)));
    return html`<ul aria-label=${label}>
        ${repeat(
          own.filter((letter) => !hidden.has(letter)),
          ({ id }) => id,
          (letter) => this.#letter(letter, letters, now, isNamed),
        )}
      </ul>
      ${
        hidden.size === 0
          ? nothing
          : html`<button type="button" class="link" @click=${() => (this.isLong = true)}>
              Show all letters
            </button>`
      }`;
  }

  #box(box: LetterBox, answer: LettersAnswer): TemplateResult {
    const { key, name, harness, way } = box;
    const shown = withoutBidiControls(name);
    const isKept = box === this.#keptIn(answer);
    const canWrite = way === 'turns' || way === 'wakes';
    const isOpen = canWrite && this.open === key;
    const state = isKept
      ? 'is no longer in the list'
      : sessionText({ ...box, agents: [], moreAgents: 0, tools: 0, files: 0 }, answer.now);
    // Letters to sessions that are not in the list have a list of their own.
    const own = isKept ? [] : answer.letters.filter(({ session }) => session === key);
    const words = isKept ? 'Close' : buttonText(box);
    return html`<li class="card box">
      <div>
        <h3>${shown}</h3>
        <p class="small quiet">
          ${[name.startsWith(harness) ? '' : harness, state].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div class="row">
        <button
          type="button"
          class="action"
          aria-label="${words} ${shown}"
          aria-expanded=${canWrite ? String(isOpen) : nothing}
          ?disabled=${!canWrite}
          @click=${() => void this.#toggle(key)}
        >
          ${words}
        </button>
        ${
          way === 'none' || isKept
            ? nothing
            : html`<button
                type="button"
                class="action"
                aria-label="What it has changed: ${shown}"
                @click=${() => this.#show(key)}
              >
                What it has changed
              </button>`
        }
      </div>
      ${canWrite ? nothing : html`<p class="small quiet">${reachText(box)}</p>`}
      ${
        isOpen
          ? html`<hw-letter-form
              .io=${this.door?.io}
              session=${key}
              name=${shown}
              reach=${isKept ? GONE : reachText(box)}
              @letter-written=${() => void this.#read()}
            ></hw-letter-form>`
          : nothing
      }
      ${this.#letters(own, answer, `Letters to ${shown}`)}
    </li>`;
  }

  #content(answer: LettersAnswer): TemplateResult {
    const keys = new Set(answer.sessions.map(({ key }) => key));
    const others = answer.letters.filter(({ session }) => !keys.has(session));
    const kept = this.#keptIn(answer);
    const shown = kept ? answer.sessions.toSpliced(this.kept?.place ?? 0, 0, kept) : answer.sessions;
    return html`${
      shown.length === 0
        ? html`<p class="quiet">No agent has a session here now.</p>`
        : html`<ul class="boxes" aria-label="Sessions">
            ${repeat(
              shown,
              ({ key }) => key,
              (box) => this.#box(box, answer),
            )}
          </ul>`
    }
    ${
      others.length === 0
        ? nothing
        : html`<h3>Letters to sessions that have ended</h3>
            ${this.#letters(others, answer, 'Letters to sessions that have ended', true)}`
    }`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { list, problem } = this;
    return html`<section aria-labelledby="letters">
      <h2 id="letters" tabindex="-1">Write to an agent</h2>
      ${list === undefined ? (problem === '' ? html`<p class="quiet">Reading the list…</p>` : nothing) : this.#content(list)}
      <div role="alert">${problem === '' ? nothing : html`<p class="problem">${problem}</p>`}</div>
      <p class="visually-hidden" role="status">${this.said}</p>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-letters': HwLetters;
  }
}
