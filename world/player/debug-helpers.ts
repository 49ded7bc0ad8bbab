import {
  BoxHelper,
  BufferGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  OctahedronGeometry,
} from 'three';
import { defineModule } from '../core/define-module.ts';
import type { Obstacle } from '../core/scene/scene-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { heightAt } from '../terrain/island/height.ts';

/** The classes that the debug toggle outlines (specification 6.3). */
const OUTLINED: ReadonlySet<unknown> = new Set(['collision-box', 'light-source']);
/** The interval of looking for new objects, for example after a change of the registry. */
const LOOK_EVERY_SECONDS = 1;
/** A lamp has no size, so it is drawn as a small octahedron with this size. */
const LAMP_METRES = 0.8;
/** An obstacle is drawn as a cylinder with a vertical line at every fourth corner. */
const DRUM_SIDES = 16;
const DRUM_METRES = 2;

/** The end points (x, y, z) of the lines around one obstacle. */
function* drumLines({ x, z, radius }: Obstacle): Generator<number> {
  const foot = heightAt(x, z);
  const corner = (side: number): readonly [x: number, z: number] => {
    const angle = (side / DRUM_SIDES) * Math.PI * 2;
    return [x + Math.cos(angle) * radius, z + Math.sin(angle) * radius];
  };
  for (let side = 0; side < DRUM_SIDES; side++) {
    const [ax, az] = corner(side);
    const [bx, bz] = corner(side + 1);
    for (const y of [foot, foot + DRUM_METRES]) yield* [ax, y, az, bx, y, bz];
    if (side % 4 === 0) yield* [ax, foot, az, ax, foot + DRUM_METRES, az];
  }
}

function outlineOf(object: Object3D, material: LineBasicMaterial): LineSegments {
  if (object.userData['class'] === 'light-source') {
    const body = new OctahedronGeometry(LAMP_METRES);
    const helper = new LineSegments(new EdgesGeometry(body), material);
    body.dispose();
    object.getWorldPosition(helper.position);
    return helper;
  }
  const helper = new BoxHelper(object);
  helper.material.dispose();
  helper.material = material;
  return helper;
}

function isIn(root: Object3D, object: Object3D): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (at === root) return true;
  return false;
}

class DebugHelpers {
  readonly #scene: WorldScene;
  readonly #material: LineBasicMaterial;
  readonly #outlines = new Map<Object3D, LineSegments>();
  /**
   * The outlines of all obstacles as one object, because obstacles are not objects of the scene; and the list
   * of these obstacles.
   */
  #obstacles: LineSegments | undefined;
  #drawn: readonly Obstacle[] = [];

  constructor(scene: WorldScene, material: LineBasicMaterial) {
    this.#scene = scene;
    this.#material = material;
  }

  /** Outlines the current objects; called repeatedly while the outlines are shown. */
  show(): void {
    const scene = this.#scene;
    for (const object of this.#outlines.keys()) if (!isIn(scene, object)) this.#remove(object);
    scene.traverse((object) => {
      if (OUTLINED.has(object.userData['class']) && !this.#outlines.has(object))
        this.#outlines.set(object, outlineOf(object, this.#material));
    });
    for (const helper of this.#outlines.values()) if (helper.parent === null) scene.add(helper);
    this.#showObstacles();
  }

  #showObstacles(): void {
    const { all } = this.#scene.registry.obstacles;
    if (this.#obstacles && all === this.#drawn) return;
    this.#hideObstacles();
    if (all.length === 0) return;
    const corners = all.flatMap((obstacle) => [...drumLines(obstacle)]);
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3));
    this.#obstacles = new LineSegments(geometry, this.#material);
    this.#obstacles.name = 'obstacle outlines';
    this.#drawn = all;
    this.#scene.add(this.#obstacles);
  }

  #hideObstacles(): void {
    this.#obstacles?.removeFromParent();
    this.#obstacles?.geometry.dispose();
    this.#obstacles = undefined;
  }

  #remove(object: Object3D): void {
    const helper = this.#outlines.get(object);
    helper?.removeFromParent();
    helper?.geometry.dispose();
    this.#outlines.delete(object);
  }

  hide(): void {
    for (const object of this.#outlines.keys()) this.#remove(object);
    this.#hideObstacles();
  }
}

/** Outlines collision boxes, lamps and obstacles while the debug toggle is on. */
export const { init, update, dispose } = defineModule((scene, state, theme, disposables) => {
  const material = disposables.use(new LineBasicMaterial({ color: theme.colors.accent, fog: false }));
  // This object is never drawn. With it the warm-up compiles the shader, so that the toggle does not delay a
  // frame.
  const sample = new LineSegments(disposables.use(new BufferGeometry()), material);
  sample.visible = false;
  disposables.add(scene, sample);
  const helpers = new DebugHelpers(scene, material);
  disposables.defer(() => helpers.hide());
  let shown = false;
  let sinceLook = 0;
  return {
    update(_elapsed, delta) {
      sinceLook += delta;
      if (!state.panels.debug.get()) {
        if (shown) helpers.hide();
        shown = false;
      } else if (!shown || sinceLook >= LOOK_EVERY_SECONDS) {
        shown = true;
        sinceLook = 0;
        helpers.show();
      }
    },
  };
});
