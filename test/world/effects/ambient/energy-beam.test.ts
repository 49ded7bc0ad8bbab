import { expect } from '@open-wc/testing';
import type { Mesh, ShaderMaterial, Vector4 } from 'three';
import type { RelayStatus } from '../../../../data/readings/records.ts';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import * as energyBeam from '../../../../world/effects/ambient/energy-beam.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel, stepping } from '../../../helpers/stage.ts';

describe('the energy beam', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    setLevel(stage.scene, 'highest');
  });
  afterEach(() => expectNothingLeft(stage, energyBeam));
  const relay = (state: RelayStatus['state']): void =>
    stage.state.relay.relays.set([{ url: 'wss://a.example', state, accepted: 0, rejected: 0, dropped: 0 }]);
  const beam = (): Mesh<never, ShaderMaterial> =>
    stage.scene.getObjectByName('beam') as Mesh<never, ShaderMaterial>;
  const shown = (key: 'beam' | 'glow'): Vector4 => beam().material.uniforms[key]?.value as Vector4;
  const run = stepping(energyBeam);
  const start = (): void => energyBeam.init(stage.scene, stage.state, theme);

  it('is thin and dim while a relay is connected: two draw calls', () => {
    relay('open');
    start();
    run(1);
    expect(stage.calls()).to.equal(2);
    expect(shown('beam').x).to.be.within(0.1, 0.5);
    expect(shown('beam').y).to.equal(0);
  });

  it('draws only its stone without relays', () => {
    relay('open');
    start();
    run(1);
    relay('waiting');
    run(0.3);
    expect(beam().visible, 'it goes out softly').to.equal(true);
    run(8);
    expect(beam().visible).to.equal(false);
    expect(stage.calls()).to.equal(1);
    const hint = stage.scene.interactions.all[0]?.interaction;
    expect(hint?.label()).to.equal('Energy beam: off — 0 of 1 relay connected');
    relay('open');
    run(1);
    expect(beam().visible).to.equal(true);
  });

  it('pulses with a zap, higher and more golden for a larger amount, and then rests', () => {
    relay('open');
    start();
    emit(stage.state.zap, 0);
    run(0.8);
    const plain = { light: shown('beam').y, height: shown('beam').z, blue: shown('glow').z };
    expect(plain.light).to.be.within(0.2, 0.45);
    run(30);
    expect(shown('beam').y).to.equal(0);
    emit(stage.state.zap, 1_000_000);
    run(0.8);
    expect(shown('beam').y).to.be.closeTo(plain.light, 0.01);
    expect(shown('beam').z).to.be.greaterThan(plain.height * 3);
    expect(shown('glow').z, 'gold has no blue').to.be.lessThan(plain.blue * 0.1);
    const hint = stage.scene.interactions.all[0]?.interaction;
    expect(hint?.label()).to.contain('zap of 1,000,000 sats just now');
  });

  it('takes height and colour from the larger of two zaps in one frame', () => {
    relay('open');
    start();
    emit(stage.state.zap, 1_000_000);
    run(0.8);
    const large = { height: shown('beam').z, blue: shown('glow').z };
    run(30);
    emit(stage.state.zap, 1_000_000);
    emit(stage.state.zap, 21);
    run(0.8);
    expect(shown('beam').z).to.equal(large.height);
    expect(shown('glow').z).to.equal(large.blue);
    const hint = stage.scene.interactions.all[0]?.interaction;
    expect(hint?.label(), 'the last one').to.contain('zap of 21 sats just now');
  });

  it('ignores zaps from before init', () => {
    relay('open');
    emit(stage.state.zap, 500);
    start();
    run(0.5);
    expect(shown('beam').y).to.equal(0);
  });

  it('does not climb or ripple under reduced motion', () => {
    relay('open');
    stage.state.world.reducedMotion.set(true);
    start();
    emit(stage.state.zap, 1000);
    run(0.4);
    const { y: early, z: height, w: front } = shown('beam');
    expect(front).to.be.at.least(height);
    expect(shown('glow').w).to.equal(0);
    run(0.8);
    expect(shown('beam').y, 'it is still coming up').to.be.greaterThan(early);
  });

  it('gives the same light at every level', () => {
    relay('open');
    start();
    run(1);
    const through = shown('beam').x;
    setLevel(stage.scene, 'lowest');
    run(0.1);
    expect(shown('beam').x).to.be.closeTo(through, 1e-6);
  });

  it('registers an obstacle', () => {
    start();
    const [stone] = stage.scene.registry.obstacles.all;
    expect(stone?.z).to.equal(-30);
    energyBeam.dispose();
    expect(stage.scene.registry.obstacles.all).to.have.length(0);
    expect(stage.scene.interactions.all).to.have.length(0);
  });
});
