import { expect } from '@open-wc/testing';
import { Color, type Mesh, type ShaderMaterial, type Vector3 } from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import { emit } from '../../../../data/core/event.ts';
import { type State, createState } from '../../../../data/state.ts';
import { type ColorName, theme } from '../../../../theme/theme.ts';
import * as meter from '../../../../world/panels/meter/sovereignty-meter.ts';
import { textsOn } from '../../../helpers/painted-text.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;

describe('the sovereignty meter', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(48, 27);
    state = createState(defaultConfig, { now: NOW });
    meter.init(stage.scene, state, theme);
  });
  afterEach(() => {
    meter.dispose();
    stage.dispose();
  });
  const texts = (): string[] => textsOn(stage.scene.getObjectByName('sovereignty-meter'));
  const uniforms = (): ShaderMaterial['uniforms'] => {
    const arc = stage.scene
      .getObjectByName('sovereignty-meter')
      ?.children.find((child) => (child as Mesh<never, ShaderMaterial>).material.uniforms);
    return (arc as Mesh<never, ShaderMaterial>).material.uniforms;
  };
  const arcColor = (): string => (uniforms()['color'] as { value: Color }).value.getHexString();
  /** The arc has 95 % of its colour's light. */
  const dimmed = (name: ColorName): string =>
    new Color(theme.colors[name]).multiplyScalar(0.95).getHexString();
  const settle = (): void => {
    for (let i = 0; i < 200; i++) meter.update(i / 20, 0.05);
  };
  const score = (value: number): void =>
    state.readings.sovereignty.set({
      state: 'live',
      source: 'sovereignty-status.json',
      fetchedAt: NOW,
      value: { score: value, label: 'mostly own' },
    });

  it('shows score and label, and fills its arc to the score', () => {
    score(72);
    settle();
    expect(texts()).to.deep.equal(['Sovereignty', '72%', 'Mostly own', 'sovereignty-status.json · just now']);
    expect(uniforms()['fill']?.value).to.be.closeTo(0.72, 0.005);
  });

  it('has a segment for each part that was counted, with its name', () => {
    const parts = ['pages', 'bridge', 'relays'].map((name, i) => ({
      name,
      own: i === 0 ? true : i === 1 ? false : null,
      where: '',
    }));
    state.readings.sovereignty.set({
      state: 'live',
      source: 'sovereignty-status.json',
      fetchedAt: NOW,
      value: { score: 33, label: 'partly own', parts },
    });
    settle();
    expect(texts()).to.include.members(['33%', 'pages', 'bridge', 'relays']);
    expect((uniforms()['segments'] as { value: Vector3 }).value.toArray()).to.deep.equal([3, 0b001, 0b100]);
    expect(uniforms()['fill']?.value).to.be.closeTo(1, 0.005);
    score(72);
    settle();
    expect((uniforms()['segments'] as { value: Vector3 }).value.toArray()).to.deep.equal([0, 0, 0]);
  });

  it('is coloured by its level: high from 80, mid from 40, low below', () => {
    for (const [value, name] of [
      [80, 'sovereigntyHigh'],
      [79, 'sovereigntyMid'],
      [40, 'sovereigntyMid'],
      [39, 'sovereigntyLow'],
    ] as const) {
      score(value);
      meter.update(0, 0.05);
      expect(arcColor()).to.equal(dimmed(name));
    }
  });

  it('shows ERROR twice, grey and empty, when the file cannot be read', () => {
    score(72);
    settle();
    state.readings.sovereignty.set({
      state: 'error',
      source: 'sovereignty-status.json',
      cause: 'It answered 502.',
    });
    settle();
    expect(texts().slice(1, 3)).to.deep.equal(['ERROR', 'ERROR']);
    expect(uniforms()['fill']?.value).to.be.closeTo(0, 0.005);
    expect(arcColor()).to.equal(dimmed('readingOffline'));
  });

  it('runs up again when sovereignty is mentioned, except under reduced motion', () => {
    score(90);
    settle();
    emit(state.sovereigntyEgg, '');
    meter.update(0, 0.05);
    expect(uniforms()['fill']?.value).to.be.lessThan(0.2);
    settle();
    state.world.reducedMotion.set(true);
    emit(state.sovereigntyEgg, '');
    meter.update(0, 0.05);
    expect(uniforms()['fill']?.value).to.be.closeTo(0.9, 0.005);
  });
});
