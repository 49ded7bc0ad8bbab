import { join } from 'node:path';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import {
  type GameSettings,
  type GamesConfig,
  type ServerAddress,
  gameSettings,
} from '../../config/games-config.ts';
import { programFolder } from '../../core/folders.ts';
import { UserError } from '../../core/user-error.ts';
import { checkMachine } from '../x11/windows.ts';
import type { Desktop } from '../desktop.ts';
import { type WindowFinder, createWindowFinder } from '../x11/local-window.ts';
import { CallError, type Connection, type ResolvedServer, connectServer } from './connection.ts';
import { McpDesktop } from './mcp-desktop.ts';
import { capabilitiesOf } from './capabilities.ts';
import { createStatistics } from './statistics.ts';

/** Long, because `uvx` and `npx` may download the server first. */
const CONNECT_MS = 30_000;

interface DesktopOptions {
  readonly portal: {
    readonly id: string;
    readonly window_title?: string | undefined;
    readonly app_id?: number | undefined;
  };
  readonly config: GamesConfig | undefined;
  /** The keys that the prompt file names. */
  readonly gameKeys?: readonly string[] | undefined;
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  readonly connectMs?: number;
  /** Replaces `xdotool` in tests. */
  readonly finder?: WindowFinder;
}

/**
 * The home’s own server, on the Node that runs this program. If it gets a title, it controls only that window
 * and refuses every key that leaves the window, even keys that `allowKeys` permits. So it gets no title if
 * the owner has set `allowKeys`.
 */
const ownServer = (title: string, { allowKeys }: GameSettings): ServerAddress => ({
  command: process.execPath,
  args: [
    join(programFolder, 'harness/home-world.js'),
    'desktop',
    ...(allowKeys.length === 0 ? [`--window=${title}`] : []),
  ],
});

/** The address of a server with the values of its variables. Throws a `UserError`. */
function placeOf(
  field: string,
  server: ServerAddress,
  { env = process.env, log }: DesktopOptions,
): ResolvedServer {
  if ('url' in server) {
    const { url, tokenEnv } = server;
    const token = tokenEnv === undefined ? undefined : env[tokenEnv];
    if (tokenEnv !== undefined && !token)
      throw new UserError(
        `The variable ${tokenEnv}, which ${field}.tokenEnv of config.json names, is not set.`,
        'Set it to the bearer token of the server, or leave tokenEnv out.',
      );
    return { url, token };
  }
  const { env: variables, missing } = serverEnvironment(server.env ?? [], env);
  for (const name of missing) log(`the variable ${name}, which ${field}.env names, is not set`);
  return { command: server.command, args: server.args ?? [], env: variables };
}

const inWords = (server: ServerAddress): string =>
  'url' in server ? new URL(server.url).host : server.command;

/** Throws a `UserError`. */
async function open(
  field: string,
  server: ServerAddress,
  options: DesktopOptions,
  signal?: AbortSignal,
): Promise<Connection> {
  const place = placeOf(field, server, options);
  try {
    return await connectServer(place, { timeoutMs: options.connectMs ?? CONNECT_MS, signal });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw new UserError(
      `The server of ${field} (${inWords(server)}) does not connect: ${error.message}.`,
      'Start it by hand to see its messages. It must speak MCP over its standard input and output, or over Streamable HTTP.',
    );
  }
}

/** The title of the game’s window. Throws a `UserError`. */
function titleOf({ portal }: DesktopOptions, settings: GameSettings): string {
  const title = settings.windowTitle ?? portal.window_title;
  if (title !== undefined && title.trim() !== '') return title;
  throw new UserError(
    `The portal “${portal.id}” names no window of a game.`,
    'Write window_title in its record in portals.json: the title of the game’s window.',
  );
}

function statisticsFor(options: DesktopOptions, { statistics, player }: GameSettings) {
  const appId = options.portal.app_id;
  if (!statistics || appId === undefined) return undefined;
  const connect = async (signal: AbortSignal): Promise<Connection> => {
    try {
      return await open('games.statistics', statistics, options, signal);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      options.log(`${error.message} ${error.fix}`);
      throw new CallError('gone', 'it does not connect');
    }
  };
  return createStatistics({ appId, player, connect });
}

/**
 * Connects to the desktop on which a portal’s game runs. Throws a `UserError` if the configuration, the
 * server or its tools do not allow it; then no process is left running.
 */
export async function connectDesktop(
  options: DesktopOptions,
): Promise<Desktop & { readonly pid: number | undefined }> {
  const { portal, config, gameKeys = [], log, signal } = options;
  const settings = gameSettings(config, portal.id);
  const title = titleOf(options, settings);
  // Checks the machine before the home’s own server is started. The owner has configured no server, so a
  // message about a server that ended would be confusing.
  if (!settings.desktop) await checkMachine(options.env ?? process.env);
  const server = settings.desktop ?? ownServer(title, settings);
  const connect = (stop?: AbortSignal): Promise<Connection> => open('games.desktop', server, options, stop);
  const connection = await connect(signal);
  try {
    const tools = await connection.tools({ timeoutMs: options.connectMs ?? CONNECT_MS, signal });
    const capabilities = capabilitiesOf(connection.name, connection.isLocal, tools);
    if (capabilities.missing.length > 0)
      log(
        `the desktop server “${connection.name}” has no tool for ${capabilities.missing.join(', ')}; its tools: ${capabilities.found}`,
      );
    const env =
      'command' in server ? serverEnvironment(server.env ?? [], options.env ?? process.env).env : undefined;
    return new McpDesktop({
      connection,
      capabilities,
      connect,
      title,
      named: { allowKeys: settings.allowKeys, gameKeys },
      finder: options.finder ?? (env && createWindowFinder(env)),
      statistics: statisticsFor(options, settings),
      log,
    });
  } catch (error) {
    await connection.close();
    if (!(error instanceof CallError)) throw error;
    throw new UserError(
      `The desktop server “${connection.name}” does not list its tools: ${error.message}.`,
      'Start it by hand to see its messages.',
    );
  }
}

/** Variables that a program needs to find the screen and to use the owner’s language. */
const DISPLAY = ['DISPLAY', 'XAUTHORITY', 'LANG'];

/**
 * The environment of a server’s process: standard variables, the display, and the variables that the owner
 * names. Keys of model providers and the token of the bridge are not passed.
 */
function serverEnvironment(
  named: readonly string[],
  env: NodeJS.ProcessEnv,
): { env: Record<string, string>; missing: readonly string[] } {
  const given = [...Object.keys(getDefaultEnvironment()), ...DISPLAY, ...named].flatMap((name) => {
    const value = env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { env: Object.fromEntries(given), missing: named.filter((name) => env[name] === undefined) };
}
