import type { State } from '../../data/state.ts';
import { IMAGE_SIZE } from '../../harness/gateway/open-graph.ts';

/** Metres: x, y, z. */
export type Place = readonly [number, number, number];

/** Where a picture is taken from. */
export type Stand =
  | { readonly at: Place; readonly look: Place }
  /** In front of a named object, so many metres away, its own front towards us. `rise` lifts the eye. */
  | { readonly before: string; readonly metres: number; readonly rise?: number };

export interface View {
  /** The file's name, without its ending. */
  readonly file: string;
  readonly path: string;
  readonly phone?: boolean;
  /** Pixels; those of a laptop or a phone if absent. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The folder it is written to; docs/pictures/ if absent. */
  readonly folder?: string;
  /** Absent for what the visitor sees, with the shell over it; the start view is measured. */
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
type Shot = Omit<View, 'path'> & { readonly query?: string };
const at = (level: string, { query = '', ...view }: Shot): View => ({
  ...view,
  path: `?quality=${level}&debug${query}`,
});
const both = (view: Shot): View[] =>
  levels.map((level) =>
    at(level, { ...view, file: level === 'highest' ? view.file : `${view.file}-lowest` }),
  );
const sharp = (view: Shot): View => at('highest', view);
const board = (name: string, files: View['files'] = {}): View =>
  sharp({ file: `panel-${name.replace(/-board$/, '')}`, stand: { before: name, metres: 1.9 }, files });

/** The home as the visitor has it, in one of its views. */
const within = (file: string, act: (state: State) => void, phone = false): View =>
  sharp({ file: `view-${file}`, act, seconds: 6, phone });
/** Half an hour ago. */
const lapse = (state: State): void => {
  state.timeLapse.asked.set({ at: state.now.get() - 1_800_000 });
  state.view.set({ mode: 'time-lapse', navigation: 'walk' });
};

const start: Stand = { at: [0, 1.7, 17], look: [0, 2.4, 0] };
const sky = (file: string, weather: number): View => sharp({ file, weather, stand: start });

/** One world in each state of readiness, by each kind of access. */
const registry = (
  [
    ['playable', 'public'],
    ['active', 'operator'],
    ['prototype', 'public'],
    ['rebuilding', 'public'],
    ['blocked', 'operator'],
    ['offline', 'local-only'],
  ] as const
).map(([readiness_state, access_mode], index) => ({
  id: readiness_state,
  name: readiness_state,
  description: '',
  status: readiness_state === 'offline' ? 'offline' : 'online',
  readiness_state,
  access_mode,
  destination: { url: 'heartbeat.html' },
  // Side by side before the eye.
  position: { x: (2.5 - index) * 5.9, y: 0.4, z: 28 },
  rotation: { y: Math.PI },
}));

export const views: readonly View[] = [
  ...both({ file: 'start-desktop' }),
  ...both({ file: 'start-phone', phone: true }),
  ...both({ file: 'overview', stand: { at: [0, 36, 44], look: [0, 0, -4] } }),
  sharp({ file: 'underside', stand: { at: [62, -13, 58], look: [0, -5, 0] } }),
  ...['agent-board', 'commit-board', 'portal-board', 'place-board', 'dual-brain-board'].map((name) =>
    board(name),
  ),
  board('adapter-board', {
    'adapters.json': {
      adapters: [
        { name: 'review', status: 'active', base: 'a small model', note: 'reads pull requests' },
        { name: 'triage', status: 'training', note: 'sorts what comes in' },
      ],
    },
  }),
  sharp({ file: 'sovereignty-meter', stand: { before: 'sovereignty-meter', metres: 6 } }),
  sharp({ file: 'heatmap', stand: { at: [0, 2.4, 13], look: [0, 0, 3] } }),
  sharp({ file: 'earth', stand: { at: [6, 4.2, -6], look: [15.6, 9.6, -18] } }),
  sharp({ file: 'block-plinth', stand: { before: 'block-plinth', metres: 4.2, rise: 1.6 } }),
  sharp({ file: 'portals', stand: { at: [-9, 2.1, -12], look: [-16, 2.8, -18] } }),
  ...both({
    file: 'portals-states',
    stand: { at: [0, 2.4, 9], look: [0, 3.2, 28] },
    files: { 'portals.json': registry },
  }),
  sharp({
    file: 'return-portal',
    query: '&portal=true&ref=https%3A%2F%2Fexample.org%2Fworld&username=Ada&color=%23ff8800',
    stand: { at: [0, 1.7, 15], look: [0, 2.2, 24] },
  }),
  sharp({ file: 'banners', stand: { at: [4, 1.9, 14.5], look: [9, 2.9, 8] } }),
  sharp({ file: 'bookshelves', stand: { at: [-14.2, 1.75, 3.6], look: [-19.6, 1.5, 4.3] } }),
  sharp({ file: 'oath', stand: { at: [11.6, 1.7, 12.4], look: [15, 1.4, 8] } }),
  sharp({ file: 'vision', stand: { at: [-2.2, 1.6, 14], look: [-3.6, 1, 10.6] } }),
  sharp({ file: 'resident', stand: { at: [0.9, 1.6, 4.2], look: [0, 1.3, 0] } }),
  sharp({
    file: 'zap',
    stand: start,
    act: (state) => state.zap.set({ count: state.zap.get().count + 1, detail: 21_000 }),
    seconds: 0.8,
  }),
  sharp({
    file: 'fireworks',
    stand: { at: [0, 1.7, 17], look: [0, 9, -14] },
    act: (state) => state.fireworks.set({ count: state.fireworks.get().count + 1, detail: 'milestone' }),
    seconds: 2.6,
  }),
  sharp({
    file: 'crown',
    stand: { at: [0, 1.7, 9], look: [0, 6, -9] },
    act: (state) => state.sovereigntyEgg.set({ count: state.sovereigntyEgg.get().count + 1, detail: '' }),
    seconds: 4,
  }),
  within('overview', (state) => state.view.set({ mode: 'overview', navigation: 'walk' })),
  within('orbit', (state) => state.view.set({ mode: 'normal', navigation: 'orbit' })),
  within('photo', (state) => state.view.set({ mode: 'photo', navigation: 'walk' })),
  within('time-lapse', lapse),
  within('time-lapse-phone', lapse, true),
  within('settings', (state) => state.panels.settings.set(true)),
  // What is shown where the home's address is shared.
  sharp({
    file: 'social',
    folder: 'public',
    size: IMAGE_SIZE,
    stand: { at: [-1.1, 2, 9.4], look: [0.5, 3.1, 0] },
  }),
  sky('night-storm', 95),
  sky('night-rain', 63),
  sky('night-drizzle', 53),
  sky('night-snow', 73),
  sky('night-fog', 45),
  ...both({ file: 'storm-phone', phone: true, weather: 95, stand: start }),
  ...both({ file: 'snow-phone', phone: true, weather: 73, stand: start }),
  { file: 'heartbeat-desktop', path: 'heartbeat.html' },
  { file: 'heartbeat-phone', path: 'heartbeat.html', phone: true },
];
