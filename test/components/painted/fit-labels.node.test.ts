import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Label, type Rect, coveredBox, fitLabels } from '../../../components/painted/fit-labels.ts';

const window: Rect = { left: 0, top: 0, right: 1000, bottom: 500 };
const at = (left: number, top: number, right: number, bottom: number): Rect => ({ left, top, right, bottom });
const label = (thing: Rect, more: Partial<Label> = {}): Label => ({
  width: 100,
  height: 40,
  side: 'on',
  thing,
  ...more,
});

describe('the labels of the painted home', () => {
  it('stand on their thing, above or below it', () => {
    const thing = at(400, 200, 600, 300);
    const corner = (side: Label['side']) => fitLabels([label(thing, { side })], window)[0];
    assert.deepEqual(corner('on'), { left: 450, top: 230 });
    assert.deepEqual(corner('above'), { left: 450, top: 160 });
    assert.deepEqual(corner('below'), { left: 450, top: 300 });
  });

  it('stay inside the window when their thing is at its edge', () => {
    const [left, right] = fitLabels([label(at(-20, 200, 20, 240)), label(at(980, 200, 1020, 240))], window);
    assert.deepEqual([left?.left, right?.left], [0, 900]);
  });

  it('give way to those before them, and to the other parts of the page', () => {
    const thing = at(400, 200, 600, 300);
    const [first, second] = fitLabels([label(thing), label(thing)], window);
    assert.ok(first && second && Math.abs(first.top - second.top) > 40);
    const [moved] = fitLabels([label(thing)], window, [at(0, 0, 1000, 260)]);
    assert.ok(moved && moved.top > 260);
  });

  it('have no place outside the window, under a part of the page, or where others fill it', () => {
    const none = [undefined];
    assert.deepEqual(fitLabels([label(at(1100, 200, 1200, 300))], window), none);
    assert.deepEqual(fitLabels([label(at(400, 200, 600, 300))], window, [window]), none);
    assert.deepEqual(fitLabels([label(at(400, 200, 600, 300), { width: 1100 })], window), none);
    const crowd = Array.from({ length: 20 }, () => label(at(400, 200, 600, 300)));
    const placed = fitLabels(crowd, window).filter((spot) => spot !== undefined);
    assert.ok(placed.length > 1 && placed.length < 8, `${placed.length}`);
  });
});

describe('a part of a picture that covers the window', () => {
  const picture = { width: 2000, height: 1000 };
  it('keeps its height where the sides of the picture are cut', () => {
    assert.deepEqual(coveredBox([0.5, 0, 1, 1], picture, at(0, 0, 1000, 1000)), at(500, 0, 1500, 1000));
  });
  it('keeps its width where the picture is cut above and below', () => {
    assert.deepEqual(coveredBox([0, 0, 1, 0.5], picture, at(100, 0, 1100, 250)), at(100, -125, 1100, 125));
  });
});
