import type { State } from '../../data/state.ts';
import { focusedNow } from '../shared/focus.ts';
import { type PanelName, panelNames, panelSignal } from './panels.ts';
import { photographs, showsTimeLapse } from './part-conditions.ts';

/** What is open for a while and may hold the focus: the panels, and the views with controls or a text of their own. */
export type Layer = PanelName | 'reader' | 'photo' | 'time-lapse' | 'clip';

const elements: Readonly<Record<Layer, string>> = {
  chat: 'hw-chat',
  feed: 'hw-relay-feed',
  directory: 'hw-directory',
  log: 'hw-session-log',
  settings: 'hw-settings',
  help: 'hw-help',
  debug: 'hw-debug',
  reader: 'hw-document',
  photo: 'hw-photo-bar',
  'time-lapse': 'hw-time-lapse',
  clip: 'hw-time-lapse',
};

function openLayers(home: State): Layer[] {
  const open: Layer[] = panelNames.filter((name) => panelSignal(home, name).get());
  if (home.derived.document.get()) open.push('reader');
  if (photographs(home)) open.push('photo');
  if (home.view.get().mode === 'time-lapse') open.push('time-lapse');
  else if (showsTimeLapse(home)) open.push('clip');
  return open;
}

/** A layer that was closed with the focus in it, and what had the focus when it was opened. */
export interface LeftLayer {
  readonly name: Layer;
  readonly opener: HTMLElement | undefined;
}

/**
 * Remembers what had the focus when a panel or view was opened, and tells where the focus belongs when it is closed, in whatever way: by its
 * own button, by Esc, by a key, or because something else took its place.
 */
export class FocusReturn {
  readonly #openers = new Map<Layer, HTMLElement | undefined>();
  /** The element of the page that last had the focus, also after the part of it that had the focus is gone. */
  #last = '';

  /** To be called whenever an element of the page, or something in it, gets the focus. */
  moved(localName: string): void {
    this.#last = localName;
  }

  /** To be called before the page is drawn; the focus is moved after that. Undefined where the focus is not in what was closed. */
  changed(home: State): LeftLayer | undefined {
    const open = openLayers(home);
    const focused = focusedNow();
    const holds = (layer: Layer): boolean =>
      // The photo bar can be hidden, and the focus with it.
      elements[layer] === this.#last || (layer === 'photo' && !focused);
    const closed = [...this.#openers.keys()].filter((layer) => !open.includes(layer));
    const name = closed.find(holds);
    const opener = name && this.#openers.get(name);
    for (const layer of closed) this.#openers.delete(layer);
    for (const layer of open)
      if (!this.#openers.has(layer)) this.#openers.set(layer, name === undefined ? focused : opener);
    return name && { name, opener };
  }
}
