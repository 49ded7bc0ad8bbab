/** The film of a time-lapse, as far as the HUD shows it; `world/capture/video-recorder.ts` makes it. */
export type Clip =
  | { readonly phase: 'idle' }
  /** What keeps this browser from filming, in plain words. */
  | { readonly phase: 'impossible'; readonly cause: string }
  | { readonly phase: 'recording'; readonly seconds: number; readonly bytes: number }
  /** Stopped: the encoder hands over the rest. */
  | { readonly phase: 'finishing' }
  | { readonly phase: 'done'; readonly film: Blob; readonly fileName: string; readonly note: string }
  | { readonly phase: 'failed'; readonly cause: string };

export const noClip: Clip = { phase: 'idle' };

/** `start` films from where the replay stands; `stop` keeps what there is, `cancel` does not; `dismiss` puts the last one away. */
export type ClipOrder = 'start' | 'stop' | 'cancel' | 'dismiss';
