import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TouchGestures } from '../../../world/input/touch-gestures.ts';
import { type Deflection, applyDeadZone } from '../../../world/input/dead-zone.ts';

const near = (a: number, b: number): void => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

describe('the touch stick', () => {
  const bent = (x: number, y: number, dead = 0.15, power = 2): Deflection => {
    const stick = { x, y };
    applyDeadZone(stick, dead, power);
    return stick;
  };

  it('is zero near its middle in all directions', () => {
    for (let angle = 0; angle < 6.3; angle += 0.1)
      assert.deepEqual(bent(0.149 * Math.cos(angle), 0.149 * Math.sin(angle)), { x: 0, y: 0 });
  });

  it('rises from 0 beyond that, slowly at first, to 1 at most', () => {
    near(bent(0.15001, 0).x, 0);
    near(bent(0.575, 0).x, 0.25);
    near(bent(0, -1).y, -1);
    const corner = bent(1, 1);
    near(Math.hypot(corner.x, corner.y), 1);
    near(corner.x, corner.y);
  });

  it('is zero when a value is not a number', () => {
    assert.deepEqual(bent(Number.NaN, 0.5), { x: 0, y: 0 });
    assert.deepEqual(bent(Infinity, 0.5), { x: 0, y: 0 });
  });
});

describe('fingers on the canvas', () => {
  it('walk, look and pinch at the same time', () => {
    const fingers = new TouchGestures();
    assert.ok(fingers.down(1, 80, 500, true));
    assert.ok(fingers.down(2, 250, 300, false));
    assert.ok(fingers.down(3, 250, 400, false));
    fingers.move(1, 80, 500 - 56);
    near(fingers.stick!.ahead, 1);
    fingers.move(2, 260, 250);
    fingers.move(3, 270, 450);
    // Their distance from each other doubles.
    assert.deepEqual([fingers.drag.x, fingers.drag.y], [15, 0]);
    near(Math.exp(fingers.drag.zoomDelta), Math.hypot(10, 200) / 100);
    near(fingers.stick!.ahead, 1);
  });

  it('are ignored from the third finger that looks and the second finger that walks', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 80, 500, true);
    fingers.down(2, 250, 300, false);
    fingers.down(3, 250, 400, false);
    assert.equal(fingers.down(4, 300, 500, false), false);
    fingers.move(4, 300, 200);
    assert.deepEqual({ ...fingers.drag }, { x: 0, y: 0, zoomDelta: 0 });
    assert.equal(fingers.up(4), false);
    fingers.move(2, 250, 290);
    assert.ok(fingers.drag.y !== 0);
  });

  it('do not zoom while they touch each other', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 250, 300, false);
    fingers.down(2, 251, 300, false);
    fingers.move(2, 258, 300);
    assert.equal(fingers.drag.zoomDelta, 0);
  });

  it('do not tap after a pinch, and the remaining finger continues to look', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 250, 300, false);
    fingers.down(2, 250, 400, false);
    assert.equal(fingers.up(1), false);
    fingers.move(2, 260, 400);
    assert.equal(fingers.drag.x, 10);
    assert.equal(fingers.up(2), false);
    fingers.down(1, 250, 300, false);
    assert.equal(fingers.up(1), true);
  });

  it('click when they hardly move, but never on the stick', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 250, 300, false);
    fingers.move(1, 253, 302);
    assert.deepEqual({ ...fingers.drag }, { x: 0, y: 0, zoomDelta: 0 });
    assert.equal(fingers.up(1), true);
    fingers.down(1, 50, 300, true);
    assert.equal(fingers.up(1), false);
    assert.equal(fingers.stick, undefined);
  });

  it('do not turn the visitor when they jump, and continue from the new place', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 250, 300, false);
    fingers.move(1, 650, 300);
    assert.equal(fingers.drag.x, 0);
    fingers.move(1, 660, 300);
    assert.equal(fingers.drag.x, 10);
  });

  it('register a pinch that starts and ends between two frames', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 300, 240, false);
    fingers.down(2, 300, 440, false);
    fingers.move(2, 300, 259);
    near(fingers.drag.zoomDelta, Math.log(19 / 200));
    near(fingers.drag.y, 0);
  });

  it('are ignored after release until they go down again', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 80, 500, true);
    fingers.down(2, 250, 300, false);
    fingers.move(1, 80, 440);
    fingers.release();
    assert.equal(fingers.stick, undefined);
    fingers.move(1, 80, 400);
    fingers.move(2, 300, 300);
    assert.equal(fingers.stick, undefined);
    assert.equal(fingers.drag.x, 0);
  });

  it('do not walk when a thumb rests or shakes slightly', () => {
    const fingers = new TouchGestures();
    fingers.down(1, 80, 500, true);
    fingers.move(1, 84, 503);
    assert.deepEqual({ ...fingers.stick }, { x: 80, y: 500, right: 0, ahead: 0 });
  });
});
