import type { BufferGeometry, Group, Material, Object3D, WebGLRenderer } from 'three';

/** Depths are kept as whole numbers, which need no box on the heap: clip space is metres from the eye, nearly. */
const STEPS_A_METRE = 10_000;

/** One thing to draw, as three.js reads it. */
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

/** Programs lie together as modules do. No distances: what is solid hides itself. */
const opaqueComesFirst = (a: Item, b: Item): boolean =>
  a.groupOrder !== b.groupOrder
    ? a.groupOrder < b.groupOrder
    : a.renderOrder !== b.renderOrder
      ? a.renderOrder < b.renderOrder
      : a.id < b.id;

/** From far to near, where no order is given. */
const transparentComesFirst = (a: Item, b: Item): boolean =>
  a.groupOrder !== b.groupOrder
    ? a.groupOrder < b.groupOrder
    : a.renderOrder !== b.renderOrder
      ? a.renderOrder < b.renderOrder
      : a.z !== b.z
        ? a.z > b.z
        : a.id < b.id;

/** In place: a hundred items cost a few microseconds, where `Array.sort` makes 800 bytes of garbage each time. */
function order(items: Item[], comesFirst: (a: Item, b: Item) => boolean): void {
  for (let i = 1; i < items.length; i++) {
    const item = items[i] as Item;
    let at = i;
    for (; at > 0 && comesFirst(item, items[at - 1] as Item); at--) items[at] = items[at - 1] as Item;
    items[at] = item;
  }
}

/** A list whose arrays keep their room: what is drawn in one frame is nearly always what was drawn in the one before. */
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

/** What three.js asks of a render list (WebGLRenderLists.js of r183), without what that throws away in every frame. */
class DrawList {
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
    const depth = (z * STEPS_A_METRE) | 0;
    let item = this.#pool[index];
    if (item === undefined) {
      const { id, renderOrder } = object;
      const materialVariant = 0;
      item = { id, object, geometry, material, materialVariant, groupOrder, renderOrder, z: depth, group };
      this.#pool[index] = item;
    } else {
      item.id = object.id;
      item.object = object;
      item.geometry = geometry;
      item.material = material;
      item.groupOrder = groupOrder;
      item.renderOrder = object.renderOrder;
      item.z = depth;
      item.group = group;
    }
    item.materialVariant = isInstanced(object) ? 2 : 0;
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

  /** A background that is drawn as an object comes when the list is finished, and before all else. */
  unshift(
    object: Object3D,
    geometry: BufferGeometry | null,
    material: Material,
    groupOrder: number,
    z: number,
    group: Group | null,
  ): void {
    this.opaque.unshift(this.#take(object, geometry, material, groupOrder, z, group));
  }

  finish(): void {
    this.#opaque.end();
    this.#transmissive.end();
    this.#transparent.end();
    // What was removed from the scene is not to be kept alive by this list.
    for (let i = this.#used; i < this.#pool.length; i++) {
      const item = this.#pool[i] as Item;
      if (item.object === null) break;
      item.object = null;
      item.geometry = null;
      item.material = null;
      item.group = null;
    }
  }

  sort(): void {
    order(this.opaque, opaqueComesFirst);
    order(this.transmissive, transparentComesFirst);
    order(this.transparent, transparentComesFirst);
  }
}

/** Gives the renderer lists of ours for each scene; again after a lost context, when it has made new ones of its own. */
export function patchRenderLists(renderer: WebGLRenderer): void {
  const lists = new WeakMap<object, DrawList[]>();
  const get = (scene: object, depth: number): DrawList => {
    let ofScene = lists.get(scene);
    if (!ofScene) lists.set(scene, (ofScene = []));
    return (ofScene[depth] ??= new DrawList());
  };
  Object.assign(renderer.renderLists, { get });
}
