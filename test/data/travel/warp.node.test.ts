import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { emit } from '../../../data/core/event.ts';
import { type State, createState } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { createWarp } from '../../../data/travel/warp.ts';
import { WARP_SECONDS } from '../../../data/view/view.ts';
import { WarpRun } from '../../../data/travel/warp-run.ts';
import { theme } from '../../../theme/theme.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';

const HREF = 'https://a.example/';
/** 0.88 of 2.2 s, and 180 ms more. */
const NAVIGATION_SECONDS = 2.116;

/** When the run navigates and when it ends, given these frame times. */
function events(moments: Iterable<number>): { navigations: number[]; end: number | undefined } {
  const run = new WarpRun();
  const navigations: number[] = [];
  for (const elapsed of moments) {
    const { navigate, done } = run.step(elapsed);
    if (navigate) navigations.push(elapsed);
    if (done) return { navigations, end: elapsed };
  }
  return { navigations, end: undefined };
}
function* frames(rate: number): Generator<number> {
  for (let i = 0; i <= rate * 4; i++) yield i / rate;
}

for (const rate of [20, 60, 144])
  test(`at ${rate} frames a second it navigates once, 180 ms after 0.88, and the warp ends at 2.2 s`, () => {
    const { navigations, end } = events(frames(rate));
    assert.equal(navigations.length, 1);
    const [at = 0] = navigations;
    assert.ok(at >= NAVIGATION_SECONDS - 1e-3 && at < NAVIGATION_SECONDS + 1 / rate, `went at ${at}`);
    assert.ok(end !== undefined && end >= WARP_SECONDS - 1e-3 && end < WARP_SECONDS + 1 / rate);
  });

test('progress is the share of 2.2 s that has passed, at most 1, and never falls', () => {
  const run = new WarpRun();
  assert.equal(run.step(0).progress, 0);
  assert.equal(run.step(1.1).progress, 0.5);
  assert.equal(run.step(0.3).progress, 0.5);
  assert.equal(run.step(99).progress, 1);
});

test('lost frames only delay the frame that navigates', () => {
  assert.deepEqual(events([0, 1.9, 2.15, 2.3]), { navigations: [2.15], end: 2.3 });
  // If one frame goes from before 0.88 to after the end, the run navigates in that frame.
  assert.deepEqual(events([0, 1.9, 5]), { navigations: [5], end: 5 });
  assert.deepEqual(events([0, 2.1, 2.2]), { navigations: [2.2], end: 2.2 });
  assert.deepEqual(events([30]), { navigations: [30], end: 30 });
});

let state: State;
let now: number;
let page: EventTarget;
let warp: ReturnType<typeof createWarp>;
beforeEach(() => {
  now = 1_700_000_000_000;
  state = createState(defaultConfig);
  page = new EventTarget();
  setPortals(state, [portal('a'), portal('b')]);
  warp = createWarp(page, () => now);
  warp.init(undefined, state, theme);
});
afterEach(() => warp.dispose?.());

const enter = (portalId = 'a', href = HREF): void => dispatchView(state, { kind: 'warp', portalId, href });
const frame = (seconds: number): void => {
  now += seconds * 1000;
  warp.update(0, Math.min(seconds, 1 / 20));
};
const run = (seconds: number, rate = 60): void => {
  for (let i = 0; i < Math.round(seconds * rate); i++) frame(1 / rate);
};
const mode = (): string => state.view.get().mode;
const comeBack = (persisted: boolean): boolean =>
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

for (const rate of [3, 20, 60, 144])
  test(`at ${rate} frames a second it navigates once and ends the mode`, () => {
    enter();
    frame(0);
    let went: number | undefined;
    let ended: number | undefined;
    for (let i = 1; i <= rate * 3; i++) {
      frame(1 / rate);
      if (state.travel.get().count === 1) went ??= i / rate;
      if (mode() === 'normal') ended ??= i / rate;
    }
    assert.deepEqual(state.travel.get(), { count: 1, detail: { portalId: 'a', href: HREF } });
    assert.ok(
      went !== undefined && went >= 2.115 && went <= NAVIGATION_SECONDS + 1 / rate,
      `went at ${went}`,
    );
    assert.ok(ended !== undefined && ended >= 2.199 && ended <= 2.2 + 1 / rate + 1e-3, `ended at ${ended}`);
    assert.equal(state.warp.progress.get(), 0);
  });

test('publishes progress while it lasts', () => {
  enter();
  frame(0);
  run(1.1);
  assert.ok(Math.abs(state.warp.progress.get() - 0.5) < 0.01);
  assert.equal(mode(), 'warp');
});

