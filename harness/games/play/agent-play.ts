import pLimit from 'p-limit';
import type { ActionResult, GameAction } from '../../../data/games/game-action.ts';
import type { PlayLogEntry } from '../../../data/games/play-log.ts';
import { type PlayRecord, isOver } from '../../../data/games/play-record.ts';
import type { Desktop, StateCapture } from '../desktop.ts';
import type { Clock } from './clock.ts';
import type { GameModel, Thought } from './game-model.ts';
import type { View } from './messages.ts';
import { MIN_WAIT_SECONDS } from './model-tools.ts';
import type { Watcher } from './session.ts';
import { storeEntry } from './screenshots.ts';
import type { Screen } from './turns.ts';

/**
 * The maximum time of a call, counted from its receipt: it may wait for the owner, and for earlier calls. MCP
 * clients and proxies end a request soon after this time, and the home after 25 seconds
 * (`harness/bridge/plays/play-calls.ts`). A call that the home has given up must not be executed later.
 */
const MAX_CALL_MS = 20_000;
/** A screenshot that is younger than this is used again. */
const FRESH_MS = 1_000;
/** The answer omits the store's figures if they have more bytes: the bridge accepts frames of up to 64 kB. */
const MAX_STORE_BYTES = 32_000;

/** Whether the time of a call is over. */
interface Deadline {
  isOver: boolean;
}

/**
 * The answer to `capture_state`: the fields of specification 2.10, the number of the screenshot, and the
 * play.
 */
interface AgentState {
  readonly screen: number;
  readonly [field: string]: unknown;
}

/**
 * Lets an agent choose the actions of a play. To the player this class is a model whose answers are the
 * agent's calls, so dry run, rules, approval, budget and log work as in every play. `look` is a step with a
 * short `wait` instead of an action.
 */
export class AgentPlay implements GameModel, Watcher {
  readonly #clock: Clock;
  readonly #oneAtATime = pLimit(1);
  /** Functions to call when a field below has changed. */
  readonly #waiting = new Set<() => void>();
  #capture: StateCapture | undefined;
  #captureAt = -Infinity;
  #screen = 0;
  #record: PlayRecord | undefined;
  /** Gives the player the next call; undefined while the player does not wait for a call. */
  #next: ((name: string, input: object) => void) | undefined;
  /** The action that is being sent, or waits for the owner. */
  #acting: GameAction | undefined;
  #result: ActionResult | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The desktop of the play, whose screenshots the agent sees. */
  desktopOf(desktop: Desktop): Desktop {
    return {
      get supportedActions() {
        return desktop.supportedActions;
      },
      capture: async (signal) => {
        this.#capture = await desktop.capture(signal);
        this.#captureAt = this.#clock.elapsed();
        return this.#capture;
      },
      refusal: (action) => desktop.refusal?.(action),
      execute: (action, signal) => desktop.execute(action, signal),
      close: () => desktop.close(),
    };
  }

  think(_view: View, signal: AbortSignal): Promise<Thought> {
    return new Promise((resolve) => {
      // The player aborts `signal` after ten minutes, and then asks again.
      signal.addEventListener('abort', () => (this.#next = undefined));
      this.#next = (name, input) => {
        this.#next = undefined;
        resolve({ text: '', calls: [{ id: 'agent', name, input }], tokens: 0 });
      };
      this.#notify();
    });
  }

  report(record: PlayRecord): void {
    this.#record = record;
    if (isOver(record)) this.#notify();
  }

  show({ number }: Screen): void {
    this.#screen = number;
  }

  /** Called with each entry of the log. One of the entries has the result of the action. */
  entry(entry: PlayLogEntry): void {
    const acting = this.#acting;
    if (!acting) return;
    const at = new Date(entry.at).toISOString();
    if (entry.type === 'action') {
      const { action, outcome, cause, result } = entry;
      const timestamp = result?.timestamp ?? at;
      const dry = outcome === 'dry' ? 'This is a dry run: nothing was sent.' : undefined;
      this.#end({ ...action, success: outcome === 'done', timestamp }, cause ?? dry);
    } else if (entry.type === 'error' && entry.from === 'model')
      this.#end({ ...acting, success: false, timestamp: at }, entry.message);
  }

  /** The newest screenshot and the play; a text if there is none. */
  async look(): Promise<AgentState | string> {
    // While an action waits for the owner, the player takes no screenshot: the last one is returned.
    if (!this.#acting) await this.#inTurn((deadline) => this.#lookAgain(deadline));
    const [capture, record] = [this.#capture, this.#record];
    if (!capture || !record) return 'There is no screenshot yet.';
    const { screenshot, store, ...rest } = capture;
    const { bytes: _bytes, ...picture } = screenshot;
    const figures = storeEntry(store);
    const isLarge = Buffer.byteLength(JSON.stringify(figures)) > MAX_STORE_BYTES;
    return {
      ...rest,
      screenshot: picture,
      store: isLarge ? { notes: ['The store’s data is too large for an answer: the log has it.'] } : figures,
      play: record,
      screen: this.#screen,
    };
  }

  /**
   * Executes one action under the rules of the play. Never rejects: the result of a failure has the cause.
   */
  execute(given: GameAction): Promise<ActionResult> {
    return this.#inTurn(async (deadline) => {
      const failed = (cause: string): ActionResult => ({
        ...given,
        success: false,
        timestamp: new Date(this.#clock.now()).toISOString(),
        cause,
      });
      if (!(await this.#reaches(deadline)))
        return failed(
          this.#overText ?? 'An earlier action is not over: capture_state says what it waits for.',
        );
      this.#acting = given;
      this.#result = undefined;
      this.#next?.(given.action, given.params);
      await this.#until(() => this.#result !== undefined, deadline);
      return (
        this.#result ??
        failed(this.#overText ?? 'The owner has not decided yet: capture_state says what becomes of it.')
      );
    });
  }

  get #overText(): string | undefined {
    return this.#record && isOver(this.#record) ? `The play is over: ${this.#record.note ?? ''}` : undefined;
  }

  #end(result: ActionResult, cause: string | undefined): void {
    this.#acting = undefined;
    this.#result = { ...result, ...(cause !== undefined && { cause }) };
    this.#notify();
  }

  async #lookAgain(deadline: Deadline): Promise<void> {
    if (!(await this.#reaches(deadline))) return;
    if (this.#clock.elapsed() - this.#captureAt < FRESH_MS) return;
    this.#next?.('wait', { seconds: MIN_WAIT_SECONDS });
    await this.#until(() => this.#next !== undefined, deadline);
  }

  /** Runs a call after all earlier calls. The time limit counts from now. */
  async #inTurn<T>(call: (deadline: Deadline) => Promise<T>): Promise<T> {
    const answered = new AbortController();
    const deadline: Deadline = { isOver: false };
    void this.#clock.sleep(MAX_CALL_MS, answered.signal).then(() => {
      deadline.isOver = true;
      this.#notify();
    });
    try {
      return await this.#oneAtATime(() => call(deadline));
    } finally {
      answered.abort();
    }
  }

  /**
   * Waits until the player is ready for a call. Returns false if the play or the time of the call is over.
   */
  async #reaches(deadline: Deadline): Promise<boolean> {
    await this.#until(() => this.#next !== undefined, deadline);
    return this.#next !== undefined && !deadline.isOver;
  }

  #notify(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Waits until `isTrue` returns true, or until the play or the time of the call is over. */
  async #until(isTrue: () => boolean, deadline: Deadline): Promise<void> {
    while (!isTrue() && !deadline.isOver && this.#overText === undefined)
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
  }
}
