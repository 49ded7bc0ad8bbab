import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { type Ask, MAX_REASON_CHARACTERS } from '../../data/asks/ask.ts';
import { type Answer, answerAsk } from '../../data/asks/answer-ask.ts';
import { askerText, kindText, leftShare, leftText, waitText } from '../../data/asks/ask-words.ts';
import type { DoorState } from '../../data/apps/door.ts';
import { errorMessage, withoutBidiControls } from '../../data/core/text.ts';
import { MINUTE_MS } from '../../data/core/time.ts';
import { keepingFocus } from '../shared/focus.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons, progressBar } from '../shared/styles.ts';
import { askFigure, askText, askTextStyles, missing } from './ask-text.ts';
import { doorStyles } from './door-styles.ts';
import './hold-button.ts';

/** An open ask of an agent: who asks for what, the whole text of it, and the ways to answer. */
@customElement('hw-ask-card')
export class HwAskCard extends SignalElement {
  static override styles = [
    base,
    buttons,
    progressBar,
    doorStyles,
    askTextStyles,
    css`
      article {
        display: grid;
        gap: 0.75rem;
      }
      article > * {
        min-width: 0;
      }
      figure {
        min-width: 0;
        margin: 0;
      }
      .who {
        display: flex;
        flex-wrap: wrap;
        justify-content: space-between;
        gap: 0 1rem;
        color: var(--hw-text-quiet);
      }
      progress {
        width: 100%;
        height: 3px;
        color: var(--hw-accent);
        border-radius: 2px;
      }
      progress.soon {
        color: var(--hw-sovereignty-mid);
      }
      .folder {
        color: var(--hw-text-quiet);
      }
      fieldset {
        display: grid;
        gap: 0.25rem;
        min-width: 0;
        margin: 0;
        padding: 0;
        border: 0;
      }
      legend {
        padding: 0 0 0.25rem;
      }
      .option {
        display: grid;
        grid-template-columns: 1.5rem minmax(0, 1fr);
        align-items: start;
        min-height: 2.75rem;
        padding: 0.625rem 0.75rem;
        border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
        border-radius: 6px;
        cursor: pointer;
      }
      .option input {
        width: 1.125rem;
        height: 1.125rem;
        margin: 0.125rem 0 0;
        accent-color: var(--hw-panel-text);
      }
      .option:has(input:checked) {
        background: color-mix(in srgb, var(--hw-panel-text) 12%, transparent);
        border-color: var(--hw-panel-text);
      }
      .option .small {
        display: block;
        color: var(--hw-text-quiet);
      }
      fieldset .main {
        margin-top: 0.5rem;
      }
      .part {
        display: grid;
        gap: 0.5rem;
      }
      .rule {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;
  @property({ attribute: false }) ask?: Ask;
  /**
   * Called if the ask ended before the answer of this page arrived. A callback and not an event, because the
   * card may be removed by then.
   */
  @property({ attribute: false }) overtaken?: (ask: Ask) => void;

  /** Which form is open below the buttons. */
  @state() private form: '' | 'refuse' | 'always' = '';
  @state() private isDiffOpen = false;
  @state() private isBusy = false;
  @state() private problem = '';
  /** The ids of the chosen options. */
  @state() private chosen: readonly string[] = [];
  @state() private written = '';
  /** The reason for a refusal. It stays while another form is open. */
  @state() private refusal = '';

  @query('article') private readonly card?: HTMLElement;
  @query('#reason') private readonly reason?: HTMLTextAreaElement;
  @query('[aria-expanded]') private readonly refuser?: HTMLElement;
  @query('.large') private readonly large?: HTMLElement;

  /** What the owner has written here. */
  get words(): string {
    return (this.written || this.refusal).trim();
  }

  /** The button that opens the diff goes with its press. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.large,
    );
  }

  /** Sends the answer. The next view of the asks removes the card. */
  async #send(answer: Answer): Promise<void> {
    const { door, ask } = this;
    if (!door || !ask || this.isBusy) return;
    this.isBusy = true;
    this.problem = '';
    this.dispatchEvent(new Event('sending', { bubbles: true }));
    // The pressed button is disabled now, so the card gets the focus: keyboard users stay at this ask.
    this.card?.focus({ preventScroll: true });
    const problem = await answerAsk(door.io, door.asks, ask, answer);
    this.isBusy = false;
    const now = door.asks.get().asks.find(({ id }) => id === ask.id);
    if (problem !== '' && now && now.state !== 'open') this.overtaken?.(now);
    else this.problem = problem;
  }

  /** Scrolls to this ask, moves the focus to it, and opens its diff. */
  async reveal(): Promise<void> {
    await this.updateComplete;
    this.card?.scrollIntoView({ block: 'start' });
    this.card?.focus({ preventScroll: true });
    if (this.ask?.diff) await this.#openDiff();
  }

  readonly #openDiff = async (): Promise<void> => {
    try {
      await import('../shared/diff.ts');
      this.isDiffOpen = true;
    } catch (error) {
      this.problem = `The diff cannot be shown: ${errorMessage(error)}. Load the page again.`;
    }
  };

  readonly #showWhole = (): void => {
    const { ask } = this;
    const detail = { session: ask?.session ?? '', ask };
    this.dispatchEvent(new CustomEvent('show-changes', { bubbles: true, composed: true, detail }));
  };

  readonly #choose = (event: Event): void => {
    const { value, checked } = event.target as HTMLInputElement;
    const others = this.ask?.several === true ? this.chosen.filter((id) => id !== value) : [];
    this.chosen = checked ? [...others, value] : others;
  };

  readonly #toggle = async (form: 'refuse' | 'always'): Promise<void> => {
    this.form = this.form === form ? '' : form;
    await this.updateComplete;
    if (form === 'refuse') (this.reason ?? this.refuser)?.focus();
  };

  /** Who asks, since when, and until when. */
  #head(ask: Ask, now: number): TemplateResult {
    return html`<p class="who small">
        <span>${askerText(ask)}</span>
        <span>${waitText(ask, now)}</span>
      </p>
      <h3>${ask.name} ${kindText(ask)}</h3>
      <div>
        <p class="small">${leftText(ask, now)}</p>
        <progress
          class=${ask.deadline - now < MINUTE_MS ? 'soon' : ''}
          aria-hidden="true"
          .value=${leftShare(ask, now)}
        ></progress>
      </div>`;
  }

  #diff({ diff }: Ask): TemplateResult | typeof nothing {
    if (diff === undefined) return nothing;
    return html`<div class="part">
      ${
        this.isDiffOpen
          ? askFigure('Diff', diff.text, html`<hw-diff .diff=${diff.text}></hw-diff>`)
          : html`<button type="button" class="action" @click=${this.#openDiff}>Show the diff</button>`
      }
      <button type="button" class="action large" @click=${this.#showWhole}>Show it large</button>
      ${missing(diff.left)}
    </div>`;
  }

  /** What the agent asks, in its own words. */
  #what(ask: Ask): TemplateResult {
    const { name, title, note, folder, command, plan } = ask;
    return html`<div>
        <p>${withoutBidiControls(title)}</p>
        ${note === '' ? nothing : html`<p class="quiet">${withoutBidiControls(note)}</p>`}
        ${folder === '' || name.startsWith(folder) ? nothing : html`<p class="folder small">in ${folder}</p>`}
      </div>
      ${askText('Command', command)} ${askText('Plan', plan)} ${this.#diff(ask)}`;
  }

  #options({ id, options, several }: Ask): TemplateResult | typeof nothing {
    if (options.length === 0) return nothing;
    return html`<fieldset ?disabled=${this.isBusy}>
      <legend class="small quiet">${several ? 'Choose one or several' : 'Choose one'}</legend>
      ${options.map(
        (option) =>
          html`<label class="option">
            <input
              type=${several ? 'checkbox' : 'radio'}
              name="option-${id}"
              value=${option.id}
              .checked=${this.chosen.includes(option.id)}
              @change=${this.#choose}
            />
            <span>
              ${withoutBidiControls(option.label)}
              ${
                option.note === ''
                  ? nothing
                  : html`<span class="small">${withoutBidiControls(option.note)}</span>`
              }
            </span>
          </label>`,
      )}
      <button
        type="button"
        class="action main"
        ?disabled=${this.chosen.length === 0}
        @click=${() => void this.#send({ choice: 'choose', chosen: [...this.chosen] })}
      >
        Send the choice
      </button>
    </fieldset>`;
  }

  #write({ mayWrite, options }: Ask): TemplateResult | typeof nothing {
    if (!mayWrite) return nothing;
    return html`<div class="part">
      <label for="written" class="small quiet"
        >${options.length > 0 ? 'Or in your own words' : 'Your answer'}</label
      >
      <textarea
        id="written"
        maxlength=${MAX_REASON_CHARACTERS}
        ?disabled=${this.isBusy}
        .value=${this.written}
        @input=${({ target }: Event) => (this.written = (target as HTMLTextAreaElement).value)}
      ></textarea>
      <button
        type="button"
        class="action"
        ?disabled=${this.isBusy || this.written.trim() === ''}
        @click=${() => void this.#send({ choice: 'write', text: this.written.trim() })}
      >
        Send the answer
      </button>
    </div>`;
  }

  #refusal(): TemplateResult {
    const refuse = (event: Event): void => {
      event.preventDefault();
      void this.#send({ choice: 'refuse', text: this.refusal.trim() });
    };
    return html`<form class="part" @submit=${refuse}>
      <label for="reason" class="small quiet">Why not? The agent reads it. You can leave it empty.</label>
      <textarea
        id="reason"
        maxlength=${MAX_REASON_CHARACTERS}
        ?disabled=${this.isBusy}
        .value=${this.refusal}
        @input=${({ target }: Event) => (this.refusal = (target as HTMLTextAreaElement).value)}
      ></textarea>
      <div class="row">
        <button class="action wide" ?disabled=${this.isBusy}>Refuse</button>
        <button type="button" class="action" @click=${() => void this.#toggle('refuse')}>Not now</button>
      </div>
    </form>`;
  }

