import { soundKey, viewShortcuts, worldKeys } from './shortcuts.ts';

/** The controls of one input. `shortcuts.ts` has the keys that change the view. */
export interface HelpGroup {
  readonly title: string;
  readonly rows: readonly (readonly [key: string, effect: string])[];
  /** Whether these are single-key shortcuts, which can be switched off. */
  readonly single?: boolean;
}

export const mouse: HelpGroup = {
  title: 'Mouse',
  rows: [
    [
      'click',
      'go to what you click, talk to the resident; elsewhere, capture the mouse to look around (Esc releases it)',
    ],
    ['drag', 'look around without capturing it'],
    ['double-click', 'look closely at an object; on the sky: go back'],
    ['wheel', 'zoom'],
  ],
};

export const walking: HelpGroup = {
  title: 'Walking',
  rows: [
    ['W A S D', 'walk'],
    ['↑ ↓', 'walk forward and back'],
    ['← →', 'turn'],
    ['Page Up, Down', 'look up and down'],
    ['Shift', 'run'],
  ],
};

/**
 * The single-key shortcuts. `drawn`: whether there is a picture; without one, keys that need it are left out.
 */
export function singleKeys(drawn: boolean): HelpGroup {
  const shortcuts = viewShortcuts
    .filter(({ needsWorld }) => drawn || !needsWorld)
    .map(({ shown, text }) => [shown, text] as const);
  return {
    title: 'Shortcuts',
    single: true,
    rows: drawn
      ? [
          ['F', 'enter the portal in front of you'],
          ['E', 'read, talk or go there, when a hint says so'],
          ['G', 'accept what the resident offers'],
          ...shortcuts,
          ['+ −', 'zoom'],
          ...worldKeys.map(({ shown, text }) => [shown, text] as const),
          ['[ ]', 'photo: move the focus'],
          ['Enter, C, H', 'photo: save it, copy it; hide the bar'],
          [soundKey.shown, soundKey.text],
          ['T', 'visitors and gestures'],
          ['?', 'this help'],
        ]
      : [...shortcuts, ['T', 'visitors'], ['?', 'this help']],
  };
}

/**
 * The keys that work everywhere. While the picture has the focus, the world handles Tab, so the list also
 * says how to leave the picture.
 */
export const other = (drawn: boolean): HelpGroup => ({
  title: 'Everywhere',
  rows: [
    ['Enter', 'chat'],
    ...(drawn
      ? ([
          ['Tab', 'the next button or field; in the world, the overview'],
          ['Shift Tab', 'the previous button or field; in the world, leave it'],
        ] as const)
      : ([['Tab', 'the next button or field']] as const)),
    ['Esc', 'leave the view, close what is open'],
  ],
});

export const touch: HelpGroup = {
  title: 'Touch',
  rows: [
    ['left side', 'walk: drag like a stick'],
    ['right side', 'look: drag'],
    ['tap', 'enter, read, talk; go to what is far'],
    ['double tap', 'look closely at an object'],
    ['two fingers', 'zoom'],
  ],
};

export const gamepad: HelpGroup = {
  title: 'Gamepad',
  rows: [
    ['left stick', 'walk; press it, or the right trigger, to run'],
    ['right stick', 'look'],
    ['A', 'enter, read, talk'],
    ['B', 'leave the view'],
    ['X', 'overview'],
    ['Y', 'walk or orbit'],
    ['Start', 'this help'],
  ],
};
