import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { Commit } from '../readings/records.ts';
import { type Video, type VideoCommand, noVideo } from './video.ts';
import type { LapseRequest, LapseRun, LapseSpeed, ShownMoment } from './time-lapse.ts';

/** Specification 3.4; `time-lapse-run.ts` runs it while the view is in it. */
export interface TimeLapseState {
  readonly timeLapse: {
    /** Given by `startTimeLapse`. */
    readonly requested: EventSignal<LapseRequest | undefined>;
    /** Given by `seek`: the progress to go to. */
    readonly sought: EventSignal<number>;
    /** What is replayed; undefined outside the mode, and while no commits have been read. */
    readonly run: Signal.State<LapseRun | undefined>;
    /** 0 to 1. Moves on by itself while playing; set by `seek`. */
    readonly progress: Signal.State<number>;
    readonly playing: Signal.State<boolean>;
    readonly speed: Signal.State<LapseSpeed>;
    /** For the HUD: the virtual time in milliseconds since the epoch, in steps that can be read. */
    readonly clock: Signal.State<number>;
    /** What the world shows; undefined while it shows the present. */
    readonly shown: Signal.State<ShownMoment | undefined>;
    /** Set by the recorder. */
    readonly video: Signal.State<Video>;
    /** Given by `controlVideo`. */
    readonly videoCommand: EventSignal<VideoCommand>;
  };
  /**
   * Commits that the world has just come to show, oldest first. In a time-lapse those whose virtual time has
   * just passed: at most three times a second, those of one moment together. In the present those that are
   * new since the last reading (`data/apps/news.ts`).
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
    video: signal(noVideo),
    videoCommand: event<VideoCommand>('dismiss'),
  },
  commitFired: event<readonly Commit[]>([]),
});