  /** The agent’s own rules, each in full above its button. */
  #always({ rules }: Ask): TemplateResult {
    return html`<div class="part">
      <p class="small quiet">
        In this session the agent then allows everything that fits its rule, without asking:
      </p>
      ${rules.map(
        ({ id, label }) =>
          html`<pre class="rule">${withoutBidiControls(label)}</pre>
            <hw-hold-button
              what="Always allow"
              ?disabled=${this.isBusy}
              @held=${() => void this.#send({ choice: 'always', chosen: [id] })}
            ></hw-hold-button>`,
      )}
    </div>`;
  }

  #answers(ask: Ask): TemplateResult {
    const isQuestion = ask.kind === 'question';
    const open = (form: 'refuse' | 'always', words: string): TemplateResult =>
      html`<button
        type="button"
        class="action wide"
        aria-expanded=${this.form === form}
        ?disabled=${this.isBusy}
        @click=${() => void this.#toggle(form)}
      >
        ${words}
      </button>`;
    return html`${
        isQuestion
          ? nothing
          : html`<hw-hold-button
              what=${ask.kind === 'plan' ? 'Approve the plan' : 'Allow once'}
              ?disabled=${this.isBusy}
              @held=${() => void this.#send({ choice: 'allow' })}
            ></hw-hold-button>`
      }
      ${this.#options(ask)} ${this.#write(ask)}
      <div class="row">
        ${open('refuse', 'Refuse…')} ${ask.rules.length > 0 ? open('always', 'Always…') : nothing}
      </div>
      ${this.form === 'refuse' ? this.#refusal() : nothing}
      ${this.form === 'always' ? this.#always(ask) : nothing}`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { ask, door, isBusy, problem } = this;
    if (!ask || !door) return nothing;
    return html`<article
      class="card"
      tabindex="-1"
      aria-label="${ask.name} ${kindText(ask)}"
      aria-busy=${isBusy}
    >
      ${this.#head(ask, door.now.get())} ${this.#what(ask)} ${this.#answers(ask)}
      <div role="alert">${problem === '' ? nothing : html`<p class="problem">${problem}</p>`}</div>
    </article>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-ask-card': HwAskCard;
  }
}
