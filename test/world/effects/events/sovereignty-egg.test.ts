import { expect } from '@open-wc/testing';
import { type Mesh, type ShaderMaterial, type Vector4 } from 'three';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import * as sovereigntyEgg from '../../../../world/effects/events/sovereignty-egg.ts';
import { type TestStage, createTestStage, setLevel, stepping } from '../../../helpers/stage.ts';

describe('the sovereignty easter egg', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(160, 90);
    setLevel(stage.scene, 'highest');
    stage.scene.camera.position.set(-7, 7, -1);
    stage.scene.camera.lookAt(-11.9, 8.4, -9.5);
    sovereigntyEgg.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    sovereigntyEgg.dispose();
    stage.render();
    const left = stage.counts();
    stage.dispose();
    expect(left).to.deep.equal({ geometries: 0, textures: 0, programs: 0 });
  });
  const run = stepping(sovereigntyEgg);
  const score = (value: number): void =>
    stage.state.readings.sovereignty.set({
      state: 'live',
      source: 'sovereignty-status.json',
      value: { score: value, label: 'x' },
      fetchedAt: 0,
    });
  const mesh = (): Mesh<never, ShaderMaterial> =>
    stage.scene.getObjectByName('sovereignty-egg') as Mesh<never, ShaderMaterial>;
  const shown = (key: 'egg' | 'tint'): Vector4 => mesh().material.uniforms[key]?.value as Vector4;

  it('assembles one shard per percent of the score, holds them, and disappears', () => {
    score(57);
    run(0.5);
    expect(mesh().visible).to.equal(false);
    emit(stage.state.sovereigntyEgg, 'sovereignty');
    run(3);
    expect(mesh().visible).to.equal(true);
    expect(shown('egg').y).to.equal(0.57);
    run(5);
    expect(mesh().visible).to.equal(false);
  });

  it('is brighter for a higher score', () => {
    const lights = [10, 50, 95].map((value) => {
      score(value);
      const dark = stage.light();
      emit(stage.state.sovereigntyEgg, 'x');
      run(4);
      const light = stage.light() - dark;
      run(6);
      return light;
    });
    expect(lights[1]).to.be.greaterThan((lights[0] as number) * 1.5);
    expect(lights[2]).to.be.greaterThan((lights[1] as number) * 1.2);
  });

  it('shows empty places briefly, and no shard, when the score is unknown', () => {
    stage.state.readings.sovereignty.set({ state: 'error', source: 'x', cause: 'broken' });
    emit(stage.state.sovereigntyEgg, 'x');
    run(1);
    expect(mesh().visible).to.equal(true);
    expect(shown('egg').y).to.equal(0);
    run(4);
    expect(mesh().visible).to.equal(false);
  });

  it('does not restart while it is visible', () => {
    score(57);
    emit(stage.state.sovereigntyEgg, 'x');
    run(3);
    emit(stage.state.sovereigntyEgg, 'x');
    run(0.5);
    expect(shown('egg').x).to.be.greaterThan(3);
  });

  it('fades in and out in place under reduced motion', () => {
    score(57);
    stage.state.world.reducedMotion.set(true);
    emit(stage.state.sovereigntyEgg, 'x');
    run(1);
    expect(shown('tint').w).to.equal(1);
  });

  it('ignores events from before init', () => {
    score(57);
    sovereigntyEgg.dispose();
    emit(stage.state.sovereigntyEgg, 'old');
    sovereigntyEgg.init(stage.scene, stage.state, theme);
    run(1);
    expect(mesh().visible).to.equal(false);
  });
});
