import { Mesh, MeshBasicMaterial, type Object3D } from 'three';

/** How long a group of modules takes to come out of the fog. Seconds. */
const ARRIVAL_SECONDS = 0.7;

/** A group that is arriving. */
interface Arrival {
  readonly modules: ReadonlySet<string>;
  readonly materials: readonly MeshBasicMaterial[];
  share: number;
}

/** Materials that can fade in: the transparent ones that are not faded already. */
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
 * What is added after the first picture does not pop up: it comes out of the fog (`updateFog`), and
 * what is transparent fades in.
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

  /** How far a module has arrived, 0 to 1. */
  shareOf(module: string | undefined): number {
    for (let i = 0; i < this.#running.length; i++) {
      const arrival = this.#running[i];
      if (arrival && module !== undefined && arrival.modules.has(module)) return arrival.share;
    }
    return 1;
  }

  /** Once a frame. */
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
