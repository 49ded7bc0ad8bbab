import { type PanelName, panelNames } from '../../data/view/panels.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import { NARROW } from '../shared/styles.ts';
import { panels } from './panels.ts';

type StateSlice = DerivedState & ViewState;

/** Whether panels are sheets, one at a time. */
export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

/** The panels that are open, in the order of the table. */
export const openPanels = (state: StateSlice): PanelName[] =>
  panelNames.filter((name) => state.panels[name].get());

/** Whether opening one closes the other: on each side of a wide page there is room for one. */
const shareAPlace = (a: PanelName, b: PanelName): boolean =>
  panels[a].place === panels[b].place && isAtASide(a);
const isAtASide = (name: PanelName): boolean => /^(?:left|right)$/.test(panels[name].place);

/** Closes all panels but these. */
export function closePanels(state: StateSlice, except: readonly PanelName[]): void {
  for (const name of openPanels(state)) if (!except.includes(name)) state.panels[name].set(false);
}

/**
 * Opens a panel and closes those that stand in its place; where there is room for a single sheet,
 * those are all others.
 */
export function openPanel(state: StateSlice, name: PanelName, narrow = isNarrow()): void {
  if (narrow && state.derived.document.get()) dispatchView(state, { kind: 'escape' });
  for (const other of panelNames)
    if (other !== name && (narrow || shareAPlace(name, other))) state.panels[other].set(false);
  state.panels[name].set(true);
}

/** Returns whether it is open now. */
export function togglePanel(state: StateSlice, name: PanelName, narrow = isNarrow()): boolean {
  const panel = state.panels[name];
  if (panel.get()) panel.set(false);
  else openPanel(state, name, narrow);
  return panel.get();
}

/**
 * Closes the panel that Esc should close; returns its name, or undefined when there is none. The
 * later one of the table first, the debug panel after those at the sides. Today is part of the
 * wide page: Esc closes it only as a sheet.
 */
export function closeTopPanel(state: StateSlice, narrow = isNarrow()): PanelName | undefined {
  const open = openPanels(state);
  const top =
    open.findLast(isAtASide) ?? open.findLast((name) => narrow || panels[name].place !== 'bottom-left');
  if (top) state.panels[top].set(false);
  return top;
}
