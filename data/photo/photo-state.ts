import { type EventSignal, event } from '../core/event.ts';
import { type Signal, signal } from '../core/signal.ts';
import { type Photo, type PhotoProgress, type PhotoScreen, type PhotoSize, focusOn } from './photo.ts';

export interface PhotoState {
  readonly photo: {
    /** Metres in front of the camera: where the picture is sharp. */
    readonly focus: Signal<number>;
    readonly size: Signal<PhotoSize>;
    /** Set by the world. */
    readonly screen: Signal<PhotoScreen>;
    /** The shutter. Detail: milliseconds since the epoch. */
    readonly take: EventSignal<number>;
    readonly progress: Signal<PhotoProgress>;
    /** A picture, until it has been handed to the visitor. */
    readonly taken: Signal<Photo | undefined>;
  };
}

/** From the start view to the middle of the platform. */
const FIRST_FOCUS_METRES = 17;

export const createPhotoState = (): PhotoState => ({
  photo: {
    focus: signal(focusOn(FIRST_FOCUS_METRES)),
    size: signal<PhotoSize>(1),
    screen: signal<PhotoScreen>({ width: 0, height: 0, longest: 0 }),
    take: event(0),
    progress: signal<PhotoProgress>({ phase: 'idle' }),
    taken: signal<Photo | undefined>(undefined),
  },
});
