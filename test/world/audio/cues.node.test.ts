import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { emit } from '../../../data/core/event.ts';
import { originOf } from '../../../data/readings/reading.ts';
import { type State, createState } from '../../../data/state.ts';
import type { FireworkShell, Position } from '../../../data/world-state.ts';
import { Cues } from '../../../world/audio/cues.ts';
import type { Patch, Voice, Voices } from '../../../world/audio/voices.ts';

interface Played {
  readonly after: number;
  readonly place: Position | undefined;
}

/** Records the sounds that would be played. */
function recordingVoices() {
  const played: Played[] = [];
  let releases = 0;
  const voices = {
    play: (_patch: Patch, after = 0, place?: Position) => {
      played.push({ after, place });
      return {} as Voice;
    },
    release: () => void releases++,
  } as unknown as Voices;
  return { voices, played, releases: () => releases };
}

describe('the cues of the audio', () => {
  let state: State;
  let cues: Cues;
  beforeEach(() => {
    state = createState();
    cues = new Cues(state);
  });

  const shell: FireworkShell = { x: 30, y: 20, z: -40, opensInSeconds: 1.5, isWreath: false, seed: 2 };

  it('play each shell where it opens, delayed by the travel time of sound', () => {
    const { voices, played } = recordingVoices();
    emit(state.world.shells, shell);
    emit(state.world.shells, { ...shell, x: -30, opensInSeconds: 2 });
    cues.update(1 / 60, voices);
    cues.update(1 / 60, voices);
    const travel = Math.hypot(30, 20, 40) / 343;
    assert.deepEqual(
      played.map(({ after, place }) => [after, place?.x, place?.y, place?.z]),
      [
        [1.5 + travel, 30, 20, -40],
        [2 + travel, -30, 20, -40],
      ],
    );
  });

  it('play a knock when one more agent session waits, but not for those that wait already', () => {
    const { voices, played } = recordingVoices();
    const read = (waiting: number): void => {
      const counts = { waiting, failed: 0, atWork: 1, done: 0, silent: 0 };
      const value = { audience: 'counts' as const, counts, sessions: [], more: waiting };
      state.readings.sessions.set({
        ...originOf(state.readings.sessions.get()),
        state: 'live',
        value,
        fetchedAt: 1,
      });
      cues.update(1 / 60, voices);
    };
    for (const waiting of [1, 1, 0, 0]) read(waiting);
    assert.equal(played.length, 0);
    read(2);
    assert.equal(played.length, 1);
    for (const waiting of [1, 2]) read(waiting);
    assert.equal(played.length, 2);
  });

  it('play the wreath when it appears', () => {
    const { voices, played } = recordingVoices();
    emit(state.world.shells, { ...shell, isWreath: true, opensInSeconds: 0 });
    cues.update(1 / 60, voices);
    assert.deepEqual(
      played.map(({ after }) => after),
      [0],
    );
  });

  it('play the shockwave of a milestone', () => {
    const { voices, played } = recordingVoices();
    emit(state.fireworks, 'milestone one');
    cues.update(1 / 60, voices);
    assert.equal(played.length, 1);
    assert.ok((played[0]?.place?.y ?? 9) < 2);
  });

  it('play thunder after each flash, delayed by its distance', () => {
    const { voices, played } = recordingVoices();
    for (const [x, z] of [
      [300, 400],
      [-60, 80],
    ] as const) {
      emit(state.world.lightning, { x, z });
      cues.update(1 / 60, voices);
      const { after, place } = played.at(-1) ?? {};
      assert.deepEqual([place?.x, place?.z], [x, z]);
      assert.ok(Math.abs((after ?? 0) - (0.85 + Math.hypot(x, z) / 343)) < 1e-6);
    }
    assert.equal(played.length, 2);
  });

  it('crackle at the arcs, rarely, and never under reduced motion', () => {
    const { voices, played } = recordingVoices();
    const minute = (): number => {
      const before = played.length;
      for (let frame = 0; frame < 60 * 60; frame++) cues.update(1 / 60, voices);
      return played.length - before;
    };
    const arcs = Array.from({ length: 8 }, (_unused, x) => ({ x, y: 5, z: 0 }));
    assert.equal(minute(), 0);
    state.world.arcs.set(arcs);
    const crackles = minute();
    assert.ok(crackles >= 15 && crackles <= 75, String(crackles));
    assert.ok(played.every(({ place }) => place && arcs.includes(place as (typeof arcs)[number])));
    state.world.reducedMotion.set(true);
    assert.equal(minute(), 0);
    state.world.reducedMotion.set(false);
    state.world.arcs.set([]);
    assert.equal(minute(), 0);
  });

  it('start the warp with its mode, and release it when the visitor turns back', () => {
    const { voices, played, releases } = recordingVoices();
    const warp = { mode: 'warp', navigation: 'walk', portalId: 'a', href: 'https://a.example/' } as const;
    state.view.set(warp);
    for (let frame = 0; frame < 30; frame++) cues.update(1 / 60, voices);
    assert.deepEqual([played.length, releases()], [1, 0]);
    state.view.set({ mode: 'normal', navigation: 'walk' });
    cues.update(1 / 60, voices);
    assert.deepEqual([played.length, releases()], [1, 1]);
    state.view.set({ mode: 'overview', navigation: 'walk' });
    cues.update(1 / 60, voices);
    assert.deepEqual([played.length, releases()], [1, 1]);
  });

  it('play one sound for merges that follow each other within a second', () => {
    const { voices, played } = recordingVoices();
    const second = (): void => {
      for (let frame = 0; frame < 60; frame++) cues.update(1 / 60, voices);
    };
    for (let i = 0; i < 2; i++) {
      emit(state.mergeFlash, 'Light the beam');
      cues.update(1 / 60, voices);
    }
    assert.equal(played.length, 1);
    second();
    second();
    emit(state.mergeFlash, 'Light the beam');
    cues.update(1 / 60, voices);
    assert.equal(played.length, 2);
  });

  it('play at most three of a hundred zaps in one frame', () => {
    const { voices, played } = recordingVoices();
    for (let i = 0; i < 100; i++) emit(state.zap, 21);
    cues.update(1 / 60, voices);
    assert.deepEqual(
      played.map(({ after }) => after),
      [0, 0.17, 0.34],
    );
    for (let i = 0; i < 100; i++) {
      emit(state.zap, 21);
      cues.update(1 / 1000, voices);
    }
    assert.equal(played.length, 3);
  });

  it('play a note for each commit of a time-lapse, up to a limit', () => {
    const { voices, played } = recordingVoices();
    const commit = (sha: string) => ({ sha, author: 'Ada', authoredAt: 0, title: 'Draw the stars' });
    emit(state.commitFired, [commit('a1'), commit('b2')]);
    cues.update(1 / 60, voices);
    assert.deepEqual(
      played.map(({ after }) => after),
      [0, 0.09],
    );
    emit(
      state.commitFired,
      Array.from({ length: 40 }, (_unused, i) => commit(`c${i}`)),
    );
    cues.update(1 / 3, voices);
    assert.equal(played.length, 5);
  });

  it('play no event from the time without voices', () => {
    const { voices, played } = recordingVoices();
    emit(state.zap, 21);
    emit(state.world.shells, shell);
    emit(state.world.lightning, { x: 1, z: 1 });
    emit(state.mergeFlash, 'Light the beam');
    cues.update(0, undefined);
    cues.update(1 / 60, voices);
    assert.deepEqual(played, []);
  });
});
