import { type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { State } from '../../data/state.ts';
import type { Hint } from '../../data/world-state.ts';
import { isWalking } from '../../data/view/view.ts';
import { portalHistory, portalHistoryStyles } from '../shared/history/portal-history.ts';
import { nowhereText } from '../shared/text/nowhere-text.ts';
import { wayText } from '../shared/text/way-text.ts';
import { MediaQuery } from '../shared/media-query.ts';
import { closeButton } from '../shared/control-icons.ts';
import { CardElement } from '../shared/card-element.ts';
import { SHORT, base, buttons, panel } from '../shared/styles.ts';
import { storedText } from '../shared/storage.ts';
import { crosshair, crosshairStyles } from './crosshair.ts';
import { FirstWords, firstLines, firstWords, firstWordsStyles } from './first-words.ts';

/** Stored when the visitor has dismissed the list of keys: it is not shown again in this browser. */
const seen = storedText('local', 'home-world.controls-seen');
/** Stored when the visitor has walked some metres: the list is not shown again in this tab. */
const usedInThisVisit = storedText('session', 'home-world.controls-used');

/** The list for keyboard and mouse, in the order of use. */
const keys: readonly (readonly [string, string])[] = [
  ['W A S D', 'walk'],
  ['mouse', 'look'],
  ['Enter', 'chat'],
  ['F', 'enter'],
  ['E', 'read'],
  ['?', 'help'],
];
/** The single-key shortcuts in this list, which visitors can switch off in the settings. */
const commands = ['F', 'E', '?'];
/** The list for touch screens; the help has all gestures. */
const touches: readonly (readonly [string, string])[] = [
  ['left', 'walk'],
  ['right', 'look'],
  ['tap', 'go'],
];

/** Numbers in a hint, such as the metres to a portal. */
const FIGURES = /\d+/g;

/**
 * For screen readers: the last words of the resident; empty if they are in the conversation, which the chat
 * announces.
 */
function spokenOutsideChat({ chat, speech }: State): string {
  const { text } = speech.get().detail;
  return chat.entries.get().some((entry) => entry.text === text) ? '' : text;
}

/**
 * Returns a hint with the destination of a deep link, until the destination has loaded and the visitor stands
 * before it; or a hint that the destination cannot be reached.
 */
function onTheWay(state: State): Hint | undefined {
  const place = state.world.goTo.get();
  if (!place || place.kind === 'spot') return undefined;
  return { label: place.kind === 'nowhere' ? nowhereText(state, place.wanted) : wayText(state, place) };
}

/**
 * What the object in front of the visitor is, and which key acts on it. If there is no object, a list of the
 * keys for walking, until it is dismissed or the visitor has walked some metres.
 *
 * @cssproperty --hw-panel-text - the keys
 */
@customElement('hw-hints')
export class HwHints extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    crosshairStyles,
    firstWordsStyles,
    portalHistoryStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
        align-items: center;
      }
      .hint {
        display: var(--hw-card, flex);
        flex-wrap: wrap;
        gap: 0.25rem 1rem;
        max-width: min(100%, 40rem);
        margin: 0 auto;
        padding: 0.5rem 1rem;
        /* It has no controls: touches reach the world behind it. */
        pointer-events: none;
      }
      .hint > * {
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .hint > span {
        flex: 1 1 10rem;
      }
      .hint .portal-history {
        flex: 1 0 100%;
      }
      .controls {
        display: var(--hw-card, flex);
        align-items: center;
        padding-left: 1rem;
      }
      /* Hidden, because the help has the same list. */
      @media ${unsafeCSS(SHORT)} {
        .controls {
          display: none;
        }
        .portal-history {
          display: none;
        }
        /* The foot scrolls in small windows, so the hint has to receive touches. */
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
      @media (pointer: coarse) {
        .controls {
          padding-left: 0.5rem;
          font-size: 0.8125rem;
        }
        ul {
          gap: 0 0.5rem;
          padding: 0;
        }
      }
      kbd {
        color: var(--hw-panel-text);
        font: inherit;
      }
    `,
  ];

  /** Touch screens get another list, and hints without keys. */
  readonly #touch = new MediaQuery(this, '(pointer: coarse)');
  readonly #first = new FirstWords(this);
  /** The text that was last announced to screen readers. */
  #announced = '';

  /**
   * Whether the list of keys is hidden: the visitor has dismissed it, or has walked in this tab. Both are
   * stored, so that a reload does not show the list again.
   */
  @state() private dismissed = seen.get() !== '' || usedInThisVisit.get() !== '';

  /** Hides the list of keys when the visitor has walked some metres. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const world = this.state?.world;
    if (world?.walked.get() && !this.dismissed) {
      this.dismissed = true;
      usedInThisVisit.set('yes');
    }
  }

  /** Hides the list of keys permanently. */
  #dismiss(): void {
    this.dismissed = true;
    seen.set('yes');
  }

  /**
   * The hint's action for this visitor's input. On touch screens a tap on the object does the same; if
   * single-key shortcuts are off, a click does.
   */
  #action(action: string, keysWork: boolean): string {
    if (this.#touch.matches) return action.replace(/^[A-Z] — /, 'tap — ');
    return keysWork ? action : action.replace(/^[A-Z] — /, 'click — ');
  }

  /**
   * The text of the live region. It stays the same while only numbers change (metres, minutes, the clock of a
   * time-lapse), because screen readers announce each change.
   */
  #announce(text: string): string {
    if (text.replace(FIGURES, '') !== this.#announced.replace(FIGURES, '')) this.#announced = text;
    return this.#announced;
  }

  /** The list of keys with the button that dismisses it; before that, the introduction. */
  #controls(state: State, keysWork: boolean): TemplateResult {
    if (this.#first.isShown)
      return firstWords(firstLines(state, this.#touch.matches), state.world.reducedMotion.get());
    const shown = keysWork ? keys : keys.filter(([key]) => !commands.includes(key));
    return html`<section class="panel controls" aria-label="How to move">
      <ul>
        ${(this.#touch.matches ? touches : shown).map(
          ([key, effect]) => html`<li><kbd>${key}</kbd> <span class="quiet">${effect}</span></li>`,
        )}
      </ul>
      ${closeButton('Got it', () => this.#dismiss())}
    </section>`;
  }

  protected override renderState(state: State): TemplateResult {
    const { phase } = state.world.status.get();
    const keysWork = state.settings.get().shortcuts;
    // The list is not shown while a document is open (the visitor cannot walk), in another view (it has its
    // own text), or during a conversation or reading aloud (there is enough text already).
    const isBusy =
      state.derived.document.get() !== undefined ||
      state.narration.get().phase !== 'idle' ||
      state.panels.chat.get();
    const view = state.view.get();
    const canMove = phase === 'ready' && !isBusy && isWalking(view);
    // There are no hints while a replay plays, because all labels change continually. Visitors pause the
    // replay to read or hear them.
    const isReplay = view.mode === 'time-lapse' && state.timeLapse.playing.get();
    const isSeen = (phase === 'ready' || phase === 'lost') && !isReplay;
    const hint = isSeen ? (onTheWay(state) ?? state.world.hint.get()) : undefined;
    const standing = state.world.standing.get();
    const action = hint?.action && this.#action(hint.action, keysWork);
    const isFree = canMove && !hint && !this.dismissed;
    // The introduction names what loads after the first picture: the floor, the lightning, the arches.
    const isComplete = state.world.complete.get();
    this.#first.check(isFree && isComplete && state.arrival.get() === undefined, state.world.firstWords);
    const first = this.#first.isShown ? firstLines(state, this.#touch.matches).join(' ') : '';
    // Screen readers get this text once, from the live region below.
    return html`${
        hint
          ? html`<div class="panel hint" aria-hidden="true">
              <span>${hint.label}</span>${action ? html`<kbd>${action}</kbd>` : nothing}
              ${standing?.kind === 'portal' ? portalHistory(state, standing.id, true) : nothing}
            </div>`
          : nothing
      }
      <div class="visually-hidden" role="status">
        ${this.#announce(hint ? `${hint.label}. ${action ?? ''}` : first)}
      </div>
      <div class="visually-hidden" role="status">${spokenOutsideChat(state)}</div>
      ${isFree ? this.#controls(state, keysWork) : nothing}${
        state.world.pointer.get() === 'taken' ? crosshair(state.world) : nothing
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-hints': HwHints;
  }
}
