import type { ViewCommand } from './view.ts';

/** A key, and what it does. */
export interface Key {
  /** As `KeyboardEvent.key` gives it, letters small. */
  readonly key: string;
  /** As it is printed on the keyboard. */
  readonly shown: string;
  /** What it does, as the help says it. */
  readonly text: string;
}

/** A key that is a command by itself (specification 6.3). */
export interface Shortcut extends Key {
  readonly command: ViewCommand;
  /** Only while the visitor is engaged with the world: elsewhere the key keeps its own meaning (specification 3.4). */
  readonly engaged?: boolean;
  /** Means nothing without a picture. */
  readonly needsWorld?: boolean;
}

/** Keys that change the view. Everything else one can do, as the help says it, is in `data/view/help-rows.ts`. */
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

/** Keys that the world itself answers, for what they do depends on what is in the picture. */
export const lookCloser: Key = { key: 'z', shown: 'Z', text: 'look closer at what is in the middle' };
export const worldKeys: readonly Key[] = [lookCloser];
