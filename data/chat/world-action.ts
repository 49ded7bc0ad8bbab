import * as v from 'valibot';
import { viewpointNames } from '../view/viewpoint-names.ts';
import { viewpointPanels } from '../view/viewpoint.ts';
import type { DataModule } from '../core/module.ts';
import type { Offer, ViewState } from '../view/view-state.ts';
import { currentValue } from '../readings/reading.ts';
import { appendLog } from './session-log.ts';
import { emit } from '../core/event.ts';
import { type Rate, TokenBucket } from '../core/token-bucket.ts';
import { watch } from '../core/signal.ts';
import type { WorldState } from '../world-state.ts';
import type { ChatState } from './chat-state.ts';
import type { Derived } from '../derived.ts';

/** What the resident may say at once, and the reason it may give for fireworks; the rest is cut. Characters. */
export const MAX_SPOKEN_CHARACTERS = 1_000;
const MAX_REASON_CHARACTERS = 200;
/** No id is longer (data/readings/schemas/portal.ts). */
const MAX_ID_CHARACTERS = 64;
/** How long an offer stands. */
const OFFER_MS = 30_000;

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
  v.object({
    action: v.literal('fly'),
    detail: v.union([
      v.object({ portal: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_ID_CHARACTERS)) }),
      v.object({ panel: v.picklist(viewpointPanels) }),
    ]),
  }),
  v.object({ action: v.literal('time-lapse'), detail: v.object({}) }),
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
const RATES: Readonly<Record<WorldAction['action'], Rate>> = {
  fireworks: { burst: 3, perSecond: 1 / 10 },
  speak: { burst: 3, perSecond: 1 / 3 },
  // A visitor who asks for several places one after the other is offered each.
  fly: { burst: 4, perSecond: 1 / 5 },
  'time-lapse': { burst: 1, perSecond: 1 / 60 },
};

/** The parts of the state that this module uses. */
type Needs = ChatState & ViewState & WorldState & { readonly derived: Pick<Derived, 'portals'> };

/** Turns what the resident does in the world (the protocol's `world-action`) into the events that show it. */
export function createWorldActions(
  now: () => number,
  log: Pick<Console, 'warn'> = console,
): DataModule<Needs> {
  let end: (() => void) | undefined;
  let home: Needs | undefined;

  /** The camera never moves without the visitor's wish: they are asked. */
  const offer = (state: Needs, text: string, act: Offer['act']): void => {
    // Without a picture there is nothing to be shown.
    if (state.world.status.get().phase === 'unavailable') return;
    state.offer.set({ text: `${state.resident.get().name} ${text}`, act, until: now() + OFFER_MS });
  };

  const act = (state: Needs, action: WorldAction): void => {
    switch (action.action) {
      case 'fireworks':
        emit(state.fireworks, action.detail.reason);
        return;
      case 'speak': {
        const speaker = state.resident.get().name.toUpperCase();
        const { text } = action.detail;
        // A bubble passes: the log keeps what was said, for those too who do not see it.
        appendLog(state, { ts: now(), speaker, text });
        emit(state.speech, { speaker, text });
        return;
      }
      case 'fly': {
        if ('panel' in action.detail) {
          const { panel } = action.detail;
          return offer(state, `shows you ${viewpointNames[panel]}`, { kind: 'stand', panel });
        }
        const { portal: portalId } = action.detail;
        const portal = currentValue(state.derived.portals.get())?.find(
          ({ record }) => record.id === portalId,
        );
        if (portal) offer(state, `shows you ${portal.record.name}`, { kind: 'fly', portalId });
        else
          log.warn(
            `world-action fly: no portal ${JSON.stringify(portalId)} in this home; nothing is offered.`,
          );
        return;
      }
      case 'time-lapse':
        offer(state, 'shows you the day in thirty seconds', { kind: 'time-lapse' });
    }
  };

  return {
    init(_scene, state) {
      const buckets = {
        fireworks: new TokenBucket(RATES.fireworks, now),
        speak: new TokenBucket(RATES.speak, now),
        fly: new TokenBucket(RATES.fly, now),
        'time-lapse': new TokenBucket(RATES['time-lapse'], now),
      };
      home = state;
      const actions = state.world.action.reader();
      end = watch(state.world.action, () => {
        for (let detail = actions.next(); detail !== undefined; detail = actions.next()) {
          const action = readWorldAction(detail);
          if (action && buckets[action.action].take()) act(state, action);
        }
      });
    },
    update() {
      const standing = home?.offer.get();
      // A clock that was set back does not make it stand for ever.
      const left = standing ? standing.until - now() : 1;
      if (left <= 0 || left > OFFER_MS) home?.offer.set(undefined);
    },
    dispose() {
      end?.();
      end = undefined;
      home?.offer.set(undefined);
      home = undefined;
    },
  };
}
