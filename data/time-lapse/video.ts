/** The video of a time-lapse, made by `world/capture/video-recorder.ts`. */
export type Video =
  | { readonly phase: 'idle' }
  /** What keeps this browser from recording, in plain words. */
  | { readonly phase: 'impossible'; readonly cause: string }
  | { readonly phase: 'recording'; readonly seconds: number; readonly bytes: number }
  /** Stopped: the encoder hands over the rest. */
  | { readonly phase: 'finishing' }
  | { readonly phase: 'done'; readonly file: Blob; readonly fileName: string; readonly note: string }
  | { readonly phase: 'failed'; readonly cause: string };

export const noVideo: Video = { phase: 'idle' };

/**
 * `start` records from where the replay stands; `stop` keeps what there is, `cancel` does not;
 * `dismiss` puts the last one away.
 */
export type VideoCommand = 'start' | 'stop' | 'cancel' | 'dismiss';
