import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance } from '../../../../harness/bridge/players/grid.ts';
import { View } from '../../../../harness/bridge/players/view.ts';
import { randomFrom } from '../../../helpers/random.ts';
import { Drawn, Walker, crowd } from './crowd.ts';

const scatter = (walkers: readonly Walker[], random: () => number, radius = 33): void => {
  for (const walker of walkers) {
    const angle = random() * 2 * Math.PI;
    const metres = Math.sqrt(random()) * radius;
    walker.to(Math.cos(angle) * metres, Math.sin(angle) * metres);
  }
};

test('the nearest are found as by looking at all of them', () => {
  const random = randomFrom(11);
  const { grid, walkers } = crowd(200);
  for (let round = 0; round < 20; round++) {
    scatter(walkers, random, 64);
    for (const walker of walkers.slice(0, round)) walker.hide();
    const from = { x: (random() - 0.5) * 128, z: (random() - 0.5) * 128 };
    const wanted = walkers
      .filter(({ player }) => player.light)
      .map((walker) => distance(from, walker.spot))
      .sort((one, other) => one - other);
    for (const count of [1, 7, 51, 500])
      assert.deepEqual(
        grid.nearest(from, count).map(({ metres }) => metres),
        wanted.slice(0, count),
      );
    for (const walker of walkers) walker.show();
  }
});

test('a page draws at most 50, the nearest; the others are counted, and each that hides is gone at once', () => {
  for (const seed of [1, 2, 3]) {
    const random = randomFrom(seed);
    const { grid, walkers } = crowd(120);
    scatter(walkers, random);
    const [self, ...others] = walkers;
    assert.ok(self);
    const view = new View(grid, self.player);
    const drawn = new Drawn();
    for (let tick = 1; tick <= 200; tick++) {
      const isStill = tick > 160;
      for (const walker of isStill ? [] : walkers)
        if (walker.player.light && random() < 0.7)
          walker.to(walker.spot.x * 0.99 + random() - 0.5, walker.spot.z * 0.99 + random() - 0.5);
      for (const walker of isStill ? [] : others) {
        if (random() > 0.02) continue;
        if (walker.player.light) walker.hide();
        else walker.show();
      }
      // A page that does not read for a while gets no frames, and catches up later.
      if (!isStill && tick % 40 > 30) continue;
      drawn.take(view.frames(tick, self.spot, tick));
      const visible = others.filter(({ player }) => player.light);
      const numbers = new Set(visible.map(({ player }) => player.number));
      for (const number of drawn.names.keys()) assert.ok(numbers.has(number), `tick ${tick}: ${number}`);
      assert.equal(drawn.names.size + drawn.count, visible.length, `tick ${tick}`);
    }
    // When all players rest, the page knows the position of each player in view, and the view has the nearest
    // ones.
    const metres = (walker: Walker): number => distance(self.spot, walker.spot);
    const isDrawn = ({ player }: Walker): boolean => drawn.names.has(player.number);
    const visible = others.filter(({ player }) => player.light);
    assert.equal(drawn.names.size, 50);
    const farthest = Math.max(...visible.filter(isDrawn).map(metres));
    const nearestLeftOut = Math.min(...visible.filter((walker) => !isDrawn(walker)).map(metres));
    assert.ok(nearestLeftOut >= farthest * 0.85, `${nearestLeftOut} ${farthest}`);
    for (const walker of visible.filter(isDrawn))
      assert.deepEqual(drawn.places.get(walker.player.number), walker.tab.place);
    assert.deepEqual(view.frames(201, self.spot, 201), [], 'nothing is left to tell');
  }
});

