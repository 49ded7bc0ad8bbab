import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, emit, event } from '../core/event.ts';
import { type Emote, MAX_NAMED_PLAYERS } from './limits.ts';

/**
 * The position of this page's visitor: the world writes it in every frame, and `presence.ts` reads it. A
 * signal would create garbage sixty times a second.
 */
export interface OwnPlace {
  /** False without a 3D world, and so without a position. */
  isKnown: boolean;
  x: number;
  /** The height of the eye. */
  y: number;
  z: number;
  yaw: number;
}

/** Another visitor, as lists name them. */
export interface NamedPlayer {
  readonly number: number;
  /** Empty for a visitor who has chosen none. */
  readonly name: string;
  /** The index of the player in `PlayerArrays`. */
  readonly slot: number;
}

/**
 * The others that this page draws, each with its own index while it is here. The world reads them in every
 * frame, `players.ts` writes them: neither creates garbage.
 */
export interface PlayerArrays {
  /** The player's number; 0 where there is none. */
  readonly numbers: Int32Array;
  /** x, y, z in metres and yaw in radians, as they are shown now. */
  readonly places: Float32Array;
  /** How far the light has faded in, 0 to 1. */
  readonly shares: Float32Array;
  /** Degrees. */
  readonly hues: Float32Array;
  /** Empty for a visitor who has chosen none. */
  readonly names: string[];
  /** Indices of `emotes`, and how much of the emote's time has passed, 0 to 1; 1 where there is none. */
  readonly emotes: Uint8Array;
  readonly emoteShares: Float32Array;
  /** The players who are here; a new list when one comes, leaves or changes the name. */
  readonly near: Signal.State<readonly NamedPlayer[]>;
}

const createPlayerArrays = (size = MAX_NAMED_PLAYERS): PlayerArrays => ({
  numbers: new Int32Array(size),
  places: new Float32Array(size * 4),
  shares: new Float32Array(size),
  hues: new Float32Array(size),
  names: Array.from({ length: size }, () => ''),
  emotes: new Uint8Array(size),
  emoteShares: new Float32Array(size).fill(1),
  near: signal<readonly NamedPlayer[]>([]),
});

/** A line that a visitor near by wrote, or this one. */
export interface PlayerLine {
  readonly id: number;
  /** 0 for this visitor. */
  readonly number: number;
  /** The name at that time; empty for a visitor who has chosen none. */
  readonly name: string;
  readonly text: string;
}

/**
 * The chat between visitors who stand near each other (`player-chat.ts`). It is gone when the page is closed.
 */
export interface PlayerChatState {
  /** Oldest first. */
  readonly lines: Signal.State<readonly PlayerLine[]>;
  /** Lines of others that came while they were not shown. */
  readonly unread: Signal.State<number>;
  /** Players whose lines are not shown, until the page is closed. */
  readonly muted: Signal.State<ReadonlySet<number>>;
  /** Why the last line was not sent, in plain words; empty when it was. */
  readonly problem: Signal.State<string>;
  /** Commands: a line to send, and a player to report to the owner. */
  readonly outgoing: EventSignal<string>;
  readonly reported: EventSignal<number>;
  /** The players who were reported. */
  readonly wasReported: EventSignal<number>;
}

const createPlayerChatState = (): PlayerChatState => ({
  lines: signal<readonly PlayerLine[]>([]),
  unread: signal(0),
  muted: signal<ReadonlySet<number>>(new Set()),
  problem: signal(''),
  outgoing: event(''),
  reported: event(0),
  wasReported: event(0),
});

/** The other visitors in the world, and what this page shows to them. */
export interface Presence {
  /**
   * `off`: this home shows no visitors to each other. `waiting`: there is no connection, or the home
   * has not answered yet. `on`: the home sends the others, if there are any.
   */
  readonly line: Signal.State<'off' | 'waiting' | 'on'>;
  readonly own: OwnPlace;
  readonly players: PlayerArrays;
  /** How many others there are, including those that are not drawn. */
  readonly count: Signal.State<number>;
  /** What the visitor wants to show; `presence.ts` sends it. */
  readonly emote: EventSignal<Emote>;
  /** The emotes that were sent. */
  readonly shown: EventSignal<Emote>;
  readonly talk: PlayerChatState;
}

export interface PresenceState {
  readonly presence: Presence;
}

export const createPresenceState = (): PresenceState => ({
  presence: {
    line: signal<'off' | 'waiting' | 'on'>('waiting'),
    own: { isKnown: false, x: 0, y: 0, z: 0, yaw: 0 },
    players: createPlayerArrays(),
    count: signal(0),
    emote: event<Emote>('wave'),
    shown: event<Emote>('wave'),
    talk: createPlayerChatState(),
  },
});

/** Shows an emote to the others; too many in a row are dropped. */
export const showEmote = ({ presence }: PresenceState, emote: Emote): void => emit(presence.emote, emote);

/** Writes a line to those near by. */
export const sendPlayerChat = ({ presence }: PresenceState, text: string): void => {
  const line = text.trim();
  if (line !== '') emit(presence.talk.outgoing, line);
};

/** Hides a player's lines, or shows them again. */
export function mutePlayer({ presence }: PresenceState, number: number, isMuted: boolean): void {
  const { muted } = presence.talk;
  const others = [...muted.get()].filter((other) => other !== number);
  muted.set(new Set(isMuted ? [...others, number] : others));
}

/** Reports a player to the owner, with the player's last lines. */
export const reportPlayer = ({ presence }: PresenceState, number: number): void =>
  emit(presence.talk.reported, number);
