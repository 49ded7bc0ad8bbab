import { expect } from '@open-wc/testing';
import {
  type BufferGeometry,
  type DataTexture,
  type Mesh,
  type MeshBasicMaterial,
  type ShaderMaterial,
  type Texture,
  Vector3,
  type Vector4,
} from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { Commit } from '../../../../data/readings/records.ts';
import { type State, createState } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';
import { HOURS, RINGS, angleOf } from '../../../../world/panels/heatmap/heatmap-grid.ts';
import * as heatmap from '../../../../world/panels/heatmap/heatmap.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';
import { textsOn } from '../../../helpers/painted-text.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const source = 'me/home, code.example';

describe('the commit heatmap', () => {
  let stage: TestStage;
  let state: State;
  const commit = (author: string, hoursAgo: number): Commit => ({
    sha: 'x',
    author,
    authoredAt: NOW - hoursAgo * HOUR,
    title: 'x',
  });
  const live = (...value: Commit[]): void =>
    state.readings.commits.set({ state: 'live', source, fetchedAt: NOW, value });
  const dial = (): Mesh<never, ShaderMaterial> =>
    stage.scene.getObjectByName('heatmap') as Mesh<never, ShaderMaterial>;
  const uniform = <T>(name: string): T => dial().material.uniforms[name]?.value as T;
  const tone = (): number[] => uniform<Vector4>('tone').toArray();
  const texts = (): string[] => textsOn(stage.scene.getObjectByName('heatmap labels'));
  /** Brightness of each field, 0 to 255, ring by ring from the outermost. */
  const cells = (): Uint8Array => uniform<DataTexture>('grid').image.data as Uint8Array;
  const lit = (): number => cells().filter(Boolean).length;

  beforeEach(() => {
    stage = createTestStage(48, 27);
    state = createState(
      { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada', 'Bob'] } },
      { now: NOW },
    );
    heatmap.init(stage.scene, state, theme);
  });
  afterEach(() => {
    heatmap.dispose();
    stage.dispose();
  });

  it('has its total to the right and farther away in a tall window, where the thumb’s stick is at the left', () => {
    const { camera } = stage.scene;
    /** The middle of the total's line, which is the last but one. */
    const middle = (): Vector3 => {
      const at = (stage.scene.getObjectByName('heatmap labels') as Mesh).geometry.getAttribute('position');
      const corner = (i: number): Vector3 => new Vector3().fromBufferAttribute(at, at.count - 8 + i);
      return corner(0).add(corner(2)).multiplyScalar(0.5);
    };
    const wide = middle();
    camera.aspect = 0.46;
    heatmap.update(0, 0);
    expect(middle().x).to.be.greaterThan(wide.x + 0.3);
    expect(middle().z).to.be.lessThan(wide.z - 0.2);
    camera.aspect = 16 / 9;
    heatmap.update(0, 0);
    expect(middle().toArray()).to.deep.equal(wide.toArray());
  });

  it('has a hand that does not shine through the robe of the resident at noon', () => {
    heatmap.dispose();
    stage.dispose();
    stage = createTestStage(320, 180);
    stage.scene.camera.position.set(0, 2, 7.5);
    stage.scene.camera.lookAt(0, 2, 0);
    stage.scene.camera.updateMatrixWorld();
    heatmap.init(stage.scene, state, theme);
    /** The brightest pixel in the middle of these rows at an hour, counted from below. */
    const brightest = (hour: number, from: number, to: number): number => {
      state.now.set(new Date(2026, 10, 21, hour).getTime());
      heatmap.update(0, 0);
      stage.render();
      const pixels = stage.pixels();
      let most = 0;
      for (let y = from; y <= to; y++)
        for (let x = 157; x < 163; x++) most = Math.max(most, pixels[(y * 320 + x) * 4 + 1] ?? 0);
      return most;
    };
    const [robe, belowHem] = [
      [60, 63],
      [56, 57],
    ] as const;
    expect(brightest(12, ...belowHem)).to.be.greaterThan(100 + brightest(4, ...belowHem));
    expect(brightest(12, ...robe)).to.be.lessThan(20 + brightest(4, ...robe));
  });

  it('lights a field per agent and hour, and names the agents', () => {
    live(commit('bob', 3.2), commit('Ada', 0.1), commit('Ada', 0.2));
    heatmap.update(0, 0);
    expect(texts()).to.include.members(['Ada', 'Bob', '0', '6', '18', '3 commits in 24 h']);
    expect(lit()).to.equal(2);
    expect(cells()[0]).to.be.greaterThan(cells()[HOURS + 3] as number);
    expect(cells()[HOURS + 3]).to.be.greaterThan(100);
  });

  it('moves with the hours, and uploads its data only when a field changed', () => {
    live(commit('Ada', 0.5));
    heatmap.update(0, 0);
    const versionNow = (): number => uniform<Texture>('grid').version;
    const version = versionNow();
    state.now.set(NOW + 10 * 60_000);
    heatmap.update(0, 0);
    expect(versionNow()).to.equal(version);
    state.now.set(NOW + HOUR);
    heatmap.update(0, 0);
    expect(versionNow()).to.equal(version + 1);
    expect(cells()[1]).to.be.greaterThan(100);
    expect(cells()[0]).to.equal(0);
  });

  it('names a wrong state in the words of the specification, and dims old data', () => {
    expect(texts()).to.include('COMMITS: —');
    live(commit('Ada', 1));
    heatmap.update(0, 0);
    const fresh = tone();
    state.readings.commits.set({
      state: 'stale',
      source,
      fetchedAt: NOW,
      cause: 'it is old',
      value: [commit('Ada', 1)],
    });
    heatmap.update(0, 0);
    expect(texts()).to.include.members(['1 commit in 24 h', 'stale']);
    expect(lit()).to.equal(1);
    expect(tone()[3]).to.be.lessThan(fresh[3] as number);
    state.readings.commits.set({ state: 'offline', source, cause: 'no network' });
    heatmap.update(0, 0);
    expect(texts()).to.include('COMMITS: —');
    expect(lit()).to.equal(0);
    const offline = tone();
    state.readings.commits.set({ state: 'error', source, cause: 'It answered 502.' });
    heatmap.update(0, 0);
    expect(texts()).to.include('COMMITS: ERROR');
    expect(tone()).not.to.deep.equal(offline);
    state.readings.commits.set({ state: 'empty', source, fetchedAt: NOW });
    heatmap.update(0, 0);
    expect(texts()).to.include('NO COMMITS');
  });

  it('names agent and count of the field in view, and otherwise the whole heatmap', () => {
    live(commit('Ada', 0.5), commit('Ada', 0.6));
    heatmap.update(0, 0);
    const [entry] = stage.scene.interactions.all;
    const label = (x: number, z: number): string =>
      entry?.interaction.label({ point: new Vector3(x, 0, z), distance: 3, object: entry.object }) ?? '';
    const at = (hoursAgo: number): string => {
      const angle = angleOf(hoursAgo, NOW);
      return label(Math.sin(angle) * 3.8, Math.cos(angle) * 3.8);
    };
    expect(at(0.5)).to.match(/^Ada: 2 commits in the last hour — me\/home/);
    expect(at(9.5)).to.match(/^Ada: no commit \d+ to \d+ h ago/);
    expect(label(0, 3)).to.match(/^Commits of the last day — 2 by 1 of 2 agents — me\/home/);
  });

  it('counts commits by other authors in a ring of their own', () => {
    live(commit('Ada', 0.1), commit('Stranger', 0.2), commit('Guest', 2));
    heatmap.update(0, 0);
    expect(texts()).to.include.members(['3 commits in 24 h', '2 by others']);
  });

  it('says when the list of commits ends before the day does', () => {
    const full = Array.from({ length: 50 }, (_unused, i) => commit('Ada', (i + 1) * 0.1));
    live(...full.slice(1));
    heatmap.update(0, 0);
    expect(uniform<Vector3>('known').x).to.equal(HOURS);
    expect(texts()).to.include('49 commits in 24 h');
    live(...full);
    heatmap.update(0, 0);
    expect(uniform<Vector3>('known').x).to.equal(5);
    expect(texts()).to.include('At least 50 commits in 24 h');
    const [entry] = stage.scene.interactions.all;
    const angle = angleOf(12.5, NOW);
    const point = new Vector3(Math.sin(angle) * 3.8, 0, Math.cos(angle) * 3.8);
    expect(entry?.interaction.label({ point, distance: 3, object: entry.object })).to.contain(
      'is not known, the last 50 commits reach back 5 h',
    );
  });

  it('draws the names that are readable for a visitor who looks at the dial', () => {
    live(commit('Ada', 1));
    const { camera } = stage.scene;
    const labels = stage.scene.getObjectByName('heatmap labels') as Mesh<BufferGeometry>;
    const leftOut = (z: number, lookAt: number): number => {
      camera.position.set(0, 1.7, z);
      camera.lookAt(0, lookAt, 0);
      heatmap.update(0, 0);
      return labels.geometry.drawRange.start / 6;
    };
    expect(leftOut(7.5, 2), 'from the start, who looks ahead').to.equal(RINGS);
    expect(leftOut(40, -2), 'from afar').to.equal(RINGS);
    expect(leftOut(10, -2)).to.be.within(1, RINGS - 1);
    expect(leftOut(5.5, -2)).to.equal(0);
    expect(texts()).to.include('Ada');
  });

  it('shows the total and the hours from the start too', () => {
    live(commit('Ada', 1));
    stage.scene.camera.position.set(0, 2, 7.5);
    stage.scene.camera.lookAt(0, 2, 0);
    heatmap.update(0, 0);
    const words = stage.scene.getObjectByName('heatmap labels') as Mesh<never, MeshBasicMaterial>;
    expect(words.visible).to.equal(true);
    expect(texts()).to.include.members(['1 commit in 24 h', '18']);
  });

  it('moves its hand with the time', () => {
    const hand = (): number => uniform<Vector3>('known').z;
    state.now.set(new Date(2026, 4, 1, 6).getTime());
    heatmap.update(0, 0);
    expect(hand()).to.be.closeTo(0.75, 1e-9);
    state.now.set(new Date(2026, 4, 1, 18, 30).getTime());
    heatmap.update(0, 0);
    expect(hand()).to.be.closeTo(1 - 18.5 / 24, 1e-9);
  });

  it('names the number of agents without a ring on a spare ring', () => {
    const agents = Array.from({ length: RINGS + 2 }, (_unused, i) => `a${i}`);
    state.config.set({ ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents } });
    live(...agents.map((name) => commit(name, 1)));
    heatmap.update(0, 0);
    expect(texts()).to.include('… 3 more');
    expect(lit()).to.equal(RINGS - 1);
  });

  it('is redrawn at the resolution of the level, with the same words', () => {
    live(commit('Ada', 1));
    const map = (): Texture =>
      (stage.scene.getObjectByName('heatmap labels') as Mesh<never, MeshBasicMaterial>).material
        .map as Texture;
    setLevel(stage.scene, 'lowest');
    heatmap.update(0, 0);
    const words = texts();
    const coarse = map();
    setLevel(stage.scene, 'highest');
    heatmap.update(0, 0);
    expect(map()).not.to.equal(coarse);
    expect((map().image as HTMLCanvasElement).width).to.be.at.least(
      (coarse.image as HTMLCanvasElement).width,
    );
    expect(texts()).to.deep.equal(words);
  });
});
