import { expect } from '@open-wc/testing';
import type { Mesh, ShaderMaterial } from 'three';
import { theme } from '../../../../theme/theme.ts';
import * as work from '../../../../world/narrative/resident/work-words.ts';
import { expectNothingLeft } from '../../../helpers/nothing-left.ts';
import { textsOn } from '../../../helpers/painted-text.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

describe('the words of the work over the resident', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage(96, 54);
    stage.state.bridge.set({ state: 'open' });
    stage.scene.camera.position.set(0, 2, 7.5);
    stage.scene.camera.updateMatrixWorld();
    work.init(stage.scene, stage.state, theme);
  });
  afterEach(() => expectNothingLeft(stage, work));
  const words = (): Mesh => stage.scene.getObjectByName('work words') as Mesh;
  const ring = (): Mesh<never, ShaderMaterial> =>
    stage.scene.getObjectByName('work ring') as Mesh<never, ShaderMaterial>;
  const run = (seconds: number): void => {
    for (let left = seconds; left > 1e-9; left -= 0.1) work.update(0, 0.1);
  };
  const report = (progress?: number): void => {
    const now = stage.state.now.get();
    const times = { since: now, updatedAt: now };
    stage.state.activity.set({ state: 'working', task: 'Login page', progress, ...times });
  };

  it('says what the agent does, and shows its progress as a ring', () => {
    run(0.1);
    expect(ring().visible).to.equal(false);
    report(0.4);
    run(4);
    expect(textsOn(words())).to.include.members(['Login page · 40 %']);
    expect(ring().material.uniforms['ring']?.value.w).to.be.closeTo(0.4, 0.01);
    expect(stage.calls()).to.equal(2);
    report();
    run(0.1);
    expect(textsOn(words())).to.include('Login page');
    expect(stage.calls(), 'no ring without a figure').to.equal(1);
  });

  it('forgets a report that is too old to be valid', () => {
    report(0.4);
    run(0.1);
    stage.state.now.set(stage.state.now.get() + 11 * 60_000);
    run(0.1);
    expect(textsOn(words()).join(' ')).to.include('at rest').and.not.include('Login page');
    expect(ring().visible).to.equal(false);
  });

  it('says at rest that the day had at least these commits, where the list is cut', () => {
    const now = stage.state.now.get();
    const commit = (sha: string, hours: number) => ({
      sha,
      author: 'Ada',
      title: 'One',
      authoredAt: now - hours * 3_600_000,
    });
    stage.state.readings.commits.set({
      state: 'live',
      source: 'local/home',
      fetchedAt: now,
      value: [commit('a', 1), commit('b', 5)],
    });
    run(0.1);
    expect(textsOn(words())).to.include('2 commits in 24 h');
    stage.state.commitsKnownSince.set(now - 6 * 3_600_000);
    run(0.1);
    expect(textsOn(words())).to.include('At least 2 commits in 24 h');
  });

  it('makes room for the speech bubble, for an open chat and for the time-lapse', () => {
    report(0.4);
    run(0.1);
    expect(words().visible).to.equal(true);
    stage.scene.registry.residentSpeaks = true;
    run(0.1);
    expect(words().visible).to.equal(false);
    stage.scene.registry.residentSpeaks = false;
    stage.state.panels.chat.set(true);
    run(0.1);
    expect(words().visible).to.equal(false);
    stage.state.panels.chat.set(false);
    stage.state.view.set({ mode: 'time-lapse', navigation: 'walk' });
    run(0.1);
    expect(words().visible).to.equal(false);
    expect(ring().visible, 'no ring of now over a past day').to.equal(false);
  });

  it('stays inside a tall window', () => {
    report();
    stage.scene.camera.aspect = 390 / 844;
    run(0.1);
    const half = 7.5 * Math.tan(Math.PI / 6) * (390 / 844);
    const [, text] = (words().userData['texts'] as { text: string; size: number }[]) ?? [];
    expect((text?.text.length ?? 0) * (text?.size ?? 0) * 0.3 * words().scale.x).to.be.lessThan(half);
    expect(words().visible).to.equal(true);
  });
});
