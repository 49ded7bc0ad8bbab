import { expect } from '@open-wc/testing';
import type { Color, InstancedBufferGeometry, Mesh, ShaderMaterial, Vector4 } from 'three';
import type { Commit } from '../../../../data/readings/records.ts';
import { theme } from '../../../../theme/theme.ts';
import * as matrixRain from '../../../../world/effects/ambient/matrix-rain.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;
const commit = (index: number): Commit => ({
  sha: (index + 16).toString(16).padStart(40, 'ab'),
  author: 'Timmy',
  authoredAt: NOW - index * 60_000,
  title: `Change ${index}`,
});

describe('the matrix rain', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    setLevel(stage.scene, 'highest');
    stage.state.now.set(NOW);
  });
  afterEach(() => expectNothingLeft(stage, matrixRain));
  type Rain = Mesh<InstancedBufferGeometry, ShaderMaterial>;
  const mesh = (): Rain => stage.scene.getObjectByName('matrix-rain') as Rain;
  const uniform = <T>(key: string): T => mesh().material.uniforms[key]?.value as T;
  const fallen = (): number => uniform<Vector4>('rain').x;
  const light = (): number => uniform<Vector4>('rain').y;
  const live = (count: number): void =>
    stage.state.readings.commits.set({
      state: 'live',
      source: 'me/home',
      fetchedAt: NOW,
      value: Array.from({ length: count }, (_unused, i) => commit(i)),
    });
  const start = (): void => matrixRain.init(stage.scene, stage.state, theme);
  const run = (): void => {
    for (let i = 0; i < 20; i++) matrixRain.update(i / 20, 0.05);
  };

  it('shows each commit’s hash as a column of digits, in one draw call', () => {
    live(3);
    start();
    expect(stage.calls()).to.equal(1);
    expect(mesh().geometry.instanceCount).to.equal(3 * 40);
    const digits = mesh().geometry.getAttribute('aDigit');
    const read = Array.from({ length: 40 }, (_unused, row) => digits.getZ(40 + row).toString(16)).join('');
    expect(read).to.equal(commit(1).sha);
    expect([digits.getY(40), digits.getY(79)]).to.deep.equal([0, 39]);
    expect(digits.getW(0), 'the newest is the brightest').to.be.greaterThan(digits.getW(40));
  });

  it('draws nothing without commits, while loading, and after an error', () => {
    start();
    expect(mesh().visible).to.equal(false);
    live(2);
    run();
    expect(mesh().visible).to.equal(true);
    stage.state.readings.commits.set({ state: 'empty', source: 's', fetchedAt: NOW });
    run();
    expect(mesh().visible).to.equal(false);
    live(2);
    run();
    stage.state.readings.commits.set({ state: 'error', source: 's', cause: 'It answered 502.' });
    run();
    expect(mesh().visible).to.equal(false);
  });

  it('falls while live, stands still and dim when stale, and is also grey when offline', () => {
    live(2);
    start();
    run();
    const [seconds, bright] = [fallen(), light()];
    expect(seconds).to.be.closeTo(1, 0.01);
    const { value = [] } = stage.state.readings.commits.get();
    for (const [state, color] of [
      ['stale', 'rain'],
      ['offline', 'readingOffline'],
    ] as const) {
      stage.state.readings.commits.set({ state, source: 's', value, fetchedAt: NOW, cause: 'c' });
      run();
      expect(fallen(), state).to.equal(seconds);
      expect(light()).to.be.within(bright * 0.2, bright * 0.7);
      expect(uniform<Color>('tint').getHexString()).to.equal(theme.colors[color].slice(1));
    }
  });

  it('stands still under reduced motion', () => {
    live(2);
    stage.state.world.reducedMotion.set(true);
    start();
    run();
    expect(fallen()).to.equal(0);
    expect(mesh().visible).to.equal(true);
  });

  it('has fewer columns at lower levels, and keeps the newest', () => {
    live(50);
    start();
    const counts = (['highest', 'middle', 'low', 'lowest'] as const).map((quality) => {
      setLevel(stage.scene, quality);
      matrixRain.update(0, 0.05);
      return mesh().geometry.instanceCount / 40;
    });
    expect(counts).to.deep.equal([50, 40, 28, 10]);
    const digits = mesh().geometry.getAttribute('aDigit');
    expect(Array.from({ length: 40 }, (_unused, row) => digits.getZ(row).toString(16)).join('')).to.equal(
      commit(0).sha,
    );
  });

  it('names the commit in view for a visitor at the rim', () => {
    live(1);
    start();
    const angle = mesh().geometry.getAttribute('aDigit').getX(0);
    const [x, z] = [Math.sin(angle), -Math.cos(angle)];
    stage.scene.camera.position.set(x * 30, 1.7, z * 30);
    stage.scene.camera.lookAt(x * 60, 1.7, z * 60);
    matrixRain.update(0, 0.05);
    const [rain] = stage.scene.interactions.all;
    expect(rain?.object.position.distanceTo(stage.scene.camera.position)).to.be.within(
      28,
      rain?.interaction.reach ?? 0,
    );
    expect(rain?.interaction.label()).to.equal(
      `Matrix rain: ${commit(0).sha.slice(0, 12)}, “Change 0” — Timmy, just now — me/home · just now`,
    );
    stage.scene.camera.lookAt(0, 1.7, 0);
    matrixRain.update(0, 0.05);
    expect(rain?.object.position.y).to.be.greaterThan(100);
  });

  it('gives the reason at the rim when nothing falls', () => {
    stage.state.readings.commits.set({ state: 'error', source: 'me/home', cause: 'It answered 502.' });
    start();
    stage.scene.camera.position.set(30, 1.7, 0);
    stage.scene.camera.lookAt(60, 1.7, 0);
    matrixRain.update(0, 0.05);
    const [rain] = stage.scene.interactions.all;
    expect(rain?.object.position.x).to.be.closeTo(60, 0.1);
    expect(rain?.interaction.label()).to.equal(
      'Matrix rain: COMMITS: ERROR — me/home · error · It answered 502.',
    );
  });
});
