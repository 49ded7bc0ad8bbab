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
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import { heightAt } from '../terrain/island/height.ts';
import type { Obstacle } from '../core/scene/obstacles.ts';
import type { WorldScene } from '../core/scene/scene.ts';

/** The classes that the debug toggle outlines (specification 6.3). */
const OUTLINED: ReadonlySet<unknown> = new Set(['collision-box', 'light-source']);
/** New objects (a registry that changed) are found this often. Seconds. */
const LOOK_EVERY = 1;

let scene: WorldScene | undefined;
let state: State | undefined;
let material: LineBasicMaterial | undefined;
/** Never drawn: it lets the warm-up compile the lines' shader, so that the toggle does not stall the picture. */
let sample: LineSegments | undefined;
const outlines = new Map<Object3D, LineSegments>();
/** The circles of all obstacles as one object, and the list it was made of. */
let circles: LineSegments | undefined;
let circled: readonly Obstacle[] = [];
let since = 0;

/** A lamp has no size of its own: it is drawn as a small eight-faced body. */
const LAMP_METRES = 0.8;

/** A circle on the ground is drawn as a drum of so many sides and so high, with an upright at each fourth corner. Metres. */
const DRUM_SIDES = 16;
const DRUM_METRES = 2;

/** Ends of the lines round one obstacle, x y z each. */
function* drum({ x, z, radius }: Obstacle): Generator<number> {
  const foot = heightAt(x, z);
  for (let side = 0; side < DRUM_SIDES; side++) {
    const [from, to] = [side, side + 1].map((at) => (at / DRUM_SIDES) * Math.PI * 2) as [number, number];
    const [ax, az] = [x + Math.cos(from) * radius, z + Math.sin(from) * radius];
    const [bx, bz] = [x + Math.cos(to) * radius, z + Math.sin(to) * radius];
    for (const y of [foot, foot + DRUM_METRES]) yield* [ax, y, az, bx, y, bz];
    if (side % 4 === 0) yield* [ax, foot, az, ax, foot + DRUM_METRES, az];
  }
}

/** What a visitor walks round has no object of its own: the circles themselves are drawn, and again when one has come or gone. */
function circle(into: WorldScene, lines: LineBasicMaterial): void {
  const { all } = into.obstacles;
  if (circles && all === circled) return;
  uncircle();
  if (all.length === 0) return;
  const corners = all.flatMap((obstacle) => [...drum(obstacle)]);
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(corners, 3));
  circles = new LineSegments(geometry, lines);
  circles.name = 'obstacle outlines';
  circled = all;
  into.add(circles);
}

function uncircle(): void {
  circles?.removeFromParent();
  circles?.geometry.dispose();
  circles = undefined;
}

function outline(object: Object3D, lines: LineBasicMaterial): LineSegments {
  if (object.userData['class'] === 'light-source') {
    const body = new OctahedronGeometry(LAMP_METRES);
    const helper = new LineSegments(new EdgesGeometry(body), lines);
    body.dispose();
    object.getWorldPosition(helper.position);
    return helper;
  }
  const helper = new BoxHelper(object);
  helper.material.dispose();
  helper.material = lines;
  return helper;
}

function show(): void {
  const lines = material;
  if (!scene || !lines) return;
  for (const [object, helper] of outlines) if (!isIn(scene, object)) remove(object, helper);
  scene.traverse((object) => {
    if (OUTLINED.has(object.userData['class']) && !outlines.has(object))
      outlines.set(object, outline(object, lines));
  });
  for (const helper of outlines.values()) if (helper.parent === null) scene.add(helper);
  circle(scene, lines);
}

function isIn(root: Object3D, object: Object3D): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (at === root) return true;
  return false;
}

function remove(object: Object3D, helper: LineSegments): void {
  helper.removeFromParent();
  helper.geometry.dispose();
  outlines.delete(object);
}

function hide(): void {
  for (const [object, helper] of outlines) remove(object, helper);
  uncircle();
}

export function init(into: WorldScene, from: State, theme: Theme): void {
  scene = into;
  state = from;
  material = new LineBasicMaterial({ color: theme.colors.accent, fog: false });
  sample = new LineSegments(new BufferGeometry(), material);
  sample.visible = false;
  scene.add(sample);
  since = LOOK_EVERY;
}

export function update(_elapsed: number, delta: number): void {
  if (!state?.panels.debug.get()) {
    if (outlines.size > 0 || circles) hide();
    since = LOOK_EVERY;
    return;
  }
  since += delta;
  if (since < LOOK_EVERY) return;
  since = 0;
  show();
}

export function dispose(): void {
  hide();
  material?.dispose();
  scene = undefined;
  state = undefined;
  sample?.removeFromParent();
  sample?.geometry.dispose();
  sample = undefined;
  material = undefined;
}
