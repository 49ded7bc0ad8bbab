import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, type WebGLRenderer } from 'three';
import { createState } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import * as pointing from '../../../world/interaction/interaction-system.ts';
import { WorldScene } from '../../../world/core/scene/scene.ts';
import { createTestLoop } from '../../helpers/loop.ts';
import { Controls } from '../../../world/input/controls.ts';

/** A canvas of 200 × 100 pixels, with the parts that the modules use. */
class Canvas extends EventTarget {
  readonly style = { cursor: '' };
  readonly focus = (): void => undefined;
  readonly setPointerCapture = (): void => undefined;
  readonly getBoundingClientRect = () => ({ left: 0, top: 0, width: 200, height: 100 });
}
const document = Object.assign(new EventTarget(), { pointerLockElement: undefined as unknown });
const window = Object.assign(new EventTarget(), { matchMedia: () => new EventTarget() });
const before = { window: globalThis.window, document: globalThis.document };

let canvas: Canvas;
let scene: WorldScene;
let state: ReturnType<typeof createState>;
let acted: number;
/** The points of the box that its label and its action were given. Metres to the right of its middle. */
let named: (number | undefined)[];
let used: (number | undefined)[];
beforeEach(() => {
  Object.assign(globalThis, { window, document });
  canvas = new Canvas();
  state = createState();
  scene = new WorldScene({
    camera: new PerspectiveCamera(60, 2),
    renderer: { domElement: canvas } as unknown as WebGLRenderer,
    loop: createTestLoop(),
  });
  acted = 0;
  named = [];
  used = [];
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  box.position.z = -2;
  box.updateMatrixWorld();
  scene.add(box);
  scene.interactions.register(box, {
    label: (hit) => {
      named.push(hit?.point.x);
      return 'A box';
    },
    reach: 5,
    action: {
      key: 'F',
      text: () => 'open',
      run: (hit) => {
        acted++;
        used.push(hit?.point.x);
      },
    },
  });
  pointing.init(scene, state, theme);
});
afterEach(() => {
  pointing.dispose();
  document.pointerLockElement = undefined;
  Object.assign(globalThis, before);
});

const press = (pointerType: string, pointerId: number, x: number, button = 0) => {
  const event = (type: string) =>
    Object.assign(new Event(type), { pointerType, pointerId, button, clientX: x, clientY: 50 });
  canvas.dispatchEvent(event('pointerdown'));
  return { release: () => void canvas.dispatchEvent(event('pointerup')) };
};

test('only the main button acts while the mouse is captured', () => {
  document.pointerLockElement = canvas;
  for (const button of [1, 2]) press('mouse', 1, 100, button).release();
  assert.equal(acted, 0);
  press('mouse', 1, 100).release();
  assert.equal(acted, 1);
});

test('a tap in orbit names an object, even after a pinch on foot', () => {
  const stop = new AbortController();
  const controls = new Controls(canvas as unknown as HTMLCanvasElement, stop.signal, state, scene.input);
  const fingers = [press('touch', 1, 120), press('touch', 2, 180)];
  for (const finger of fingers) finger.release();
  assert.equal(state.world.hint.get(), undefined, 'a pinch is no tap');
  dispatchView(state, { kind: 'navigate' });
  controls.setEnabled(false, false);
  press('touch', 3, 100).release();
  assert.equal(state.world.hint.get()?.label, 'A box');
  controls.dispose();
  stop.abort();
});

test('the key of an action is the letter that the layout types, or that of its place, but not a walking key', () => {
  pointing.update(0, 1);
  const pressed = (key: string, code: string): number => {
    const before = acted;
    window.dispatchEvent(Object.assign(new Event('keydown'), { key, code }));
    return acted - before;
  };
  assert.equal(pressed('f', 'KeyF'), 1);
  assert.equal(pressed('f', 'KeyY'), 1, 'Dvorak');
  assert.equal(pressed('а', 'KeyF'), 1, 'Russian');
  assert.equal(pressed('Process', 'KeyF'), 1, 'with an input method');
  assert.equal(pressed('f', 'KeyD'), 0, 'a layout with F at a walking key');
});

test('a free mouse that rests elsewhere does not change what the middle of the picture hits', () => {
  // On the sky, and on the right side of the box.
  for (const clientX of [5, 125]) {
    const moved = { pointerType: 'mouse', buttons: 0, clientX, clientY: 50 };
    canvas.dispatchEvent(Object.assign(new Event('pointermove'), moved));
    pointing.update(0, 1);
    window.dispatchEvent(Object.assign(new Event('keydown'), { key: 'f', code: 'KeyF' }));
  }
  assert.deepEqual(named, [0, 0]);
  assert.deepEqual(used, [0, 0]);
});
