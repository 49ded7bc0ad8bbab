import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstLook } from '../../ci/pictures/first-look.ts';

const [WIDTH, HEIGHT] = [160, 90];
type Colour = readonly [red: number, green: number, blue: number];
interface Spot {
  readonly x: number;
  readonly y: number;
  readonly colour: Colour;
}

/** A plain picture with round spots. */
function look(ground: Colour, spots: readonly Spot[]): readonly [x: number, y: number] {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at++) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const spot = spots.find((one) => Math.hypot(one.x - x, one.y - y) < 4);
    data.set(spot?.colour ?? ground, at * 3);
  }
  return firstLook({ width: WIDTH, height: HEIGHT, channels: 3, data });
}

const isAt = ([x, y]: readonly [number, number], spot: Spot): void => {
  assert.ok(Math.hypot(x * WIDTH - spot.x, y * HEIGHT - spot.y) < 6, `looked at ${x}, ${y}`);
};

test('people look first at the brightest of several spots', () => {
  const dim = [20, 50, 80, 110].map((x): Spot => ({ x, y: 30, colour: [90, 90, 90] }));
  const bright: Spot = { x: 130, y: 60, colour: [230, 230, 230] };
  isAt(look([20, 20, 20], [...dim, bright]), bright);
});

test('people look first at the only spot of another colour', () => {
  const blue = [20, 50, 80, 110].map((x): Spot => ({ x, y: 30, colour: [40, 90, 160] }));
  const orange: Spot = { x: 50, y: 65, colour: [170, 75, 20] };
  isAt(look([20, 20, 40], [...blue, orange]), orange);
});
