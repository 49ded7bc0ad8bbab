import { expect } from '@open-wc/testing';
import { emit } from '../../../data/core/event.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import type { QualityLevel } from '../../../data/world-state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { bindQuality } from '../../../world/core/bind-quality.ts';
import { SOFTWARE_PACE } from '../../../world/core/cadence.ts';
import { fieldOfView } from '../../../world/core/render/renderer.ts';
import { Ticker } from '../../../world/core/ticker.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

describe('the picture settings', () => {
  let stage: TestStage;
  let ticker: Ticker;
  const drawn = {
    level: '',
    ratio: 0,
    sharpest: 0,
    settled: true,
    fieldOfView: 0,
    effects: true,
    photo: false,
    still: false,
    keeps: undefined as 'still' | 'resting' | undefined,
    mostPixels: 0,
  };
  const picture = Object.assign(drawn, {
    setQuality(level: QualityLevel, ratio: number, sharpest: number) {
      drawn.level = level;
      drawn.ratio = ratio;
      drawn.sharpest = sharpest;
    },
  });
  const start = (quality?: QualityLevel, hidden = false, software = false): void => {
    stage.state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    bindQuality({ ticker, state: stage.state, quality }, stage.scene, picture, { software, hidden });
  };
  /** Frames while the visitor turns round, or stands. */
  const frames = (count: number, seconds: number, turning = true): void => {
    for (let i = 0; i < count; i++) {
      if (turning) stage.scene.camera.rotation.y += 0.01;
      ticker.tick(seconds);
    }
  };
  beforeEach(() => {
    stage = createTestStage();
    ticker = new Ticker();
    drawn.settled = true;
  });
  afterEach(() => {
    ticker.dispose();
    stage.dispose();
  });

  it('apply to the first frame', () => {
    changeSettings(stage.state, { quality: 'low', resolution: 0.5, fieldOfView: 80, effects: false });
    start();
    expect(drawn).to.include({ level: 'low', ratio: 0.5, fieldOfView: 80, effects: false });
    expect(stage.state.world.quality.get()).to.equal('low');
  });

  it('leave out all passes in the plain look, until it ends', () => {
    start();
    stage.state.world.plain.set(true);
    ticker.tick(1 / 60);
    expect(drawn.effects).to.equal(false);
    stage.state.world.plain.set(false);
    ticker.tick(1 / 60);
    expect(drawn.effects).to.equal(true);
  });

  it('take effect with the next frame, and a chosen level stays at any frame rate', () => {
    start();
    changeSettings(stage.state, { quality: 'middle', resolution: 0.6 });
    ticker.tick(1 / 60);
    expect(drawn.level).to.equal('middle');
    expect(drawn.ratio).to.be.closeTo(0.6, 1e-9);
    frames(200, 0.2);
    expect(drawn.level).to.equal('middle');
  });

  it('follow a zoom of the page and a move to another screen', () => {
    const real = Object.getOwnPropertyDescriptor(window, 'devicePixelRatio') ?? {};
    const setRatio = (value: number): unknown =>
      Object.defineProperty(window, 'devicePixelRatio', { value, configurable: true });
    changeSettings(stage.state, { quality: 'highest' });
    try {
      setRatio(1);
      start();
      ticker.tick(1 / 60);
      expect(drawn).to.include({ level: 'highest', ratio: 1, sharpest: 1 });
      setRatio(2);
      ticker.tick(1 / 60);
      expect(drawn).to.include({ level: 'highest', ratio: 2, sharpest: 2 });
      setRatio(1);
      ticker.tick(1 / 60);
      expect(drawn).to.include({ level: 'highest', ratio: 1, sharpest: 1 });
    } finally {
      Object.defineProperty(window, 'devicePixelRatio', real);
    }
  });

  it('continue from the current level when the governor chooses again', () => {
    changeSettings(stage.state, { quality: 'lowest' });
    start();
    changeSettings(stage.state, { quality: 'auto' });
    ticker.tick(1 / 60);
    expect(drawn.level).to.equal('lowest');
    frames(1200, 1 / 60);
    expect(drawn.level).not.to.equal('lowest');
  });

  it('are not judged by a picture that stands still', () => {
    changeSettings(stage.state, { quality: 'lowest' });
    start();
    changeSettings(stage.state, { quality: 'auto' });
    frames(60, 1 / 60, false);
    expect(drawn.still).to.equal(true);
    frames(1200, 1 / 9, false);
    frames(1200, 1 / 60, false);
    expect(drawn.level).to.equal('lowest');
    frames(1, 1 / 60);
    expect(drawn.still, 'in the frame in which the camera moves').to.equal(false);
  });

  for (const software of [true, false])
    it(`keep a still picture ${software ? 'sharp' : 'at full speed'} for news ${software ? 'without' : 'with'} a graphics card`, () => {
      start(undefined, false, software);
      frames(60, 0.1, false);
      expect(drawn.still).to.equal(true);
      emit(stage.state.zap, 21);
      frames(1, 0.1, false);
      expect(drawn.still).to.equal(software);
      expect(ticker.pace).to.equal(software ? SOFTWARE_PACE.lively : 0);
    });

  it('leave a photograph and a time-lapse as sharp as they were', () => {
    start();
    for (const mode of ['photo', 'time-lapse'] as const) {
      dispatchView(stage.state, { kind: 'enter', mode });
      frames(100, 1 / 60, false);
      expect(drawn.still, mode).to.equal(false);
    }
  });

  it('begin low where the browser hides what draws, and rise as each level shows that it is fast', () => {
    start(undefined, true);
    expect(drawn.level).to.equal('low');
    frames(120, 1 / 60);
    expect(drawn.level).to.equal('middle');
    drawn.settled = false;
    frames(300, 1 / 60);
    expect(drawn.level, 'not visible yet').to.equal('middle');
    drawn.settled = true;
    frames(120, 1 / 60);
    expect(drawn.level).to.equal('highest');
  });

  it('yield to the level in the address', () => {
    changeSettings(stage.state, { quality: 'highest' });
    start('lowest');
    expect(stage.state.world.fixedQuality.get()).to.equal('lowest');
    expect(drawn.level).to.equal('lowest');
    changeSettings(stage.state, { quality: 'middle' });
    ticker.tick(1 / 60);
    expect(drawn.level).to.equal('lowest');
    stage.state.world.fixedQuality.set(undefined);
    ticker.tick(1 / 60);
    expect(drawn.level, 'until the visitor wants their own').to.equal('middle');
  });

  it('report a level that is not visible yet', () => {
    start();
    drawn.settled = false;
    ticker.tick(1 / 60);
    expect(stage.state.world.settling.get()).to.equal(true);
    drawn.settled = true;
    ticker.tick(1 / 60);
    expect(stage.state.world.settling.get()).to.equal(false);
  });

  for (const software of [true, false])
    it(`${software ? 'keep' : 'do not keep'} the still picture ${software ? 'without' : 'with'} a graphics card`, () => {
      const keeps = (cadence: 'still' | 'resting'): typeof cadence | undefined =>
        software ? cadence : undefined;
      start(undefined, false, software);
      frames(4, 0.1);
      expect(drawn.keeps).to.equal(undefined);
      frames(60, 0.1, false);
      expect(drawn.keeps).to.equal(keeps('still'));
      frames(620, 0.1, false);
      expect(drawn.keeps).to.equal(keeps('resting'));
      stage.scene.registry.movesEverywhere = true;
      frames(1, 0.1, false);
      expect(drawn.keeps, 'while it rains').to.equal(undefined);
    });

  it('widen the field of view of a tall window too, up to a limit without distortion', () => {
    expect(fieldOfView(16 / 9, 75)).to.equal(75);
    expect(fieldOfView(9 / 16)).to.be.closeTo(75.75, 0.01);
    expect(fieldOfView(0.2, 60)).to.equal(78);
    for (const aspect of [0.3, 0.6, 1, 2])
      for (const chosen of [45, 60, 90]) expect(fieldOfView(aspect, chosen)).to.be.within(chosen, 100);
  });
});
