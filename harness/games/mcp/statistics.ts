import type { Tool } from '@modelcontextprotocol/client';
import type { StoreStatistics } from '../desktop.ts';
import type { Answer } from './answer.ts';
import { CallError, type Connection } from './connection.ts';
import { type Reading, readAchievements, readPlayers, readShares, readStatistics } from './store-answers.ts';

const REFRESH_MS = 60_000;
/** A capture waits at most this long for the store; a later answer is used in the next capture. */
const PATIENCE_MS = 2_000;
const CALL_MS = 10_000;

/** The store's data about a game, from a statistics server. */
export interface StatisticsSource {
  /** The newest data, requested at most once a minute. Never throws: missing data has a note. */
  newest(signal?: AbortSignal): Promise<StoreStatistics>;
  close(): Promise<void>;
}

/** The arguments for a tool; undefined if it needs a player and there is none. */
function argumentsFor({ inputSchema }: Tool, appId: number, player: string | undefined) {
  const { properties = {} } = inputSchema;
  // An earlier release of the server calls the field `vanity_name`.
  const user = ['user_identifier', 'vanity_name'].find((name) => name in properties);
  if (user === undefined) return { appid: appId };
  return player === undefined ? undefined : { appid: appId, [user]: player };
}

/** Calls the tools of steam-info-mcp that the server has, one after the other. Throws a `CallError`. */
async function askStore(
  connection: Connection,
  { appId, player }: Pick<Options, 'appId' | 'player'>,
  signal: AbortSignal,
): Promise<StoreStatistics> {
  const options = { timeoutMs: CALL_MS, signal };
  const tools = await connection.tools(options);
  const notes: string[] = [];
  async function ask<T>(
    name: string,
    what: string,
    read: (answer: Answer) => Reading<T>,
  ): Promise<T | undefined> {
    const tool = tools.find((one) => one.name === name);
    const args = tool && argumentsFor(tool, appId, player);
    const missing = tool ? 'games.player of config.json names no player' : 'the server has no tool for it';
    const reading = args ? read(await connection.call(name, args, options)) : { note: missing };
    if ('value' in reading) return reading.value;
    notes.push(`No ${what}: ${reading.note}.`);
    return undefined;
  }
  const players = await ask('steam-current-players', 'number of players', readPlayers);
  const achievements = await ask('steam-player-achievements', 'achievements', readAchievements);
  const own = await ask('steam-user-stats', 'statistics of the player', readStatistics);
  // The share of players with each achievement is used if the player’s own achievements are not known.
  const shares =
    achievements === undefined
      ? await ask('steam-global-achievements', 'shares of achievements', readShares)
      : undefined;
  const statistics = { ...own, ...shares };
  return {
    ...(players !== undefined && { players }),
    ...(achievements && { achievements }),
    ...(Object.keys(statistics).length > 0 && { statistics }),
    notes,
  };
}

interface Options {
  readonly appId: number;
  readonly player: string | undefined;
  /**
   * Connects to the statistics server. Called at the first request, and again after the connection has
   * closed.
   */
  connect(signal: AbortSignal): Promise<Connection>;
  readonly now?: () => number;
  readonly patienceMs?: number;
}

export function createStatistics(options: Options): StatisticsSource {
  const { connect, now = () => performance.now(), patienceMs = PATIENCE_MS } = options;
  const closing = new AbortController();
  let connection: Connection | undefined;
  let known: StoreStatistics = { notes: ['The statistics server has not answered yet.'] };
  let requestedAt: number | undefined;
  let asking: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    try {
      if (connection?.isOpen !== true) {
        await connection?.close();
        connection = await connect(closing.signal);
      }
      known = await askStore(connection, options, closing.signal);
    } catch (error) {
      const reason = error instanceof CallError ? error.message : 'it cannot be reached';
      // Older figures stay.
      known = { ...known, notes: [`The statistics server does not answer: ${reason}.`] };
    } finally {
      asking = undefined;
    }
  }

  return {
    async newest(signal) {
      if (
        !asking &&
        !closing.signal.aborted &&
        (requestedAt === undefined || now() - requestedAt >= REFRESH_MS)
      ) {
        requestedAt = now();
        asking = refresh();
      }
      if (asking && signal?.aborted !== true) {
        const limit = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(signal ? [signal] : [])]);
        await Promise.race([
          asking,
          new Promise((resolve) => limit.addEventListener('abort', resolve, { once: true })),
        ]);
      }
      return known;
    },
    async close() {
      closing.abort();
      await asking;
      await connection?.close();
    },
  };
}
