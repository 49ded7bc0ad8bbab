import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { base, buttons } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';

/**
 * How long the button has to be held, and how long the question is shown before it can be confirmed. In
 * milliseconds.
 */
export const HOLD_MS = 600;
/** The number of dots that show the progress. */
const STEPS = 3;
/** A click within this time after a pointer is released comes from that pointer. Milliseconds. */
const CLICK_AFTER_MS = 500;

/**
 * A button that has to be held, so that a tap by mistake or a key that was meant for something else decides
 * nothing. A pointer, Space or Enter can hold it. People who cannot hold a button confirm a question instead: a
 * click from assistive technology shows the question with a button “Confirm”, and after a press that was too
 * short, a button below shows the same question.
 *
 * @fires held - it was held long enough, or confirmed
 */
@customElement('hw-hold-button')
export class HwHoldButton extends LitElement {
  static override styles = [
    base,
    buttons,
    doorStyles,
    css`
      .hold {
        position: relative;
        width: 100%;
        min-height: 3.25rem;
        overflow: hidden;
        color: var(--hw-panel-text);
        font-weight: 700;
        border-color: var(--hw-panel-text);
        touch-action: manipulation;
        user-select: none;
        -webkit-touch-callout: none;
        -webkit-user-select: none;
      }
      .hold span {
        position: relative;
      }
      /* A bar for the part of the time that has passed. */
      .hold::before {
        position: absolute;
        inset: 0;
        content: '';
        background: color-mix(in srgb, var(--hw-panel-text) 45%, transparent);
        transform: scaleX(0);
        transform-origin: left;
      }
      .hold[data-held]::before {
        transform: none;
        transition: transform ${unsafeCSS(HOLD_MS)}ms linear;
      }
      /* Without the animation, only the dots in the button show the progress. */
      @media (prefers-reduced-motion: reduce) {
        .hold[data-held]::before {
          transform: scaleX(0);
          transition: none;
        }
      }
      .below {
        margin-top: 0.25rem;
      }
      .sure {
        display: grid;
        gap: 0.5rem;
        padding: 0.75rem;
        border: 1px solid var(--hw-panel-text);
        border-radius: 6px;
      }
      @media (forced-colors: active) {
        .hold::before {
          background: Highlight;
          forced-color-adjust: none;
          opacity: 0.5;
        }
      }
    `,
  ];

  /** What happens, as a verb: `Allow once`. */
  @property() what = '';
  @property({ type: Boolean }) disabled = false;

  /** `hinted` after a press that was too short, `asked` while the question is shown. */
  @state() private step: 'ready' | 'hinted' | 'asked' = 'ready';
  /** The number of steps of the hold that have passed, 0 to 2; undefined while the button is not held. */
  @state() private held: number | undefined;
  /** Whether the question has been shown for long enough to be confirmed. */
  @state() private isConfirmable = false;

  @query('.hold') private readonly button?: HTMLButtonElement;
  @query('.sure') private readonly question?: HTMLElement;

