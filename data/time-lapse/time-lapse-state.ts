import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { Reading } from '../readings/reading.ts';
import type { Commit } from '../readings/records.ts';
import type { AgentSessions } from '../readings/schemas/agent-sessions.ts';
import type { LapseRequest, LapseRun, LapseSpeed, ShownMoment } from './time-lapse.ts';

/** The video of a time-lapse, made by `world/capture/video-recorder.ts`. */
export type Video =
  | { readonly phase: 'idle' }
  /** Why this browser cannot record, in plain words. */
  | { readonly phase: 'impossible'; readonly cause: string }
  | { readonly phase: 'recording'; readonly seconds: number; readonly bytes: number }
  /** Recording has stopped; the encoder writes the rest of the file. */
  | { readonly phase: 'finishing' }
  | { readonly phase: 'done'; readonly file: Blob; readonly fileName: string; readonly note: string }
  | { readonly phase: 'failed'; readonly cause: string };

export const noVideo: Video = { phase: 'idle' };

/**
 * `start` records from the current moment of the replay. `stop` keeps the video, `cancel` discards it.
 * `dismiss` closes the finished video.
 */
export type VideoCommand = 'start' | 'stop' | 'cancel' | 'dismiss';

/** The time-lapse (specification 3.4). `time-lapse-run.ts` runs it while its view is active. */
export interface TimeLapseState {
  readonly timeLapse: {
    /** The requests of `startTimeLapse`. */
    readonly requested: EventSignal<LapseRequest | undefined>;
    /** The target progress of `seek`. */
    readonly sought: EventSignal<number>;
    /** The day that is replayed; undefined outside the view, and until commits are known. */
    readonly run: Signal.State<LapseRun | undefined>;
    /** 0 to 1. Increases during playback; set by `seek`. */
    readonly progress: Signal.State<number>;
    readonly playing: Signal.State<boolean>;
    readonly speed: Signal.State<LapseSpeed>;
    /** The virtual time for the HUD, in readable steps. Milliseconds since the epoch. */
    readonly clock: Signal.State<number>;
    /** The moment that the world shows; undefined for the present. */
    readonly shown: Signal.State<ShownMoment | undefined>;
    /** The sessions that the world shows; undefined for the present ones. */
    readonly sessions: Signal.State<Reading<AgentSessions> | undefined>;
    /** Set by the recorder. */
    readonly video: Signal.State<Video>;
    /** The commands of `controlVideo`. */
    readonly videoCommand: EventSignal<VideoCommand>;
  };
  /**
   * Commits that the world has just begun to show, oldest first. In a time-lapse: those whose virtual time
   * has just passed, at most three times a second, all of one moment together. Otherwise: those that are new
   * since the last reading (`data/apps/news.ts`).
   */
  readonly commitFired: EventSignal<readonly Commit[]>;
}

export const createTimeLapseState = (): TimeLapseState => ({
  timeLapse: {
    requested: event<LapseRequest | undefined>(undefined),
    sought: event(0),
    run: signal<LapseRun | undefined>(undefined),
    progress: signal(0),
    playing: signal(false),
    speed: signal<LapseSpeed>(1),
    clock: signal(0),
    shown: signal<ShownMoment | undefined>(undefined),
    sessions: signal<Reading<AgentSessions> | undefined>(undefined),
    video: signal(noVideo),
    videoCommand: event<VideoCommand>('dismiss'),
  },
  commitFired: event<readonly Commit[]>([]),
});
