import { expect } from '@open-wc/testing';
import type { Mesh, ShaderMaterial } from 'three';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import * as mergeFlash from '../../../../world/effects/events/merge-flash.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel, stepping } from '../../../helpers/stage.ts';

describe('the merge flash', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(96, 54);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => expectNothingLeft(stage, mergeFlash));
  const start = (): void => mergeFlash.init(stage.scene, stage.state, theme);
  const run = stepping(mergeFlash);
  const light = (): number =>
    (stage.scene.getObjectByName('merge-flash') as Mesh<never, ShaderMaterial>).material.uniforms['light']
      ?.value as number;
  /** Green of a pixel at a height of the frame, 0 to 1 from below. */
  const green = (height: number): number => {
    stage.render();
    return stage.pixels()[(Math.floor(height * 54) * 96 + 48) * 4 + 1] ?? 0;
  };

  it('brightens the horizon once for a merge, and draws nothing otherwise', () => {
    start();
    run(1);
    expect(stage.calls()).to.equal(0);
    const dark = green(0.5);
    emit(stage.state.mergeFlash, '#12 Add a thing');
    run(0.4);
    expect(green(0.5)).to.be.greaterThan(dark + 20);
    expect(green(0.97), 'the sky above stays as it was').to.be.lessThan(dark + 8);
    expect(stage.calls()).to.equal(1);
    run(1);
    expect(stage.calls()).to.equal(0);
  });

  it('ignores merges from before init', () => {
    emit(stage.state.mergeFlash, 'old');
    start();
    run(0.4);
    expect(light()).to.equal(0);
  });

  it('is a faint tint under reduced motion, and as bright at every level', () => {
    start();
    emit(stage.state.mergeFlash, 'a');
    run(0.4);
    const bright = light();
    setLevel(stage.scene, 'lowest');
    mergeFlash.update(0, 0);
    expect(light()).to.be.closeTo(bright, 1e-6);
    setLevel(stage.scene, 'highest');
    run(4);
    stage.state.world.reducedMotion.set(true);
    emit(stage.state.mergeFlash, 'b');
    run(0.4);
    expect(light()).to.be.lessThan(bright * 0.1);
    run(1.6);
    expect(light()).to.be.within(bright * 0.2, bright * 0.5);
  });
});
