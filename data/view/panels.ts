import { type Signal, signal } from '@lit-labs/signals';

/**
 * The panels of the page, in the order of their buttons. `components/app/panels.ts` has their labels,
 * places and elements.
 */
export const panelNames = [
  'chat',
  'today',
  'directory',
  'log',
  'visitors',
  'settings',
  'help',
  'plays',
  'debug',
] as const;
export type PanelName = (typeof panelNames)[number];

export const isPanelName = (name: string): name is PanelName =>
  (panelNames as readonly string[]).includes(name);

/** Whether each panel is open. */
export type PanelsState = Readonly<Record<PanelName, Signal.State<boolean>>>;

/** Today is open at the start. */
export const createPanelsState = (): PanelsState =>
  Object.fromEntries(panelNames.map((name) => [name, signal(name === 'today')])) as PanelsState;
