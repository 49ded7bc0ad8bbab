import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { emit } from '../../../data/core/event.ts';
import { createState } from '../../../data/state.ts';
import { lapseRun } from '../../../data/time-lapse/time-lapse.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';
import { videoModule } from '../../../world/capture/video-recorder.ts';

// Days are in the visitor's time zone.
process.env['TZ'] = 'UTC';

/** A MediaRecorder with the parts that the module uses. */
class Recorder extends EventTarget {
  static isTypeSupported = (): boolean => true;
  state = 'inactive';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
  }
}
const before = { MediaRecorder: globalThis.MediaRecorder, document: globalThis.document };
beforeEach(() => void Object.assign(globalThis, { MediaRecorder: Recorder, document: new EventTarget() }));
afterEach(() => void Object.assign(globalThis, before));

for (const rate of [2.5, 20, 60])
  test(`a video is as long as its recording, at ${rate} frames per second`, () => {
    const NOW = Date.parse('2026-11-20T12:00:00Z');
    const state = createState();
    const commits = [{ sha: 'x', author: 'Ada', authoredAt: NOW - 3_600_000, title: 'x' }];
    const reading = { state: 'live', source: 'x', fetchedAt: NOW, value: commits } as const;
    state.timeLapse.run.set(lapseRun('2026-11-20', reading, NOW));
    dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
    let time = 0;
    const clip = videoModule({ now: () => time });
    const domElement = { captureStream: () => ({ getTracks: () => [] }) };
    clip.init({ renderer: { domElement } } as unknown as WorldScene, state, theme);
    emit(state.timeLapse.videoCommand, 'start');
    const frame = (seconds: number): void => {
      time += seconds * 1000;
      // The ticker clamps a slow frame in the same way.
      clip.update(time / 1000, Math.min(seconds, 1 / 20));
    };
    frame(1 / rate);
    for (let i = 0; i < 10 * rate; i++) frame(1 / rate);
    const { video: shown } = state.timeLapse;
    const seconds = (): number => {
      const now = shown.get();
      return now.phase === 'recording' ? now.seconds : NaN;
    };
    assert.ok(Math.abs(seconds() - 10) < 0.5, `${seconds()} s`);
    // While the page is hidden, the recorder pauses and no frame runs.
    frame(600);
    assert.ok(seconds() < 11, `${seconds()} s`);
    clip.dispose();
  });
