import { expect } from '@open-wc/testing';
import { emit } from '../../../../data/core/event.ts';
import type { Commit } from '../../../../data/readings/records.ts';
import { theme } from '../../../../theme/theme.ts';
import * as notices from '../../../../world/narrative/resident/resident-notices.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

const commit = (sha: string): Commit => ({ sha, author: 'Ben', authoredAt: Date.now(), title: sha });

describe('what the resident notices', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    const { state, scene } = stage;
    state.bridge.set({ state: 'open' });
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    scene.camera.position.set(0, 2, 7.5);
    know('a');
    notices.init(scene, state, theme);
  });
  afterEach(() => {
    notices.dispose();
    stage.dispose();
  });
  /** The commits that the home knows, newest first. */
  const know = (...shas: string[]): void =>
    stage.state.readings.commits.set({
      source: 'local/home',
      state: 'live',
      value: shas.map(commit),
      fetchedAt: Date.now(),
    });
  const run = (seconds: number): void => {
    for (let left = seconds; left > 1e-9; left -= 1 / 30) notices.update(0, 1 / 30);
  };
  const said = (): number => stage.state.speech.get().count;
  const gestures = (): number => stage.scene.gesture.get().count;

  it('greets a visitor who stays near, once a visit, with a nod and the readings', () => {
    const { state } = stage;
    state.readings.agentStatus.set({
      source: 'agent-status.json',
      state: 'live',
      value: [{ name: 'Ben', status: 'idle', issue: null, prs_today: null }],
      fetchedAt: Date.now(),
    });
    run(1);
    expect(said()).to.equal(0);
    run(2);
    expect(said()).to.equal(1);
    expect(state.speech.get().detail.text).to.match(
      /^Good \w+\. 1 agent is active now, 1 of 1 with a commit today\. Last commit: Ben/,
    );
    const [greeting, ...more] = state.log.get();
    expect([greeting?.speaker, greeting?.text]).to.deep.equal(['TIMMY', state.speech.get().detail.text]);
    expect(more).to.deep.equal([]);
    expect(stage.scene.gesture.get().detail).to.equal('nod');
    stage.scene.camera.position.set(0, 2, 20);
    run(4);
    stage.scene.camera.position.set(0, 2, 5);
    run(10);
    expect(said(), 'not again').to.equal(1);
    notices.dispose();
    notices.init(stage.scene, state, theme);
    run(10);
    expect(said(), 'nor after the picture was made again').to.equal(1);
  });

  it('does not greet a visitor over a replay, but after it', () => {
    const { view } = stage.state;
    view.set({ mode: 'time-lapse', navigation: 'walk' });
    run(10);
    expect(said()).to.equal(0);
    view.set({ mode: 'normal', navigation: 'walk' });
    run(3);
    expect(said()).to.equal(1);
  });

  it('waits with its greeting until the first words of the page are gone', () => {
    const { firstWords } = stage.state.world;
    firstWords.set(true);
    run(10);
    expect(said()).to.equal(0);
    firstWords.set(false);
    run(1);
    expect(said()).to.equal(0);
    run(2);
    expect(said()).to.equal(1);
  });

  it('waits for readings, and says so when they do not come', () => {
    stage.state.readings.commits.set({ source: 'local/home', state: 'loading' });
    run(6);
    expect(said()).to.equal(0);
    run(3);
    expect(stage.state.speech.get().detail.text).to.contain('The readings have not arrived yet.');
  });

  it('does not greet from afar, without a connection, in another view or during a conversation', () => {
    const { state, scene } = stage;
    scene.camera.position.set(0, 2, 13);
    run(5);
    scene.camera.position.set(0, 2, 7);
    state.bridge.set({ state: 'waiting' });
    run(5);
    state.bridge.set({ state: 'open' });
    state.view.set({ mode: 'photo', navigation: 'walk' });
    run(5);
    expect(said()).to.equal(0);
    state.view.set({ mode: 'normal', navigation: 'walk' });
    emit(state.speech, { speaker: 'Timmy', text: 'An answer.' });
    run(10);
    expect(said(), 'the answer alone').to.equal(1);
  });

  it('looks up at each new commit, in a time-lapse too', () => {
    stage.scene.camera.position.set(0, 2, 20);
    run(1);
    expect(gestures()).to.equal(0);
    emit(stage.state.commitFired, [commit('b')]);
    run(1);
    expect(gestures()).to.equal(1);
    expect(stage.scene.gesture.get().detail).to.equal('look-up');
  });

  it('does not look up at the commits of another repository that the visitor chooses', () => {
    stage.scene.camera.position.set(0, 2, 20);
    run(1);
    know('s2', 's1');
    run(1);
    know('a');
    run(1);
    expect(gestures()).to.equal(0);
  });
});
