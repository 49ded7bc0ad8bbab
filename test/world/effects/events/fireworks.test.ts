import { expect } from '@open-wc/testing';
import type { InstancedBufferGeometry, Points, ShaderMaterial, Vector4 } from 'three';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import { MAX_SHELLS, overAt } from '../../../../world/effects/events/fireworks-animation.ts';
import * as fireworks from '../../../../world/effects/events/fireworks.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel, stepping } from '../../../helpers/stage.ts';

const SHELLS_A_SHOW = 5;
/** The strands of a wreath. */
const STRANDS = 3;

describe('fireworks', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(96, 54);
    setLevel(stage.scene, 'highest');
    stage.scene.camera.lookAt(0, 20, -40);
    stage.scene.camera.updateMatrixWorld();
  });
  afterEach(() => expectNothingLeft(stage, fireworks));
  const start = (): void => fireworks.init(stage.scene, stage.state, theme);
  const run = stepping(fireworks);
  const points = (): Points<InstancedBufferGeometry, ShaderMaterial> =>
    stage.scene.getObjectByName('fireworks') as Points<InstancedBufferGeometry, ShaderMaterial>;
  const shown = (): Vector4 => points().material.uniforms['show']?.value as Vector4;
  /**
   * The number of shells that still give light, read from the attributes, and how many of them are strands of
   * a wreath.
   */
  const up = (): { shells: number; strands: number } => {
    const { aShell, aLook } = points().geometry.attributes;
    const spreads: number[] = [];
    for (let slot = 0; slot < MAX_SHELLS; slot++) {
      const spread = aLook?.getW(slot) ?? 0;
      const opensAt = aShell?.getW(slot) ?? -1000;
      if (overAt({ opensAt, isWreath: spread < 0 }) >= shown().x) spreads.push(spread);
    }
    return { shells: spreads.length, strands: spreads.filter((spread) => spread < 0).length };
  };

  it('draw nothing before a milestone, one draw call during the show, and nothing after it', () => {
    start();
    run(1);
    expect(stage.calls()).to.equal(0);
    const dark = stage.light();
    emit(stage.state.fireworks, 'v1');
    run(2.4);
    expect(stage.calls()).to.equal(1);
    expect(up()).to.deep.equal({ shells: SHELLS_A_SHOW, strands: 0 });
    expect(stage.light(), 'sparks are seen').to.be.greaterThan(dark + 500);
    run(5);
    expect(stage.calls()).to.equal(0);
  });

  it('ignore milestones from before init', () => {
    emit(stage.state.fireworks, 'old');
    start();
    run(0.5);
    expect(points().visible).to.equal(false);
  });

  it('overlap, up to a limit', () => {
    start();
    for (let i = 0; i < 2; i++) emit(stage.state.fireworks, 'again');
    run(0.1);
    expect(up().shells).to.equal(2 * SHELLS_A_SHOW);
    for (let i = 0; i < 20; i++) emit(stage.state.fireworks, 'and again');
    run(0.1);
    expect(up().shells).to.equal(MAX_SHELLS);
    run(12);
    expect(points().visible).to.equal(false);
  });

  it('show one wreath without motion under reduced motion', () => {
    stage.state.world.reducedMotion.set(true);
    start();
    emit(stage.state.fireworks, 'v1');
    run(0.4);
    expect(up()).to.deep.equal({ shells: STRANDS, strands: STRANDS });
    const early = stage.light();
    run(1.4);
    expect(stage.light(), 'it comes slowly').to.be.greaterThan(early);
    emit(stage.state.fireworks, 'v2');
    run(0.1);
    expect(up().strands).to.equal(STRANDS);
  });

  it('publish each shell at launch, and a wreath once', () => {
    start();
    const launched = stage.state.world.shells.reader();
    emit(stage.state.fireworks, 'v1');
    run(0.05);
    const shells = Array.from({ length: SHELLS_A_SHOW }, () => launched.next());
    expect(launched.next()).to.equal(undefined);
    const { aShell } = points().geometry.attributes;
    for (const [slot, shell] of shells.entries()) {
      expect(shell?.x).to.be.closeTo(aShell?.getX(slot) ?? 0, 1e-4);
      expect(shell?.z).to.be.closeTo(aShell?.getZ(slot) ?? 0, 1e-4);
      expect(shell?.opensInSeconds).to.be.closeTo((aShell?.getW(slot) ?? 0) - shown().x, 1e-4);
      expect(shell?.isWreath).to.equal(false);
    }
    run(12);
    stage.state.world.reducedMotion.set(true);
    emit(stage.state.fireworks, 'v2');
    run(0.05);
    expect(launched.next()?.isWreath).to.equal(true);
    expect(launched.next()).to.equal(undefined);
  });

  it('have fewer sparks and shells at the lowest level, each brighter', () => {
    start();
    emit(stage.state.fireworks, 'v1');
    run(0.1);
    const all = points().geometry.drawRange.count;
    const bright = shown().y;
    run(9);
    setLevel(stage.scene, 'lowest');
    emit(stage.state.fireworks, 'v2');
    run(0.1);
    expect(points().geometry.drawRange.count).to.be.lessThan(all / 2);
    expect(up().shells).to.be.within(1, SHELLS_A_SHOW - 1);
    expect(shown().y).to.be.within(bright, bright * 1.5);
  });
});
