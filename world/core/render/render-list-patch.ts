import {
  type BufferGeometry,
  type Group,
  type Material,
  type Object3D,
  REVISION,
  type WebGLRenderer,
} from 'three';

/** The revision of three.js for which this patch is made. With another revision the patch is not applied. */
const PATCHED_REVISION = '183';

/** Depths are stored as integers, in this fraction of a metre. */
const STEPS_A_METRE = 10_000;

/** An item of a render list, as three.js reads it. */
interface Item {
  id: number;
  object: Object3D | null;
  geometry: BufferGeometry | null;
  material: Material | null;
  materialVariant: number;
  groupOrder: number;
  renderOrder: number;
  z: number;
  group: Group | null;
}

const emptyItem = (): Item => ({
  id: 0,
  object: null,
  geometry: null,
  material: null,
  materialVariant: 0,
  groupOrder: 0,
  renderOrder: 0,
  z: 0,
  group: null,
});

type Compare = (a: Item, b: Item) => number;

const byOrder: Compare = (a, b) => a.groupOrder - b.groupOrder || a.renderOrder - b.renderOrder;

/** Sorts by id, not by distance, which keeps the programs of a module together. */
const compareOpaque: Compare = (a, b) => byOrder(a, b) || a.id - b.id;

/** Sorts from far to near, after the render order. */
const compareTransparent: Compare = (a, b) => byOrder(a, b) || b.z - a.z || a.id - b.id;

/**
 * Insertion sort, in place: it takes a few microseconds for a hundred nearly sorted items, while `Array.sort`
 * allocates 800 bytes each time.
 */
function order(items: Item[], compare: Compare): void {
  for (let i = 1; i < items.length; i++) {
    const item = items[i];
    if (!item) continue;
    let at = i;
    for (; at > 0; at--) {
      const before = items[at - 1];
      if (!before || compare(item, before) >= 0) break;
      items[at] = before;
    }
    items[at] = item;
  }
}

/** A list that keeps its array, because a frame draws almost the same items as the previous one. */
class Items {
  readonly all: Item[] = [];
  #count = 0;

  begin(): void {
    this.#count = 0;
  }

  add(item: Item): void {
    this.all[this.#count++] = item;
  }

  end(): void {
    if (this.all.length !== this.#count) this.all.length = this.#count;
  }
}

const isInstanced = (object: Object3D): boolean => 'isInstancedMesh' in object;

/** The interface of three.js's render list (WebGLRenderLists.js of r183), without garbage in each frame. */
class RenderList {
  readonly #opaque = new Items();
  readonly #transmissive = new Items();
  readonly #transparent = new Items();
  readonly opaque = this.#opaque.all;
  readonly transmissive = this.#transmissive.all;
  readonly transparent = this.#transparent.all;
  readonly #pool: Item[] = [];
  #used = 0;

  init(): void {
    this.#used = 0;
    this.#opaque.begin();
    this.#transmissive.begin();
    this.#transparent.begin();
  }

  #take(
    object: Object3D,
    geometry: BufferGeometry | null,
    material: Material,
    groupOrder: number,
    z: number,
    group: Group | null,
  ): Item {
    const index = this.#used++;
    const item = (this.#pool[index] ??= emptyItem());
    item.id = object.id;
    item.object = object;
    item.geometry = geometry;
    item.material = material;
    item.materialVariant = isInstanced(object) ? 2 : 0;
    item.groupOrder = groupOrder;
    item.renderOrder = object.renderOrder;
    // An integer, because V8 stores integers without a heap allocation.
    item.z = (z * STEPS_A_METRE) | 0;
    item.group = group;
    return item;
  }

  push(
    object: Object3D,
    geometry: BufferGeometry | null,
    material: Material,
    groupOrder: number,
    z: number,
    group: Group | null,
  ): void {
    const item = this.#take(object, geometry, material, groupOrder, z, group);
    if (((material as { transmission?: number }).transmission ?? 0) > 0) this.#transmissive.add(item);
    else if (material.transparent) this.#transparent.add(item);
    else this.#opaque.add(item);
  }

  /** A background that is drawn as an object is added when the list is finished, and drawn first. */
  unshift(...given: Parameters<RenderList['push']>): void {
    this.opaque.unshift(this.#take(...given));
  }

  finish(): void {
    this.#opaque.end();
    this.#transmissive.end();
    this.#transparent.end();
    // The pool must not keep references to removed objects.
    for (let i = this.#used; i < this.#pool.length; i++) {
      const item = this.#pool[i];
      if (!item?.object) break;
      item.object = null;
      item.geometry = null;
      item.material = null;
      item.group = null;
    }
  }

  sort(): void {
    order(this.opaque, compareOpaque);
    order(this.transmissive, compareTransparent);
    order(this.transparent, compareTransparent);
  }
}

/**
 * Replaces the renderer's lists. Needed again after a lost context, because three.js then creates new lists.
 */
export function patchRenderLists(renderer: WebGLRenderer): void {
  if (REVISION !== PATCHED_REVISION) return;
  const lists = new WeakMap<object, RenderList[]>();
  const get = (scene: object, depth: number): RenderList => {
    let ofScene = lists.get(scene);
    if (!ofScene) lists.set(scene, (ofScene = []));
    return (ofScene[depth] ??= new RenderList());
  };
  Object.assign(renderer.renderLists, { get });
}
