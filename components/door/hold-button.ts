import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { base, buttons } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';

/** How long the button has to be held, and how long the question is shown before it can be confirmed. Milliseconds. */
export const HOLD_MS = 600;
/** The steps of the progress in words. */
const STEPS = 3;
/** A click this soon after a release belongs to that pointer. Milliseconds. */
const CLICK_AFTER_MS = 500;

/**
 * A button that has to be held, so that a tap by mistake or a key that was meant for something else decides nothing.
 * A pointer, Space or Enter can hold it. The equal way for screen readers, switches and everyone who cannot hold: a
 * press without a pointer, which assistive technology sends, asks “…?” with a button “Confirm”; after a short press
 * a button below leads to the same question.
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
      /* The part of the time that has passed. */
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
      /* Without animation the words show the progress. */
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
  /** The steps of the hold that have passed, 0 to 3; undefined while it is not held. */
  @state() private held: number | undefined;
  /** Whether the question has been shown for long enough. */
  @state() private isConfirmable = false;

  @query('.hold') private readonly button?: HTMLButtonElement;
  @query('.sure') private readonly question?: HTMLElement;

  #heldBy: 'pointer' | 'key' = 'pointer';
  #timers: ReturnType<typeof setTimeout>[] = [];
  /** When a pointer was last released here: a click soon after it is its own. Milliseconds of events. */
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
   * Each step waits for the one before: after a moment in which the page was busy, there is still time to notice that
   * the button was released.
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

  /** Ends a hold before its time. */
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

  /** The page may move the button away from a pointer that does not hold it. */
  readonly #onLeave = (): void => {
    if (this.#heldBy === 'pointer') this.#release();
  };

  readonly #onBlur = (): void => this.#release();

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Otherwise Enter would also be a click.
    event.preventDefault();
    if (!event.repeat && !event.ctrlKey && !event.altKey && !event.metaKey) this.#start('key');
  };

  readonly #onKeyUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    // Otherwise Space would also be a click.
    event.preventDefault();
    this.#release();
  };

  /** A click that neither a pointer nor a key has made comes from assistive technology. */
  readonly #onClick = ({ timeStamp }: MouseEvent): void => {
    if (timeStamp - this.#releasedAt > CLICK_AFTER_MS) void this.#ask();
  };

  /** Shows the question. It gets the focus, not its buttons: a key that is still pressed confirms nothing. */
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

  /** A key that is held down presses a button again and again. */
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
