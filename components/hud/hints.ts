import { type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import { isOnFoot } from '../../data/view/view.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { StateElement } from '../shared/state-element.ts';
import { SHORT, base, buttons, panel } from '../shared/styles.ts';
import { storedText } from '../shared/storage.ts';

const seen = storedText('local', 'home-world.controls-seen');
const usedInThisVisit = storedText('session', 'home-world.controls-used');

const keys: readonly (readonly [string, string])[] = [
  ['W A S D', 'walk'],
  ['mouse', 'look'],
  ['Enter', 'chat'],
  ['F', 'enter'],
  ['E', 'read'],
  ['?', 'help'],
];
/** Of those, the single keys that are commands: they can be switched off. */
const commands = ['F', 'E', '?'];
const touches: readonly (readonly [string, string])[] = [
  ['left side', 'walk'],
  ['right side', 'look'],
  ['two fingers', 'nearer'],
  ['tap', 'enter, read, talk'],
];

const FIGURES = /\d+/g;

/** What the thing in front of the visitor is and does; and, until put away once or walked some metres in a visit, how to move. */
@customElement('hw-hints')
export class HwHints extends StateElement {
  static override styles = [
    base,
    panel,
    buttons,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
        align-items: center;
      }
      .hint {
        display: flex;
        flex-wrap: wrap;
        gap: 0.25rem 1rem;
        max-width: min(100%, 40rem);
        margin: 0 auto;
        padding: 0.5rem 1rem;
        /* Nothing in it can be pressed: a finger that goes down on it walks, looks and pinches as beside it. */
        pointer-events: none;
      }
      .hint > * {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .hint > span {
        flex: 1 1 10rem;
      }
      .controls {
        display: flex;
        align-items: center;
        padding-left: 1rem;
      }
      /* The help tells it too. */
      @media ${unsafeCSS(SHORT)} {
        .controls {
          display: none;
        }
        /* It may have to be scrolled. */
        .hint {
          pointer-events: auto;
        }
        .hint > span {
          display: -webkit-box;
          -webkit-box-orient: vertical;
          -webkit-line-clamp: 4;
          overflow: hidden;
        }
      }
      ul {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.875rem;
        padding: 0.25rem 0;
      }
      kbd {
        color: var(--hw-panel-text);
        font: inherit;
      }
    `,
  ];

  readonly #touch = new MediaQuery(this, '(pointer: coarse)');
  #announced = '';

  @state() private dismissed = seen.get() !== '' || usedInThisVisit.get() !== '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const world = this.state?.world;
    if (world?.walked.get() && !this.dismissed) {
      this.dismissed = true;
      usedInThisVisit.set('yes');
    }
  }

  #dismiss(): void {
    this.dismissed = true;
    seen.set('yes');
  }

  /** A phone has no keys: there a tap on the thing does the same; so does a click, while single keys are off. */
  #action(action: string, keysWork: boolean): string {
    if (this.#touch.matches) return action.replace(/^[A-Z] — /, 'tap — ');
    return keysWork ? action : action.replace(/^[A-Z] — /, 'click — ');
  }

  /** What is announced of a text: it stays while only figures change (metres, minutes, the clock of a time-lapse), and is not told again. */
  #announce(text: string): string {
    if (text.replace(FIGURES, '') !== this.#announced.replace(FIGURES, '')) this.#announced = text;
    return this.#announced;
  }

  #controls(keysWork: boolean): TemplateResult {
    const shown = keysWork ? keys : keys.filter(([key]) => !commands.includes(key));
    return html`<section class="panel controls" aria-label="How to move">
      <ul>
        ${(this.#touch.matches ? touches : shown).map(
          ([key, effect]) => html`<li><kbd>${key}</kbd> <span class="quiet">${effect}</span></li>`,
        )}
      </ul>
      <button type="button" class="icon" aria-label="Got it" @click=${() => this.#dismiss()}>
        ${controlIcons.close}
      </button>
    </section>`;
  }

  protected override renderState(state: State): TemplateResult {
    const { phase } = state.world.status.get();
    const keysWork = state.settings.get().shortcuts;
    // Who reads stands still, who looks from elsewhere does not walk, and who listens has enough words before them.
    const isBusy = state.derived.document.get() !== undefined || state.narration.get().phase !== 'idle';
    const canMove = phase === 'ready' && !isBusy && isOnFoot(state.view.get());
    const isSeen = phase === 'ready' || phase === 'lost';
    const hint = isSeen ? state.world.hint.get() : undefined;
    const action = hint?.action && this.#action(hint.action, keysWork);
    // A screen reader gets these words once, from the status below.
    return html`<hw-tips></hw-tips>
      ${
        hint
          ? html`<p class="panel hint" aria-hidden="true">
              <span>${hint.label}</span>${action ? html`<kbd>${action}</kbd>` : nothing}
            </p>`
          : nothing
      }
      <div class="visually-hidden" role="status">
        ${this.#announce(hint ? `${hint.label}. ${action ?? ''}` : '')}
      </div>
      ${canMove && !this.dismissed ? this.#controls(keysWork) : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-hints': HwHints;
  }
}
