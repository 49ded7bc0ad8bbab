import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { Narration, NarrationName, NarrationState } from '../../data/speech/narration.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { type PanelName, isPanelName } from '../../data/view/panels.ts';
import { isTimeLapseShown, viewCards } from '../modes/views.ts';
import { focusShown } from '../shared/card-element.ts';
import { focusedNow } from '../shared/focus.ts';
import { openPanels } from './open-panel.ts';
import { panels } from './panels.ts';

type StateSlice = DerivedState & GamesState & NarrationState & TimeLapseState & ViewState & WorldState;

/**
 * Something that opens and may contain the focus: the name of a panel, or the tag of a view's card. `clip` is
 * the video of a time-lapse, which stays open in the element `hw-time-lapse` after the time-lapse ends.
 */
export type Layer = PanelName | keyof HTMLElementTagNameMap | 'clip';

/** The tag of the element that shows a layer. */
const tagOf = (layer: Layer): string =>
  isPanelName(layer) ? panels[layer].tag : layer === 'clip' ? 'hw-time-lapse' : layer;

/** The layers that are open now; panels first. */
function openLayers(state: StateSlice): Layer[] {
  const cards = viewCards.filter(({ takesFocus, isShown }) => takesFocus && isShown(state));
  const hasClipOnly = isTimeLapseShown(state) && state.view.get().mode !== 'time-lapse';
  return [
    ...openPanels(state),
    ...cards.map(({ tag }) => (hasClipOnly && tag === 'hw-time-lapse' ? 'clip' : tag)),
  ];
}

/** How often, and after how many milliseconds, an element without the focus gets it again. */
const RETRIES = 10;
const RETRY_MS = 30;

interface Header {
  focusButton(name: PanelName | NarrationName): void;
}

/**
 * Remembers the element with the focus when a panel or card opens, and returns it when the layer closes: by
 * its button, by Esc, by another key, or because another layer replaces it.
 */
export class FocusReturn {
  readonly #openers = new Map<Layer, HTMLElement | undefined>();
  /** The tag of the page's element that last had the focus. It is kept when the focused part is removed. */
  #last = '';
  /** The element with the focus before the page renders. */
  #focused: HTMLElement | undefined;
  /** What is read aloud, or was read last. */
  #reads: Narration['what'] = 'podcast';
  /** The layer that was closed while it had the focus, and the element with the focus before it opened. */
  #left: { readonly name: Layer; readonly opener: HTMLElement | undefined } | undefined;

  /**
   * Stores the tag of the page's element that gets the focus, itself or in its shadow root. Call it on each
   * `focusin`.
   */
  moved(localName: string): void {
    this.#last = localName;
  }

  /** Notes what was closed while it had the focus. Call it before the page renders, and `giveBack` after it. */
  changed(state: StateSlice): void {
    this.#reads = state.narration.get().what;
    const open = openLayers(state);
    const focused = (this.#focused = focusedNow());
    const holds = (layer: Layer): boolean =>
      // The photo bar can be hidden while it has the focus; then no element has the focus.
      tagOf(layer) === this.#last || (layer === 'hw-photo-bar' && !focused);
    const closed = [...this.#openers.keys()].filter((layer) => !open.includes(layer));
    const name = closed.find(holds);
    const opener = name && this.#openers.get(name);
    for (const layer of closed) this.#openers.delete(layer);
    for (const layer of open)
      if (!this.#openers.has(layer)) this.#openers.set(layer, name === undefined ? focused : opener);
    this.#left = name && { name, opener };
  }

  /**
   * Focuses the element that had the focus before the layer opened. If that element is removed or hidden, the button
   * that opens the layer gets the focus. If no element had the focus, the world gets it, so that Enter opens the chat.
   * The same goes for a card that was removed with the focus in it; after the captions, the button that starts the
   * reading again gets the focus.
   */
  giveBack(page: HTMLElement, header: Header): void {
    if (!this.#left) {
      if (this.#focused?.isConnected !== false || focusedNow()) return;
      const reads = this.#reads;
      if (this.#last === 'hw-captions')
        header.focusButton(reads === 'answer' ? 'chat' : reads === 'story' ? 'today' : reads);
      else focusShown(page.shadowRoot ?? page);
      return;
    }
    const { name, opener } = this.#left;
    const target = opener ?? page.querySelector<HTMLElement>('canvas');
    // The world gets no focus ring.
    const options = { preventScroll: true, ...(!opener && { focusVisible: false }) };
    const gesture = new AbortController();
    const { signal } = gesture;
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, () => gesture.abort(), { signal, capture: true });
    const attempt = (left: number): void => {
      if (signal.aborted) return;
      const canTry = target?.isConnected && target.checkVisibility();
      if (canTry && focusedNow() !== target) target.focus(options);
      const now = focusedNow();
      if (canTry && (left > 0 || now)) {
        // The words of the painted home are inert at first, and lose the focus while they get their places. The visitor
        // may do something else meanwhile.
        const again = (): void => void ((!focusedNow() || focusedNow() === now) && attempt(left - 1));
        if (left > 0) return void setTimeout(again, RETRY_MS);
      } else if (isPanelName(name)) header.focusButton(name);
      gesture.abort();
    };
    attempt(RETRIES);
  }
}
