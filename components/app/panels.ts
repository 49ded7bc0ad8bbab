import type { Signal } from '../../data/core/signal.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import { NARROW } from '../shared/styles.ts';

/** What can be opened and closed: a drawer or panel on wide screens, a sheet on phones. */
export const panelNames = ['chat', 'feed', 'directory', 'log', 'settings', 'help', 'debug'] as const;
export type PanelName = (typeof panelNames)[number];
export const isPanel = (name: string): name is PanelName => (panelNames as readonly string[]).includes(name);

/** Panels that Esc closes, nearest first. The feed is part of the wide page and stays, unless it is a sheet. */
const CLOSING_ORDER: readonly PanelName[] = ['help', 'settings', 'log', 'directory', 'chat', 'debug'];

export const isNarrow = (): boolean => window.matchMedia(NARROW).matches;

export function panelSignal(state: State, name: PanelName): Signal<boolean> {
  if (name === 'chat') return state.chat.open;
  if (name === 'debug') return state.debug;
  return state.panels[name];
}

/** Beside the feed on the left, and on the right: one of each at a time. */
export const leftPanels: readonly PanelName[] = ['directory', 'log'];
export const rightPanels: readonly PanelName[] = ['chat', 'settings', 'help'];
const shareAPlace = (a: PanelName, b: PanelName): boolean =>
  [leftPanels, rightPanels].some((place) => place.includes(a) && place.includes(b));

/** Where there is room for a single sheet, a text that was opened takes the place of whatever else is open. */
export function makeRoomForReadout(state: State, narrow = isNarrow()): void {
  if (narrow) for (const name of panelNames) panelSignal(state, name).set(false);
}

/** Puts away the text that is being read. */
export function endReadout(state: State): void {
  if (state.derived.document.get()) dispatchView(state, { kind: 'escape' });
}

/** Opens one, and closes those that stand in its place; where there is room for a single sheet, those are all others. */
export function openPanel(state: State, name: PanelName, narrow = isNarrow()): void {
  if (narrow) endReadout(state);
  for (const other of panelNames)
    if (other !== name && (narrow || shareAPlace(name, other))) panelSignal(state, other).set(false);
  panelSignal(state, name).set(true);
}

/** Returns whether it is open now. */
export function togglePanel(state: State, name: PanelName, narrow = isNarrow()): boolean {
  const panel = panelSignal(state, name);
  if (panel.get()) panel.set(false);
  else openPanel(state, name, narrow);
  return panel.get();
}

/** Leaves at most one sheet when the window has become narrow: the text being read, else the chat first, for it holds a draft. */
export function keepOneSheet(state: State): void {
  if (state.derived.document.get()) {
    makeRoomForReadout(state, true);
    return;
  }
  const open = panelNames.filter((name) => panelSignal(state, name).get());
  for (const name of open.slice(1)) panelSignal(state, name).set(false);
}

/** Closes what Esc should close; returns its name, or undefined when nothing was open. */
export function closeTopPanel(state: State, narrow = isNarrow()): PanelName | undefined {
  const order = narrow ? [...CLOSING_ORDER, 'feed' as const] : CLOSING_ORDER;
  const top = order.find((name) => panelSignal(state, name).get());
  if (top) panelSignal(state, top).set(false);
  return top;
}