test('ignores another portal during a warp', () => {
  enter();
  run(1);
  enter('b', 'https://b.example/');
  run(2);
  assert.deepEqual(state.travel.get(), { count: 1, detail: { portalId: 'a', href: HREF } });
});

test('Esc cancels it, and nothing navigates afterwards', () => {
  enter();
  run(2);
  dispatchView(state, { kind: 'escape' });
  run(3);
  assert.equal(state.travel.get().count, 0);
  assert.equal(state.warp.progress.get(), 0);
  assert.equal(mode(), 'normal');
});

test('starts from the beginning when the visitor enters again after a cancel', () => {
  enter();
  run(2);
  dispatchView(state, { kind: 'escape' });
  enter();
  frame(0);
  run(1);
  assert.equal(state.travel.get().count, 0);
  assert.ok(state.warp.progress.get() < 0.5);
  run(2);
  assert.equal(state.travel.get().count, 1);
});

test('a hidden tab stops it; it continues when the tab is shown, then navigates', () => {
  enter();
  frame(0);
  run(1);
  frame(3600);
  assert.equal(state.travel.get().count, 0);
  assert.equal(mode(), 'warp');
  run(1);
  assert.equal(state.travel.get().count, 1);
  assert.equal(mode(), 'normal');
});

/** What can happen to the portal during the warp, and whether the visitor still arrives. */
const meanwhile: readonly (readonly [string, () => void, boolean])[] = [
  ['its check fails', () => setPortals(state, [portal('a')], [health('a', 'offline')]), false],
  ['it is put offline', () => setPortals(state, [portal('a', { status: 'offline' })]), false],
  ['it is blocked', () => setPortals(state, [portal('a', { readiness_state: 'blocked' })]), false],
  ['it disappears', () => setPortals(state, [portal('b')]), false],
  [
    'it leads elsewhere',
    () => setPortals(state, [portal('a', { destination: { url: 'https://c.example/' } })]),
    false,
  ],
  ['its check says the same as before', () => setPortals(state, [portal('a'), portal('b')]), true],
  ['another one appears', () => setPortals(state, [portal('a'), portal('b'), portal('c')]), true],
  [
    'the registry cannot be read',
    () => state.readings.portalRecords.set({ state: 'error', source: 'portals.json', cause: 'It is gone.' }),
    true,
  ],
  [
    'the picture is lost',
    () => state.world.status.set({ phase: 'lost', progress: 1, note: 'The picture is gone.' }),
    true,
  ],
];
for (const [what, happens, arrives] of meanwhile)
  test(`${what} during the warp: it ${arrives ? 'navigates' : 'cancels'}`, () => {
    enter();
    run(1);
    happens();
    run(2);
    assert.equal(state.travel.get().count, arrives ? 1 : 0);
    assert.equal(mode(), 'normal');
    assert.equal(state.warp.progress.get(), 0);
  });

test('refuses a portal that this home does not have, or with another address', () => {
  for (const [id, href] of [
    ['nowhere', HREF],
    ['a', 'https://evil.example/'],
  ] as const) {
    enter(id, href);
    frame(1 / 60);
    assert.equal(mode(), 'normal');
  }
});

test('leaving by the home as text navigates there and nowhere else', () => {
  enter();
  run(1);
  emit(state.travel, { portalId: 'b', href: 'https://b.example/' });
  run(2);
  assert.equal(state.travel.get().count, 1);
  assert.equal(mode(), 'normal');
});

test('after the browser’s back button the visitor stands before the portal, in no warp', () => {
  enter();
  run(2.15);
  assert.equal(mode(), 'warp', 'the page was left before the warp had ended');
  comeBack(true);
  assert.equal(mode(), 'normal');
  assert.equal(state.warp.progress.get(), 0);
  assert.deepEqual(state.world.visit.get(), { portalId: 'a', manner: 'return' });
  state.world.visit.set(undefined);
  comeBack(true);
  assert.equal(state.world.visit.get(), undefined, 'but not each time the page is shown');
  run(3);
  assert.equal(state.travel.get().count, 1);
});

test('a reloaded page does not move the visitor', () => {
  comeBack(false);
  comeBack(true);
  assert.equal(state.world.visit.get(), undefined);
});

test('dispose ends the warp', () => {
  enter();
  run(1);
  warp.dispose?.();
  assert.equal(mode(), 'normal');
  comeBack(true);
  assert.equal(state.world.visit.get(), undefined);
});
