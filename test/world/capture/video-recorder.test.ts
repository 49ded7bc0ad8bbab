import { expect } from '@open-wc/testing';
import { Color } from 'three';
import type { VideoCommand } from '../../../data/time-lapse/time-lapse-state.ts';
import { emit } from '../../../data/core/event.ts';
import { lapseRun } from '../../../data/time-lapse/time-lapse.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import { videoModule, videoType } from '../../../world/capture/video-recorder.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** Noon of the visitor's own day: a replay has the commits of one day in their zone. */
const NOW = new Date(2026, 10, 21, 12).getTime();

describe('the video recorder', () => {
  let stage: TestStage;
  let clip: ReturnType<typeof videoModule>;
  let streams: MediaStream[];
  let drawing = 0;

  beforeEach(() => {
    stage = createTestStage(160, 90);
    streams = [];
    const { canvas } = stage;
    const capture = canvas.captureStream.bind(canvas);
    canvas.captureStream = (rate) => {
      const stream = capture(rate);
      streams.push(stream);
      return stream;
    };
    stage.state.timeLapse.run.set(
      lapseRun(
        '2026-11-20',
        {
          state: 'live',
          source: 'x',
          fetchedAt: NOW,
          value: [{ sha: 'x', author: 'Ada', authoredAt: NOW - 864e5, title: 'x' }],
        },
        NOW,
      ),
    );
    dispatchView(stage.state, { kind: 'enter', mode: 'time-lapse' });
    clip = videoModule();
  });
  afterEach(() => {
    cancelAnimationFrame(drawing);
    clip.dispose();
    stage.dispose();
    expect(tracks(), 'tracks still running').to.deep.equal([]);
  });

  const tracks = (): string[] =>
    streams
      .flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState))
      .filter((is) => is === 'live');
  const now = () => stage.state.timeLapse.video.get();
  const phase = (): string => now().phase;
  /** Draws a different frame each time, then runs the module. */
  function run(): void {
    clip.init(stage.scene, stage.state, theme);
    let frame = 0;
    const draw = (): void => {
      drawing = requestAnimationFrame(draw);
      frame++;
      stage.scene.background = new Color().setHSL((frame % 60) / 60, 1, 0.5);
      stage.render();
      clip.update(frame / 60, 1 / 60);
    };
    draw();
  }
  const order = (what: VideoCommand): void => emit(stage.state.timeLapse.videoCommand, what);
  async function record(): Promise<void> {
    order('start');
    await waitUntil(() => {
      const clipNow = now();
      return clipNow.phase === 'recording' && clipNow.bytes > 2000;
    }, 'nothing is recorded');
  }

  it('records a playable video of the canvas size, named after the home and the day', async function () {
    this.timeout(40_000);
    run();
    await record();
    expect(stage.state.timeLapse.playing.get()).to.equal(true);
    order('stop');
    await waitUntil(() => phase() === 'done', 'the clip is not saved');
    const done = now();
    if (done.phase !== 'done') throw new Error(done.phase);
    expect(done.fileName).to.match(/^home-world-time-lapse-2026-11-20\.(webm|mp4)$/);
    expect(done.file.size).to.be.greaterThan(2000);
    const video = document.createElement('video');
    video.muted = true;
    video.src = URL.createObjectURL(done.file);
    await video.play();
    await waitUntil(() => video.currentTime > 0.1, 'it does not play');
    expect([video.videoWidth, video.videoHeight]).to.deep.equal([160, 90]);
    video.pause();
    URL.revokeObjectURL(video.src);
    expect(tracks()).to.deep.equal([]);
    order('dismiss');
    await waitUntil(() => phase() === 'idle');
  });

  it('keeps the video when the mode ends, and discards it when the visitor cancels', async function () {
    this.timeout(60_000);
    run();
    await record();
    dispatchView(stage.state, { kind: 'escape' });
    await waitUntil(() => phase() === 'done', 'the clip is not saved');
    order('start');
    await new Promise((done) => setTimeout(done, 200));
    expect(phase(), 'outside the mode there is nothing to record').to.equal('done');
    dispatchView(stage.state, { kind: 'enter', mode: 'time-lapse' });
    await record();
    order('cancel');
    await waitUntil(() => phase() === 'idle');
    await new Promise((done) => setTimeout(done, 300));
    expect(phase()).to.equal('idle');
    expect(tracks()).to.deep.equal([]);
  });

  it('stops at the maximum size, keeps the video, and informs the visitor', async function () {
    this.timeout(40_000);
    clip = videoModule({ maxBytes: 1000 });
    run();
    order('start');
    await waitUntil(() => phase() === 'done', 'it does not end');
    const done = now();
    expect(done.phase === 'done' && done.note).to.match(/the largest a clip may be/);
  });

  it('leaves nothing behind when the world closes while it records', async function () {
    this.timeout(40_000);
    run();
    await record();
    cancelAnimationFrame(drawing);
    clip.dispose();
    expect(tracks()).to.deep.equal([]);
    await new Promise((done) => setTimeout(done, 500));
    expect(phase()).to.equal('idle');
  });

  it('gives the reason when the browser cannot record, and records nothing', () => {
    const real = window.MediaRecorder;
    try {
      Reflect.deleteProperty(window, 'MediaRecorder');
      clip.init(stage.scene, stage.state, theme);
      expect(now()).to.deep.equal({
        phase: 'impossible',
        cause: 'this browser has no recorder (MediaRecorder)',
      });
      order('start');
      clip.update(0, 0.1);
      expect(phase()).to.equal('impossible');
    } finally {
      window.MediaRecorder = real;
    }
    expect(videoType({})).to.deep.equal({
      cause: 'this browser cannot record a picture that is drawn (captureStream)',
    });
  });

  it('gives the reason when MediaRecorder refuses', () => {
    const real = window.MediaRecorder.prototype.start;
    try {
      window.MediaRecorder.prototype.start = () => {
        throw new Error('no encoder');
      };
      clip.init(stage.scene, stage.state, theme);
      order('start');
      clip.update(0, 0.1);
    } finally {
      window.MediaRecorder.prototype.start = real;
    }
    expect(now()).to.deep.equal({ phase: 'failed', cause: 'no encoder' });
  });
});
