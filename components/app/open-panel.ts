import { type PanelName, panelNames } from '../../data/view/panels.ts';
import type { DerivedState } from '../../data/derived.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import { NARROW } from '../shared/styles.ts';
import { panels } from './panels.ts';

type StateSlice = DerivedState & ViewState;

/** Whether the window is narrow: then panels are sheets, and only one is open. */
export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

/** The open panels, in the order of the table. */
export const openPanels = (state: StateSlice): PanelName[] =>
  panelNames.filter((name) => state.panels[name].get());

/** Whether two panels have the same place at a side of a wide page: then only one of them is open. */
const shareAPlace = (a: PanelName, b: PanelName): boolean =>
  panels[a].place === panels[b].place && isAtASide(a);
const isAtASide = (name: PanelName): boolean => /^(?:left|right)$/.test(panels[name].place);

/** Closes all panels except these. */
export function closePanels(state: StateSlice, except: readonly PanelName[]): void {
  for (const name of openPanels(state)) if (!except.includes(name)) state.panels[name].set(false);
}

/** Opens a panel and closes the other panels at its place; in a narrow window all other panels. */
export function openPanel(state: StateSlice, name: PanelName, narrow = isNarrow()): void {
  if (narrow && state.derived.document.get()) dispatchView(state, { kind: 'escape' });
  for (const other of panelNames)
    if (other !== name && (narrow || shareAPlace(name, other))) state.panels[other].set(false);
  state.panels[name].set(true);
}

/** Opens or closes a panel. Returns whether it is open now. */
export function togglePanel(state: StateSlice, name: PanelName, narrow = isNarrow()): boolean {
  const panel = state.panels[name];
  if (panel.get()) panel.set(false);
  else openPanel(state, name, narrow);
  return panel.get();
}

/**
 * Closes one panel when the visitor presses Esc: the last open panel at the left or right side, in the order
 * of the table `panels`. If no panel is open at a side, it closes the last other panel. Today is part of a
 * wide page, so Esc closes it only in a narrow window. Returns the name of the panel, or undefined if no
 * panel was closed.
 */
export function closeTopPanel(state: StateSlice, narrow = isNarrow()): PanelName | undefined {
  const open = openPanels(state);
  const top =
    open.findLast(isAtASide) ?? open.findLast((name) => narrow || panels[name].place !== 'bottom-left');
  if (top) state.panels[top].set(false);
  return top;
}
