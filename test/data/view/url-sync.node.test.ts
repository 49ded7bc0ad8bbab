import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createUrlSync, presentAddress } from '../../../data/view/url-sync.ts';
import { createState } from '../../../data/state.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import { instantAt } from '../../../data/time-lapse/time-lapse.ts';
import { beginAt, dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';

// Days depend on the visitor's time zone.
process.env['TZ'] = 'UTC';

function page(hash: string) {
  const window = new EventTarget();
  const replaced: string[] = [];
  const address = {
    now: hash,
    hash: () => address.now,
    replace(to: string) {
      address.now = to;
      replaced.push(to);
    },
  };
  const state = createState(undefined, { base: 'https://home.example/' });
  const links = createUrlSync({ address, window });
  links.init(undefined, state, theme);
  return {
    state,
    address,
    replaced,
    links,
    ready: (phase: 'ready' | 'unavailable' = 'ready') =>
      state.world.status.set({ phase, progress: 1, note: '' }),
    frames(seconds: number, rate = 60) {
      for (let at = 0; at < seconds; at += 1 / rate) links.update(at, 1 / rate);
    },
    /** As a visitor who edits the address. */
    goTo(to: string) {
      address.now = to;
      window.dispatchEvent(new Event('hashchange'));
    },
  };
}

test('opens the view of an address once the world is shown, and says before where it leads', () => {
  const { state, ready, frames, replaced } = page('#view=photo&nav=orbit&panel=agents');
  frames(1);
  assert.equal(state.view.get().mode, 'normal');
  assert.equal(state.world.goTo.get(), undefined);
  assert.deepEqual(state.world.linked.get(), { kind: 'panel', name: 'agents' });
  ready();
  frames(2);
  assert.deepEqual(state.view.get(), { mode: 'photo', navigation: 'orbit' });
  assert.equal(state.world.linked.get(), undefined);
  assert.deepEqual(state.world.goTo.get(), { kind: 'panel', name: 'agents' });
  assert.ok(replaced.length <= 1);
});

test('opens the film strip of a play, also without a picture, and writes which one is shown', () => {
  for (const phase of ['ready', 'unavailable'] as const) {
    const { state, address, ready, frames } = page('#play=20261122-221500-garden');
    ready(phase);
    frames(2);
    assert.equal(state.panels.plays.get(), true);
    assert.equal(state.games.strip.get(), '20261122-221500-garden');
    state.games.strip.set('20261122-230000-garden');
    frames(2);
    assert.equal(address.now, '#play=20261122-230000-garden');
    assert.equal(presentAddress(state), 'https://home.example/#play=20261122-230000-garden');
    state.panels.plays.set(false);
    frames(2);
    assert.equal(address.now, '');
  }
});

test('leaves a visitor in the view that they opened before the world was shown', () => {
  const { state, ready, frames } = page('#view=overview&panel=agents');
  dispatchView(state, { kind: 'enter', mode: 'oath' });
  ready();
  frames(0.3);
  assert.equal(state.view.get().mode, 'oath');
  assert.equal(state.world.goTo.get(), undefined);
  dispatchView(state, { kind: 'escape' });
  frames(1);
  assert.equal(state.view.get().mode, 'normal', 'nor does it follow later');
});

test('does nothing when the page was opened without a link', () => {
  const { state, ready, frames, replaced } = page('#something-else');
  const before = state.view.get();
  ready();
  frames(3);
  assert.equal(state.view.get(), before);
  assert.equal(state.world.goTo.get(), undefined);
  assert.deepEqual(replaced, []);
});

test('opens only the oath without a picture', () => {
  const oath = page('#view=oath');
  oath.ready('unavailable');
  oath.frames(1);
  assert.equal(oath.state.view.get().mode, 'oath');
  const photo = page('#view=photo');
  photo.ready('unavailable');
  photo.frames(1);
  assert.equal(photo.state.view.get().mode, 'normal');
});

test('keeps a link to a place in a world that is only offered until the visitor enters', () => {
  const { state, ready, frames } = page('#panel=agents');
  state.world.status.set({ phase: 'unavailable', progress: 0, note: '', enter: () => undefined });
  frames(2);
  assert.equal(state.world.goTo.get(), undefined);
  ready();
  frames(1);
  assert.deepEqual(state.world.goTo.get(), { kind: 'panel', name: 'agents' });
});

test('opens the oath of a link at once where the world is only offered', () => {
  const { state, frames } = page('#view=oath');
  state.world.status.set({ phase: 'unavailable', progress: 0, note: '', enter: () => undefined });
  frames(1);
  assert.equal(state.view.get().mode, 'oath');
});

for (const rate of [20, 60, 144])
  test(`replaces the address once after the view has settled (${rate} frames a second)`, () => {
    const { state, ready, frames, replaced } = page('');
    ready();
    frames(1, rate);
    dispatchView(state, { kind: 'toggle', mode: 'overview' });
    frames(0.3, rate);
    dispatchView(state, { kind: 'toggle', mode: 'oath' });
    frames(0.3, rate);
    assert.deepEqual(replaced, []);
    frames(1, rate);
    assert.deepEqual(replaced, ['#view=oath']);
    dispatchView(state, { kind: 'escape' });
    state.world.standing.set({ kind: 'portal', id: 'garden' });
    frames(1, rate);
    state.world.standing.set(undefined);
    frames(1, rate);
    assert.deepEqual(replaced, ['#view=oath', '#portal=garden', '']);
  });

test('follows a changed and an emptied address', () => {
  const { state, ready, frames, goTo } = page('#view=photo');
  ready();
  frames(1);
  goTo('#view=zoom&at=1,2,3&from=2');
  frames(1);
  assert.deepEqual(state.view.get(), {
    mode: 'zoom',
    navigation: 'walk',
    target: { label: 'Object', at: [1, 2, 3], distance: 2 },
  });
  goTo('');
  frames(1);
  assert.deepEqual(state.view.get(), { mode: 'normal', navigation: 'walk' });
});

test('changes nothing for another spelling of the same address', () => {
  const { state, ready, frames, goTo } = page('#view=overview');
  ready();
  frames(1);
  const before = state.view.get();
  goTo('#x=1&view=overview');
  frames(1);
  assert.equal(state.view.get(), before);
});

test('writes nothing during a warp', () => {
  const { state, ready, frames, replaced } = page('');
  ready();
  frames(1);
  dispatchView(state, { kind: 'warp', portalId: 'garden', href: 'https://garden.example/?token=1' });
  frames(2);
  assert.deepEqual(replaced, []);
});

test('the address to share is the home’s own with the view, and nothing else', () => {
  const { state } = page('');
  assert.equal(presentAddress(state), 'https://home.example/');
  dispatchView(state, { kind: 'enter', mode: 'oath' });
  state.world.standing.set({ kind: 'panel', name: 'oath' });
  assert.equal(presentAddress(state), 'https://home.example/#view=oath&panel=oath');
  dispatchView(state, { kind: 'enter', mode: 'overview' });
  assert.equal(presentAddress(state), 'https://home.example/#view=overview');
});

test('opens a link to a moment of a day, and writes where a time-lapse is paused', () => {
  const HOUR = 3_600_000;
  const midnight = Date.parse('2026-03-01T00:00:00Z');
  const link = '#view=time-lapse&day=2026-03-01&t=43200';
  const { state, ready, frames, address, replaced, goTo } = page(link);
  let clock = midnight + 20 * HOUR;
  const lapse = createTimeLapse({ now: () => clock, monotonicNow: () => clock });
  lapse.init(undefined, state, theme);
  const both = (seconds: number): void => {
    for (let at = 0; at < seconds; at += 1 / 20) {
      frames(1 / 20, 20);
      clock += 50;
      lapse.update(at, 1 / 20);
    }
  };
  state.readings.commits.set({
    state: 'live',
    source: 'local/home',
    fetchedAt: clock,
    value: [11, 9].map((hour) => ({
      sha: `c${hour}`,
      author: 'Ada',
      authoredAt: midnight + hour * HOUR,
      title: 'Draw the stars',
    })),
  });
  ready();
  both(2);
  assert.equal(state.view.get().mode, 'time-lapse');
  const run = state.timeLapse.run.get();
  assert.ok(run);
  assert.equal(run.day, '2026-03-01');
  assert.equal(Math.round(instantAt(run, state.timeLapse.progress.get()) / 1000), midnight / 1000 + 43_200);
  assert.equal(state.timeLapse.playing.get(), false);
  assert.equal(address.now, link);
  // While it plays, the address names only the day and stays the same.
  state.timeLapse.playing.set(true);
  both(3);
  assert.equal(address.now, '#view=time-lapse&day=2026-03-01');
  const before = replaced.length;
  both(3);
  assert.equal(replaced.length, before);
  state.timeLapse.playing.set(false);
  both(1);
  assert.match(address.now, /^#view=time-lapse&day=2026-03-01&t=\d+$/);
  goTo('');
  both(1);
  assert.equal(state.view.get().mode, 'normal');
});

test('opens a link followed during a warp after the visitor cancels it', () => {
  const { state, ready, frames, goTo } = page('');
  ready();
  frames(1);
  dispatchView(state, { kind: 'warp', portalId: 'a', href: 'https://a.example/' });
  goTo('#view=time-lapse&day=2020-01-01&t=5&portal=a');
  frames(2);
  assert.equal(state.view.get().mode, 'warp');
  assert.equal(state.timeLapse.requested.get().count, 0);
  assert.equal(state.world.goTo.get(), undefined);
  dispatchView(state, { kind: 'escape' });
  frames(1);
  assert.equal(state.view.get().mode, 'time-lapse');
});

test('the wall follows no link, and writes none', () => {
  const { state, address, ready, frames } = page('#panel=agents');
  beginAt(state, '/home/wall');
  ready();
  frames(2);
  assert.equal(state.view.get().mode, 'wall');
  assert.equal(state.world.goTo.get(), undefined);
  assert.equal(address.now, '#panel=agents');
  const other = page('');
  beginAt(other.state, '/wallpaper');
  assert.equal(other.state.view.get().mode, 'normal');
  assert.equal(other.state.panels.today.get(), true);
});
