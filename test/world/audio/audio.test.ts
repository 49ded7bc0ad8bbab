import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { Vector3 } from 'three';
import { emit } from '../../../data/core/event.ts';
import { setAudioEnabled } from '../../../data/config/settings/audio.ts';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import * as audioModule from '../../../world/audio/audio.ts';
import { HomeAudio } from '../../../world/audio/audio.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import type { PortalDoor } from '../../../world/core/scene/portal-door.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

const { AudioContext: RealAudioContext, Audio: RealAudio } = window;

/** Contexts made, and addresses asked for, since the test began. */
const made: AudioContext[] = [];
const asked: string[] = [];
/** How often a file was told to wait. */
let pauses = 0;

/** Whether the browser says that the page is hidden. */
let hidden = false;

describe('the sound of the home', function () {
  this.timeout(60_000);
  let stage: TestStage;
  let audio: HomeAudio;

  before(() => {
    window.AudioContext = class extends RealAudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        made.push(this);
      }
    };
    window.Audio = class extends RealAudio {
      override set src(url: string) {
        asked.push(url);
        super.src = url;
      }
      override pause(): void {
        pauses++;
        super.pause();
      }
      override get src(): string {
        return super.src;
      }
    };
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    stage = createTestStage(16, 9);
  });
  after(() => {
    window.AudioContext = RealAudioContext;
    window.Audio = RealAudio;
    Reflect.deleteProperty(document, 'hidden');
    stage.dispose();
  });
  beforeEach(() => {
    made.length = 0;
    asked.length = 0;
    pauses = 0;
    hidden = false;
  });
  afterEach(() => audio.dispose());

  const begin = () => {
    const state = createState(undefined, { base: new URL('./no-home/', location.href).href });
    audio = new HomeAudio(stage.scene, state);
    return state;
  };
  const run = (frames = 1): void => {
    for (let i = 0; i < frames; i++) audio.update(1 / 60);
  };
  const phase = ({ audio: { status } }: ReturnType<typeof begin>) => status.get().phase;
  const running = async (state: ReturnType<typeof begin>): Promise<void> => {
    await waitUntil(() => {
      run();
      return phase(state) === 'on';
    }, 'it sounds');
  };

  // The first test of the file: nobody has touched this page yet.
  it('makes no context, no node and no request before a visitor’s gesture, whoever wishes for sound', async () => {
    expect(navigator.userActivation.hasBeenActive).to.equal(false);
    const state = begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    state.audio.enabled.set(true);
    run(10);
    window.dispatchEvent(new PointerEvent('pointerup'));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    run(10);
    expect(made).to.have.length(0);
    expect(asked).to.have.length(0);
    expect(audio.nodeCount).to.equal(0);
    expect(phase(state)).to.equal('waiting');
    await sendKeys({ press: 'Escape' });
    expect(made).to.have.length(0);
  });

  it('sounds with the first gesture where the visitor had it on the last time', async () => {
    const state = begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    await sendKeys({ press: 'a' });
    expect(state.audio.enabled.get()).to.equal(true);
    expect(made).to.have.length(1);
    await running(state);
    expect(audio.nodeCount).to.be.above(100);
  });

  it('stays silent at a gesture where nobody wishes for it', async () => {
    const state = begin();
    await sendMouse({ type: 'click', position: [5, 5] });
    await sendKeys({ press: 'a' });
    run(5);
    expect(state.audio.enabled.get()).to.equal(false);
    expect(made).to.have.length(0);
    expect(phase(state)).to.equal('off');
  });

  it('leaves it to a button that switches the sound what its first press means', async () => {
    const button = document.createElement('button');
    button.style.cssText = 'position: fixed; top: 0; left: 0; width: 90px; height: 90px; z-index: 9';
    document.body.append(button);
    const state = begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    button.addEventListener('click', () => setAudioEnabled(state, !state.audio.enabled.get()));
    await sendMouse({ type: 'click', position: [40, 40] });
    expect(state.audio.enabled.get()).to.equal(true);
    expect(made).to.have.length(1);
    button.focus();
    await sendKeys({ press: 'Enter' });
    expect(state.audio.enabled.get()).to.equal(false);
    button.remove();
  });

  it('takes a press of any other button as the first gesture', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    const state = begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    button.focus();
    await sendKeys({ press: 'Enter' });
    expect(state.audio.enabled.get()).to.equal(true);
    button.remove();
  });

  it('asks for no ambient.mp3 where the home has none', async () => {
    const state = begin();
    setAudioEnabled(state, true);
    await running(state);
    await waitUntil(() => {
      run();
      return state.audio.status.get().ambient === 'none';
    }, 'it is known that there is no file');
    expect(asked).to.deep.equal([]);
  });

  it('asks for ambient.mp3 once it is on, and goes on where the file is gone', async () => {
    const state = begin();
    state.config.set({ ...state.config.get(), ambient: true });
    expect(state.audio.status.get().ambient).to.equal('unasked');
    setAudioEnabled(state, true);
    await running(state);
    expect(asked).to.deep.equal([new URL('ambient.mp3', state.base).href]);
    await waitUntil(() => {
      run();
      return state.audio.status.get().ambient === 'none';
    }, 'the file is known to be missing');
    expect(phase(state)).to.equal('on');
    setAudioEnabled(state, false);
    run();
    setAudioEnabled(state, true);
    await running(state);
    expect(asked).to.have.length(1);
  });

  it('sleeps while it is off or the page is hidden, and wakes again in the same context', async () => {
    const state = begin();
    setAudioEnabled(state, true);
    await running(state);
    const [context] = made as [AudioContext];
    setAudioEnabled(state, false);
    run();
    expect(phase(state)).to.equal('off');
    await waitUntil(() => context.state === 'suspended', 'it is off');
    setAudioEnabled(state, true);
    await running(state);
    // No frame comes while the page is hidden.
    hidden = true;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(phase(state)).to.equal('suspended');
    await waitUntil(() => context.state === 'suspended', 'it is hidden');
    hidden = false;
    document.dispatchEvent(new Event('visibilitychange'));
    await running(state);
    expect(made).to.have.length(1);
  });

  it('fades out before it stops the file of the home', async () => {
    const state = begin();
    state.config.set({ ...state.config.get(), ambient: true });
    setAudioEnabled(state, true);
    await running(state);
    setAudioEnabled(state, false);
    run();
    expect(phase(state)).to.equal('off');
    expect(pauses, 'while it fades').to.equal(0);
    const [context] = made as [AudioContext];
    await waitUntil(() => context.state === 'suspended', 'it sleeps');
    expect(pauses).to.equal(1);
  });

  it('is not put to sleep by a switch that was taken back at once', async () => {
    const state = begin();
    setAudioEnabled(state, true);
    await running(state);
    setAudioEnabled(state, false);
    run();
    setAudioEnabled(state, true);
    run();
    await new Promise((resolve) => setTimeout(resolve, 700));
    run();
    expect(phase(state)).to.equal('on');
  });

  it('plays what happens while it is on, and nothing of what is past', async () => {
    const state = begin();
    emit(state.zap, 1000);
    emit(state.mergeFlash, 'Light the beam');
    run();
    setAudioEnabled(state, true);
    await running(state);
    run(20);
    const { nodeCount: nodes } = audio;
    run(20);
    expect(audio.nodeCount).to.equal(nodes);
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
      run();
      expect(audio.nodeCount, String(happens)).to.be.above(before);
      before = audio.nodeCount;
    }
    // A flood of news has no more voices than there are, and all of them give their nodes back.
    for (let i = 0; i < 400; i++) {
      for (const happens of news) happens();
      run(20);
    }
    expect(audio.nodeCount).to.be.below(nodes + 200);
    state.view.set({ mode: 'normal', navigation: 'walk' });
    await waitUntil(
      () => {
        run();
        return audio.nodeCount === nodes;
      },
      'all has died away',
      { timeout: 20_000 },
    );
  });

  it('hears of a new block and of other weather, and not of the block that was there', async () => {
    const state = begin();
    setAudioEnabled(state, true);
    await running(state);
    const height = (value: number) =>
      state.readings.blockHeight.set({ state: 'live', source: 'chain', value, fetchedAt: 0 });
    height(840_000);
    run();
    const { nodeCount: nodes } = audio;
    height(840_000);
    state.readings.weather.set({
      state: 'live',
      source: 'weather',
      value: { temperatureF: 60, code: 65, label: 'Rain' },
      fetchedAt: 0,
    });
    run();
    expect(audio.nodeCount).to.equal(nodes);
    height(840_001);
    run();
    expect(audio.nodeCount).to.be.above(nodes);
  });

  it('has no more nodes for forty portals than for none', async () => {
    const state = begin();
    setAudioEnabled(state, true);
    await running(state);
    const { nodeCount: nodes } = audio;
    const portals = Array.from({ length: 40 }, (_unused, i) => portal(`p${i}`));
    setPortals(state, portals);
    const centre = new Vector3(3, 0, 0);
    stage.scene.doors = portals.map(({ id }) => ({ id, centre }) as PortalDoor);
    run();
    expect(audio.nodeCount).to.equal(nodes);
    stage.scene.doors = [];
  });

  it('stops, lets go of everything and closes its context when it is disposed', async () => {
    const state = begin();
    setAudioEnabled(state, true);
    await running(state);
    const [context] = made as [AudioContext];
    audio.dispose();
    expect(audio.nodeCount).to.equal(0);
    await waitUntil(() => context.state === 'closed', 'it is closed');
    expect(phase(state)).to.equal('off');
    // No listener is left that would begin anew.
    await sendKeys({ press: 'a' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(made).to.have.length(1);
  });

  it('says why there is none, where the browser refuses, and the world goes on', () => {
    const CountingContext = window.AudioContext;
    const said: unknown[] = [];
    const { report } = stage.scene;
    stage.scene.report = (name, error) => void said.push([name, (error as Error).message]);
    window.AudioContext = class {
      constructor() {
        throw new Error('no device');
      }
    } as unknown as typeof AudioContext;
    const state = begin();
    setAudioEnabled(state, true);
    run(3);
    window.AudioContext = CountingContext;
    stage.scene.report = report;
    expect(said).to.deep.equal([['audio', 'no device']]);
    expect(state.audio.status.get()).to.deep.equal({
      phase: 'unavailable',
      ambient: 'unasked',
      note: 'This browser gives the page no sound: no device',
    });
  });

  it('a hundred times made and disposed, leaves no context open', async () => {
    const state = createState(undefined, { base: new URL('./no-home/', location.href).href });
    setAudioEnabled(state, true);
    for (let i = 0; i < 100; i++) {
      audioModule.init(stage.scene, state, theme);
      audioModule.update(0, 1 / 60);
      audioModule.update(0, 1 / 60);
      audioModule.dispose();
      // As many contexts at once as a browser allows are few.
      await waitUntil(() => made[i]?.state === 'closed', `context ${i} is closed`, { interval: 5 });
    }
    expect(made.every(({ state: now }) => now === 'closed')).to.equal(true);
    expect(made).to.have.length(100);
  });
});
