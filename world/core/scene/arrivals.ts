import { MathUtils, Mesh, MeshBasicMaterial, type Object3D, Sphere } from 'three';

/** A group has arrived after this time. Seconds. */
const ARRIVAL_SECONDS = 1.2;
/**
 * The last radius of the ring of light that reveals new objects. An object is fully shown when the radius is
 * about twice its distance, so this is twice the distance of the farthest islets. Metres.
 */
const LAST_METRES = 300;

/** A transparent material, and the distance from the resident to the object that has it. */
interface Fading {
  readonly material: MeshBasicMaterial;
  readonly metres: number;
}

/** A group that is arriving. */
interface Arrival {
  readonly modules: ReadonlySet<string>;
  readonly fading: readonly Fading[];
  share: number;
}

/** The radius of the ring after this share of its time: slow on the terrace, fast over the clouds. Metres. */
const radiusAt = (share: number): number => LAST_METRES * share ** 3;

/**
 * The share of an object that is shown when the ring has this radius, 0 to 1. It grows from the moment when
 * the ring reaches the object. The function `arrivedOf` of `world/utils/fog-uniforms.glsl.ts` is the same for
 * shaders.
 */
const arrivedShare = (metres: number, radius: number): number =>
  MathUtils.smoothstep(radius, metres, metres * 2 + 1);

const sphere = new Sphere();

/** The distance from the resident, who is in the middle of the world, to the farthest point of the mesh. */
function metresOf(mesh: Mesh): number {
  mesh.updateWorldMatrix(true, false);
  if (!mesh.geometry.boundingSphere) mesh.geometry.computeBoundingSphere();
  sphere.copy(mesh.geometry.boundingSphere ?? sphere.makeEmpty()).applyMatrix4(mesh.matrixWorld);
  return sphere.center.length() + sphere.radius;
}

/**
 * Modules that are added while the world is seen do not appear suddenly: a ring of light grows around the
 * resident, and objects rise or fade in when it reaches them. Shaders do this themselves
 * (`world/utils/fog-uniforms.glsl.ts`); the transparent materials of three.js get their opacity here.
 */
export class Arrivals {
  readonly #running: Arrival[] = [];

  /** Begins the arrival of a group of modules. Does nothing if none of the objects is visible. */
  begin(modules: readonly string[], roots: readonly Object3D[]): void {
    const fading: Fading[] = [];
    let isSeen = false;
    for (const root of roots)
      root.traverseVisible((object) => {
        if (!(object instanceof Mesh)) return;
        isSeen = true;
        const { material } = object;
        if (material instanceof MeshBasicMaterial && material.transparent && material.opacity === 1)
          fading.push({ material, metres: metresOf(object) });
      });
    if (!isSeen) return;
    for (const { material } of fading) material.opacity = 0;
    this.#running.push({ modules: new Set(modules), fading, share: 0 });
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** The radius of the ring of the arriving group with this index; undefined if there is none. */
  ringOf(index: number): number | undefined {
    const arrival = this.#running[index];
    return arrival && radiusAt(arrival.share);
  }

  /** The radius of the ring with which a module arrives; undefined if the module has arrived. */
  ringFor(module: string | undefined): number | undefined {
    if (module === undefined) return undefined;
    for (let i = 0; i < this.#running.length; i++)
      if (this.#running[i]?.modules.has(module)) return this.ringOf(i);
    return undefined;
  }

  /** Called in each frame. */
  advance(seconds: number): void {
    for (let i = this.#running.length - 1; i >= 0; i--) {
      const arrival = this.#running[i];
      if (!arrival) continue;
      arrival.share = Math.min(1, arrival.share + seconds / ARRIVAL_SECONDS);
      const isOver = arrival.share === 1;
      const radius = radiusAt(arrival.share);
      for (const { material, metres } of arrival.fading)
        material.opacity = isOver ? 1 : arrivedShare(metres, radius);
      if (isOver) this.#running.splice(i, 1);
    }
  }
}
