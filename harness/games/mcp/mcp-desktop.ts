import * as v from 'valibot';
import { type ActionResult, type GameAction, gameAction } from '../../../data/games/game-action.ts';
import { errorMessage, sentenceCase } from '../../../data/core/text.ts';
import type { NamedKeys } from '../key-rules.ts';
import { CaptureError, type Desktop, type StateCapture } from '../desktop.ts';
import { FinderError, type LocalWindow, type WindowFinder } from '../x11/local-window.ts';
import { oneLine } from './answer.ts';
import { CallError, type Connection } from './connection.ts';
import { perform, refusalFor } from './perform.ts';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';
import type { StatisticsSource } from './statistics.ts';
import { type Shot, takeScreenshot } from './take-screenshot.ts';

const LIST_MS = 10_000;

interface DesktopParts {
  readonly connection: Connection;
  readonly capabilities: Capabilities;
  /** Restarts the server, or connects to it again. */
  connect(signal?: AbortSignal): Promise<Connection>;
  /** Title of the game’s window. */
  readonly title: string;
  readonly named: NamedKeys;
  /** Undefined if the server is on another machine. */
  readonly finder: WindowFinder | undefined;
  readonly statistics: StatisticsSource | undefined;
  readonly log: (line: string) => void;
}

const sentenceOf = (cause: string): string => `${sentenceCase(cause)}.`;

/**
 * A desktop behind an MCP server. After the server has ended, each `capture` reconnects once; `execute` only
 * reports the failure, because the screen may have changed meanwhile.
 */
