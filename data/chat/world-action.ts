import * as v from 'valibot';
import { viewpointNames, viewpointPanels } from '../view/viewpoint.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Offer, ViewState } from '../view/view-state.ts';
import { currentValue } from '../readings/reading.ts';
import { word } from '../readings/schemas/bounds.ts';
import { SYSTEM_SPEAKER, appendLog, residentSpeaker } from './session-log.ts';
import { emit } from '../core/event.ts';
import { cleanLine, cutText } from '../core/text.ts';
import { TokenBucket } from '../core/token-bucket.ts';
import { watch } from '../core/watch.ts';
import type { ResidentGesture, ResidentMove, WorldState } from '../world-state.ts';
import type { SettingsState } from '../config/settings/settings.ts';
import type { ChatState } from './chat-state.ts';
import type { Derived } from '../derived.ts';

/** The maximum length of the resident's speech, and of the reason for fireworks. Characters. */
export const MAX_SPOKEN_CHARACTERS = 1_000;
const MAX_REASON_CHARACTERS = 200;
/** The maximum length of an id (data/readings/schemas/portal.ts). */
const MAX_ID_CHARACTERS = 64;
/** The rate limit for moves of the resident's body: four at once, then one every three seconds. */
const MOVES = { burst: 4, perSecond: 1 / 3 } as const;
/** How long an offer is valid. */
const OFFER_MS = 30_000;

const words = (max: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => cutText(cleanLine(text), max)),
  );

/** The log's text for each gesture, after the resident's name. */
const gestureTexts: Readonly<Record<ResidentGesture, string>> = {
  nod: 'nods',
  wave: 'waves',
  'shake-head': 'shakes its head',
};
const residentGestures = ['nod', 'wave', 'shake-head'] as const;

/** A portal by its id, or another viewpoint of the home by its name. */
const place = v.union([
  v.object({ portal: word(MAX_ID_CHARACTERS) }),
  v.object({ panel: v.picklist(viewpointPanels) }),
]);

/** The resident's actions in the world, distinguished by `action`; others are ignored. */
export const worldAction = v.variant('action', [
  v.object({
    action: v.literal('fireworks'),
    detail: v.object({ reason: v.optional(words(MAX_REASON_CHARACTERS), '') }),
  }),
  v.object({
    action: v.literal('speak'),
    detail: v.object({ text: v.pipe(words(MAX_SPOKEN_CHARACTERS), v.minLength(1)) }),
  }),
  v.object({ action: v.literal('point'), detail: place }),
  v.object({ action: v.literal('turn'), detail: place }),
  v.object({ action: v.literal('gesture'), detail: v.object({ gesture: v.picklist(residentGestures) }) }),
  v.object({ action: v.literal('fly'), detail: place }),
  v.object({ action: v.literal('time-lapse'), detail: v.object({}) }),
  v.object({ action: v.literal('view'), detail: v.object({ mode: v.picklist(['overview', 'photo']) }) }),
]);
/** The text for the view in an offer. */
const viewNames = { overview: 'the island from above', photo: 'the view for photographs' } as const;

type WorldAction = v.InferOutput<typeof worldAction>;
type PlaceDetail = v.InferOutput<typeof place>;

/** The validated action of a frame; undefined if it is unknown or invalid. */
export function readWorldAction(frame: {
  readonly action: string;
  readonly detail: Record<string, unknown>;
}): WorldAction | undefined {
  const result = v.safeParse(worldAction, frame);
  return result.success ? result.output : undefined;
}

type Needs = SettingsState &
  ChatState &
  ViewState &
  WorldState & { readonly derived: Pick<Derived, 'portals'> };

/** Turns the resident's world actions into events that show them. */
class WorldActions {
  readonly #state: Needs;
  readonly #now: () => number;
  readonly #log: Pick<Console, 'warn'>;
  /** The rate limit of each action. Actions beyond it are dropped, because later they would be outdated. */
  readonly #buckets: Readonly<Record<WorldAction['action'], TokenBucket>>;
  readonly #unwatch: () => void;

