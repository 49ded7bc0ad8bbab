import type { ViewCommand } from './view.ts';

/** A key that is a command by itself (specification 6.3). */
export interface Shortcut {
  /** As `KeyboardEvent.key` gives it, letters small. */
  readonly key: string;
  /** As it is printed on the keyboard. */
  readonly shown: string;
  /** What it does, as the help says it. */
  readonly text: string;
  readonly command: ViewCommand;
  /** Only while the visitor is engaged with the world: elsewhere the key keeps its own meaning (DESIGN section 4). */
  readonly engaged?: boolean;
  /** Means nothing without a picture. */
  readonly needsWorld?: boolean;
}

/** Keys that change the view. The text that is read and everything else one can do is in `components/views/help.ts`. */
export const viewShortcuts: readonly Shortcut[] = [
  {
    key: 'tab',
    shown: 'Tab',
    text: 'overview, while the world has the keyboard',
    command: { kind: 'toggle', mode: 'overview' },
    engaged: true,
    needsWorld: true,
  },
  { key: 'p', shown: 'P', text: 'photo', command: { kind: 'toggle', mode: 'photo' }, needsWorld: true },
  {
    key: 'l',
    shown: 'L',
    text: 'time-lapse of the day',
    command: { kind: 'toggle', mode: 'time-lapse' },
    needsWorld: true,
  },
  { key: 'o', shown: 'O', text: 'oath', command: { kind: 'toggle', mode: 'oath' } },
  { key: 'v', shown: 'V', text: 'walk or orbit', command: { kind: 'navigate' }, needsWorld: true },
];
