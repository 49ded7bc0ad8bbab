import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Area, onScreen, type Point, targetOf } from '../../../harness/games/area.ts';
import { randomFrom } from '../../helpers/random.ts';

const RUNS = 5_000;
function pixelOf(point: Point, shown: Area): Point {
  const target = targetOf(point, { shown, screens: [] });
  assert.ok(typeof target !== 'string');
  return target;
}
const random = randomFrom(15);
/** A whole number from `low` to `high`. */
const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
const anyArea = (): Area => ({
  x: whole(-8_000, 8_000),
  y: whole(-8_000, 8_000),
  width: whole(1, 7_680),
  height: whole(1, 4_320),
});
const pixelIn = ({ x, y, width, height }: Area): Point => ({
  x: whole(x, x + width - 1),
  y: whole(y, y + height - 1),
});
/** The middle of a pixel, as fractions of the screenshot. */
const fractionOf = ({ x, y }: Point, { x: left, y: top, width, height }: Area): Point => ({
  x: (x - left + 0.5) / width,
  y: (y - top + 0.5) / height,
});
const inside = ({ x, y, width, height }: Area, point: Point): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height;

test('a pixel becomes a fraction and the same pixel again, at every place and size', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const area = anyArea();
    const pixel = pixelIn(area);
    const fraction = fractionOf(pixel, area);
    assert.ok(fraction.x > 0 && fraction.x < 1 && fraction.y > 0 && fraction.y < 1);
    assert.deepEqual(pixelOf(fraction, area), pixel);
    // The log and the model write few digits.
    const written = { x: Number(fraction.x.toFixed(6)), y: Number(fraction.y.toFixed(6)) };
    assert.deepEqual(pixelOf(written, area), pixel);
  }
});

test('a point of a screenshot of another scale lands in the part of the screen that its pixel shows', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const window = anyArea();
    const scale = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3][whole(0, 7)] ?? 1;
    const shot = {
      x: 0,
      y: 0,
      width: Math.max(1, Math.round(window.width * scale)),
      height: Math.max(1, Math.round(window.height * scale)),
    };
    const seen = pixelIn(shot);
    const target = pixelOf(fractionOf(seen, shot), window);
    assert.ok(inside(window, target));
    // The middle of the pixel that is seen, in pixels of the screen.
    const x = window.x + ((seen.x + 0.5) * window.width) / shot.width;
    assert.ok(Math.abs(target.x + 0.5 - x) <= 0.5 + 1e-6, `${target.x} for ${x}`);
  }
});

test('a window that moves takes its points with it', () => {
  for (let run = 0; run < RUNS; run += 1) {
    const before = anyArea();
    const [dx, dy] = [whole(-3_000, 3_000), whole(-3_000, 3_000)];
    const point = { x: random(), y: random() };
    const first = pixelOf(point, before);
    const after = { ...before, x: before.x + dx, y: before.y + dy };
    assert.deepEqual(pixelOf(point, after), { x: first.x + dx, y: first.y + dy });
  }
});

test('targets are on a screen and in no corner of it, or refused', () => {
  let refused = 0;
  for (let run = 0; run < RUNS; run += 1) {
    // One to three screens in a row. The left edge of the first one is at a negative or a positive
    // coordinate.
    const left = whole(-6_000, 3_000);
    const widths = Array.from({ length: whole(1, 3) }, () => whole(600, 3_840));
    const screens = widths.map((width, at) => ({
      x: left + widths.slice(0, at).reduce((sum, one) => sum + one, 0),
      y: whole(-500, 500),
      width,
      height: whole(480, 2_160),
    }));
    const shown = {
      x: whole(left - 300, left + 2_000),
      y: whole(-600, 600),
      width: whole(100, 3_000),
      height: whole(100, 2_000),
    };
    const point = {
      x: random() < 0.1 ? Number(random() < 0.5) : random(),
      y: random() < 0.1 ? Number(random() < 0.5) : random(),
    };
    const target = targetOf(point, { shown, screens });
    const exact = pixelOf(point, shown);
    const screen = screens.find((area) => inside(area, exact));
    if (typeof target === 'string') {
      assert.equal(screen, undefined);
      refused += 1;
      continue;
    }
    assert.ok(screen && inside(screen, target));
    for (const x of [screen.x, screen.x + screen.width - 1])
      for (const y of [screen.y, screen.y + screen.height - 1])
        assert.ok(Math.abs(target.x - x) > 1 || Math.abs(target.y - y) > 1, 'a corner');
    assert.ok(Math.abs(target.x - exact.x) <= 2 && target.y === exact.y);
  }
  assert.ok(refused > 100 && refused < RUNS - 100, `${refused} refused`);
  for (const x of [-0.001, 1.001, NaN, Infinity])
    assert.equal(
      targetOf({ x, y: 0.5 }, { shown: anyArea(), screens: [] }),
      'the point is outside the screenshot',
    );
});

test('a point in the corner of a screen moves out of it, along the nearer edge', () => {
  const screen = { x: 0, y: 0, width: 800, height: 600 };
  const to = (x: number, y: number) => targetOf({ x, y }, { shown: screen, screens: [screen] });
  assert.deepEqual(to(0, 0), { x: 2, y: 0 });
  assert.deepEqual(to(1, 1), { x: 797, y: 599 });
});

test('of a window, the part on the screen is shown', () => {
  const screen = { x: 0, y: 0, width: 800, height: 600 };
  assert.deepEqual(onScreen({ x: -100, y: 500, width: 300, height: 300 }, screen), {
    x: 0,
    y: 500,
    width: 200,
    height: 100,
  });
  assert.equal(onScreen({ x: 800, y: 0, width: 10, height: 10 }, screen), undefined);
});
