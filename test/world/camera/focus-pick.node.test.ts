import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BoxGeometry,
  type Material,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
} from 'three';
import { WorldScene } from '../../../world/core/scene/scene.ts';
import { createTestLoop } from '../../helpers/loop.ts';
import { pick } from '../../../world/camera/focus-pick.ts';

function world() {
  const loop = createTestLoop();
  const scene = new WorldScene({
    camera: new PerspectiveCamera(60, 2),
    renderer: { domElement: new EventTarget() } as unknown as WebGLRenderer,
    loop,
  });
  const add = (z: number, material: Material = new MeshBasicMaterial()): Mesh => {
    const box = new Mesh(new BoxGeometry(), material);
    box.position.z = z;
    box.updateMatrixWorld();
    scene.add(box);
    return box;
  };
  const put = (z: number, label: () => string): Mesh => {
    const box = add(z);
    scene.interactions.register(box, { label, reach: 5 });
    return box;
  };
  return { scene, loop, add, put };
}

test('picks the nearest object, and takes only its name', () => {
  const { scene, put } = world();
  put(-8, () => 'Board — 12 commits');
  put(-4, () => 'Meter: 72 %');
  const target = pick(scene, new Vector2());
  assert.deepEqual([target?.label, target?.at], ['Meter', [0, 0, -3.5]]);
  assert.equal(target?.distance, 3.5 * 0.45);
});

test('drops a plugin’s label that throws, reports its module, and still picks the object', () => {
  const { scene, loop, put } = world();
  const named: unknown[] = [];
  loop.currentModule = 'guest';
  scene.report = (module, error) => void named.push([module, (error as Error).message]);
  const broken = put(-4, () => {
    throw new Error('no label');
  });
  put(-8, () => 'Board');
  const target = pick(scene, new Vector2());
  assert.deepEqual([target?.label, target?.at], ['Object', [0, 0, -3.5]]);
  assert.deepEqual(named, [['guest', 'no label']]);
  assert.ok(scene.interactions.all.every(({ object }) => object !== broken));
  assert.equal(pick(scene, new Vector2())?.label, 'Object');
  assert.equal(named.length, 1);
});

test('moves the camera to 0.45 of the distance, between 1.5 and 5 metres from the object', () => {
  for (const [away, rest] of [
    [1, 1.5],
    [3.3, 1.5],
    [3.4, 3.4 * 0.45],
    [11, 11 * 0.45],
    [11.2, 5],
    [100, 5],
  ] as const) {
    const { scene, put } = world();
    put(-away - 0.5, () => 'Box');
    const { distance } = pick(scene, new Vector2()) ?? assert.fail();
    assert.ok(Math.abs(distance - rest) < 1e-9, `${away} m off: ${distance} m`);
  }
});

test('picks through light and glass, but not through an object that writes depth', () => {
  const { scene, add, put } = world();
  put(-8, () => 'Board');
  add(-3, new ShaderMaterial({ transparent: true, depthWrite: false }));
  assert.equal(pick(scene, new Vector2())?.label, 'Board');
  const stone = add(-4, new ShaderMaterial());
  assert.deepEqual(pick(scene, new Vector2()), { label: 'Object', at: [0, 0, -3.5], distance: 3.5 * 0.45 });
  stone.userData['zoomLabel'] = 'A pylon';
  assert.equal(pick(scene, new Vector2())?.label, 'A pylon');
  stone.visible = false;
  assert.equal(pick(scene, new Vector2())?.label, 'Board');
});

test('shows a foreign name unchanged', () => {
  const { scene, put } = world();
  const box = put(-4, () => '');
  scene.interactions.register(box, {
    name: () => 'Mount & Blade II: Bannerlord — the war',
    label: () => 'Mount & Blade II: Bannerlord — the war — offline',
    reach: 5,
  });
  assert.equal(pick(scene, new Vector2())?.label, 'Mount & Blade II: Bannerlord — the war');
});
