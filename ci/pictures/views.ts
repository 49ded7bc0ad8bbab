import type { SkyHour } from '../../data/config/config.ts';
import type { State } from '../../data/state.ts';
import { IMAGE_SIZE } from '../../harness/gateway/pages/open-graph.ts';

/** Metres: x, y, z. */
export type Place = readonly [number, number, number];

/** Where the camera of a picture is, and what it looks at. */
export type CameraPose =
  | { readonly at: Place; readonly look: Place }
  /** `metres` in front of the object of this name, and higher by `raisedBy` metres. */
  | { readonly before: string; readonly metres: number; readonly raisedBy?: number };

export interface View {
  /** The name of the file, without its extension. */
  readonly file: string;
  readonly path: string;
  readonly phone?: boolean;
  /** Pixels; the size of a laptop or a phone if absent. */
  readonly size?: { readonly width: number; readonly height: number };
  /** The folder of the file; docs/pictures/ if absent. */
  readonly folder?: string;
  /**
   * If absent, the picture shows what a visitor sees, with the interface; its light is measured.
   */
  readonly camera?: CameraPose;
  /** WMO code of the forecast; the recorded one if absent. */
  readonly weather?: number;
  /** The hour at the home's place; midnight if absent. */
  readonly hour?: SkyHour;
  /** Contents of the home's own files, by name, instead of those in public/. */
  readonly files?: Readonly<Record<string, unknown>>;
  /** Runs in the page when the world is drawn. */
  readonly act?: (state: State) => void;
  /** Seconds of world time after `act`. */
  readonly seconds?: number;
}

/**
 * A part of the start view, and places on it. The first of these places that is in the picture is measured.
 */
export interface Part {
  readonly name: string;
  readonly at: readonly Place[];
}

