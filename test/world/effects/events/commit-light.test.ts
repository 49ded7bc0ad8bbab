import { expect } from '@open-wc/testing';
import { type InstancedBufferAttribute, type Mesh, Vector3 } from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { Commit } from '../../../../data/readings/records.ts';
import { emit } from '../../../../data/core/event.ts';
import { type State, createState } from '../../../../data/state.ts';
import type { ShownMoment } from '../../../../data/time-lapse/time-lapse.ts';
import { theme } from '../../../../theme/theme.ts';
import * as commitLight from '../../../../world/effects/events/commit-light.ts';
import { RINGS, fieldAt } from '../../../../world/panels/heatmap/heatmap-grid.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage, stepping } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;
const commit = (author: string): Commit => ({ sha: 'x', author, authoredAt: NOW, title: 'x' });

describe('the commit light', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(96, 54);
    stage.scene.frame.quality = 'highest';
    state = createState(
      { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada', 'Bob'] } },
      { now: NOW },
    );
    state.readings.commits.set({
      state: 'live',
      source: 'me/home',
      fetchedAt: NOW,
      value: [commit('Ada'), commit('Ada'), commit('Bob')],
    });
    commitLight.init(stage.scene, state, theme);
    replay();
  });
  afterEach(() => expectNothingLeft(stage, commitLight));
  /** Lets the world show a moment of a time-lapse, as `data/time-lapse/time-lapse-run.ts` does. */
  const replay = (): void => {
    const commits = state.readings.commits.get();
    state.timeLapse.shown.set({ now: NOW, commits, knownSince: 0 } as ShownMoment);
  };
  const run = stepping(commitLight);
  /**
   * The indices of the rings that glow, 0 for the outermost. The last index is for authors who are not
   * agents.
   */
  const lit = (): number[] => {
    const mesh = stage.scene.getObjectByName('commit-light') as Mesh;
    const places = mesh.geometry.getAttribute('aPlace') as InstancedBufferAttribute;
    return Array.from({ length: RINGS + 1 }, (_unused, ring) => ring).filter((ring) => places.getZ(ring) > 0);
  };

  it('lights the author’s ring: one draw call while it glows, none before and after', () => {
    expect(stage.calls()).to.equal(0);
    const dark = stage.light();
    emit(state.commitFired, [commit('bob')]);
    run(0.1);
    expect(lit()).to.deep.equal([1]);
    expect(stage.calls()).to.equal(1);
    expect(stage.light()).to.be.greaterThan(dark + 500);
    run(4);
    expect(lit()).to.deep.equal([]);
    expect(stage.calls()).to.equal(0);
  });

  it('shows all authors of one moment together, with other authors beside the agents’ rings', () => {
    emit(state.commitFired, [commit('Ada'), commit('Bob'), commit('Ada'), commit('A stranger')]);
    run(0.1);
    expect(lit()).to.deep.equal([0, 1, RINGS]);
    expect(stage.calls()).to.equal(1);
  });

  /** The light of Ada's ring at each tenth of a second after a commit. */
  const course = (rate: number, seconds: number): number[] => {
    const mesh = stage.scene.getObjectByName('commit-light') as Mesh;
    const places = mesh.geometry.getAttribute('aPlace') as InstancedBufferAttribute;
    emit(state.commitFired, [commit('Ada')]);
    const lights: number[] = [];
    for (let frame = 1; frame <= seconds * rate; frame++) {
      commitLight.update(frame / rate, 1 / rate);
      if (frame % (rate / 10) === 0) lights.push(places.getZ(0));
    }
    return lights;
  };

  it('lights up at once and ends, the same way at any frame rate', () => {
    const lights = course(100, 4);
    for (const rate of [20, 60, 200])
      course(rate, 4).forEach((light, i) => expect(light).to.be.closeTo(lights[i] ?? 0, 1e-6));
    expect(lights[0]).to.be.greaterThan(0.9);
    expect(lights[9]).to.be.lessThan(0.25);
    expect(lights.at(-1)).to.equal(0);
  });

  it('rises from its current brightness when it starts again', () => {
    const [, before = 0] = course(20, 0.2);
    const [after] = course(1000, 0.1);
    expect(after).to.be.at.least(before);
  });

  it('is faint and slow under reduced motion', () => {
    const dark = stage.light();
    emit(state.commitFired, [commit('Ada')]);
    run(0.15);
    const bright = stage.light() - dark;
    run(4);
    state.world.reducedMotion.set(true);
    emit(state.commitFired, [commit('Ada')]);
    run(0.15);
    expect(stage.light() - dark).to.be.lessThan(bright / 4);
    run(10);
    const lights = course(60, 12);
    expect(lights[0]).to.be.lessThan(0.1);
    expect(Math.max(...lights)).to.be.at.most(0.41);
    lights.forEach((light, i) => expect(Math.abs(light - (lights[i - 1] ?? light))).to.be.lessThan(0.07));
    expect(lights.at(-1)).to.equal(0);
  });

  describe('in the present', () => {
    beforeEach(() => state.timeLapse.shown.set(undefined));
    const spark = (): Mesh => stage.scene.getObjectByName('commit-spark') as Mesh;

    it('comes as a spark from the author’s constellation, and lights the field of its hour', () => {
      stage.scene.registry.agentStars = new Map([['bob', new Vector3(0, 0.5, -1).normalize()]]);
      emit(state.commitFired, [{ ...commit('Bob'), authoredAt: NOW - 90 * 60_000 }]);
      run(0.5);
      expect(spark().visible).to.equal(true);
      expect(stage.calls()).to.equal(1);
      const from = spark().geometry.getAttribute('aFrom');
      const { x, y, z } = stage.scene.camera.position;
      const flown = Array.from({ length: from.count }, (_unused, i) => i).find((i) => from.getW(i) > 0) ?? -1;
      const start = new Vector3()
        .fromBufferAttribute(from, flown)
        .sub(new Vector3(x, y, z))
        .normalize();
      expect(start.distanceTo(new Vector3(0, 0.5, -1).normalize())).to.be.lessThan(1e-5);
      expect(lit(), 'not before it lands').to.deep.equal([]);
      run(0.8);
      expect(lit()).to.deep.equal([1]);
      const places = (stage.scene.getObjectByName('commit-light') as Mesh).geometry.getAttribute('aPlace');
      const to = spark().geometry.getAttribute('aTo');
      expect(places.getX(1)).to.be.closeTo(to.getX(flown), 1e-5);
      expect(fieldAt(places.getX(1), places.getY(1), NOW)).to.deep.equal({ ring: 1, hour: 1 });
      run(4);
      expect(spark().visible).to.equal(false);
      expect(stage.calls()).to.equal(0);
    });

    it('has a limited number of sparks in one draw call; the other commits are lights', () => {
      emit(
        state.commitFired,
        Array.from({ length: 20 }, (_unused, i) => commit(i < 10 ? 'Bob' : 'Ada')),
      );
      run(0.1);
      expect(lit(), 'the newest commits have sparks').to.deep.equal([1]);
      expect(stage.calls()).to.equal(2);
      // The last one lands after 3 s, and its light is out 3.2 s later.
      run(8);
      expect(stage.calls()).to.equal(0);
    });

    it('is only a quiet light under reduced motion', () => {
      state.world.reducedMotion.set(true);
      emit(state.commitFired, [commit('Ada')]);
      run(0.1);
      expect(spark().visible).to.equal(false);
      expect(lit()).to.deep.equal([0]);
    });
  });
});
