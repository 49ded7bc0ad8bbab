import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { emit } from '../../../data/core/event.ts';
import { createState } from '../../../data/state.ts';
import { replayedDay } from '../../../data/day/replayed-day.ts';
import { lapseRun, withAgents } from '../../../data/time-lapse/time-lapse.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';
import { videoModule } from '../../../world/capture/video-recorder.ts';
import { session } from '../../helpers/sessions.ts';

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

const NOW = Date.parse('2026-11-20T12:00:00Z');
const domElement = { captureStream: () => ({ getTracks: () => [] }) };
const scene = { renderer: { domElement } } as unknown as WorldScene;

test('a day with agents and without commits is recorded too', () => {
  const state = createState();
  const reading = { state: 'empty', source: 'x', fetchedAt: NOW, cause: 'no commits' } as const;
  const from = Date.parse('2026-11-20T00:00:00Z');
  const change = { at: from, session: session({ name: 'Codex', state: 'working', since: from }) };
  const agents = replayedDay({
    from,
    until: NOW,
    audience: 'states',
    knownSince: from,
    isCut: false,
    changes: [change],
    counts: [],
    asks: [],
  });
  state.timeLapse.run.set(withAgents(lapseRun('2026-11-20', reading, NOW), agents, NOW));
  dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
  const clip = videoModule();
  clip.init(scene, state, theme);
  emit(state.timeLapse.videoCommand, 'start');
  clip.update(0, 0);
  assert.equal(state.timeLapse.video.get().phase, 'recording');
  clip.dispose();
});

for (const rate of [2.5, 20, 60])
  test(`a video is as long as its recording, at ${rate} frames per second`, () => {
    const state = createState();
    const commits = [{ sha: 'x', author: 'Ada', authoredAt: NOW - 3_600_000, title: 'x' }];
    const reading = { state: 'live', source: 'x', fetchedAt: NOW, value: commits } as const;
    state.timeLapse.run.set(lapseRun('2026-11-20', reading, NOW));
    dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
    let time = 0;
    const clip = videoModule({ now: () => time });
    clip.init(scene, state, theme);
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
