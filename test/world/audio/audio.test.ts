import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { Vector3 } from 'three';
import { emit } from '../../../data/core/event.ts';
import { setAudioEnabled } from '../../../data/config/settings/audio.ts';
import { theme } from '../../../theme/theme.ts';
import * as audioModule from '../../../world/audio/audio.ts';
import type { PortalDoor } from '../../../world/core/scene/portal-door.ts';
import { audioState, phaseOf, useHomeAudio } from '../../helpers/home-audio.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the audio of the home', function () {
  this.timeout(60_000);
  const fixture = useHomeAudio();
  // Browsers require a gesture first; `audio-gestures.test.ts` tests that.
  before(() => sendMouse({ type: 'click', position: [5, 5] }));

  it('does not request ambient.mp3 when the home has none', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    await waitUntil(() => {
      fixture.run();
      return state.audio.status.get().ambient === 'none';
    }, 'it is known that there is no file');
    expect(fixture.requested).to.deep.equal([]);
  });

  it('requests ambient.mp3 once it is on, and continues when the file is missing', async () => {
    const state = fixture.begin();
    state.config.set({ ...state.config.get(), ambient: true });
    expect(state.audio.status.get().ambient).to.equal('unasked');
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    expect(fixture.requested).to.deep.equal([new URL('ambient.mp3', state.base).href]);
    await waitUntil(() => {
      fixture.run();
      return state.audio.status.get().ambient === 'none';
    }, 'the file is known to be missing');
    expect(phaseOf(state)).to.equal('on');
    setAudioEnabled(state, false);
    fixture.run();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    expect(fixture.requested).to.have.length(1);
  });

  it('is suspended while it is off or the page is hidden, and resumes in the same context', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    const [context] = fixture.contexts as [AudioContext];
    setAudioEnabled(state, false);
    fixture.run();
    expect(phaseOf(state)).to.equal('off');
    await waitUntil(() => context.state === 'suspended', 'it is off');
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    // A hidden page has no frames.
    fixture.hidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(phaseOf(state)).to.equal('suspended');
    await waitUntil(() => context.state === 'suspended', 'it is hidden');
    fixture.hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await fixture.untilOn(state);
    expect(fixture.contexts).to.have.length(1);
  });

  it('fades out before it stops the file of the home', async () => {
    const state = fixture.begin();
    state.config.set({ ...state.config.get(), ambient: true });
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    setAudioEnabled(state, false);
    fixture.run();
    expect(phaseOf(state)).to.equal('off');
    expect(fixture.pauses, 'while it fades').to.equal(0);
    const [context] = fixture.contexts as [AudioContext];
    await waitUntil(() => context.state === 'suspended', 'it is suspended');
    expect(fixture.pauses).to.equal(1);
  });

  it('is not suspended when it is switched off and on again at once', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    setAudioEnabled(state, false);
    fixture.run();
    setAudioEnabled(state, true);
    fixture.run();
    await new Promise((resolve) => setTimeout(resolve, 700));
    fixture.run();
    expect(phaseOf(state)).to.equal('on');
  });

  it('is on when it is switched on while the browser suspends the context', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    const [context] = fixture.contexts as [AudioContext];
    const suspended = new Promise<void>((done) => {
      const suspend = context.suspend.bind(context);
      context.suspend = () => {
        const suspending = suspend();
        done();
        return suspending;
      };
    });
    setAudioEnabled(state, false);
    fixture.run();
    await suspended;
    setAudioEnabled(state, true);
    fixture.run();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await fixture.untilOn(state);
    expect(context.state).to.equal('running');
  });

  it('plays events while it is on, and none from before', async () => {
    const state = fixture.begin();
    emit(state.zap, 1000);
    emit(state.mergeFlash, 'Light the beam');
    fixture.run();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    fixture.run(20);
    const { nodeCount: nodes } = fixture.audio;
    fixture.run(20);
    expect(fixture.audio.nodeCount).to.equal(nodes);
    const news = [
      () => emit(state.zap, 1000),
      () => emit(state.mergeFlash, 'Name the portals'),
      () => emit(state.fireworks, 'a milestone'),
      () => emit(state.commitFired, [{ sha: 'a1', author: 'Ada', authoredAt: 0, title: 'Draw the stars' }]),
      () => state.view.set({ mode: 'warp', navigation: 'walk', portalId: 'a', href: 'https://a.example/' }),
    ];
    let before = nodes;
    for (const happens of news) {
      happens();
      fixture.run();
      expect(fixture.audio.nodeCount, String(happens)).to.be.above(before);
      before = fixture.audio.nodeCount;
    }
    // Many events share the limited voices, and all voices release their nodes.
    for (let i = 0; i < 400; i++) {
      for (const happens of news) happens();
      fixture.run(20);
    }
    expect(fixture.audio.nodeCount).to.be.below(nodes + 200);
    state.view.set({ mode: 'normal', navigation: 'walk' });
    await waitUntil(() => {
      fixture.run();
      return fixture.audio.nodeCount === nodes;
    }, 'all has died away');
  });

  it('reacts to a new block and to new weather, and not to the block it started with', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    const height = (value: number) =>
      state.readings.blockHeight.set({ state: 'live', source: 'chain', value, fetchedAt: 0 });
    height(840_000);
    fixture.run();
    const { nodeCount: nodes } = fixture.audio;
    height(840_000);
    state.readings.weather.set({
      state: 'live',
      source: 'weather',
      value: { temperatureF: 60, code: 65, label: 'Rain' },
      fetchedAt: 0,
    });
    fixture.run();
    expect(fixture.audio.nodeCount).to.equal(nodes);
    height(840_001);
    fixture.run();
    expect(fixture.audio.nodeCount).to.be.above(nodes);
  });

  it('has as many nodes for forty portals as for none', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    const { nodeCount: nodes } = fixture.audio;
    const portals = Array.from({ length: 40 }, (_unused, i) => portal(`p${i}`));
    setPortals(state, portals);
    const centre = new Vector3(3, 0, 0);
    fixture.stage.scene.registry.doors = portals.map(({ id }) => ({ id, centre }) as PortalDoor);
    fixture.run();
    expect(fixture.audio.nodeCount).to.equal(nodes);
    fixture.stage.scene.registry.doors = [];
  });

  it('stops, releases everything and closes its context when it is disposed', async () => {
    const state = fixture.begin();
    setAudioEnabled(state, true);
    await fixture.untilOn(state);
    const [context] = fixture.contexts as [AudioContext];
    fixture.audio.dispose();
    expect(fixture.audio.nodeCount).to.equal(0);
    await waitUntil(() => context.state === 'closed', 'it is closed');
    expect(phaseOf(state)).to.equal('off');
    // No event listener is left to start it again.
    await sendKeys({ press: 'a' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(fixture.contexts).to.have.length(1);
  });

  it('gives the reason when the browser refuses audio, and the world continues', () => {
    const CountingContext = window.AudioContext;
    const said: unknown[] = [];
    const { report } = fixture.stage.scene;
    fixture.stage.scene.report = (name, error) => void said.push([name, (error as Error).message]);
    window.AudioContext = class {
      constructor() {
        throw new Error('no device');
      }
    } as unknown as typeof AudioContext;
    const state = fixture.begin();
    setAudioEnabled(state, true);
    fixture.run(3);
    window.AudioContext = CountingContext;
    fixture.stage.scene.report = report;
    expect(said).to.deep.equal([['audio', 'no device']]);
    expect(state.audio.status.get()).to.deep.equal({
      phase: 'unavailable',
      ambient: 'unasked',
      note: 'This browser cannot play sound: no device',
    });
  });

  it('leaves no context open after a hundred lives', async () => {
    const state = audioState();
    setAudioEnabled(state, true);
    for (let i = 0; i < 100; i++) {
      audioModule.init(fixture.stage.scene, state, theme);
      audioModule.update(0, 1 / 60);
      audioModule.update(0, 1 / 60);
      audioModule.dispose();
      // Browsers allow only a few contexts at the same time.
      await waitUntil(() => fixture.contexts[i]?.state === 'closed', `context ${i} is closed`, {
        interval: 5,
      });
    }
    expect(fixture.contexts.every(({ state: now }) => now === 'closed')).to.equal(true);
    expect(fixture.contexts).to.have.length(100);
  });
});
