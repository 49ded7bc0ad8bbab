import type { Signal } from '@lit-labs/signals';
import type { PlayFrame, PlayOrderFrame } from '../../../data/games/play-frames.ts';
import { type PlayRecord, isOver } from '../../../data/games/play-record.ts';
import { HOUR_MS } from '../../../data/core/time.ts';
import { errorFrame, type Peer } from '../sockets/peer.ts';
import { PlayScreens, type Picture } from './play-screens.ts';

/** Plays that the home keeps at once, including those that have ended. */
const MAX_PLAYS = 4;
/** Clients get a play at most four times a second. If there are more reports, clients get only the newest. */
const SEND_EVERY_MS = 250;
/** How long a play that is over is sent to new clients. */
const KEPT_MS = HOUR_MS;

/** The connection of a player. */
export type Player = Pick<Peer, 'sendText'>;

interface Play {
  record: PlayRecord;
  /** Undefined when the player is gone. */
  player: Player | undefined;
  /** The number of the connection, in the order of the first reports. */
  connection: number;
  /** When the play ended, by the clock of the home. */
  endedAt: number | undefined;
  sentAt: number;
  timer: NodeJS.Timeout | undefined;
  readonly screens: PlayScreens;
}

interface Needs {
  /** The records, in the state of the home. */
  readonly records: Signal.State<readonly PlayRecord[]>;
  /** Sends a frame to all clients. */
  readonly broadcast: (frame: PlayFrame) => void;
  readonly now: () => number;
}

/**
 * The plays that run, and those that ended within the hour, from the reports of their players. They are kept in
 * memory only: after a restart of the home the players report again.
 */
export class CurrentPlays {
  readonly #needs: Needs;
  readonly #plays = new Map<string, Play>();
  readonly #connections = new WeakMap<Player, number>();
  #lastConnection = 0;
  #closed = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get records(): readonly PlayRecord[] {
    return this.#needs.records.get();
  }

  /** Handles a report of a player; returns the cause if it is refused. */
  report(player: Player, record: PlayRecord): string | undefined {
    const connection = this.#connectionOf(player);
    const known = this.#plays.get(record.id);
    // A player that lost its connection returns with a newer connection; the older connection cannot take the
    // play back.
    if (known?.player && connection < known.connection) return 'A newer connection reports this play.';
    if (!known && !this.#makeRoom())
      return `This home shows ${MAX_PLAYS} plays at once. Stop one of them first.`;
    const play = known ?? {
      record,
      player,
      connection,
      endedAt: undefined,
      sentAt: -Infinity,
      timer: undefined,
      screens: new PlayScreens(),
    };
    this.#plays.set(record.id, play);
    Object.assign(play, { player, connection });
    this.#change(play, record);
    return undefined;
  }

  /** Forwards an order of the owner to the player; returns the reason if the order has no effect. */
  order(order: PlayOrderFrame, from: 'page' | 'chat'): string | undefined {
    const play = this.#plays.get(order.play);
    if (!play) return 'This home no longer knows this play.';
    if (!play.player || isOver(play.record)) return 'This play is over.';
    if (order.order !== 'stop' && play.record.request?.id !== order.request)
      return 'This action no longer waits: it was decided, or the play continued without it.';
    play.player.sendText(JSON.stringify({ ...order, from }));
    return undefined;
  }

  /** Call it when a socket is closed: the running plays of this player have then failed. */
  leave(player: Player): void {
    for (const play of this.#plays.values()) {
      if (play.player !== player) continue;
      play.player = undefined;
      if (isOver(play.record)) continue;
      const { request: _none, ...record } = play.record;
      const updatedAt = this.#needs.now();
      this.#change(play, { ...record, state: 'failed', note: 'The player is gone.', updatedAt });
    }
  }

  /** The player of a play, which may upload screenshots; undefined when the player is gone. */
  playerOf(id: string): Player | undefined {
    return this.#plays.get(id)?.player;
  }

  /** False for a screenshot that is not accepted: see `PlayScreens.add`. */
  addScreen(id: string, number: number, picture: Picture): boolean {
    return this.#plays.get(id)?.screens.add(number, picture) === true;
  }

  screen(id: string, number: number): Picture | undefined {
    return this.#plays.get(id)?.screens.get(number);
  }

  /** Removes the plays that have been over for an hour. */
  sweep(): void {
    for (const [id, { endedAt }] of this.#plays)
      if (endedAt !== undefined && this.#needs.now() - endedAt >= KEPT_MS) this.#plays.delete(id);
    this.#publish();
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#plays.values()) clearTimeout(timer);
  }

  #connectionOf(player: Player): number {
    const number = this.#connections.get(player) ?? (this.#lastConnection += 1);
    this.#connections.set(player, number);
    return number;
  }

  /** Whether another play fits. If necessary, the play that ended first is removed. */
  #makeRoom(): boolean {
    if (this.#plays.size < MAX_PLAYS) return true;
    const over = [...this.#plays].filter(([, { endedAt }]) => endedAt !== undefined);
    const [first] = over.toSorted(([, a], [, b]) => (a.endedAt ?? 0) - (b.endedAt ?? 0));
    if (!first) return false;
    clearTimeout(first[1].timer);
    return this.#plays.delete(first[0]);
  }

  #change(play: Play, record: PlayRecord): void {
    play.record = record;
    play.endedAt = isOver(record) ? (play.endedAt ?? this.#needs.now()) : undefined;
    this.#publish();
    this.#send(play);
  }

  #publish(): void {
    const { records } = this.#needs;
    const next = [...this.#plays.values()].map(({ record }) => record);
    const before = records.get();
    if (next.length !== before.length || next.some((record, index) => record !== before[index]))
      records.set(next);
  }

  #send(play: Play): void {
    if (this.#closed || play.timer !== undefined) return;
    const waitMs = play.sentAt + SEND_EVERY_MS - this.#needs.now();
    // A clock that was set back must not stop the updates.
    if (waitMs <= 0 || waitMs > SEND_EVERY_MS) {
      play.sentAt = this.#needs.now();
      return this.#needs.broadcast({ type: 'play', play: play.record });
    }
    play.timer = setTimeout(() => {
      play.timer = undefined;
      play.sentAt = -Infinity;
      this.#send(play);
    }, waitMs);
    play.timer.unref();
  }
}

const NOT_OWNER = 'Only the owner of this home decides about a play.';

/** Handles the report of a player, or the owner's order to a player. A refusal names the play. */
export function handlePlayFrame(plays: CurrentPlays, peer: Peer, frame: PlayFrame | PlayOrderFrame): void {
  if (peer.role === undefined) return peer.send(errorFrame('no-session', 'Say hello first.'));
  if (frame.type === 'play') {
    const refusal = plays.report(peer, frame.play);
    if (refusal !== undefined) peer.send(errorFrame('refused', refusal, frame.play.id));
    return;
  }
  if (!peer.isOwner()) return peer.send(errorFrame('unauthorized', NOT_OWNER, frame.play));
  const refusal = plays.order(frame, 'page');
  if (refusal !== undefined) peer.send(errorFrame('refused', refusal, frame.play));
}