/** The parts that a visitor must be able to tell apart without colours. */
export const parts: readonly Part[] = [
  { name: 'sky', at: [[-33, 66, -419]] },
  { name: 'sea of clouds', at: [[38, -11, -419]] },
  { name: 'island', at: [[2.7, -0.1, -17]] },
  {
    name: 'platform',
    at: [
      [3.6, 0, 2],
      [2, 0, -2.5],
    ],
  },
  // Beside the title of a panel, where no word stands.
  { name: 'panels', at: [[-3.15, 2.71, -8.44]] },
  // On a phone that is held upright, no portal is in the picture.
  { name: 'portals', at: [[12.5, 2.55, -21.65]] },
  { name: 'resident', at: [[0, 1.9, 0]] },
];
/** Pairs of parts that are adjacent in the picture. */
export const adjacentParts: readonly (readonly [string, string])[] = [
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
  sharp({ file: `panel-${name.replace(/-board$/, '')}`, camera: { before: name, metres: 1.9 }, files });

/** The home as a visitor sees it, in one of its views. */
const inView = (file: string, act: (state: State) => void, phone = false): View =>
  sharp({ file: `view-${file}`, act, seconds: 6, phone });
/** Starts a time-lapse that begins half an hour before now. */
const lapse = (state: State): void => {
  // This function runs in the page, where imports are not available, so it repeats the code of
  // `startTimeLapse`.
  state.timeLapse.requested.set({ count: 1, detail: { at: state.now.get() - 1_800_000 } });
  state.view.set({ mode: 'time-lapse', navigation: 'walk' });
};

/**
 * The reports of the resident's agent. Each function runs in the page, so it contains everything that it
 * needs.
 */
const reports: Readonly<Record<string, (state: State) => void>> = {
  idle: (state) => state.activity.set(undefined),
  thinking: (state) =>
    state.activity.set({ state: 'thinking', since: state.now.get(), updatedAt: state.now.get() }),
  working: (state) =>
    state.activity.set({ state: 'working', since: state.now.get(), updatedAt: state.now.get() }),
  waiting: (state) =>
    state.activity.set({ state: 'waiting', since: state.now.get(), updatedAt: state.now.get() }),
  failed: (state) =>
    state.activity.set({ state: 'failed', since: state.now.get(), updatedAt: state.now.get() }),
};
/**
 * Pictures of the whole resident in each state. Visitors must be able to tell its postures apart at both
 * quality levels.
 */
const postures = Object.entries(reports).flatMap(([name, act]) =>
  both({
    file: `resident-${name}`,
    size: { width: 360, height: 480 },
    camera: { at: [0, 1.7, 2.9], look: [0, 1.75, 0] },
    act,
    seconds: 6,
  }),
);

const start: CameraPose = { at: [0, 2, 7.5], look: [0, 2, -4] };
const phoneStart: CameraPose = { at: [0, 2, 5.35], look: [0, 2.27, 0] };
const sky = (file: string, weather: number): View => sharp({ file, weather, camera: start });

/** A portal in each state of readiness, with each kind of access. */
const registry = (
  [
    ['playable', 'public'],
    ['active', 'operator'],
    ['prototype', 'public'],
    ['rebuilding', 'public'],
    ['blocked', 'operator'],
    ['offline', 'local-only'],
    ['no address', 'public'],
  ] as const
).map(([readiness_state, access_mode], index) => ({
  id: readiness_state.replace(' ', '-'),
  name: readiness_state,
  description: '',
  status: readiness_state === 'offline' ? 'offline' : 'online',
  access_mode,
  ...(readiness_state === 'no address'
    ? { destination: {} }
    : { readiness_state, destination: { url: '/' } }),
  ...(readiness_state === 'playable' && { image: '/social.jpg' }),
  // The portals stand side by side in front of the camera.
  position: { x: (3 - index) * 5.4, y: 0.4, z: 28 },
  rotation: { y: Math.PI },
}));

export const views: readonly View[] = [
  ...both({ file: 'start-desktop' }),
  ...both({ file: 'start-phone', phone: true }),
  ...both({ file: 'overview', camera: { at: [0, 36, 44], look: [0, 0, -4] } }),
  sharp({ file: 'underside', camera: { at: [62, -13, 58], look: [0, -5, 0] } }),
  ...['agent-board', 'commit-board', 'portal-board', 'place-board', 'dual-brain-board'].map((name) =>
    board(name),
  ),
  sharp({
    file: 'panel-now',
    camera: { before: 'now-board', metres: 1.9 },
    act: (state) =>
      state.activity.set({
        state: 'working',
        task: 'tests of the bridge',
        step: 'the slow reader',
        tool: 'Bash',
        progress: 0.4,
        target: { kind: 'file', name: 'test/harness/bridge/slow-reader.node.test.ts' },
        since: state.now.get() - 240_000,
        updatedAt: state.now.get(),
      }),
    seconds: 2,
  }),
  board('adapter-board', {
    'adapters.json': {
      adapters: [
        { name: 'review', status: 'active', base: 'a small model', note: 'reads pull requests' },
        { name: 'triage', status: 'training', note: 'sorts what comes in' },
      ],
    },
  }),
  sharp({ file: 'sovereignty-meter', camera: { before: 'sovereignty-meter', metres: 6 } }),
  // From here the words over the resident stand between two panels.
  sharp({ file: 'heatmap', camera: { at: [0, 4.8, 8.2], look: [0, 0.5, 0.9] } }),
  sharp({ file: 'earth', camera: { at: [4.6, 3.6, -3.8], look: [9.7, 6.2, -9.5] } }),
  sharp({ file: 'block-plinth', camera: { before: 'block-plinth', metres: 3.3, raisedBy: 1.25 } }),
  sharp({ file: 'portals', camera: { at: [-6, 2.1, -8], look: [-15.5, 3, -19] } }),
  ...both({
    file: 'portals-states',
    camera: { at: [0, 2.4, 9], look: [0, 3.2, 28] },
    files: { 'portals.json': registry },
  }),
  sharp({
    file: 'return-portal',
    query: '&portal=true&ref=https%3A%2F%2Fexample.org%2Fworld&username=Ada&color=%23ff8800',
    camera: { at: [0, 1.7, 15], look: [0, 2.2, 24] },
  }),
  sharp({ file: 'banners', camera: { at: [1.5, 2, 7.6], look: [6.3, 2.2, 10.8] } }),
  sharp({ file: 'bookshelves', camera: { at: [-14.2, 1.75, 3.6], look: [-19.6, 1.5, 4.3] } }),
  sharp({ file: 'oath', camera: { at: [11.6, 1.7, 12.4], look: [15, 1.4, 8] } }),
  sharp({ file: 'vision', camera: { at: [-2.2, 1.6, 14], look: [-3.6, 1, 10.6] } }),
  sharp({ file: 'resident', camera: { at: [0.8, 1.8, 3.4], look: [0, 1.7, 0] } }),
  ...postures,
  sharp({
    file: 'zap',
    camera: start,
    act: (state) => state.zap.set({ count: state.zap.get().count + 1, detail: 21_000 }),
    seconds: 0.8,
  }),
  sharp({
    file: 'fireworks',
    camera: { at: [0, 2, 7.5], look: [0, 9, -14] },
    act: (state) => state.fireworks.set({ count: state.fireworks.get().count + 1, detail: 'milestone' }),
    seconds: 2.6,
  }),
  sharp({
    file: 'crown',
    camera: { at: [0, 1.7, 9], look: [0, 6, -9] },
    act: (state) => state.sovereigntyEgg.set({ count: state.sovereigntyEgg.get().count + 1, detail: '' }),
    seconds: 4,
  }),
  inView('overview', (state) => state.view.set({ mode: 'overview', navigation: 'walk' })),
  inView('orbit', (state) => state.view.set({ mode: 'normal', navigation: 'orbit' })),
  inView('photo', (state) => state.view.set({ mode: 'photo', navigation: 'walk' })),
  inView('time-lapse', lapse),
  inView('time-lapse-phone', lapse, true),
  inView('settings', (state) => state.panels.settings.set(true)),
  // The preview picture for shared links to the home.
  sharp({
    file: 'social',
    folder: 'public',
    size: IMAGE_SIZE,
    camera: start,
    hour: 'dusk',
  }),
  ...(['dusk', 'dawn', 'noon'] as const).map((hour) => sharp({ file: `start-${hour}`, hour })),
  sky('night-clear', 0),
  sky('night-cloudy', 2),
  sky('night-storm', 95),
  sky('night-rain', 63),
  sky('night-drizzle', 53),
  sky('night-snow', 73),
  sky('night-fog', 45),
  ...both({ file: 'storm-phone', phone: true, weather: 95, camera: phoneStart }),
  ...both({ file: 'snow-phone', phone: true, weather: 73, camera: phoneStart }),
  { file: 'heartbeat-desktop', path: 'heartbeat.html' },
  { file: 'heartbeat-phone', path: 'heartbeat.html', phone: true },
];
