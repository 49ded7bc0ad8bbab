import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Color, Matrix4, Vector3 } from 'three';
import type { PortalDoor } from '../../../world/core/scene/portal-door.ts';
import { portalColliders, portalDoor } from '../../../world/portals/portal-colliders.ts';
import { portalViewModels } from '../../../world/portals/portal-view-model.ts';
import { createState } from '../../../data/state.ts';
import { type Body, RUN_METRES_PER_SECOND, glide, settle } from '../../../world/player/collision.ts';
import { PortalTrigger } from '../../../world/player/portal-trigger.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';

const BODY_RADIUS = 0.35;

const EYE = 1.7;

/** A door that faces +z, at `x` on the ground, turned by `yaw`. */
function door(differs: Record<string, unknown> = {}, x = 0, yaw = 0, size = 1): PortalDoor {
  const state = createState();
  setPortals(state, [portal('a', differs)]);
  const [view] = portalViewModels(state.derived.portals.get());
  const matrix = new Matrix4()
    .makeTranslation(x, 0, 0)
    .multiply(new Matrix4().makeRotationY(yaw))
    .multiply(new Matrix4().makeScale(size, size, size));
  return portalDoor(view ?? assert.fail(), matrix, new Color());
}

/** Walks between two places, looking along `look` (default: ahead); returns where a door was entered. */
function walk(
  doors: readonly PortalDoor[],
  from: readonly [number, number],
  to: readonly [number, number],
  {
    look,
    rate = 60,
    threshold = new PortalTrigger(),
  }: { look?: Vector3; rate?: number; threshold?: PortalTrigger } = {},
): Vector3 | undefined {
  const way = new Vector3(to[0] - from[0], 0, to[1] - from[1]);
  const metres = way.length();
  const ahead = look ?? way.clone().normalize();
  const eye = new Vector3();
  const steps = Math.max(1, Math.ceil((metres / RUN_METRES_PER_SECOND) * rate));
  for (let i = 0; i <= steps; i++) {
    eye.set(from[0], EYE, from[1]).addScaledVector(way, i / steps);
    if (threshold.step(doors, eye, ahead)) return eye.clone();
  }
  return undefined;
}

for (const rate of [20, 60, 144]) {
  test(`walking towards a disc enters it one metre before, at ${rate} frames per second`, () => {
    const at = walk([door()], [0, 6], [0, -6], { rate });
    assert.ok(at && at.z <= 1 && at.z > 1 - RUN_METRES_PER_SECOND / rate - 1e-6, `at ${at?.z}`);
  });

  test(`walking backwards or sideways through an arch enters at its disc, at ${rate} frames per second`, () => {
    for (const look of [new Vector3(0, 0, 1), new Vector3(1, 0, 0), new Vector3(0, -1, 0)]) {
      const at = walk([door()], [0.5, 6], [0.5, -6], { rate, look });
      assert.ok(at && at.z <= 0 && at.z > -RUN_METRES_PER_SECOND / rate - 1e-6, `at ${at?.z}`);
    }
  });
}

test('an arch at any position and angle can be entered from behind', () => {
  assert.ok(walk([door()], [0, -6], [0, 6]));
  assert.ok(walk([door({}, 20, Math.PI / 2)], [26, 0], [14, 0]));
  assert.ok(walk([door({}, 0, 0, 0.8)], [0, 6], [0, -6]));
});

test('passing beside, before or behind the arch does not enter it', () => {
  assert.equal(walk([door()], [3, 6], [3, -6]), undefined);
  assert.equal(walk([door()], [-6, 2], [6, 2]), undefined);
  assert.equal(walk([door()], [-6, 0.9], [6, 0.9], { look: new Vector3(1, 0, 0) }), undefined);
});

