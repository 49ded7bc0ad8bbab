import { expect } from '@open-wc/testing';
import { type IUniform, type Mesh, type ShaderMaterial, Vector3, type Vector4 } from 'three';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import * as resident from '../../../../world/narrative/resident/resident.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const oath = { kind: 'panel', name: 'oath' } as const;

describe('the resident, when it shows the visitor something,', () => {
  let stage: TestStage;
  let time = 0;
  beforeEach(() => {
    stage = createTestStage();
    stage.state.bridge.set({ state: 'open' });
    stage.scene.camera.position.set(0, 1.7, 4);
    stage.scene.registry.lookPointOf = ({ kind }) => (kind === 'panel' ? new Vector3(15, 2, 0) : undefined);
    resident.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    resident.dispose();
    stage.dispose();
  });
  const run = (seconds: number): void => {
    for (let left = seconds; left > 1e-9; left -= 1 / 30) resident.update((time += 1 / 30), 1 / 30);
  };
  const uniform = (name: string): IUniform => {
    const body = stage.scene.interactions.all[0]?.object as Mesh<never, ShaderMaterial>;
    return body.material.uniforms[name] as IUniform;
  };
  const arm = (): Vector4 => uniform('arm').value as Vector4;
  const facing = (): number => {
    const body = stage.scene.interactions.all[0]?.object as Mesh;
    return body.rotation.y + (uniform('turns').value as Vector4).x;
  };
  it('turns to it, points, and comes back to the visitor; the camera stays', () => {
    run(4);
    const { position, quaternion } = stage.scene.camera;
    const before = [...position.toArray(), ...quaternion.toArray()];
    emit(stage.state.world.residentMove, { kind: 'point', place: oath });
    run(3);
    // The resident has turned partly away from the visitor, and its left arm points at the object.
    expect(facing()).to.be.within(0.6, 1);
    expect(arm().x).to.be.lessThan(-0.95);
    expect(facing() + Math.atan2(arm().y, arm().w), 'its direction').to.be.closeTo(Math.PI / 2, 0.03);
    const pointing = stage.light();
    arm().x = 0;
    expect(stage.light(), 'the same moment with the arm down').to.not.equal(pointing);
    run(6);
    expect(Math.abs(arm().x)).to.be.lessThan(0.05);
    expect(facing()).to.be.closeTo(0, 0.03);
    expect([...position.toArray(), ...quaternion.toArray()]).to.deep.equal(before);
  });

  it('turns without pointing, and to nothing that is not there', () => {
    emit(stage.state.world.residentMove, { kind: 'turn', place: oath });
    run(3);
    expect(facing()).to.be.closeTo(Math.PI / 2, 0.03);
    expect(Math.abs(arm().x)).to.equal(0);
    run(6);
    emit(stage.state.world.residentMove, { kind: 'point', place: { kind: 'portal', id: 'nowhere' } });
    run(2);
    expect(Math.abs(arm().x)).to.equal(0);
    expect(facing()).to.be.closeTo(0, 0.03);
  });

  it('waves, nods and shakes its head', () => {
    run(4);
    emit(stage.state.world.residentMove, { kind: 'gesture', gesture: 'wave' });
    run(1.2);
    expect(arm().x).to.be.greaterThan(0.9);
    run(4);
    const turns = (): Vector4 => (uniform('turns').value as Vector4).clone();
    const { z: nod } = turns();
    emit(stage.state.world.residentMove, { kind: 'gesture', gesture: 'nod' });
    run(0.4);
    expect(turns().z).to.be.greaterThan(nod + 0.1);
    run(3);
    emit(stage.state.world.residentMove, { kind: 'gesture', gesture: 'shake-head' });
    let widest = 0;
    for (let i = 0; i < 30; i++) {
      run(1 / 30);
      widest = Math.max(widest, Math.abs(turns().y));
    }
    expect(widest).to.be.greaterThan(0.25);
  });

  it('moves nothing on the way with reduced motion', () => {
    stage.state.world.reducedMotion.set(true);
    run(4);
    emit(stage.state.world.residentMove, { kind: 'point', place: oath });
    run(1 / 30);
    expect(arm().x).to.equal(-1);
    expect(facing()).to.be.within(0.6, 1);
    const held = arm().clone();
    run(1);
    // The resident is still moving to its hover height, so the direction of the arm changes a little.
    expect(arm().clone().sub(held).length()).to.be.lessThan(0.01);
  });
});
