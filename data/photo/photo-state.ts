import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
// These imports are only types, so the shell loads this state without the photo mode.
import type { PhotoFormat, PhotoOrder, PhotoProgress, PhotoScreen } from './photo.ts';

export interface PhotoState {
  readonly photo: {
    /** The focus distance in metres. */
    readonly focus: Signal.State<number>;
    readonly format: Signal.State<PhotoFormat>;
    /**
     * The height of the frame in the window, as a share of the window's height. Set by the photo bar; 1 for
     * the format of the window.
     */
    readonly frame: Signal.State<number>;
    /** Set by the world. */
    readonly screen: Signal.State<PhotoScreen>;
    /** `takePhoto` emits this when the visitor takes a picture. */
    readonly take: EventSignal<PhotoOrder | undefined>;
    readonly progress: Signal.State<PhotoProgress>;
  };
}

/** The distance from the start view to the middle of the platform. */
const FIRST_FOCUS_METRES = 17;

export const createPhotoState = (): PhotoState => ({
  photo: {
    focus: signal(FIRST_FOCUS_METRES),
    format: signal<PhotoFormat>({ name: 'Window', times: 1 }),
    frame: signal(1),
    screen: signal<PhotoScreen>({ width: 0, height: 0, pixelRatio: 1, maxEdge: 0, maxPixels: 0 }),
    take: event<PhotoOrder | undefined>(undefined),
    progress: signal<PhotoProgress>({ phase: 'idle' }),
  },
});
