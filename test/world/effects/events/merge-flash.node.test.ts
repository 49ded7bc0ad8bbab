import assert from 'node:assert/strict';
import { beforeEach, it } from 'node:test';
import type { Mesh, ShaderMaterial } from 'three';
import { emit } from '../../../../data/core/event.ts';
import { type State, createState } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';
import type { WorldScene } from '../../../../world/core/scene/scene.ts';
import * as mergeFlash from '../../../../world/effects/events/merge-flash.ts';
import { createUndrawnScene } from '../../../helpers/undrawn-scene.ts';

const STEP = 0.02;
let scene: WorldScene;
let state: State;
/** The light of a full flash. */
let full: number;
beforeEach(() => {
  scene = createUndrawnScene();
  state = createState();
  mergeFlash.init(scene, state, theme);
  merge();
  full = Math.max(...course(5));
});
const merge = (): void => emit(state.mergeFlash, '#12 Add a thing');
const course = (seconds: number): number[] =>
  Array.from({ length: Math.round(seconds / STEP) }, () => {
    mergeFlash.update(0, STEP);
    const { material } = scene.getObjectByName('merge-flash') as Mesh<never, ShaderMaterial>;
    return Number(material.uniforms['light']?.value);
  });
const flashes = (lights: readonly number[]): number =>
  lights.filter((light, i) => light > 0 && (lights[i - 1] ?? 0) === 0).length;
const assertSmooth = (lights: readonly number[], most: number): void => {
  for (const [i, light] of lights.entries())
    assert.ok(Math.abs(light - (lights[i - 1] ?? light)) < full * most, 'no jump');
};

it('shows one soft flash of less than 1.2 seconds for a merge', () => {
  assert.ok(course(1).every((light) => light === 0));
  merge();
  const lights = course(3);
  const lit = lights.filter((light) => light > 0).length * STEP;
  assert.ok(lit > 0.8 && lit < 1.2, `${lit} s`);
  assertSmooth(lights, 0.12);
});

it('shows two flashes at least 1.5 seconds apart for many merges at once', () => {
  const lights = Array.from({ length: 10 }, () => {
    merge();
    return course(STEP);
  }).flat();
  lights.push(...course(8));
  assert.equal(flashes(lights), 2, 'the one that had begun, and one more');
});

it('keeps the same pace when merges never stop', () => {
  const lights: number[] = [];
  for (let t = 0; t < 15; t += STEP) {
    merge();
    lights.push(...course(STEP));
  }
  assert.ok(flashes(lights) <= 15 / 1.5 + 1 && flashes(lights) >= 9, `${flashes(lights)}`);
});

it('shows a slow, faint tint under reduced motion', () => {
  state.world.reducedMotion.set(true);
  merge();
  const lights = course(8);
  const most = Math.max(...lights);
  assert.ok(most < full * 0.5 && most > full * 0.2);
  assertSmooth(lights, 0.012);
});
