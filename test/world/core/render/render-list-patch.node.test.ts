import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Material, type Object3D, type WebGLRenderer } from 'three';
import { patchRenderLists } from '../../../../world/core/render/render-list-patch.ts';

interface List {
  readonly opaque: { readonly object: { readonly id: number } | null }[];
  readonly transparent: { readonly object: { readonly id: number } | null }[];
  init(): void;
  push(o: Object3D, g: null, m: Material, groupOrder: number, z: number, group: null): void;
  finish(): void;
  sort(): void;
}

function listOf(): List {
  const renderer = { renderLists: {} as { get(scene: object, depth: number): List } };
  patchRenderLists(renderer as unknown as WebGLRenderer);
  return renderer.renderLists.get({}, 0);
}

interface Thing {
  readonly id: number;
  readonly renderOrder?: number;
  readonly z?: number;
  readonly transparent?: boolean;
  readonly groupOrder?: number;
}
function draw(list: List, things: readonly Thing[]): void {
  list.init();
  for (const { id, renderOrder = 0, z = 0, transparent = false, groupOrder = 0 } of things)
    list.push({ id, renderOrder } as Object3D, null, { transparent } as Material, groupOrder, z, null);
  list.finish();
  list.sort();
}
const ids = (items: List['opaque']): (number | undefined)[] => items.map(({ object }) => object?.id);

describe('the render list patch', () => {
  it('keeps opaque objects in the order of their creation, at any distance', () => {
    const list = listOf();
    draw(list, [
      { id: 5, z: 1 },
      { id: 2, z: 30 },
      { id: 9, z: 0.5, renderOrder: -1 },
    ]);
    assert.deepEqual(ids(list.opaque), [9, 2, 5]);
    assert.deepEqual(ids(list.transparent), []);
  });

  it('draws transparent objects from far to near, unless renderOrder is set', () => {
    const list = listOf();
    draw(list, [
      { id: 1, z: 2.25, transparent: true },
      { id: 2, z: 2.2504, transparent: true },
      { id: 3, z: 400, transparent: true, renderOrder: 4 },
      { id: 4, z: 0.1, transparent: true, renderOrder: -3 },
      { id: 5, z: 90, transparent: true },
      { id: 6, z: 0, transparent: true, groupOrder: 1 },
    ]);
    assert.deepEqual(ids(list.transparent), [4, 5, 2, 1, 3, 6]);
  });

  it('holds only the objects of this frame', () => {
    const list = listOf();
    draw(list, [{ id: 1 }, { id: 2 }, { id: 3, transparent: true }]);
    const gone = list.opaque[1];
    draw(list, [{ id: 4 }]);
    assert.deepEqual(ids(list.opaque), [4]);
    assert.deepEqual(ids(list.transparent), []);
    assert.equal(gone?.object, null);
    draw(list, [{ id: 1 }, { id: 2 }, { id: 3 }]);
    assert.deepEqual(ids(list.opaque), [1, 2, 3]);
  });
});
