import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, emit, event } from '../core/event.ts';
import { MAX_NAMED_PLAYERS } from '../core/limits.ts';

export const emotes = ['wave', 'heart', 'spark', 'cheer'] as const;
export type Emote = (typeof emotes)[number];

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

/** Another visitor, for lists. */
export interface NamedPlayer {
  readonly number: number;
  /** Empty if the visitor has not chosen a name. */
  readonly name: string;
  /** The index of the player in `PlayerArrays`. */
  readonly slot: number;
}

/**
 * The other visitors that this page draws, each at its own index while it is here. The world reads the arrays
 * in every frame, and `players.ts` writes them: neither creates garbage.
 */
export interface PlayerArrays {
  /** The player's number; 0 at a free index. */
  readonly numbers: Int32Array;
  /** x, y, z in metres and yaw in radians, as shown now. */
  readonly places: Float32Array;
  /** The opacity of the light, 0 to 1: it fades in. */
  readonly shares: Float32Array;
  /** The hue of the light. Degrees. */
  readonly hues: Float32Array;
  /** Empty if the visitor has not chosen a name. */
  readonly names: string[];
  /**
   * For each player, the index of the emote in the list `emotes`, and the elapsed fraction of
   * the emote's duration, from 0 to 1. The fraction is 1 if there is no emote.
   */
  readonly emotes: Uint8Array;
  readonly emoteShares: Float32Array;
  /** The players who are here; a new list when a player comes, leaves or changes the name. */
  readonly near: Signal.State<readonly NamedPlayer[]>;
}

const createPlayerArrays = (): PlayerArrays => ({
  numbers: new Int32Array(MAX_NAMED_PLAYERS),
  places: new Float32Array(MAX_NAMED_PLAYERS * 4),
  shares: new Float32Array(MAX_NAMED_PLAYERS),
  hues: new Float32Array(MAX_NAMED_PLAYERS),
  names: Array.from({ length: MAX_NAMED_PLAYERS }, () => ''),
  emotes: new Uint8Array(MAX_NAMED_PLAYERS),
  emoteShares: new Float32Array(MAX_NAMED_PLAYERS).fill(1),
  near: signal<readonly NamedPlayer[]>([]),
});

/** A line of a visitor near by, or of this visitor. */
export interface PlayerLine {
  readonly id: number;
  /** 0 for this visitor. */
  readonly number: number;
  /** The name at that time; empty if the visitor had not chosen one. */
  readonly name: string;
  readonly text: string;
}

/** The chat between visitors near each other (`player-chat.ts`). It is lost when the page is closed. */
export interface PlayerChatState {
  /** Oldest first. */
  readonly lines: Signal.State<readonly PlayerLine[]>;
  /** The number of lines of others that were received while they were not shown. */
  readonly unread: Signal.State<number>;
  /** Players whose lines are hidden until the page is closed. */
  readonly muted: Signal.State<ReadonlySet<number>>;
  /** Why the last line or report was not sent or was refused, in plain words; empty if it was not. */
  readonly problem: Signal.State<string>;
  /** Commands: a line to send, and a player to report to the owner. */
  readonly outgoing: EventSignal<string>;
  readonly reported: EventSignal<number>;
  /** The players whose report the home has. */
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
   * `off`: this home does not show visitors to each other. `waiting`: there is no connection, or the home has
   * not answered yet. `on`: the home sends the other visitors.
   */
  readonly line: Signal.State<'off' | 'waiting' | 'on'>;
  readonly own: OwnPlace;
  readonly players: PlayerArrays;
  /** The number of other visitors, including those that are not drawn. */
  readonly count: Signal.State<number>;
  /** The emote to show; `presence.ts` sends it. */
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

/** Shows an emote to other visitors; emotes above the rate limit are dropped. */
export const showEmote = ({ presence }: PresenceState, emote: Emote): void => emit(presence.emote, emote);