test('two players at the edge of the view do not take turns to appear', () => {
  const { grid, walkers } = crowd(51);
  for (const [index, walker] of walkers.entries()) walker.to(index / 10, 0);
  const [one, other] = walkers.slice(49);
  assert.ok(one && other);
  const view = new View(grid, undefined);
  const drawn = new Drawn();
  let changes = 0;
  for (let tick = 1; tick <= 100; tick++) {
    one.to(10 + Math.sin(tick), 0);
    other.to(10 + Math.cos(tick), 0);
    for (const frame of drawn.take(view.frames(tick, { x: 0, z: 0 }, tick)))
      if (tick > 10 && (frame.type === 'player' || (frame.type === 'players' && frame.gone.length > 0)))
        changes += 1;
  }
  assert.equal(changes, 0);
  assert.deepEqual([drawn.names.size, drawn.count], [50, 1]);
  other.to(5, 0);
  for (let tick = 101; tick <= 110; tick++) drawn.take(view.frames(tick, { x: 0, z: 0 }, tick));
  assert.ok(drawn.names.has(other.player.number), 'one that comes much nearer is drawn');
});

test('near ones are sent ten times a second, others less, and a crowd stays below 10 kB a second', () => {
  const random = randomFrom(5);
  const { grid, walkers } = crowd(500);
  scatter(walkers, random);
  const [near, middle, far] = walkers;
  const few = crowd(3);
  const spots = [5, 18, 30];
  const alone = new View(few.grid, undefined);
  const rows = new Map<number, number>();
  const crowded = new View(grid, undefined);
  let bytes = 0;
  for (let tick = 1; tick <= 130; tick++) {
    for (const [index, walker] of few.walkers.entries()) walker.to((spots[index] ?? 0) + (tick % 2), 0);
    for (const walker of walkers)
      walker.to(walker.spot.x * 0.995 + random() - 0.5, walker.spot.z * 0.995 + random() - 0.5);
    const few10s = new Drawn();
    for (const number of [1, 2, 3]) few10s.names.set(number, undefined);
    for (const frame of few10s.take(alone.frames(tick, { x: 0, z: 0 }, 1_795_245_006_819)))
      if (frame.type === 'players' && tick > 30)
        for (const [number] of frame.p) rows.set(number, (rows.get(number) ?? 0) + 1);
    const sent = crowded.frames(tick, { x: 0, z: 0 }, 1_795_245_006_819);
    if (tick > 30) for (const text of sent) bytes += Buffer.byteLength(text) + 4;
  }
  assert.ok(near && middle && far);
  assert.deepEqual([rows.get(1), rows.get(2), rows.get(3)], [100, 50, 10]);
  assert.ok(bytes / 10 < 10_000, `${bytes / 10} bytes a second`);
});

test('of many who arrive at once, eight are shown in each tick', () => {
  const { grid, walkers } = crowd(40);
  scatter(walkers, randomFrom(5), 10);
  const view = new View(grid, undefined);
  const cards = (tick: number): number =>
    view.frames(tick, { x: 0, z: 0 }, tick).filter((frame) => frame.startsWith('{"type":"player",')).length;
  assert.deepEqual([cards(1), cards(2), cards(3)], [8, 8, 8]);
});

test('a visitor who comes back at once, or before the old light is gone, stays in view', () => {
  for (const overlap of [-3, -1, 0, 1, 3]) {
    const { grid, walkers } = crowd(1);
    const [old] = walkers;
    assert.ok(old);
    const back = new Walker(grid, old.player.number);
    const view = new View(grid, undefined);
    const drawn = new Drawn();
    old.to(3, 0);
    for (let tick = 1; tick <= 40; tick++) {
      if (tick >= 10 - overlap) back.to(3 + (tick % 5) / 10, 0);
      if (tick === 10) old.hide();
      drawn.take(view.frames(tick, { x: 0, z: 0 }, tick));
    }
    assert.deepEqual([...drawn.places], [[old.player.number, back.tab.place]], `${overlap}`);
  }
});

test('a visitor with two lights for a moment comes into view once', () => {
  const { grid, walkers } = crowd(1);
  const [one] = walkers;
  assert.ok(one);
  const other = new Walker(grid, one.player.number);
  const view = new View(grid, undefined);
  const drawn = new Drawn();
  for (let tick = 1; tick <= 40; tick++) {
    one.to(3 + (tick % 5) / 10, 0);
    if (tick <= 2) other.to(2, 0);
    else if (tick === 3) other.hide();
    drawn.take(view.frames(tick, { x: 0, z: 0 }, tick));
  }
  assert.deepEqual([...drawn.places], [[one.player.number, one.tab.place]]);
});
