import * as v from 'valibot';
import { cleanLine } from '../../../data/core/text.ts';
import { type Bus, readText, type Stop } from '../../bus/bus.ts';
import type { ResidentRoom } from '../../resident/room/resident-room.ts';

const HEARTBEAT_MS = 1_000;
/**
 * A gateway that ends without notice is removed within five seconds: its last heartbeat may arrive just
 * before this gateway's own heartbeat.
 */
const MAX_MISSED_HEARTBEATS = 4;
/** A limit far above the size of any world; further gateways are ignored. */
const MAX_GATEWAYS = 256;
const SUBJECT = 'gateways';
/**
 * The maximum length of a heartbeat in characters: the longest contains the name and the note of a resident.
 */
const MAX_HEARTBEAT_LENGTH = 4_096;

export const gatewayId = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/));

const line = (max: number) => v.pipe(v.string(), v.transform(cleanLine), v.minLength(1), v.maxLength(max));

/** An agent that moved into the room of a gateway. */
const remoteResident = v.object({
  name: line(80),
  place: v.picklist(['local', 'hosted']),
  note: line(400),
});
type RemoteResident = v.InferOutput<typeof remoteResident>;

const heartbeat = v.object({
  gateway: gatewayId,
  visitors: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000_000)),
  resident: v.optional(remoteResident),
  /** The gateway shuts down. */
  ends: v.optional(v.boolean(), false),
});
type Heartbeat = v.InferInput<typeof heartbeat>;

/** Another gateway of this world, from its last heartbeat. */
interface OtherGateway {
  readonly gateway: string;
  readonly visitors: number;
  readonly resident: RemoteResident | undefined;
}

interface Tools {
  readonly bus: Bus;
  /** The visitors at this gateway now. */
  readonly visitors: () => number;
  /** The room of this gateway: its agent is announced to the others. */
  readonly room: Pick<ResidentRoom, 'candidate' | 'onChange'>;
  readonly heartbeatMs?: number | undefined;
}

/**
 * The other gateways of this world. Each of them sends a heartbeat once a second. A gateway that misses more
 * than four heartbeats, or that shuts down, is removed.
 */
export class Gateways {
  /** The id of this gateway: a new one after each start. */
  readonly id = crypto.randomUUID();
  readonly bus: Bus;
  readonly #tools: Tools;
  readonly #others = new Map<string, OtherGateway & { missedHeartbeats: number }>();
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly Stop[];
  readonly #heartbeatTimer: NodeJS.Timeout;
  #hasAnnounced = false;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.bus = tools.bus;
    this.#stops = [
      tools.bus.subscribe(SUBJECT, (text) => this.#receive(text)),
      tools.bus.onChange((isOpen) => isOpen && this.announce()),
      tools.room.onChange(() => this.announce()),
    ];
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeat(), tools.heartbeatMs ?? HEARTBEAT_MS);
    this.#heartbeatTimer.unref();
    this.announce();
  }

  /** The other gateways, in the same order at every gateway, so that all of them show the same resident. */
  get others(): readonly OtherGateway[] {
    return [...this.#others.values()].sort((one, two) => (one.gateway < two.gateway ? -1 : 1));
  }

  has(gateway: string): boolean {
    return this.#others.has(gateway);
  }

  /** The visitors at all other gateways. */
  get remoteVisitors(): number {
    let sum = 0;
    for (const { visitors } of this.#others.values()) sum += visitors;
    return sum;
  }

  /** Announces this gateway to the others now, without waiting for the next heartbeat. */
  announce(): void {
    const { visitors, room } = this.#tools;
    this.#publish({ gateway: this.id, visitors: visitors(), resident: residentOf(room) });
  }

  /** Calls the listener when a gateway was added, removed or changed. */
  onChange(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): void {
    clearInterval(this.#heartbeatTimer);
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
    this.#publish({ gateway: this.id, visitors: 0, ends: true });
  }

  #publish(text: Heartbeat): void {
    this.bus.publish(SUBJECT, JSON.stringify(text));
  }

  #receive(text: string): void {
    const message = readText(heartbeat, text, MAX_HEARTBEAT_LENGTH);
    if (!message || message.gateway === this.id) return;
    const { gateway, visitors, resident, ends } = message;
    const known = this.#others.get(gateway);
    if (ends) {
      if (this.#others.delete(gateway)) this.#changed();
      return;
    }
    if (!known && this.#others.size >= MAX_GATEWAYS) return;
    this.#others.set(gateway, { gateway, visitors, resident, missedHeartbeats: 0 });
    // This gateway announces itself at once, so that the new gateway does not wait for the next heartbeat. It
    // does so at most once between two heartbeats, because other programs could cause a flood.
    if (!known && !this.#hasAnnounced) {
      this.#hasAnnounced = true;
      this.announce();
    }
    if (!known || known.visitors !== visitors || !isSame(known.resident, resident)) this.#changed();
  }

  /**
   * Measures the silence of other gateways in heartbeats of this one, not in seconds, so that a pause of this
   * process removes none of them.
   */
  #sendHeartbeat(): void {
    this.#hasAnnounced = false;
    this.announce();
    let isGone = false;
    for (const [gateway, other] of this.#others) {
      other.missedHeartbeats += 1;
      if (other.missedHeartbeats > MAX_MISSED_HEARTBEATS) isGone = this.#others.delete(gateway);
    }
    if (isGone) this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

function residentOf({ candidate }: Tools['room']): RemoteResident | undefined {
  if (!candidate) return undefined;
  const { name, place } = candidate.who;
  return { name, place: place === 'local' ? 'local' : 'hosted', note: candidate.note };
}

const isSame = (one: RemoteResident | undefined, two: RemoteResident | undefined): boolean =>
  one?.name === two?.name && one?.place === two?.place && one?.note === two?.note;
