import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type View,
  type ViewCommand,
  type ViewMode,
  firstView,
  nextView,
  toggledModes,
  viewModes,
  wallView,
} from '../../../data/view/view.ts';

const target = { label: 'Earth', at: [17, 9, -20], distance: 3 } as const;
const document = { title: 'The well', text: 'Deep.', source: 'vision.json' };

/** One view of each mode. */
const views: Readonly<Record<ViewMode, View>> = {
  normal: firstView,
  overview: { mode: 'overview', navigation: 'walk' },
  photo: { mode: 'photo', navigation: 'walk' },
  zoom: { mode: 'zoom', navigation: 'walk', target },
  'time-lapse': { mode: 'time-lapse', navigation: 'walk' },
  oath: { mode: 'oath', navigation: 'walk' },
  document: { mode: 'document', navigation: 'walk', document },
  warp: { mode: 'warp', navigation: 'walk', portalId: 'one', href: 'https://one.example/' },
  wall: wallView,
};

const commands = {
  overview: { kind: 'toggle', mode: 'overview' },
  photo: { kind: 'toggle', mode: 'photo' },
  'time-lapse': { kind: 'toggle', mode: 'time-lapse' },
  oath: { kind: 'toggle', mode: 'oath' },
  zoom: { kind: 'zoom', target },
  document: { kind: 'read', document },
  warp: { kind: 'warp', portalId: 'one', href: 'https://one.example/' },
  navigate: { kind: 'navigate' },
  escape: { kind: 'escape' },
} as const satisfies Readonly<Record<string, ViewCommand>>;

/** From each mode, where each command leads. One row per mode, so that every pair is listed. */
const table: Readonly<Record<ViewMode, Readonly<Record<keyof typeof commands, ViewMode>>>> = {
  normal: row('normal', {}),
  overview: row('overview', { overview: 'normal', zoom: 'overview' }),
  photo: row('photo', { photo: 'normal', zoom: 'photo' }),
  zoom: row('zoom', {}),
  'time-lapse': row('time-lapse', { 'time-lapse': 'normal' }),
  oath: row('oath', { oath: 'normal' }),
  document: row('document', {}),
  warp: {
    overview: 'warp',
    photo: 'warp',
    'time-lapse': 'warp',
    oath: 'warp',
    zoom: 'warp',
    document: 'warp',
    warp: 'warp',
    navigate: 'warp',
    escape: 'normal',
  },
  // The wall lasts as long as its page.
  wall: {
    overview: 'wall',
    photo: 'wall',
    'time-lapse': 'wall',
    oath: 'wall',
    zoom: 'wall',
    document: 'wall',
    warp: 'wall',
    navigate: 'wall',
    escape: 'wall',
  },
};

/** The common part: a command leads to its own mode, Esc leads out. */
function row(
  mode: ViewMode,
  own: Partial<Record<keyof typeof commands, ViewMode>>,
): Readonly<Record<keyof typeof commands, ViewMode>> {
  return {
    overview: 'overview',
    photo: 'photo',
    'time-lapse': 'time-lapse',
    oath: 'oath',
    zoom: 'zoom',
    document: 'document',
    warp: 'warp',
    navigate: mode,
    escape: 'normal',
    ...own,
  };
}

/** All but the wall, which is never entered and never left. */
const visited = viewModes.filter((mode) => mode !== 'wall');

for (const mode of viewModes)
  test(`from ${mode}, each command leads where the table says`, () => {
    for (const [name, command] of Object.entries(commands))
      assert.equal(
        nextView(views[mode], command).mode,
        table[mode][name as keyof typeof commands],
        `${mode} + ${name}`,
      );
  });

test('every mode is reachable from every other but the warp, in at most two commands', () => {
  for (const from of visited)
    for (const to of visited) {
      const out = nextView(views[from], { kind: 'escape' });
      const there = to === 'normal' ? out : nextView(out, commands[to]);
      assert.equal(there.mode, to, `${from} → ${to}`);
    }
});

test('Esc leaves each mode, and does nothing when there is nothing to leave', () => {
  for (const mode of visited) assert.equal(nextView(views[mode], { kind: 'escape' }).mode, 'normal');
  assert.equal(nextView(firstView, { kind: 'escape' }), firstView);
});

test('a mode that ends by itself ends only itself', () => {
  for (const mode of visited)
    for (const ended of visited)
      assert.equal(
        nextView(views[mode], { kind: 'end', mode: ended }).mode,
        ended === mode ? 'normal' : mode,
        `${ended} ends in ${mode}`,
      );
});

test('the way to move persists through every mode, photo and warp included', () => {
  const orbit = nextView(firstView, { kind: 'navigate' });
  assert.equal(orbit.navigation, 'orbit');
  for (const command of [...toggledModes.map((mode) => commands[mode]), commands.zoom, commands.document])
    assert.equal(nextView(nextView(orbit, command), { kind: 'escape' }).navigation, 'orbit');
  assert.equal(nextView(views.photo, { kind: 'navigate' }), views.photo);
  assert.equal(nextView(views.overview, { kind: 'navigate' }).navigation, 'orbit');
  assert.equal(nextView(orbit, { kind: 'navigate' }).navigation, 'walk');
});

test('entering the current mode again changes nothing', () => {
  for (const mode of toggledModes) {
    assert.equal(nextView(views[mode], { kind: 'enter', mode }), views[mode]);
    assert.equal(nextView(firstView, { kind: 'enter', mode }).mode, mode);
  }
  assert.equal(nextView(views.photo, { kind: 'enter', mode: 'normal' }).mode, 'normal');
});

test('10,000 random commands always give a view of the table, which Esc leaves', () => {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed;
  };
  const all: ViewCommand[] = [
    ...Object.values(commands),
    ...viewModes.map((mode): ViewCommand => ({ kind: 'end', mode })),
    ...toggledModes.map((mode): ViewCommand => ({ kind: 'enter', mode })),
  ];
  let view: View = firstView;
  for (let i = 0; i < 10_000; i++) {
    view = nextView(view, all[random() % all.length] as ViewCommand);
    assert.ok(viewModes.includes(view.mode));
    assert.equal('target' in view, view.mode === 'zoom');
    assert.equal('document' in view, view.mode === 'document');
    assert.equal('href' in view, view.mode === 'warp');
  }
  assert.equal(nextView(view, { kind: 'escape' }).mode, 'normal');
});
