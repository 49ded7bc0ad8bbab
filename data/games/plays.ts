import { type DataModule, dataModule } from '../core/module.ts';
import { type Readable, watch } from '../core/watch.ts';
import type { GamesState } from './games-state.ts';
import { orderRefused } from './owner.ts';
import { PLAY_ID } from '../core/limits.ts';

type Needs = Parameters<typeof orderRefused>[0] &
  GamesState & {
    readonly bridge: Readable<{ readonly state: string }>;
    readonly bridgeLine: { readonly listeners: Set<(frame: unknown) => void> };
  };

const isTyped = (
  frame: unknown,
): frame is {
  readonly type: unknown;
  readonly code?: unknown;
  readonly message?: unknown;
  readonly ref?: unknown;
} => typeof frame === 'object' && frame !== null && 'type' in frame;

/** Receives plays over the bridge. The schema of their records is loaded when the first record arrives. */
export const createPlays = (fetch: typeof globalThis.fetch): DataModule<Needs> =>
  dataModule((state) => {
    const { plays } = state.games;
    const { listeners } = state.bridgeLine;
    const listen = (frame: unknown): void => {
      if (!isTyped(frame)) return;
      const { type, code, message, ref } = frame;
      if (type === 'error' && typeof ref === 'string' && PLAY_ID.test(ref))
        void orderRefused(state, code, String(message), fetch);
      if (type !== 'play') return;
      // If the file cannot be loaded, the next record tries again.
      import('./apply-play-frame.ts').then(
        ({ applyPlayFrame }) => applyPlayFrame(plays, frame),
        () => undefined,
      );
    };
    listeners.add(listen);
    let wasOpen = false;
    const unwatch = watch(state.bridge, () => {
      const isOpen = state.bridge.get().state === 'open';
      // Clears the list: after each welcome the home sends all its plays, and the others are over.
      if (isOpen && !wasOpen && plays.get().length > 0) plays.set([]);
      wasOpen = isOpen;
    });
    return {
      dispose() {
        listeners.delete(listen);
        unwatch();
      },
    };
  });
