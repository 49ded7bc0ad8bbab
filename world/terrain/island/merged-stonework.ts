import {
  BufferAttribute,
  BufferGeometry,
  Color,
  InstancedMesh,
  Matrix3,
  Matrix4,
  Mesh,
  type Object3D,
  type ShaderMaterial,
  Vector3,
} from 'three';
import type { WorldScene } from '../../core/scene/scene.ts';
import { type StoneMesh, showMerged } from '../../core/scene/stonework.ts';
import { makeStatic } from '../../utils/drawing.ts';

/** The time without changes before the stones are merged again. */
const SETTLE_SECONDS = 0.5;

/** The properties of a mesh that must not change while it is merged. */
interface Seen {
  readonly geometry: BufferGeometry;
  readonly copies: number;
  readonly placed: number;
}

const copiesOf = (mesh: StoneMesh): number => (mesh instanceof InstancedMesh ? mesh.count : 1);
const placedOf = (mesh: StoneMesh): number =>
  mesh instanceof InstancedMesh ? mesh.instanceMatrix.version : 0;

/** Whether the mesh is visible: false before the warm-up has shown it, and while its module hides it. */
function isShown(mesh: StoneMesh): boolean {
  if (mesh.layers.mask === 0) return false;
  for (let at: Object3D | null = mesh; at !== null; at = at.parent) if (!at.visible) return false;
  return true;
}

const place = new Matrix4();
const turn = new Matrix3();
const vector = new Vector3();
const tint = new Color();
const color = new Color();

/** Collects copies of geometries in world coordinates, with the same transform as in the terrain's shader. */
class StonePile {
  readonly #position: Float32Array;
  readonly #normal: Float32Array;
  readonly #color: Float32Array;
  readonly #glow: Float32Array;
  #corners = 0;

  constructor(corners: number) {
    this.#position = new Float32Array(corners * 3);
    this.#normal = new Float32Array(corners * 3);
    this.#color = new Float32Array(corners * 3);
    this.#glow = new Float32Array(corners);
  }

  add(geometry: BufferGeometry): void {
    const position = geometry.getAttribute('position');
    const normal = geometry.getAttribute('normal');
    const tone = geometry.getAttribute('color');
    const glow = geometry.getAttribute('glow');
    // Not the normal matrix, because the shader transforms normals like positions.
    turn.setFromMatrix4(place);
    for (let i = 0; i < position.count; i++) {
      const at = this.#corners++;
      vector
        .fromBufferAttribute(position, i)
        .applyMatrix4(place)
        .toArray(this.#position, at * 3);
      vector
        .fromBufferAttribute(normal, i)
        .applyMatrix3(turn)
        .toArray(this.#normal, at * 3);
      color
        .fromBufferAttribute(tone, i)
        .multiply(tint)
        .toArray(this.#color, at * 3);
      this.#glow[at] = glow.getX(i);
    }
  }

  build(): BufferGeometry {
    return new BufferGeometry()
      .setAttribute('position', new BufferAttribute(this.#position, 3))
      .setAttribute('normal', new BufferAttribute(this.#normal, 3))
      .setAttribute('color', new BufferAttribute(this.#color, 3))
      .setAttribute('glow', new BufferAttribute(this.#glow, 1));
  }
}

/** The vertices of all copies in one geometry, in world coordinates. */
function mergedGeometry(meshes: Iterable<StoneMesh>): BufferGeometry {
  const all = [...meshes];
  const corners = all.reduce(
    (sum, mesh) => sum + mesh.geometry.getAttribute('position').count * copiesOf(mesh),
    0,
  );
  const pile = new StonePile(corners);
  for (const mesh of all) {
    mesh.updateWorldMatrix(true, false);
    for (let i = 0; i < copiesOf(mesh); i++) {
      place.identity();
      tint.setScalar(1);
      if (mesh instanceof InstancedMesh) {
        mesh.getMatrixAt(i, place);
        if (mesh.instanceColor) mesh.getColorAt(i, tint);
      }
      place.premultiply(mesh.matrixWorld);
      pile.add(mesh.geometry);
    }
  }
  return pile.build();
}

/**
 * Draws the static stone of all modules (`scene.registry.stonework`) in one call instead of nine. New or
 * changed stone is drawn by its own module until nothing has changed for half a second, because merging takes
 * some milliseconds.
 */
export class MergedStonework {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #scene: WorldScene;
  /** The meshes that can be merged, as they were in the last frame. */
  readonly #seen = new Map<StoneMesh, Seen>();
  #shown = 0;
  #changed = false;
  #merged = false;
  #settleSeconds = SETTLE_SECONDS;

  constructor(scene: WorldScene, material: ShaderMaterial) {
    this.#scene = scene;
    this.mesh = new Mesh(new BufferGeometry(), material);
    makeStatic(this.mesh, 'stonework');
    this.mesh.visible = false;
    // Rays hit the stones themselves, which have names.
    this.mesh.raycast = () => undefined;
  }

  /** Called in each frame. */
  update(delta: number): void {
    const {
      frame: { arrivals },
      registry: { stonework },
    } = this.#scene;
    this.#shown = 0;
    this.#changed = false;
    stonework.meshes.forEach(this.#compare);
    if (this.#changed || this.#shown !== this.#seen.size) {
      this.#separate();
      this.#remember();
    } else if (!this.#merged && this.#shown > 1) {
      this.#settleSeconds = arrivals.isRunning ? SETTLE_SECONDS : this.#settleSeconds - delta;
      if (this.#settleSeconds <= 0) this.#merge();
    }
    // Sets the layers in every frame, because a warm-up after a lost context restores the previous layers.
    this.#seen.forEach(this.#choose);
  }

  readonly #compare = (mesh: StoneMesh): void => {
    if (!isShown(mesh)) return;
    this.#shown++;
    const seen = this.#seen.get(mesh);
    this.#changed ||=
      seen?.geometry !== mesh.geometry || seen.copies !== copiesOf(mesh) || seen.placed !== placedOf(mesh);
  };

  readonly #choose = (_seen: Seen, mesh: StoneMesh): void => showMerged(mesh, this.#merged);

  #remember(): void {
    this.#settleSeconds = SETTLE_SECONDS;
    this.#seen.clear();
    for (const mesh of this.#scene.registry.stonework.meshes)
      if (isShown(mesh))
        this.#seen.set(mesh, { geometry: mesh.geometry, copies: copiesOf(mesh), placed: placedOf(mesh) });
  }

  #merge(): void {
    this.#merged = this.mesh.visible = true;
    this.mesh.geometry.dispose();
    this.mesh.geometry = mergedGeometry(this.#seen.keys());
  }

  #separate(): void {
    this.#merged = this.mesh.visible = false;
    this.#seen.forEach(this.#choose);
  }

  dispose(): void {
    this.#separate();
    this.mesh.geometry.dispose();
  }
}
