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
