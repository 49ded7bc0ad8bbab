import {
  BoxHelper,
  BufferGeometry,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  type Object3D,
  OctahedronGeometry,
} from 'three';
import type { State } from '../../data/state.ts';
import type { Theme } from '../../theme/theme.ts';
import type { WorldScene } from './scene.ts';

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
let since = 0;

/** A lamp has no size of its own: it is drawn as a small eight-faced body. */
const LAMP_METRES = 0.8;

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
  if (!state?.debug.get()) {
    if (outlines.size > 0) hide();
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
