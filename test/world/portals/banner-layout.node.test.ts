import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loading } from '../../../data/readings/reading.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { PLATFORM_RADIUS, hexDistance } from '../../../world/terrain/island/height.ts';
import {
  BANNERS,
  CLOTH_HEIGHT,
  CLOTH_NOTCH,
  CLOTH_WIDTH,
  COARSE,
  FINE,
  bannerPlaces,
  bannerViews,
  layoutBanner,
} from '../../../world/portals/banner-layout.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const commits = (count: number): Commit[] =>
  Array.from({ length: count }, (_unused, i) => ({
    sha: `${i}abcdef0123`,
    author: 'Timmy',
    authoredAt: NOW - (i + 1) * HOUR,
    title: `Change ${i}`,
  }));
const live = (value: readonly Commit[]) =>
  ({ state: 'live', source: 'me/home', fetchedAt: NOW, value }) as const;
/** A monospace font: six tenths of the size a character. */
const measure = (text: string, size: number): number => Array.from(text).length * 0.6 * size;

describe('the commit banners’ places', () => {
  const places = bannerPlaces();

  it('are five, along the platform’s two near edges', () => {
    assert.equal(places.length, BANNERS);
    for (const { x, z } of places) {
      assert.ok(Math.abs(hexDistance(x, z) - PLATFORM_RADIUS) < 1e-6);
      assert.ok(z > PLATFORM_RADIUS / 2 && z < PLATFORM_RADIUS);
    }
  });

  it('put the newest nearest to the visitor’s start, and the oldest farthest', () => {
    const away = places.map(({ x, z }) => Math.hypot(x, 7.5 - z));
    assert.deepEqual(
      away,
      [...away].sort((a, b) => a - b),
    );
  });

  it('leave the path free, and stand outside the start view', () => {
    for (const { x, z } of places) {
      assert.ok(Math.abs(x) > 3);
      assert.ok(z > 7.5);
    }
  });

  it('face the start', () => {
    for (const { x, z, turn } of places) {
      const reader = { x: -x, z: 7.5 - z };
      const towards =
        (Math.sin(turn) * reader.x + Math.cos(turn) * reader.z) / Math.hypot(reader.x, reader.z);
      assert.ok(towards > 0.999);
    }
  });
});

describe('the texts of the commit banners', () => {
  it('are author, title and age of at most five commits, newest first', () => {
    const views = bannerViews(live(commits(7)), NOW);
    assert.equal(views.length, 5);
    assert.deepEqual(views.map(({ author, title, age, sha }) => [author, title, age, sha]).slice(0, 2), [
      ['Timmy', 'Change 0', '1 h ago', '0abcdef'],
      ['Timmy', 'Change 1', '2 h ago', '1abcdef'],
    ]);
    assert.equal(views[0]?.label, 'Latest commit — Change 0, by Timmy, 1 h ago. me/home · just now');
  });

  it('fill one cloth with the words of the specification when there are no commits', () => {
    for (const [reading, title, state] of [
      [loading<Commit[]>({ source: 'me/home' }), 'COMMITS: —', 'loading'],
      [live([]), 'NO COMMITS', 'empty'],
      [{ state: 'empty', source: 'me/home', fetchedAt: NOW }, 'NO COMMITS', 'empty'],
      [{ state: 'error', source: 'me/home', cause: 'It answered 502.' }, 'COMMITS: ERROR', 'error'],
      [{ state: 'offline', source: 'me/home', cause: 'No network.' }, 'COMMITS: —', 'offline'],
    ] as const) {
      const views = bannerViews(reading, NOW);
      assert.equal(views.length, 1);
      assert.deepEqual([views[0]?.title, views[0]?.state, views[0]?.author], [title, state, '']);
    }
  });

  it('stay when the reading is stale, and name the state', () => {
    const reading = { ...live(commits(2)), state: 'stale', cause: 'The page was hidden.' } as const;
    const views = bannerViews(reading, NOW);
    assert.deepEqual(
      views.map(({ state }) => state),
      ['stale', 'stale'],
    );
    assert.match(views[0]?.label ?? '', /stale · The page was hidden/);
  });

  it('break a long word at its own gap', () => {
    const title = 'Export SignalWatcherInterface';
    const [view] = bannerViews(live([{ ...commits(1)[0]!, title }]), NOW);
    const texts = layoutBanner(view!, FINE, measure).map(({ text }) => text);
    assert.deepEqual(texts.slice(1, 4), ['Export Signal', 'Watcher', 'Interface']);
  });

  it('fit the cloth for any title, and never reach the knot', () => {
    const titles = [
      'x'.repeat(90),
      'A title of a good many short words that goes on and on until it has to end',
      'Fix',
    ];
    for (const setting of [FINE, COARSE])
      for (const title of titles) {
        const [view] = bannerViews(
          live([{ ...commits(1)[0]!, title, author: 'A rather long name of an author' }]),
          NOW,
        );
        const texts = layoutBanner(view!, setting, measure);
        const above = texts.filter(({ text }) => text !== view!.sha);
        for (const { text, size, y } of texts) {
          assert.ok(measure(text, size) <= CLOTH_WIDTH - 0.1, text);
          assert.ok(size * 0.66 >= 0.05, 'capitals of five centimetres');
          assert.ok(y + size / 2 < CLOTH_HEIGHT - CLOTH_NOTCH);
        }
        for (const { y, size } of above) assert.ok(y + size / 2 < setting.knotY - 0.08, title);
      }
  });
});