export class McpDesktop implements Desktop {
  readonly #parts: DesktopParts;
  #connection: Connection;
  #capabilities: Capabilities;
  /** The newest screenshot: points of actions are fractions of it. */
  #shot: Shot | undefined;
  /** Whether `xdotool` on this machine found the window of the newest screenshot. */
  #isSeenHere = true;
  #isClosed = false;
  /** Whether `xdotool` has worked once. After that, its failure fails the action. */
  #hasFinder = false;
  /** The last position to which the home moved the pointer, in the server’s pixels. */
  #pointer = { x: 0, y: 0 };
  /** The last warning about screenshots that was logged. */
  #toldNote: string | undefined;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    this.#connection = parts.connection;
    this.#capabilities = parts.capabilities;
  }

  get supportedActions(): Desktop['supportedActions'] {
    return new Set(this.#capabilities.actions.keys());
  }

  /** The process of the server, for tests. */
  get pid(): number | undefined {
    return this.#connection.pid;
  }

  async capture(signal?: AbortSignal): Promise<StateCapture> {
    try {
      if (this.#isClosed) throw new CallError('gone', 'the desktop is closed');
      if (!this.#connection.isOpen) await this.#reconnect(signal);
      await this.#readOffer(signal);
      const store = this.#parts.statistics?.newest(signal);
      // Prevents an unhandled rejection: if the screenshot fails, nothing awaits `store`.
      store?.catch(() => undefined);
      const shot = await takeScreenshot({
        connection: this.#connection,
        tool: this.#capabilities.screenshot,
        title: this.#parts.title,
        find: () => this.#findWindow(signal),
        signal,
      });
      if (!this.#shot) this.#pointer = { x: shot.space.shown.x, y: shot.space.shown.y };
      this.#shot = shot;
      this.#isSeenHere = shot.shows !== 'window' || (await this.#sees(shot, signal));
      this.#warn(shot.note);
      return this.#record(shot, (await store) ?? { notes: [] });
    } catch (error) {
      throw asCaptureError(error);
    }
  }

  refusal(action: GameAction): string | undefined {
    const cause = refusalFor(action, this.#parts.named);
    return cause === undefined ? undefined : sentenceOf(cause);
  }

  async execute(given: GameAction, signal?: AbortSignal): Promise<ActionResult> {
    const { action, params } = given;
    const done = (cause?: string): ActionResult => ({
      success: cause === undefined,
      action: String(action),
      params: { ...params },
      timestamp: new Date().toISOString(),
      ...(cause !== undefined && { cause: sentenceOf(cause) }),
    });
    try {
      const parsed = v.safeParse(gameAction, given);
      if (!parsed.success) return done(`the parameters are wrong: ${parsed.issues[0].message}`);
      if (this.#isClosed) return done('the desktop is closed');
      const { cause, pointer } = await perform(parsed.output, {
        connection: this.#connection,
        capabilities: this.#capabilities,
        named: this.#parts.named,
        shot: this.#shot,
        pointer: this.#pointer,
        find: async () =>
          this.#isSeenHere ? this.#findWindow(signal) : 'the server finds the window itself',
        focus: async (window) => (await this.#parts.finder?.focus(window, signal)) ?? true,
        signal,
      });
      if (pointer) this.#pointer = pointer;
      return done(cause);
    } catch (error) {
      if (!(error instanceof CallError)) return done(errorMessage(error).replace(/\.$/, ''));
      return done(
        error.reason === 'stopped'
          ? 'it was stopped before the server answered'
          : `the desktop server failed: ${error.message}`,
      );
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#connection.close(), this.#parts.statistics?.close()]);
  }

  /** Logs once that screenshots show more than the game: visitors of the home can see them. */
  #warn(note: string | undefined): void {
    if (note === this.#toldNote) return;
    this.#toldNote = note;
    if (note !== undefined) this.#parts.log(note);
  }

  /**
   * Returns the window, or a text that says why it is not looked for. Throws a `CaptureError` if no window
   * has the title, or if the search fails after it worked before.
   */
  async #findWindow(signal?: AbortSignal): Promise<LocalWindow | string> {
    const { finder } = this.#parts;
    const title = this.#shot?.title ?? this.#parts.title;
    if (!finder) return 'the server is on another machine';
    try {
      const window = await finder.find(title, signal);
      this.#hasFinder = true;
      if (window) return window;
    } catch (error) {
      if (!(error instanceof FinderError)) throw error;
      if (signal?.aborted === true) throw new CallError('stopped', 'it was stopped');
      if (!this.#hasFinder) return error.message;
      throw new CaptureError('no-window', `The window cannot be searched: ${error.message}.`);
    }
    throw new CaptureError(
      'no-window',
      `There is no window with the title “${title}”. Start the game, or name the title of its window.`,
    );
  }

  /**
   * Whether this machine and the server find the window at the same position: the server may control another
   * screen.
   */
  async #sees({ window: { x, y, width, height } }: Shot, signal?: AbortSignal): Promise<boolean> {
    try {
      const found = await this.#findWindow(signal);
      if (typeof found === 'string') return false;
      const { area } = found;
      return area.x === x && area.y === y && area.width === width && area.height === height;
    } catch (error) {
      if (error instanceof CaptureError) return false;
      throw error;
    }
  }

  async #reconnect(signal?: AbortSignal): Promise<void> {
    const old = this.#connection;
    await old.close();
    try {
      this.#connection = await this.#parts.connect(signal);
    } catch (error) {
      throw new CaptureError('server-gone', errorMessage(error));
    }
    // If the desktop was closed meanwhile, the new process must be ended too.
    if (!this.#isClosed) return;
    await this.#connection.close();
    throw new CallError('gone', 'the desktop is closed');
  }

  /** Reads the tools of the server: after a restart, or after its notification that they have changed. */
  async #readOffer(signal?: AbortSignal): Promise<void> {
    const { name, isLocal } = this.#connection;
    this.#capabilities = capabilitiesOf(
      name,
      isLocal,
      await this.#connection.tools({ timeoutMs: LIST_MS, signal }),
    );
  }

  #record(
    { picture, title = this.#parts.title, window, scale, note }: Shot,
    store: StateCapture['store'],
  ): StateCapture {
    return {
      takenAt: new Date().toISOString(),
      window: { title: oneLine(title), ...window },
      screenshot: { ...picture, scale },
      store: note === undefined ? store : { ...store, notes: [note, ...store.notes] },
    };
  }
}

function asCaptureError(error: unknown): CaptureError {
  if (error instanceof CaptureError) return error;
  if (!(error instanceof CallError)) return new CaptureError('bad-answer', errorMessage(error));
  const { reason, message } = error;
  if (reason === 'too-slow')
    return new CaptureError('too-slow', `The desktop server is too slow: ${message}.`);
  if (reason === 'bad-answer')
    return new CaptureError('bad-answer', `The desktop server’s answer cannot be read: ${message}.`);
  return new CaptureError(
    'server-gone',
    reason === 'stopped' ? 'It was stopped.' : `The desktop server is gone: ${message}.`,
  );
}