  #heldBy: 'pointer' | 'key' = 'pointer';
  #timers: ReturnType<typeof setTimeout>[] = [];
  /**
   * The `timeStamp` of the last release of a pointer here: a click soon after it comes from that pointer.
   * Milliseconds.
   */
  #releasedAt = -Infinity;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#clear();
    this.step = 'ready';
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('disabled') || !this.disabled) return;
    this.#clear();
    this.step = 'ready';
  }

  #clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.held = undefined;
    this.isConfirmable = false;
  }

  #after(ms: number, act: () => void): void {
    this.#timers.push(setTimeout(act, ms));
  }

  #start(by: 'pointer' | 'key'): void {
    if (this.disabled || this.held !== undefined) return;
    this.#clear();
    this.#heldBy = by;
    this.#step(0);
  }

  /**
   * Starts a step of the hold; its timer starts the next step. With one timer for all steps, a page that was
   * busy could count the hold as complete before it handles the release of the button.
   */
  #step(step: number): void {
    this.held = step;
    this.#after(HOLD_MS / STEPS, () => {
      if (step + 1 < STEPS) this.#step(step + 1);
      else {
        this.#clear();
        this.step = 'ready';
        this.#done();
      }
    });
  }

  /** Ends a hold before its time has passed. */
  #release(): void {
    if (this.held === undefined) return;
    this.#clear();
    this.step = 'hinted';
  }

  #done(): void {
    this.dispatchEvent(new Event('held', { bubbles: true, composed: true }));
  }

  readonly #onPointerDown = (event: PointerEvent): void => {
    if (event.isPrimary && event.button === 0) this.#start('pointer');
  };

  readonly #onPointerUp = ({ timeStamp }: PointerEvent): void => {
    this.#releasedAt = timeStamp;
    this.#release();
  };

  /**
   * Ends a hold by a pointer that leaves the button. A hold by a key goes on: the page may move the button
   * away from a pointer that does not hold it.
   */
  readonly #onLeave = (): void => {
    if (this.#heldBy === 'pointer') this.#release();
  };

  readonly #onBlur = (): void => this.#release();

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Otherwise Enter would also send a click.
    event.preventDefault();
    if (!event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey) this.#start('key');
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Otherwise Space would also send a click.
    event.preventDefault();
    this.#release();
  };

  /**
   * Shows the question after a click that comes neither from a pointer nor from a key: assistive technology
   * sends it.
   */
  readonly #onClick = ({ timeStamp }: MouseEvent): void => {
    if (timeStamp - this.#releasedAt > CLICK_AFTER_MS) void this.#ask();
  };

  /**
   * Shows the question and focuses it. Its buttons do not get the focus, so that a key that is still pressed
   * confirms nothing.
   */
  readonly #ask = async (): Promise<void> => {
    this.#clear();
    this.step = 'asked';
    this.#after(HOLD_MS, () => (this.isConfirmable = true));
    await this.updateComplete;
    this.question?.focus();
  };

  readonly #confirm = (): void => {
    if (!this.isConfirmable || this.disabled) return;
    this.#clear();
    this.step = 'ready';
    this.#done();
  };

  readonly #cancel = async (): Promise<void> => {
    this.#clear();
    this.step = 'ready';
    await this.updateComplete;
    this.button?.focus();
  };

  /** Ignores the repeated presses of a key that is held down. */
  readonly #noRepeat = (event: KeyboardEvent): void => {
    if (event.repeat) event.preventDefault();
  };

  #question(): TemplateResult {
    return html`<div
      class="sure"
      role="group"
      aria-label="${this.what}?"
      tabindex="-1"
      @keydown=${this.#noRepeat}
    >
      <p>${this.what}?</p>
      <div class="row">
        <button
          type="button"
          class="action main wide"
          aria-disabled=${!this.isConfirmable || this.disabled}
          @click=${this.#confirm}
        >
          Confirm
        </button>
        <button type="button" class="action" @click=${this.#cancel}>Not now</button>
      </div>
    </div>`;
  }

  protected override render(): TemplateResult {
    const { held, step, what, disabled } = this;
    if (step === 'asked') return this.#question();
    return html`<button
        type="button"
        class="action hold"
        ?disabled=${disabled}
        ?data-held=${held !== undefined}
        @pointerdown=${this.#onPointerDown}
        @pointerup=${this.#onPointerUp}
        @pointerleave=${this.#onLeave}
        @pointercancel=${this.#onLeave}
        @keydown=${this.#onKeyDown}
        @keyup=${this.#onKeyUp}
        @blur=${this.#onBlur}
        @click=${this.#onClick}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        <span>
          Hold to ${what.toLowerCase()}
          ${
            held === undefined
              ? nothing
              : html`<span aria-hidden="true">${'●'.repeat(held)}${'○'.repeat(STEPS - held)}</span>`
          }
        </span>
      </button>
      <div role="status">
        ${
          step === 'hinted'
            ? html`<p class="small quiet below">
                Too short: nothing was decided. Hold the button until it is full, or:
              </p>`
            : nothing
        }
      </div>
      ${
        step === 'hinted'
          ? html`<button type="button" class="link small" @click=${this.#ask} @keydown=${this.#noRepeat}>
              ${what} in two steps
            </button>`
          : nothing
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-hold-button': HwHoldButton;
  }
}
