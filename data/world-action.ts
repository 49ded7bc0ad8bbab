import * as v from 'valibot';
import type { DataModule } from './module.ts';
import { appendLog } from './session-log.ts';
import { fire, watch } from './signal.ts';
import type { State } from './state.ts';

/** What the resident may say at once, and the reason it may give for fireworks; the rest is cut. Characters. */
export const MAX_SPOKEN_CHARACTERS = 1_000;
const MAX_REASON_CHARACTERS = 200;

const words = (max: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.transform((text) => text.slice(0, max)),
  );

/** What the resident can do in the world, told apart by `action`: everything else is not known here, and ignored. */
const worldAction = v.variant('action', [
  v.object({
    action: v.literal('fireworks'),
    detail: v.object({ reason: v.optional(words(MAX_REASON_CHARACTERS), '') }),
  }),
  v.object({
    action: v.literal('speak'),
    detail: v.object({ text: v.pipe(words(MAX_SPOKEN_CHARACTERS), v.minLength(1)) }),
  }),
]);
export type WorldAction = v.InferOutput<typeof worldAction>;

/** The action in a frame, checked; undefined for what is unknown or not in its form. */
export function readWorldAction(frame: {
  readonly action: string;
  readonly detail: Record<string, unknown>;
}): WorldAction | undefined {
  const result = v.safeParse(worldAction, frame);
  return result.success ? result.output : undefined;
}

/** How often each may happen: a few at once, then at a steady pace. What comes faster is dropped, for it would be old news later. */
const RATES: Readonly<Record<WorldAction['action'], { readonly burst: number; readonly everyMs: number }>> = {
  fireworks: { burst: 3, everyMs: 10_000 },
  speak: { burst: 3, everyMs: 3_000 },
};

/** Says yes to a burst, and then as often as the pace allows. */
class Pace {
  readonly #burst: number;
  readonly #everyMs: number;
  #left: number;
  #since: number;

  constructor({ burst, everyMs }: { readonly burst: number; readonly everyMs: number }, now: number) {
    this.#burst = burst;
    this.#everyMs = everyMs;
    this.#left = burst;
    this.#since = now;
  }

  allows(now: number): boolean {
    // A clock that was set back earns nothing.
    const earned = Math.max(0, now - this.#since) / this.#everyMs;
    this.#left = Math.min(this.#burst, this.#left + earned);
    this.#since = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}

/** Turns what the resident does in the world (the protocol's `world-action`) into the one-offs that show it. */
export function createWorldActions(now: () => number): DataModule {
  let end: (() => void) | undefined;

  const act = (state: State, action: WorldAction): void => {
    switch (action.action) {
      case 'fireworks':
        fire(state.fireworks, action.detail.reason);
        return;
      case 'speak': {
        const speaker = state.resident.get().name.toUpperCase();
        const { text } = action.detail;
        // A bubble passes: the log keeps what was said, for those too who do not see it.
        appendLog(state, { ts: now(), speaker, text });
        fire(state.speech, { speaker, text });
      }
    }
  };

  return {
    init(_scene, state) {
      const paces = {
        fireworks: new Pace(RATES.fireworks, now()),
        speak: new Pace(RATES.speak, now()),
      };
      let seen = state.world.action.get().count;
      end = watch(state.world.action, ({ count, detail }) => {
        if (count === seen) return;
        seen = count;
        const action = readWorldAction(detail);
        if (action && paces[action.action].allows(now())) act(state, action);
      });
    },
    update() {},
    dispose() {
      end?.();
      end = undefined;
    },
  };
}
