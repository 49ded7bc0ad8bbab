import type { ActionResult, GameAction } from '../../data/games/game-action.ts';

export interface Achievement {
  readonly name: string;
  readonly achieved: boolean;
  /** ISO 8601. */
  readonly unlockedAt?: string;
}

/** The store's data about the game; fields without data are absent. */
export interface StoreStatistics {
  readonly players?: number;
  readonly statistics?: Readonly<Record<string, number>>;
  readonly achievements?: readonly Achievement[];
  /** Sentences that say why something is missing. */
  readonly notes: readonly string[];
}

/** What `capture_state` returns (specification 2.10). */
export interface StateCapture {
  /** ISO 8601. */
  readonly takenAt: string;
  /** The window in pixels of the screen, without its frame. */
  readonly window: {
    readonly title: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly screenshot: {
    readonly bytes: Uint8Array;
    readonly mediaType: 'image/png' | 'image/jpeg';
    readonly width: number;
    readonly height: number;
    /** Pixels of the screenshot for one pixel of the screen. */
    readonly scale: number;
  };
  readonly store: StoreStatistics;
}

/**
 * Thrown by `capture`: no window, no server, or an answer that cannot be read. The message is for the owner.
 */
export class CaptureError extends Error {
  readonly reason: 'no-window' | 'server-gone' | 'bad-answer' | 'too-slow';
  constructor(reason: CaptureError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The desktop on which a game runs: the two operations of the game portal protocol (specification 4.D). */
export interface Desktop {
  /** The actions that the server offers. */
  readonly supportedActions: ReadonlySet<GameAction['action']>;
  /** Throws a `CaptureError`. */
  capture(signal?: AbortSignal): Promise<StateCapture>;
  /** Why the rules for keys and texts refuse an action, known before the owner is asked to allow it. */
  refusal?(action: GameAction): string | undefined;
  /** Never throws: the result has the cause of a failure. Points are fractions of the newest screenshot. */
  execute(action: GameAction, signal?: AbortSignal): Promise<ActionResult>;
  close(): Promise<void>;
}
