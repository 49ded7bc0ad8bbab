import { type Key, type ViewCommand, type ViewKey, toggledModes, viewKeys } from './view.ts';

/** A single-key shortcut (specification 6.3). */
interface Shortcut extends ViewKey {
  readonly command: ViewCommand;
}

/** Keys that change the view. `help-rows.ts` has the other keys. */
export const viewShortcuts: readonly Shortcut[] = [
  ...toggledModes.map((mode): Shortcut => ({ ...viewKeys[mode], command: { kind: 'toggle', mode } })),
  { key: 'v', shown: 'V', text: 'walk or orbit', command: { kind: 'navigate' }, needsWorld: true },
];

/** Keys that the world handles, because their effect depends on what is in the picture. */
export const lookCloser: Key = { key: 'z', shown: 'Z', text: 'look closely at the object in the middle' };
export const nextWaiting: Key = {
  key: 'n',
  shown: 'N',
  text: 'go to the next agent session that waits',
};
export const worldKeys: readonly Key[] = [lookCloser, nextWaiting];

/** Switches the sound; the page handles it. */
export const soundKey: Key = { key: 'm', shown: 'M', text: 'sound on or off' };