  constructor(state: Needs, now: () => number, log: Pick<Console, 'warn'>) {
    this.#state = state;
    this.#now = now;
    this.#log = log;
    this.#buckets = {
      fireworks: new TokenBucket({ burst: 3, perSecond: 1 / 10 }, now),
      speak: new TokenBucket({ burst: 3, perSecond: 1 / 3 }, now),
      point: new TokenBucket(MOVES, now),
      turn: new TokenBucket(MOVES, now),
      gesture: new TokenBucket(MOVES, now),
      // A visitor may ask for several places one after the other, and gets an offer for each.
      fly: new TokenBucket({ burst: 4, perSecond: 1 / 5 }, now),
      'time-lapse': new TokenBucket({ burst: 1, perSecond: 1 / 60 }, now),
      view: new TokenBucket({ burst: 4, perSecond: 1 / 5 }, now),
    };
    const actions = state.world.action.reader();
    this.#unwatch = watch(state.world.action, () => {
      for (let detail = actions.next(); detail !== undefined; detail = actions.next()) {
        if (!state.settings.get().acting) continue;
        const action = readWorldAction(detail);
        if (action && this.#buckets[action.action].take()) this.#perform(action);
      }
    });
  }

  update(): void {
    const offer = this.#state.offer.get();
    // An offer also ends if the clock was set back.
    const left = offer ? offer.until - this.#now() : 1;
    const { acting } = this.#state.settings.get();
    if (left <= 0 || left > OFFER_MS || (offer && !acting)) this.#state.offer.set(undefined);
  }

  dispose(): void {
    this.#unwatch();
    this.#state.offer.set(undefined);
  }

  #perform(action: WorldAction): void {
    switch (action.action) {
      case 'fireworks':
        return emit(this.#state.fireworks, action.detail.reason);
      case 'speak':
        return this.#speak(action.detail.text);
      case 'point':
      case 'turn':
        return this.#moveTowards(action.action, action.detail);
      case 'gesture':
        return this.#move({ kind: 'gesture', ...action.detail }, gestureTexts[action.detail.gesture]);
      case 'fly':
        if ('portal' in action.detail) return this.#offerFlight(action.detail.portal);
        return this.#offer(`shows you ${viewpointNames[action.detail.panel]}`, {
          kind: 'stand',
          panel: action.detail.panel,
        });
      case 'time-lapse':
        return this.#offer('shows you the day in thirty seconds', { kind: 'view', mode: 'time-lapse' });
      case 'view':
        return this.#offer(`shows you ${viewNames[action.detail.mode]}`, {
          kind: 'view',
          mode: action.detail.mode,
        });
    }
  }

  #speak(text: string): void {
    const speaker = residentSpeaker(this.#state);
    // The log keeps the text, because the speech bubble disappears and not all visitors see it.
    appendLog(this.#state, { ts: this.#now(), speaker, text });
    emit(this.#state.speech, { speaker, text });
  }

  #moveTowards(kind: 'point' | 'turn', detail: PlaceDetail): void {
    const does = kind === 'point' ? 'points at' : 'turns to';
    if ('panel' in detail)
      return this.#move(
        { kind, place: { kind: 'panel', name: detail.panel } },
        `${does} ${viewpointNames[detail.panel]}`,
      );
    const name = this.#nameOfPortal(kind, detail.portal);
    if (name !== undefined)
      this.#move({ kind, place: { kind: 'portal', id: detail.portal } }, `${does} ${name}`);
  }

  /** Moves the resident. The session log has the text for visitors who do not see the resident. */
  #move(move: ResidentMove, text: string): void {
    const { name } = this.#state.resident.get();
    appendLog(this.#state, { ts: this.#now(), speaker: SYSTEM_SPEAKER, text: `${name} ${text}` });
    emit(this.#state.world.residentMove, move);
  }

  /** The name of a portal. If this home does not have it, undefined, with a warning in the console. */
  #nameOfPortal(action: string, portalId: string): string | undefined {
    const portals = currentValue(this.#state.derived.portals.get());
    const portal = portals?.find(({ record }) => record.id === portalId);
    if (!portal)
      this.#log.warn(`world-action ${action}: this home has no portal ${JSON.stringify(portalId)}.`);
    return portal?.record.name;
  }

  #offerFlight(portalId: string): void {
    const name = this.#nameOfPortal('fly', portalId);
    if (name !== undefined) this.#offer(`shows you ${name}`, { kind: 'fly', portalId });
  }

  /** Offers to move the camera: it never moves without the visitor's consent. */
  #offer(text: string, act: Offer['act']): void {
    // Without a picture there is nothing to show.
    if (this.#state.world.status.get().phase === 'unavailable') return;
    const until = this.#now() + OFFER_MS;
    this.#state.offer.set({ text: `${this.#state.resident.get().name} ${text}`, act, until });
  }
}

export const createWorldActions = (
  now: () => number,
  log: Pick<Console, 'warn'> = console,
): DataModule<Needs> => dataModule((state) => new WorldActions(state, now, log));
