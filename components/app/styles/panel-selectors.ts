import { type CSSResult, unsafeCSS } from 'lit';
import { type PanelName, panelNames } from '../../../data/view/panels.ts';
import { type PanelPlace, panels, panelsAt } from '../panels.ts';

const list = (selectors: readonly string[]): CSSResult => unsafeCSS(selectors.join());

const openSelector = (name: PanelName): string => panels[name].openSelector ?? panels[name].tag;

/** Selects the elements of the panels at these places. */
export const tagsAt = (...places: readonly PanelPlace[]): CSSResult =>
  list(panelsAt(...places).map((name) => panels[name].tag));

/** Selects the elements of the open panels at these places. */
export const openAt = (...places: readonly PanelPlace[]): CSSResult =>
  list(panelsAt(...places).map(openSelector));

/**
 * Selects all sheets of narrow windows: the panels and the document. It is a list of selectors, each with its
 * own specificity.
 */
export const sheets = list([
  ...panelNames.map((name) => panels[name].sheetSelector ?? panels[name].tag),
  'hw-document',
]);
