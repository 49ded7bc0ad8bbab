import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Vector3 } from 'three';
import { createState } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';
import { Disposables } from '../../../../world/core/disposables.ts';
import type { WorldScene } from '../../../../world/core/scene/scene.ts';
import { CommitSparks, MAX_SPARKS } from '../../../../world/effects/events/commit-spark.ts';
import { createUndrawnScene } from '../../../helpers/undrawn-scene.ts';

let scene: WorldScene;
let sparks: CommitSparks;
beforeEach(() => {
  scene = createUndrawnScene();
  sparks = new CommitSparks(scene, createState(), theme, new Disposables());
});
const launch = (): number => sparks.launch(new Vector3(0, 1, 0), { x: 0, z: 0 }, true);
const isFlying = (): boolean => {
  sparks.update(0);
  return scene.getObjectByName('commit-spark')?.visible ?? false;
};
/** When each spark lands that does so within `seconds`. Seconds. */
function landings(seconds: number): number[] {
  const found: number[] = [];
  for (let t = 0.05; t < seconds; t += 0.05) {
    sparks.update(0.05);
    for (let spark = 0; spark < MAX_SPARKS; spark++) if (sparks.hasLanded(spark)) found.push(t);
  }
  return found;
}

test('a spark lands once after its flight, and is gone soon after', () => {
  assert.equal(isFlying(), false);
  assert.ok(launch() >= 0);
  assert.equal(isFlying(), true);
  const [at = 0, ...others] = landings(3);
  assert.ok(Math.abs(at - 1.2) < 0.06);
  assert.deepEqual(others, []);
  assert.equal(isFlying(), false);
});

test('both of two in one frame land, and never more than three a second', () => {
  assert.notEqual(launch(), launch());
  const times = landings(4);
  assert.equal(times.length, 2);
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) > 1 / 3);
});

test('limits a burst, and has room again afterwards', () => {
  const started = Array.from({ length: MAX_SPARKS + 3 }, launch);
  assert.deepEqual(started.slice(MAX_SPARKS), [-1, -1, -1]);
  assert.equal(new Set(started.slice(0, MAX_SPARKS)).size, MAX_SPARKS);
  assert.equal(landings(10).length, MAX_SPARKS);
  assert.ok(launch() >= 0);
});
