import type { State } from '../../data/state.ts';

/** Metres: x, y, z. */
export type Place = readonly [number, number, number];

/** Where a picture is taken from. */
export type Stand =
  | { readonly at: Place; readonly look: Place }
  /** In front of a named object, so many metres away, its own front towards us. `rise` lifts the eye. */
  | { readonly before: string; readonly metres: number; readonly rise?: number };

export interface View {
  /** The file's name in docs/pictures/, without its ending. */
  readonly file: string;
  readonly path: string;
  readonly phone?: boolean;
  /** Absent for the start view, which is measured. */
  readonly stand?: Stand;
  /** WMO code the forecast answers with; the recorded one if absent. */
  readonly weather?: number;
  /** Answers of the home's own files, by name, in place of the shipped ones. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Run in the page once the world stands. */
  readonly act?: (state: State) => void;
  /** Seconds of the world's time after that. */
  readonly seconds?: number;
}

/** A part of the start view, and places where it can be seen: the first that lies in the picture counts. */
export interface Part {
  readonly name: string;
  readonly at: readonly Place[];
}

/** What must be told apart without colour. */
export const parts: readonly Part[] = [
  { name: 'sky', at: [[-60, 170, -419]] },
  { name: 'sea of clouds', at: [[111, 14, -419]] },
  // Beside the path: a wide window does not see the nearest ground, a tall one does not see far aside.
  {
    name: 'island',
    at: [
      [2.6, -0.1, 13.4],
      [0.95, -0.1, 14.5],
    ],
  },
  {
    name: 'platform',
    at: [
      [4.2, 0, 9.2],
      [1.4, 0, 9.6],
    ],
  },
  { name: 'panels', at: [[1.56, 2.2, -8.86]] },
  { name: 'portals', at: [[13.18, 2.55, -21.24]] },
  { name: 'resident', at: [[0, 1.3, 0]] },
];
/** Which of them meet in the picture. */
export const meetings: readonly (readonly [string, string])[] = [
  ['sky', 'sea of clouds'],
  ['sea of clouds', 'island'],
  ['island', 'platform'],
  ['platform', 'resident'],
  ['sky', 'panels'],
  ['sea of clouds', 'portals'],
];

const levels = ['highest', 'lowest'] as const;
const both = (view: Omit<View, 'path'>): View[] =>
  levels.map((level) => ({
    ...view,
    file: level === 'highest' ? view.file : `${view.file}-lowest`,
    path: `?quality=${level}&debug`,
  }));
const sharp = (view: Omit<View, 'path'>): View => ({ ...view, path: '?quality=highest&debug' });
const board = (name: string): View =>
  sharp({ file: `panel-${name.replace(/-board$/, '')}`, stand: { before: name, metres: 1.9 } });

export const views: readonly View[] = [
  ...both({ file: 'start-desktop' }),
  ...both({ file: 'start-phone', phone: true }),
  ...both({ file: 'overview', stand: { at: [0, 36, 44], look: [0, 0, -4] } }),
  ...['agent-board', 'commit-board', 'portal-board', 'place-board'].map(board),
  sharp({ file: 'sovereignty-meter', stand: { before: 'sovereignty-meter', metres: 6 } }),
  { file: 'heartbeat-desktop', path: 'heartbeat.html' },
  { file: 'heartbeat-phone', path: 'heartbeat.html', phone: true },
];
