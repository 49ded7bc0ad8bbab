import { expect } from '@open-wc/testing';
import type { BufferGeometry, DataTexture, Mesh, ShaderMaterial } from 'three';
import { defaultConfig } from '../../data/config/config.ts';
import type { DataModule } from '../../data/core/module.ts';
import type { Commit } from '../../data/readings/records.ts';
import { type State, createState } from '../../data/state.ts';
import { seek, startTimeLapse } from '../../data/time-lapse/time-lapse-commands.ts';
import { createTimeLapse } from '../../data/time-lapse/time-lapse-run.ts';
import { dispatchView } from '../../data/view/view-state.ts';
import { theme } from '../../theme/theme.ts';
import * as lightningArcs from '../../world/effects/ambient/lightning-arcs.ts';
import * as matrixRain from '../../world/effects/ambient/matrix-rain.ts';
import { agentPanel } from '../../world/panels/agent-panel.ts';
import { commitPanel } from '../../world/panels/commit-panel.ts';
import * as heatmap from '../../world/panels/heatmap/heatmap.ts';
import * as commitBanners from '../../world/portals/commit-banners.ts';
import * as constellations from '../../world/terrain/sky/constellations.ts';
import { type TestStage, createTestStage } from '../helpers/stage.ts';
import { textsOn } from '../helpers/painted-text.ts';

const HOUR = 3_600_000;
const DAY = Date.parse('2026-11-20T00:00:00');
const NOW = DAY + 40 * HOUR;
const modules = [
  lightningArcs,
  matrixRain,
  agentPanel.module,
  commitPanel.module,
  heatmap,
  commitBanners,
  constellations,
];
const authors = ['Ada', 'Bob', 'Cy', 'Somebody else'];
const commits: Commit[] = Array.from({ length: 40 }, (_unused, i) => ({
  sha: `${(i * 7919 + 4096).toString(16)}abcdef0123`,
  author: authors[(i * 7) % 4] ?? '',
  authoredAt: NOW - i * 0.83 * HOUR - (i % 5) * 100_000,
  title: `Commit number ${i}`,
}));

describe('the world in a time-lapse', () => {
  let stage: TestStage;
  let state: State;
  let lapse: DataModule<State>;
  let now: number;

  beforeEach(() => {
    stage = createTestStage(48, 27);
    // Near enough to read the panels.
    stage.scene.camera.position.set(0, 1.7, -5);
    now = NOW;
    state = createState(
      { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada', 'Bob', 'Cy', 'Dee'] } },
      { now },
    );
    state.readings.commits.set({ state: 'live', source: 'me/home', fetchedAt: NOW, value: commits });
    lapse = createTimeLapse({ now: () => now, monotonicNow: () => now });
    lapse.init(undefined, state, theme);
    for (const module of modules) module.init(stage.scene, state, theme);
  });
  afterEach(() => {
    for (const module of modules.toReversed()) module.dispose();
    lapse.dispose?.();
    stage.dispose();
  });

  function run(seconds: number, rate = 30): void {
    for (let i = 0; i < Math.round(seconds * rate); i++) {
      now += 1000 / rate;
      state.now.set(now);
      lapse.update(0, 1 / rate);
      for (const module of modules) module.update(0, 1 / rate);
    }
  }
  function enter(): void {
    startTimeLapse(state, { day: '2026-11-20' });
    run(0.1);
  }
  const jump = (progress: number): void => seek(state, progress);
  const mesh = (name: string): Mesh<BufferGeometry, ShaderMaterial> =>
    stage.scene.getObjectByName(name) as Mesh<BufferGeometry, ShaderMaterial>;
  const texts = (name: string): string[] => textsOn(stage.scene.getObjectByName(name));
  const cells = (): Uint8Array =>
    (mesh('heatmap').material.uniforms['grid']!.value as DataTexture).image.data as Uint8Array;
  /** Everything in the scene that shows commits. */
  function shown(): string {
    const digits = mesh('matrix-rain').geometry.getAttribute('aDigit').array;
    const rain = (mesh('matrix-rain').geometry as unknown as { instanceCount: number }).instanceCount;
    return JSON.stringify({
      cells: [...cells()],
      floor: texts('heatmap labels'),
      agents: texts('agent-board'),
      commits: texts('commit-board'),
      banners: texts('commit-banners'),
      stars: (mesh('constellations') as unknown as { agents: unknown }).agents,
      rain: digits.slice(0, rain * 4),
      arcs: mesh('arcs').geometry.drawRange.count,
    });
  }
  /** Moves the time-lapse to a progress and waits until everything is at rest. */
  function standAt(progress: number): string {
    state.timeLapse.playing.set(false);
    jump(progress);
    run(1);
    return shown();
  }

  it('shows the same state at the same moment, played, scrubbed forward or backward', () => {
    enter();
    run(13, 40);
    const progress = state.timeLapse.progress.get();
    const played = standAt(progress);
    expect(standAt(0.95)).not.to.equal(played);
    expect(standAt(progress)).to.equal(played);
    expect(standAt(0.05)).not.to.equal(played);
    expect(standAt(progress)).to.equal(played);
    dispatchView(state, { kind: 'escape' });
    run(0.5);
    enter();
    expect(standAt(progress)).to.equal(played);
  });

  it('names the shown moment on its panels, and returns to the present', () => {
    run(0.5);
    const present = shown();
    expect(texts('commit-board')).to.include('Live');
    enter();
    standAt(0.5);
    for (const board of ['agent-board', 'commit-board']) {
      expect(texts(board).join(' ')).to.include('12:00 of 20 Nov, time-lapse');
      expect(texts(board)).to.include('Past');
      expect(texts(board)).not.to.include('Live');
    }
    dispatchView(state, { kind: 'escape' });
    now = NOW;
    run(0.5);
    expect(shown()).to.equal(present);
  });

  it('lights the field of a commit at once', () => {
    enter();
    const lit = (): number => cells().filter(Boolean).length;
    const next = state.timeLapse.run.get()?.commits.find(({ author }) => author === 'Ada');
    if (!next) throw new Error('Ada wrote nothing');
    standAt((next.authoredAt - DAY) / (24 * HOUR) - 0.001);
    const before = lit();
    const { count } = state.commitFired.get();
    state.timeLapse.playing.set(true);
    for (let i = 0; i < 100 && state.commitFired.get().count === count; i++) run(1 / 30);
    expect(state.commitFired.get().detail).to.deep.equal([next]);
    expect(lit()).to.be.greaterThan(before);
  });
});
