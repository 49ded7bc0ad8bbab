import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { cleanLine } from '../../../data/readings/schemas/resident-activity.ts';
import type { Bus, Stop } from '../../bus/bus.ts';
import { readText } from '../../bus/read-text.ts';
import type { ResidentRoom } from '../../resident/room/resident-room.ts';

export const BEAT_MS = 1_000;
/** A beat may come just before ours: a gateway that ends without a word is found within five seconds. */
export const MAX_MISSED_BEATS = 4;
/** Far more than one bus serves here; others are not counted. */
const MAX_GATEWAYS = 256;
const SUBJECT = 'gateways';
/** The longest beat has a name and a note of a resident. */
const MAX_BEAT_LENGTH = 4_096;

export const gatewayId = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

const line = (max: number) => v.pipe(v.string(), v.transform(cleanLine), v.minLength(1), v.maxLength(max));

/** An agent that moved into the room of a gateway. */
const residentElsewhere = v.object({
  name: line(80),
  place: v.picklist(['local', 'hosted']),
  note: line(400),
});
export type ResidentElsewhere = v.InferOutput<typeof residentElsewhere>;

const beat = v.object({
  gateway: gatewayId,
  visitors: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000)),
  resident: v.optional(residentElsewhere),
  /** It says good-bye. */
  ends: v.optional(v.boolean(), false),
});
type Beat = v.InferInput<typeof beat>;

/** Another gateway of this world, as its last beat told. */
export interface OtherGateway {
  readonly gateway: string;
  readonly visitors: number;
  readonly resident: ResidentElsewhere | undefined;
}

interface Tools {
  readonly bus: Bus;
  /** The visitors at this gateway now. */
  readonly visitors: () => number;
  /** The room of this gateway: the others learn which agent has it. */
  readonly room: Pick<ResidentRoom, 'candidate' | 'onChange'>;
  readonly beatMs?: number | undefined;
}

/**
 * The other gateways of this world. Each of them tells once a second that it is there; one that is
 * silent for four beats, or says good-bye, is gone.
 */
export class Gateways {
  /** The name of this gateway among the others: a new one after each start. */
  readonly id = randomBytes(12).toString('hex');
  readonly bus: Bus;
  readonly #tools: Tools;
  readonly #others = new Map<string, OtherGateway & { missedBeats: number }>();
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly Stop[];
  readonly #beating: NodeJS.Timeout;
  #greeted = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.bus = tools.bus;
    this.#stops = [
      tools.bus.subscribe(SUBJECT, (text) => this.#hear(text)),
      tools.bus.onChange((isOpen) => isOpen && this.tell()),
      tools.room.onChange(() => this.tell()),
    ];
    this.#beating = setInterval(() => this.#beat(), tools.beatMs ?? BEAT_MS);
    this.#beating.unref();
    this.tell();
  }

  /** In the same order at every gateway, so that all of them choose the same one. */
  get others(): readonly OtherGateway[] {
    return [...this.#others.values()].sort((one, two) => (one.gateway < two.gateway ? -1 : 1));
  }

  has(gateway: string): boolean {
    return this.#others.has(gateway);
  }

  /** The visitors at all other gateways. */
  get visitorsElsewhere(): number {
    let sum = 0;
    for (const { visitors } of this.#others.values()) sum += visitors;
    return sum;
  }

  /** Tells the others of this gateway now, not with the next beat. */
  tell(): void {
    const { visitors, room } = this.#tools;
    this.#publish({ gateway: this.id, visitors: visitors(), resident: residentOf(room) });
  }

  /** Calls the listener when a gateway came, went, or told something new of itself. */
  onChange(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#beating);
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
    this.#publish({ gateway: this.id, visitors: 0, ends: true });
  }

  #publish(text: Beat): void {
    this.bus.publish(SUBJECT, JSON.stringify(text));
  }

  #hear(text: string): void {
    const heard = readText(beat, text, MAX_BEAT_LENGTH);
    if (!heard || heard.gateway === this.id) return;
    const { gateway, visitors, resident, ends } = heard;
    const known = this.#others.get(gateway);
    if (ends) {
      if (this.#others.delete(gateway)) this.#changed();
      return;
    }
    if (!known && this.#others.size >= MAX_GATEWAYS) return;
    this.#others.set(gateway, { gateway, visitors, resident, missedBeats: 0 });
    // The newcomer need not wait for the next beat. Once a beat: strangers could make this gateway shout.
    if (!known && !this.#greeted) {
      this.#greeted = true;
      this.tell();
    }
    if (!known || known.visitors !== visitors || !isSame(known.resident, resident)) this.#changed();
  }

  /** Counts its own beats, not seconds: after a pause of this process the others are still known. */
  #beat(): void {
    this.#greeted = false;
    this.tell();
    let isGone = false;
    for (const [gateway, other] of this.#others) {
      other.missedBeats += 1;
      if (other.missedBeats > MAX_MISSED_BEATS) isGone = this.#others.delete(gateway);
    }
    if (isGone) this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function residentOf({ candidate }: Tools['room']): ResidentElsewhere | undefined {
  if (!candidate) return undefined;
  const { name, place } = candidate.who;
  return { name, place: place === 'local' ? 'local' : 'hosted', note: candidate.note };
}

const isSame = (one: ResidentElsewhere | undefined, two: ResidentElsewhere | undefined): boolean =>
  one?.name === two?.name && one?.place === two?.place && one?.note === two?.note;
