import { expect } from '@open-wc/testing';
import type { BufferGeometry, Color, Mesh, ShaderMaterial, Vector4 } from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import { type State, createState } from '../../../../data/state.ts';
import { lapseRun, worldAt } from '../../../../data/time-lapse/time-lapse.ts';
import { theme } from '../../../../theme/theme.ts';
import * as lightningArcs from '../../../../world/effects/ambient/lightning-arcs.ts';
import { readingAs } from '../../../helpers/home-readings.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const NAMES = ['Ada', 'Ben', 'Cleo'];

describe('the lightning arcs', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(64, 36);
    setLevel(stage.scene, 'highest');
    state = createState(
      { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: NAMES } },
      { now: NOW },
    );
  });
  afterEach(() => expectNothingLeft(stage, lightningArcs));
  type Arcs = Mesh<BufferGeometry, ShaderMaterial>;
  const arcs = (): Arcs => stage.scene.getObjectByName('arcs') as Arcs;
  const uniform = <T>(key: string): T => arcs().material.uniforms[key]?.value as T;
  const moved = (): number => uniform<Vector4>('arcs').x;
  const light = (): number => uniform<Vector4>('arcs').y;
  const tint = (): string => `#${uniform<Color>('tint').getHexString()}`;
  const drawn = (): number => arcs().geometry.drawRange.count;
  /** The first `count` agents committed a minute ago, the others two days ago. */
  const working = (count: number, as: 'live' | 'stale' | 'error' | 'offline' = 'live'): void => {
    const value = NAMES.map((author, i) => ({
      sha: `${i}`,
      author,
      title: 'x',
      authoredAt: NOW - (i < count ? HOUR / 60 : 48 * HOUR),
    }));
    const source = 'me/home';
    state.readings.commits.set(readingAs(as, source, value, NOW));
  };
  const run = (seconds = 1): void => {
    for (let t = 0; t < seconds; t += 0.05) lightningArcs.update(t, 0.05);
  };
  const start = (): void => lightningArcs.init(stage.scene, state, theme);

  it('draw one arc per agent that is active in the colour of work, in two draw calls with the pylons', () => {
    working(0);
    start();
    const tips = drawn();
    working(1);
    run();
    const one = drawn() - tips;
    expect(one).to.be.greaterThan(0);
    working(3);
    run();
    expect(drawn() - tips).to.equal(one * 3);
    expect(tint()).to.equal(theme.colors.agentWorking);
    expect(stage.calls()).to.equal(2);
  });

  it('are not drawn while no agent works, and the tips glow in the idle colour', () => {
    working(0);
    start();
    run();
    expect(arcs().visible).to.equal(true);
    expect(tint()).to.equal(theme.colors.agentIdle);
  });

  it('leave the pylons dark without a reading', () => {
    start();
    run();
    expect(arcs().visible).to.equal(false);
    expect(stage.calls()).to.equal(1);
  });

  it('stand still and dim when the reading is stale or offline, and disappear after an error', () => {
    working(2);
    start();
    run();
    const [before, bright, range] = [moved(), light(), drawn()];
    for (const [as, color] of [
      ['stale', theme.colors.readingStale],
      ['offline', theme.colors.readingOffline],
    ] as const) {
      working(2, as);
      run();
      expect(moved(), as).to.equal(before);
      expect(light()).to.be.lessThan(bright * 0.7);
      expect(drawn()).to.equal(range);
      expect(tint()).to.equal(color);
    }
    working(2, 'error');
    run();
    expect(drawn()).to.be.lessThan(range);
    expect(tint()).to.equal(theme.colors.error);
  });

  it('are steady, faint threads under reduced motion', () => {
    working(2);
    start();
    run();
    const [before, bright, range] = [moved(), light(), drawn()];
    state.world.reducedMotion.set(true);
    run();
    expect(moved()).to.equal(before);
    expect(light()).to.be.lessThan(bright);
    expect(drawn()).to.equal(range);
  });

  it('publish their middle points only while they move', () => {
    working(2);
    start();
    const published = (): number => state.world.arcs.get().length;
    expect(published()).to.equal(2);
    expect(state.world.arcs.get().every(({ y }) => y > 5)).to.equal(true);
    working(2, 'stale');
    run(0.1);
    expect(published()).to.equal(0);
    working(3);
    run(0.1);
    expect(published()).to.equal(3);
    // In a time-lapse they belong to the shown moment.
    const lapse = lapseRun('2023-11-14', state.readings.commits.get(), NOW);
    state.timeLapse.shown.set(worldAt(lapse, 0));
    run(0.1);
    expect(published()).to.equal(0);
    state.timeLapse.shown.set(undefined);
    run(0.1);
    expect(published()).to.equal(3);
  });

  it('name the number of active agents at each pylon, and register obstacles', () => {
    working(2);
    start();
    expect(stage.scene.registry.obstacles.all).to.have.length(4);
    const entries = stage.scene.interactions.all;
    expect(entries).to.have.length(4);
    expect(entries[0]?.interaction.label()).to.equal(
      'Lightning arcs: 2 agents active now — me/home · just now',
    );
    lightningArcs.dispose();
    expect(stage.scene.registry.obstacles.all).to.have.length(0);
    expect(stage.scene.interactions.all).to.have.length(0);
  });

  it('are as bright and as many at every level', () => {
    working(2);
    start();
    run();
    const [through, range] = [light(), drawn()];
    setLevel(stage.scene, 'lowest');
    run(0.1);
    expect(light()).to.equal(through);
    expect(drawn()).to.equal(range);
  });
});
