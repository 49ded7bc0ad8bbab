import { expect } from '@open-wc/testing';
import {
  type BufferGeometry,
  Color,
  type InstancedMesh,
  Matrix4,
  type Object3D,
  type ShaderMaterial,
  type Vector4,
} from 'three';
import { theme } from '../../../../theme/theme.ts';
import * as gravityZones from '../../../../world/effects/ambient/gravity-zones.ts';
import { portalDoor } from '../../../../world/portals/portal-colliders.ts';
import { portal, setPortals } from '../../../helpers/home-readings.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

describe('the gravity zones', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => expectNothingLeft(stage, gravityZones));
  type Stones = InstancedMesh<BufferGeometry, ShaderMaterial>;
  const stones = (): Stones =>
    (stage.scene.getObjectByName('gravity-zones') as Object3D).children.find(
      (child) => 'isInstancedMesh' in child,
    ) as Stones;
  const zone = (): Vector4 => stones().material.uniforms['zone']?.value as Vector4;
  /** Portals in these states, with their arches. */
  const set = (...states: readonly string[]): void => {
    setPortals(
      stage.state,
      states.map((readiness_state, i) => portal(`p${i}`, { readiness_state })),
    );
    stage.scene.registry.doors = states.map((_state, i) =>
      portalDoor(
        { id: `p${i}`, entrance: { open: false, reason: 'blocked' } },
        new Matrix4().setPosition(10 * i, 0, 0),
        new Color(),
      ),
    );
  };
  const start = (): void => gravityZones.init(stage.scene, stage.state, theme);
  const run = (): void => {
    for (let i = 0; i < 20; i++) gravityZones.update(i / 20, 0.05);
  };

  it('draw nothing while no portal is rebuilding or blocked', () => {
    start();
    expect(stage.calls()).to.equal(0);
    set('playable', 'active', 'offline');
    run();
    expect(stage.calls()).to.equal(0);
    expect(stage.scene.interactions.all).to.have.length(0);
  });

  it('draw the stones of all rebuilding and blocked portals in one call, each kind differently', () => {
    set('playable', 'rebuilding', 'blocked');
    start();
    run();
    expect(stage.calls()).to.equal(1);
    const each = stones().count / 2;
    const blocked = stones().geometry.getAttribute('aBlocked');
    const kinds = Array.from({ length: stones().count }, (_unused, i) => blocked.getX(i));
    expect(kinds.slice(0, each)).to.deep.equal(Array(each).fill(0));
    expect(kinds.slice(each)).to.deep.equal(Array(each).fill(1));
    expect(stage.scene.interactions.all).to.have.length(2);
  });

  it('appear and disappear with the registry', () => {
    set('rebuilding');
    start();
    expect(stones().visible).to.equal(true);
    set('active');
    run();
    expect(stones().visible).to.equal(false);
    expect(stage.scene.interactions.all).to.have.length(0);
    set('rebuilding');
    run();
    expect(stones().visible).to.equal(true);
    stage.scene.registry.doors = [];
    run();
    expect(stones().visible, 'without arches').to.equal(false);
    stage.state.readings.portalRecords.set({ state: 'error', source: 'portals.json', cause: 'Not JSON.' });
    run();
    expect(stones().visible).to.equal(false);
  });

  it('move while the reading is live, and stand still and darker when it is stale or offline', () => {
    set('rebuilding');
    start();
    run();
    const [moved, light] = [zone().x, zone().y];
    expect(moved).to.be.closeTo(1, 0.01);
    const { value = [] } = stage.state.readings.portalRecords.get();
    for (const state of ['stale', 'offline'] as const) {
      stage.state.readings.portalRecords.set({ state, source: 's', value, fetchedAt: 1, cause: 'c' });
      run();
      expect(zone().x, state).to.equal(moved);
      expect(zone().y).to.be.lessThan(light);
    }
  });

  it('stand still under reduced motion', () => {
    set('rebuilding');
    stage.state.world.reducedMotion.set(true);
    start();
    run();
    expect(zone().x).to.equal(0);
    expect(stones().visible).to.equal(true);
  });

  it('have fewer stones at lower levels', () => {
    set('rebuilding', 'blocked');
    start();
    const counts = (['highest', 'middle', 'low', 'lowest'] as const).map((quality) => {
      setLevel(stage.scene, quality);
      gravityZones.update(0, 0.05);
      return stones().count;
    });
    for (let i = 1; i < counts.length; i++) expect(counts[i]).to.be.lessThan(counts[i - 1] as number);
    expect(counts.at(-1)).to.be.greaterThan(10);
  });

  it('compile no program when the first zone comes after the first frame', async () => {
    start();
    stage.renderer.compile(stones(), stage.scene.camera, stage.scene);
    const before = stage.counts().programs;
    set('rebuilding');
    run();
    stage.render();
    expect(stage.counts().programs).to.equal(before);
    expect(before).to.be.greaterThan(0);
  });
});
