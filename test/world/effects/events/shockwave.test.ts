import { expect } from '@open-wc/testing';
import { Mesh, type ShaderMaterial, type Vector4 } from 'three';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import * as shockwave from '../../../../world/effects/events/shockwave.ts';
import { createTestLoop } from '../../../helpers/loop.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel, stepping } from '../../../helpers/stage.ts';

/** At the edge of the platform. */
const REDUCED_MOTION_RADIUS_METRES = 13;

describe('the shockwave', () => {
  let stage: TestStage;
  const loop = createTestLoop();
  beforeEach(() => {
    loop.currentModule = undefined;
    stage = createTestStage(96, 54, loop);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => expectNothingLeft(stage, shockwave));
  const block = (value: number): void =>
    stage.state.readings.blockHeight.set({ state: 'live', source: 'chain', value, fetchedAt: 1 });
  const start = (): void => shockwave.init(stage.scene, stage.state, theme);
  const run = stepping(shockwave);
  const waves = (): readonly Vector4[] =>
    (stage.scene.getObjectByName('shockwave') as Mesh<never, ShaderMaterial>).material.uniforms['waves']
      ?.value as Vector4[];

  it('runs once for a new block: one draw call, and none at rest', () => {
    start();
    block(700_000);
    run(0.5);
    expect(stage.calls(), 'the first height is no news').to.equal(0);
    const dark = stage.light();
    block(700_001);
    run(0.8);
    expect(stage.calls()).to.equal(1);
    expect(stage.light(), 'it is seen on the ground').to.be.greaterThan(dark + 500);
    const [blockWave, milestoneWave] = waves();
    expect(blockWave?.x).to.be.greaterThan(5);
    expect(milestoneWave?.y).to.equal(0);
    run(4);
    expect(stage.calls()).to.equal(0);
  });

  it('runs for a milestone, brighter', () => {
    start();
    block(1);
    block(2);
    run(1);
    emit(stage.state.fireworks, 'v1');
    run(0.6);
    const [blockWave, milestoneWave] = waves();
    expect(milestoneWave?.y).to.be.greaterThan((blockWave?.y ?? 1) * 2);
  });

  it('runs ahead of what arrives after the first picture, and is itself there at once', () => {
    start();
    block(1);
    run(0.1);
    expect(stage.calls()).to.equal(0);
    const dark = stage.light();
    const { frame } = stage.scene;
    loop.currentModule = 'shockwave';
    frame.arrivals.begin(['shockwave', 'panels'], [new Mesh()]);
    frame.arrivals.advance(0.4);
    shockwave.update(0, 0.05);
    const ring = waves()[2];
    expect(ring?.x).to.equal(frame.arrivals.ringOf(0));
    expect(ring?.x).to.be.within(5, 14);
    expect(stage.calls()).to.equal(1);
    expect(stage.light(), 'it is seen on the ground').to.be.greaterThan(dark + 500);
    frame.arrivals.advance(2);
    shockwave.update(0, 0.05);
    expect(stage.calls()).to.equal(0);
  });

  it('ignores events from before init', () => {
    block(5);
    emit(stage.state.fireworks, 'old');
    start();
    run(0.5);
    expect(stage.calls()).to.equal(0);
  });

  it('stays in place under reduced motion', () => {
    stage.state.world.reducedMotion.set(true);
    start();
    emit(stage.state.fireworks, 'v1');
    run(1);
    expect(waves()[1]?.x).to.equal(REDUCED_MOTION_RADIUS_METRES);
    run(1);
    expect(waves()[1]?.x).to.equal(REDUCED_MOTION_RADIUS_METRES);
    expect(stage.calls()).to.equal(1);
  });

  it('gives the same light at every level', () => {
    start();
    emit(stage.state.fireworks, 'v1');
    run(0.8);
    const through = waves()[1]?.y ?? 0;
    setLevel(stage.scene, 'lowest');
    shockwave.update(0, 0);
    expect(waves()[1]?.y).to.be.closeTo(through, 1e-6);
  });
});
