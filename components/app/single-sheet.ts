import type { DerivedState } from '../../data/derived.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { TextDocument } from '../../data/view/documents.ts';
import type { PanelName } from '../../data/view/panels.ts';
import type { ViewMode } from '../../data/view/view.ts';
import { views } from '../modes/view-info.ts';
import { closePanels, isNarrow, openPanels } from './open-panel.ts';

/**
 * In a narrow window, a newly opened panel closes the others, also if a tap on the resident or a gamepad
 * opened it. A newly opened document closes all panels, and so does a view whose bar the panels would cover.
 */
export class SingleSheet {
  /** The panels that were open at the last check. */
  #open: readonly PanelName[] = [];
  /** The view and the document that have already closed the panels; undefined on wide pages. */
  #mode: ViewMode | undefined;
  #document: TextDocument | undefined;

  /** Call it after each change of the state or of the window width. */
  check(state: DerivedState & ViewState, narrow = isNarrow()): void {
    const open = openPanels(state);
    const { mode } = state.view.get();
    const document = state.derived.document.get();
    const needsRoom =
      narrow &&
      ((mode !== this.#mode && views[mode].needsRoom) ||
        (document !== undefined && document !== this.#document));
    this.#mode = narrow ? mode : undefined;
    this.#document = narrow ? document : undefined;
    const newest = open.find((name) => !this.#open.includes(name)) ?? open[0];
    this.#open = open;
    if (!narrow || newest === undefined || (open.length === 1 && !needsRoom)) return;
    this.#open = needsRoom ? [] : [newest];
    closePanels(state, this.#open);
  }
}
