import type { ServerResponse } from 'node:http';
import { McpAgent } from './mcp-agent.ts';
import type { McpHome } from './mcp-home.ts';

const SILENT_MS = 120_000;
/** Less than the five seconds after which a dead agent must be replaced. */
const GRACE_MS = 4_000;
/**
 * After this time without data, the system checks whether the other machine is still there: a machine without
 * power or network does not close its connection.
 */
const KEEP_ALIVE_MS = 30_000;

/**
 * An agent, and whether it is still there: it has a request or a stream open, or had one a short time
 * ago. An agent that is gone leaves the room.
 */
export class Presence {
  readonly agent: McpAgent;
  readonly #home: McpHome;
  readonly #gone: () => void;
  /** Requests and streams that are open. */
  #open = 0;
  #isClosed = false;
  #silentSince = performance.now();
  #leaving: NodeJS.Timeout | undefined;

  /**
   * @param news Called when the waiting questions change.
   * @param gone Called when the agent has left the room, because it was silent or its connection broke.
   */
  constructor(home: McpHome, news: () => void, gone: () => void = () => undefined) {
    this.agent = new McpAgent(home.room, home, news);
    this.#home = home;
    this.#gone = gone;
  }

  /** Whether no request and no stream is open. */
  get isQuiet(): boolean {
    return this.#open === 0 && !this.#isClosed;
  }

  /** Whether the agent was silent for so long that it counts as gone. */
  get isAbandoned(): boolean {
    const { silentMs = SILENT_MS } = this.#home;
    return this.#open === 0 && performance.now() - this.#silentSince > silentMs;
  }

  /** Counts a request as a sign of life, until its answer has ended. */
  follow(response: ServerResponse): void {
    clearTimeout(this.#leaving);
    this.#open += 1;
    response.socket?.setKeepAlive(true, KEEP_ALIVE_MS);
    response.once('close', () => this.#closed(response.writableFinished));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#leaving);
    this.agent.leave();
  }

  /**
   * A response was closed. `isWhole`: it was sent to its end; then the agent leaves after `silentMs`.
   * Otherwise the agent died or lost the network, and leaves after `graceMs`.
   */
  #closed(isWhole: boolean): void {
    this.#open -= 1;
    if (this.#open > 0 || this.#isClosed) return;
    this.#silentSince = performance.now();
    const { silentMs = SILENT_MS, graceMs = GRACE_MS } = this.#home;
    clearTimeout(this.#leaving);
    const leave = (): void => {
      this.agent.leave();
      this.#gone();
    };
    this.#leaving = setTimeout(leave, isWhole ? silentMs : graceMs).unref();
  }
}
