import type { State } from '../../data/state.ts';
import { type PanelName, isNarrow, panelNames, panelSignal } from './panels.ts';

/**
 * Where there is room for a single sheet, the newest closes the others, whoever opened it: also the resident who was tapped, or a gamepad, which
 * know nothing of sheets.
 */
export class OneSheet {
  #open: readonly PanelName[] = [];

  check(state: State, narrow = isNarrow()): void {
    const open = panelNames.filter((name) => panelSignal(state, name).get());
    const newest = open.find((name) => !this.#open.includes(name)) ?? open[0];
    this.#open = open;
    if (!narrow || newest === undefined || open.length === 1) return;
    this.#open = [newest];
    for (const name of open) if (name !== newest) panelSignal(state, name).set(false);
  }
}
