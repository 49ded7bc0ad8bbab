import type { State } from '../../data/state.ts';
import type { ViewMode } from '../../data/view/view.ts';
import { type PanelName, isNarrow, panelNames, panelSignal } from './panels.ts';

/** Views whose own bar stands where a sheet would cover it. */
const NEED_ROOM: readonly ViewMode[] = ['overview', 'zoom', 'time-lapse'];

/**
 * Where there is room for a single sheet, the newest closes the others, whoever opened it: also the resident who was tapped, or a gamepad, which
 * know nothing of sheets. A view that begins closes them all: one is to see it, and how it is left.
 */
export class SingleSheet {
  #open: readonly PanelName[] = [];
  /** The view that has had its room. */
  #mode: ViewMode | undefined;

  check(state: State, narrow = isNarrow()): void {
    const open = panelNames.filter((name) => panelSignal(state, name).get());
    const { mode } = state.view.get();
    const needsRoom = narrow && mode !== this.#mode && NEED_ROOM.includes(mode);
    this.#mode = narrow ? mode : undefined;
    if (needsRoom) {
      this.#open = [];
      for (const name of open) panelSignal(state, name).set(false);
      return;
    }
    const newest = open.find((name) => !this.#open.includes(name)) ?? open[0];
    this.#open = open;
    if (!narrow || newest === undefined || open.length === 1) return;
    this.#open = [newest];
    for (const name of open) if (name !== newest) panelSignal(state, name).set(false);
  }
}
