import { type EventSignal, event } from '../core/event.ts';
import { type Signal, signal } from '../core/signal.ts';
import type { Commit } from '../readings/records.ts';
import { type Clip, type ClipOrder, noClip } from './clip.ts';
import type { AskedMoment, LapseRun, LapseSpeed, ShownMoment } from './time-lapse.ts';

/** Specification 3.4; `time-lapse-run.ts` runs it while the view is in it. */
export interface TimeLapseState {
  readonly timeLapse: {
    /** The day or moment to show; taken up while the view is a time-lapse. */
    readonly asked: Signal<AskedMoment | undefined>;
    /** What is replayed; undefined outside the mode, and while no commits have been read. */
    readonly run: Signal<LapseRun | undefined>;
    /** 0 to 1. Runs by itself while playing, and may be set at any time. */
    readonly progress: Signal<number>;
    readonly playing: Signal<boolean>;
    readonly speed: Signal<LapseSpeed>;
    /** For the HUD: the virtual time in milliseconds since the epoch, in steps that can be read. */
    readonly clock: Signal<number>;
    /** What the world shows; undefined while it shows the present. */
    readonly shown: Signal<ShownMoment | undefined>;
    readonly clip: Signal<Clip>;
    readonly clipOrder: EventSignal<ClipOrder>;
  };
  /**
   * Commits whose virtual time has just passed, oldest first: at most three times a second, those of
   * one moment together.
   */
  readonly commitFired: EventSignal<readonly Commit[]>;
}

export const createTimeLapseState = (): TimeLapseState => ({
  timeLapse: {
    asked: signal<AskedMoment | undefined>(undefined),
    run: signal<LapseRun | undefined>(undefined),
    progress: signal(0),
    playing: signal(false),
    speed: signal<LapseSpeed>(1),
    clock: signal(0),
    shown: signal<ShownMoment | undefined>(undefined),
    clip: signal<Clip>(noClip),
    clipOrder: event<ClipOrder>('dismiss'),
  },
  commitFired: event<readonly Commit[]>([]),
});