test('flying over the arch does not enter it', () => {
  const threshold = new PortalTrigger();
  const doors = [door()];
  const ahead = new Vector3(0, 0, -1);
  for (let z = 6; z > -6; z -= 0.1)
    assert.equal(threshold.step(doors, new Vector3(0, 4.6, z), ahead), undefined, `at ${z}`);
});

test('only looking at the disc does not enter it', () => {
  const threshold = new PortalTrigger();
  const doors = [door()];
  const eye = new Vector3(0, EYE, 2);
  for (let turn = 0; turn < Math.PI * 2; turn += 0.05)
    assert.equal(threshold.step(doors, eye, new Vector3(Math.sin(turn), 0, Math.cos(turn))), undefined);
});

test('a returning visitor leaves the arch before it can be entered again', () => {
  const threshold = new PortalTrigger();
  const doors = [door()];
  assert.ok(walk(doors, [0, 6], [0, -6], { threshold }));
  const towards = new Vector3(0, 0, -1);
  for (const z of [0.9, 0.5, -0.5, 0.7, 1.5, 0.8])
    assert.equal(threshold.step(doors, new Vector3(0, EYE, z), towards), undefined, `at ${z}`);
  assert.equal(threshold.step(doors, new Vector3(0, EYE, 1.9), towards), undefined);
  assert.ok(threshold.step(doors, new Vector3(0, EYE, 0.95), towards));
});

test('teleporting through or into a disc does not enter it', () => {
  const towards = new Vector3(0, 0, -1);
  const threshold = new PortalTrigger();
  const doors = [door()];
  threshold.step(doors, new Vector3(0, EYE, 4), towards);
  assert.equal(threshold.step(doors, new Vector3(0, EYE, -4), towards), undefined, 'through it');
  threshold.reset();
  assert.equal(threshold.step(doors, new Vector3(0, EYE, 0.8), towards), undefined, 'before it');
  assert.equal(threshold.step(doors, new Vector3(0, EYE, 0.6), towards), undefined);
});

test('a visitor inside a new door leaves it before entering', () => {
  const towards = new Vector3(0, 0, -1);
  const threshold = new PortalTrigger();
  threshold.step([door()], new Vector3(0, EYE, 1.4), towards);
  assert.equal(threshold.step([door()], new Vector3(0, EYE, 0.9), towards), undefined);
});

/** Specification 3.2: none of these can be entered. */
const refused: readonly (readonly [string, Record<string, unknown>])[] = [
  ['offline by its status', { status: 'offline' }],
  ['offline by its readiness', { readiness_state: 'offline' }],
  ['blocked', { readiness_state: 'blocked' }],
  ['local-only', { access_mode: 'local-only' }],
  ['without a door', { destination: { action_label: 'Watch', type: 'harness' } }],
  ['unsafe', { destination: { url: 'ftp://a.example/', action_label: 'Go' } }],
];
for (const [what, differs] of refused)
  test(`a portal that is ${what} cannot be entered, and has a solid wall`, () => {
    const closed = door(differs);
    assert.equal(closed.href, undefined);
    assert.equal(walk([closed], [0, 6], [0, -6]), undefined);
    const obstacles = [
      ...portalColliders(closed),
      { x: -2.05, z: 0, radius: 0.75 },
      { x: 2.05, z: 0, radius: 0.75 },
    ];
    for (const rate of [20, 60, 144])
      for (let x = -2; x <= 2; x += 0.05) {
        const body: Body = { x, z: 3, vx: 0, vz: 0 };
        for (let i = 0; i < 2 * rate; i++) {
          const from = { ...body };
          glide(body, 0, -RUN_METRES_PER_SECOND, 1 / rate);
          settle(body, from.x, from.z, obstacles, () => 100);
          assert.ok(body.z > 0.2 || Math.abs(body.x) > 2.05 + 0.75 + BODY_RADIUS - 0.05, `at ${rate}, ${x}`);
        }
      }
  });

test('an open portal has no wall', () => {
  assert.deepEqual(portalColliders(door()), []);
});
