import { type EventSignal, emit, event } from '../core/event.ts';
import { type Signal, signal } from '../core/signal.ts';
import { type Emote, MAX_NAMED_PLAYERS } from './limits.ts';

/**
 * Where this page's visitor stands: the world writes it in every frame, and `presence.ts` reads it. A
 * signal would make garbage sixty times a second.
 */
export interface OwnPlace {
  /** False where there is no picture, and so no place. */
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
 * The others that this page draws, each with an index of its own for as long as it is here. The world
 * reads them in every frame, `players.ts` writes them: neither makes garbage.
 */
export interface PlayerArrays {
  /** The player's number; 0 where there is none. */
  readonly numbers: Int32Array;
  /** x, y, z in metres and yaw in radians, as they are shown now. */
  readonly places: Float32Array;
  /** How much of the light is there, 0 to 1. */
  readonly shares: Float32Array;
  /** Degrees. */
  readonly hues: Float32Array;
  /** Empty for a visitor who has chosen none. */
  readonly names: string[];
  /** Indices of `emotes`, and how much of the emote's time has passed, 0 to 1; 1 where there is none. */
  readonly emotes: Uint8Array;
  readonly emoteShares: Float32Array;
  /** Those who are here; another list when one comes, goes or takes another name. */
  readonly near: Signal<readonly NamedPlayer[]>;
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

/** The other visitors in the world, and what this one shows of itself. */
export interface Presence {
  /**
   * `off`: this home shows no visitors to each other. `waiting`: there is no connection, or the home
   * has not answered yet. `on`: the home tells of the others, or would.
   */
  readonly line: Signal<'off' | 'waiting' | 'on'>;
  readonly own: OwnPlace;
  readonly players: PlayerArrays;
  /** How many others there are, those included that are not drawn. */
  readonly count: Signal<number>;
  /** What the visitor wants to show; `presence.ts` sends it. */
  readonly emote: EventSignal<Emote>;
  /** The emotes that were sent. */
  readonly shown: EventSignal<Emote>;
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
  },
});

/** Shows an emote to the others; too many in a row are dropped. */
export const showEmote = ({ presence }: PresenceState, emote: Emote): void => emit(presence.emote, emote);
