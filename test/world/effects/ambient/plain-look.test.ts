import { expect } from '@open-wc/testing';
import type { Object3D } from 'three';
import { theme } from '../../../../theme/theme.ts';
import { deferredModules } from '../../../../world/deferred-modules.ts';
import { worldModules } from '../../../../world/modules.ts';
import { PLAIN_HIDES } from '../../../../world/effects/ambient/plain-look.ts';
import { setReadings } from '../../../helpers/home-readings.ts';
import { teamAtWork } from '../../../helpers/sessions.ts';
import { type TestStage, createTestStage, setLevel } from '../../../helpers/stage.ts';

describe('the plain look', () => {
  let stage: TestStage;
  const modules = [...worldModules, ...deferredModules].map(({ module }) => module);
  let elapsed = 0;
  const run = (seconds: number): void => {
    for (let i = 0; i < seconds * 20; i++) {
      elapsed += 0.05;
      for (const { update } of modules) update(elapsed, 0.05);
    }
  };
  const drawn = (): Map<Object3D, boolean> => {
    const found = new Map<Object3D, boolean>();
    stage.scene.traverse((object) => found.set(object, object.layers.isEnabled(0)));
    return found;
  };
  /** The share of pixels that change visibly in five seconds. */
  const changes = (): number => {
    stage.render();
    const before = stage.pixels().slice();
    run(5);
    stage.render();
    const after = stage.pixels();
    let count = 0;
    for (let i = 0; i < after.length; i++) if (Math.abs(after[i]! - before[i]!) > 2) count++;
    return count / after.length;
  };

  before(() => {
    stage = createTestStage(192, 108);
    setLevel(stage.scene, 'low');
    const { state, scene } = stage;
    setReadings(state);
    const fetchedAt = state.now.get();
    state.readings.sessions.set({
      state: 'live',
      source: 'reports',
      fetchedAt,
      value: teamAtWork(fetchedAt),
    });
    state.readings.weather.set({
      state: 'live',
      source: 'weather',
      fetchedAt,
      value: { temperatureF: 60, code: 65, label: 'Rain' },
    });
    for (const { init } of modules) init(scene, state, theme);
    run(8);
  });
  after(() => {
    for (const { dispose } of modules.toReversed()) dispose?.();
    stage.dispose();
  });

  it('hides glow, rain and the lights of events, and nothing else', () => {
    const before = drawn();
    stage.state.world.plain.set(true);
    stage.state.world.reducedMotion.set(true);
    run(0.1);
    const after = drawn();
    const hidden = [...after].filter(([object, isDrawn]) => before.get(object) && !isDrawn);
    expect(new Set(hidden.map(([{ name }]) => name))).to.deep.equal(PLAIN_HIDES);
    expect([...before.keys()].filter((object) => !after.has(object))).to.deep.equal([]);
  });

  it('holds everything still', () => {
    run(3);
    expect(changes()).to.equal(0);
  });

  it('brings all of it back', () => {
    stage.state.world.plain.set(false);
    stage.state.world.reducedMotion.set(false);
    run(0.1);
    for (const [object, isDrawn] of drawn()) if (PLAIN_HIDES.has(object.name)) expect(isDrawn).to.equal(true);
    expect(changes()).to.be.greaterThan(0.01);
  });
});
