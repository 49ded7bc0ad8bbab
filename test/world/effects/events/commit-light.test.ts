import { expect } from '@open-wc/testing';
import type { InstancedBufferAttribute, Mesh } from 'three';
import { defaultConfig } from '../../../../data/config/config.ts';
import type { Commit } from '../../../../data/readings/records.ts';
import { emit } from '../../../../data/core/event.ts';
import { type State, createState } from '../../../../data/state.ts';
import { theme } from '../../../../theme/theme.ts';
import * as commitLight from '../../../../world/effects/events/commit-light.ts';
import { RINGS } from '../../../../world/panels/heatmap/heatmap-grid.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const NOW = 1_700_000_000_000;
const commit = (author: string): Commit => ({ sha: 'x', author, authoredAt: NOW, title: 'x' });

describe('the commit light', () => {
  let stage: TestStage;
  let state: State;
  beforeEach(() => {
    stage = createTestStage(96, 54);
    stage.scene.quality = 'highest';
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
  });
  afterEach(() => expectNothingLeft(stage, commitLight));
  const run = (seconds: number): void => {
    for (let t = 0; t < seconds - 1e-9; t += 0.05) commitLight.update(t, 0.05);
  };
  /** Rings that glow, from the outermost; the last is for authors outside the agents. */
  const lit = (): number[] => {
    const mesh = stage.scene.getObjectByName('commit-light') as Mesh;
    const places = mesh.geometry.getAttribute('aPlace') as InstancedBufferAttribute;
    return Array.from({ length: RINGS + 1 }, (_unused, ring) => ring).filter((ring) => places.getZ(ring) > 0);
  };
  const calls = (): number => {
    stage.render();
    return stage.renderer.info.render.calls;
  };
  const brightness = (): number => {
    stage.render();
    return stage.pixels().reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0);
  };

  it('lights the author’s ring: one draw call while it glows, none before and after', () => {
    expect(calls()).to.equal(0);
    const dark = brightness();
    emit(state.commitFired, [commit('bob')]);
    run(0.1);
    expect(lit()).to.deep.equal([1]);
    expect(calls()).to.equal(1);
    expect(brightness()).to.be.greaterThan(dark + 500);
    run(4);
    expect(lit()).to.deep.equal([]);
    expect(calls()).to.equal(0);
  });

  it('shows all authors of one moment together, with other authors beside the agents’ rings', () => {
    emit(state.commitFired, [commit('Ada'), commit('Bob'), commit('Ada'), commit('A stranger')]);
    run(0.1);
    expect(lit()).to.deep.equal([0, 1, RINGS]);
    expect(calls()).to.equal(1);
  });

  it('is faint and slow under reduced motion', () => {
    const dark = brightness();
    emit(state.commitFired, [commit('Ada')]);
    run(0.15);
    const bright = brightness() - dark;
    run(4);
    state.world.reducedMotion.set(true);
    emit(state.commitFired, [commit('Ada')]);
    run(0.15);
    expect(brightness() - dark).to.be.lessThan(bright / 4);
  });
});
