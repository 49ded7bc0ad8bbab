import type { DerivedState } from '../../data/derived.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { TextDocument } from '../../data/view/documents.ts';
import type { PanelName } from '../../data/view/panels.ts';
import type { ViewMode } from '../../data/view/view.ts';
import { views } from '../modes/views.ts';
import { closePanels, isNarrow, openPanels } from './open-panel.ts';

/**
 * Where there is room for one sheet, the newest panel closes the others, also when a tap on the
 * resident or a gamepad opened it. A document that is opened closes them all, and so does a view
 * whose bar they would cover.
 */
export class SingleSheet {
  /** The panels that were open at the last check. */
  #open: readonly PanelName[] = [];
  /** The view and the document that have closed the panels already; undefined on wide pages. */
  #mode: ViewMode | undefined;
  #document: TextDocument | undefined;

  /** Call it after a change of the state or of the width of the page. */
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
