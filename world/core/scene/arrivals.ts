import { Mesh, MeshBasicMaterial, type Object3D } from 'three';

/** The time in which a group of modules appears from the fog. Seconds. */
const ARRIVAL_SECONDS = 0.7;

/** A group that is arriving. */
interface Arrival {
  readonly modules: ReadonlySet<string>;
  readonly materials: readonly MeshBasicMaterial[];
  share: number;
}

/** The materials that can fade in: transparent ones with an opacity of 1. */
function fadingMaterials(roots: readonly Object3D[]): MeshBasicMaterial[] {
  const found = new Set<MeshBasicMaterial>();
  for (const root of roots)
    root.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      const { material } = object;
      if (material instanceof MeshBasicMaterial && material.transparent && material.opacity === 1)
        found.add(material);
    });
  return [...found];
}

/**
 * Modules added after the first picture do not appear suddenly: they come out of the fog (`updateFog`), and
 * transparent materials fade in.
 */
export class Arrivals {
  readonly #running: Arrival[] = [];

  begin(modules: readonly string[], roots: readonly Object3D[]): void {
    const arrival = { modules: new Set(modules), materials: fadingMaterials(roots), share: 0 };
    for (const material of arrival.materials) material.opacity = 0;
    this.#running.push(arrival);
  }

  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** The progress of a module's arrival, 0 to 1. */
  shareOf(module: string | undefined): number {
    for (let i = 0; i < this.#running.length; i++) {
      const arrival = this.#running[i];
      if (arrival && module !== undefined && arrival.modules.has(module)) return arrival.share;
    }
    return 1;
  }

  /** Called in each frame. */
  advance(seconds: number): void {
    for (let i = this.#running.length - 1; i >= 0; i--) {
      const arrival = this.#running[i];
      if (!arrival) continue;
      arrival.share = Math.min(1, arrival.share + seconds / ARRIVAL_SECONDS);
      for (const material of arrival.materials) material.opacity = arrival.share;
      if (arrival.share === 1) this.#running.splice(i, 1);
    }
  }
}
