import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoxGeometry, Mesh, MeshBasicMaterial, PerspectiveCamera, Vector2, type WebGLRenderer } from 'three';
import { Interactions } from '../../../world/core/interactions.ts';
import { WorldScene } from '../../../world/core/scene.ts';
import { pick } from '../../../world/views/zoom-pick.ts';

function world() {
  const scene = new WorldScene(
    new PerspectiveCamera(60, 2),
    { domElement: new EventTarget() } as unknown as WebGLRenderer,
    new Interactions(),
  );
  const put = (z: number, label: () => string): Mesh => {
    const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
    box.position.z = z;
    box.updateMatrixWorld();
    scene.add(box);
    scene.interactions.register(box, { label, reach: 5 });
    return box;
  };
  return { scene, put };
}

test('a look from near goes to the nearest thing and takes its name alone', () => {
  const { scene, put } = world();
  put(-8, () => 'Board — 12 commits');
  put(-4, () => 'Meter: 72 %');
  const target = pick(scene, new Vector2());
  assert.deepEqual([target?.label, target?.at], ['Meter', [0, 0, -3.5]]);
  assert.equal(target?.distance, 3.5 * 0.45);
});

test('a guest’s thing that throws is asked no more and its module named, and one looks at it all the same', () => {
  const { scene, put } = world();
  const named: unknown[] = [];
  scene.author = () => 'guest';
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
