import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '../../data/core/time.ts';
import { errorMessage } from '../../data/core/text.ts';
import { type NatsSettings, natsSettings } from '../bus/nats-settings.ts';
import { type OwnerConfig, loadConfig } from '../config/config-file.ts';
import { createDemo } from '../demo/demo.ts';
import { readRecordings } from '../demo/recordings.ts';
import { builtPages, playsFolder } from '../core/folders.ts';
import { type Home, createGateway } from '../gateway/gateway.ts';
import { hostNames } from '../gateway/host-check.ts';
import { readBuild } from '../gateway/pages/static-files.ts';
import { SessionStore } from '../agent-sessions/session-store.ts';
import { ASKS_FILE, AskLog } from '../asks/ask-log.ts';
import { KEYS_FILE, Keys } from '../keys/keys.ts';
import type { Readers } from '../keys/readers.ts';
import { PUSH_FILE, PushStore } from '../push/push-store.ts';
import { History } from '../history/history.ts';
import { createLog, logOptionsOf } from '../core/log.ts';
import { type FlagValues, textOf } from '../core/options.ts';
import { hookSecretOf, secretOf } from '../core/secret.ts';
import { LETTERS_FILE, LetterStore } from '../letters/letter-store.ts';
import { USAGE_FILE, UsageStore } from '../usage/usage-store.ts';
import { observabilityOf } from '../observability/observability.ts';
import { limitsText } from '../model/budget.ts';
import { readDocs, readUnderstanding, modelResident } from '../resident/model/resident-setup.ts';
import type { ResidentIdentity } from '../resident/resident.ts';
import { StatusResident } from '../resident/answers/status-resident.ts';
import { type DataFolder, openDataFolder } from '../store/data-folder.ts';
import type { HistoryLimits } from '../store/jetstream/streams.ts';
import { findCodeHosts } from '../gateway/code-host/find-code-host.ts';
import { listenError } from '../core/user-error.ts';
import { readBudget } from '../model/model-flags.ts';
import { publicUrlOf } from '../core/request-origin.ts';
import { type World, joinWorld } from '../store/jetstream/join-world.ts';

const MAINTAIN_MS = 60_000;
const MEGABYTE = 1_000_000;
/** The maximum time of a shutdown. Connections that are still open then are cut off. */
const SHUTDOWN_TIMEOUT_MS = 1_800;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const printError = (line: string): void => void process.stderr.write(`${line}\n`);

export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  flag: string,
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw listenError(error, host, port, flag);
  }
}

/** The address of the bridge on a server. */
export const socketUrl = (url: string): string => `${url.replace(/^http/, 'ws')}/api/world/ws`;

/** Resolves when the process gets a signal to end, or its terminal is closed. */
const terminationSignal = (): Promise<void> =>
  new Promise((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => done());
  });

/** Deletes old messages every minute; stops when `signal` is aborted. */
function maintainRegularly({ store, bridge, log }: Home, keepMs: number, signal: AbortSignal): void {
  // The first deletion is after a minute. By then the tabs of an earlier process have come back to their
  // sessions.
  const timer = setInterval(() => {
    try {
      store.maintain(keepMs, (session) => bridge.isOpen(session));
    } catch (error) {
      log(`the conversations could not be maintained: ${errorMessage(error)}`, 'error');
    }
  }, MAINTAIN_MS);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer));
}

/** Closes the servers, but does not wait for connections that stay open. */
const closeAll = async (apps: readonly FastifyInstance[]): Promise<void> => {
  const deadline = new Promise((done) => setTimeout(done, SHUTDOWN_TIMEOUT_MS).unref());
  await Promise.race([Promise.all(apps.map((app) => app.close())), deadline]);
};

const pathOf = (value: FlagValues[string]): string | undefined =>
  value === undefined ? undefined : resolve(String(value));

interface StartFacts {
  readonly version: string;
  readonly commits: string | undefined;
  readonly data: string;
  readonly nats: NatsSettings | undefined;
  readonly who: ResidentIdentity;
  /** The budget of the model, as text. */
  readonly budget: string;
}

/** Who sees the home, if it is not public. */
function accessText({ isPublic, visitorsSee }: Readers): string | undefined {
  if (isPublic) return undefined;
  const who =
    visitorsSee === undefined ? 'owner only' : `visitors see ${visitorsSee.join(', ') || 'the pages only'}`;
  return `${who}: “home-world owner code” signs you in`;
}

/**
 * The lines that the terminal shows when the home is ready. If `commits` is undefined, the home is a demo.
 */
function startLines(
  { state, household, readers }: Home,
  { version, commits, data, nats, who, budget }: StartFacts,
): string[] {
  const { appName, resident } = state.config.get();
  const access = accessText(readers);
  const hasSessions = household.view('owner') !== undefined;
  const answers =
    who.kind === 'model'
      ? `${who.name} answers (${who.place === 'local' ? 'local' : 'hosted: messages leave this machine'})`
      : 'no model attached: answers from the readings (docs/resident.md says how to attach one)';
  return [
    `${appName} ${version}`,
    `  commits   ${commits ?? 'DEMO: recorded ones, replayed'}`,
    `  data      ${data}`,
    ...(access === undefined ? [] : [`  access    ${access}`]),
    ...(nats ? [`  world     ${nats.world} on ${nats.url}: the conversations are there`] : []),
    `  resident  ${resident.name}, ${answers}`,
    ...(who.kind === 'model' ? [`  budget    ${budget}`] : []),
    ...(commits !== undefined && !hasSessions
      ? ['  agents    none yet: “home-world hooks install claude-code” shows yours here (docs/agents.md)']
      : []),
  ];
}

const natsLine = (isOpen: boolean): string =>
  isOpen
    ? 'the NATS server is back: this gateway is connected to the others again'
    : 'the NATS server cannot be reached: messages wait until it is back, and this gateway is alone. Check whether the server runs';

/** Joins the world of `--nats`, and logs when the connection is lost and when it is back. */
async function openWorld(
  nats: NatsSettings,
  limits: HistoryLimits,
  { store, log }: Pick<Home, 'store' | 'log'>,
): Promise<World> {
  const world = await joinWorld(nats, limits, {
    earlier: store,
    onError: (error) => log(`a text of another gateway was not handled: ${errorMessage(error)}`, 'error'),
  });
  world.bus.onChange((isOpen) => log(natsLine(isOpen), isOpen ? 'info' : 'error'));
  return world;
}

/** Reads the flags, the environment and the data folder, before anything listens. Throws a `UserError`. */
async function prepare(values: FlagValues, env: NodeJS.ProcessEnv) {
  const logOptions = logOptionsOf(String(values['log-level']), String(values['log-format']));
  const publicUrl = publicUrlOf(textOf(values['public-url']));
  const token = secretOf(env, 'HOME_WORLD_BRIDGE_TOKEN');
  const hookSecret = hookSecretOf(env, 'HOME_WORLD_HOOK_SECRET');
  const nats = natsSettings(textOf(values['nats']), textOf(values['nats-world']), env);
  const dist = pathOf(values['dist']) ?? builtPages;
  const build = await readBuild(dist);
  const data = resolve(textOf(values['data']) ?? '.home-world');
  const keepMs = Number(values['keep-days']) * DAY_MS;
  const limits = { maxBytes: Number(values['max-store']) * MEGABYTE, keepMs };
  const folder = await openDataFolder(data, limits);
  const config = await loadConfig({ file: pathOf(values['config']), dataDir: data, dist });
  const demo = values['demo'] === true ? createDemo(await readRecordings(Date.now())) : undefined;
  const codeHosts = await findCodeHosts(config, textOf(values['repo']), env, demo !== undefined);
  return {
    logOptions,
    publicUrl,
    token,
    hookSecret,
    nats,
    dist,
    build,
    data,
    limits,
    folder,
    config,
    demo,
    codeHosts,
  };
}

/** A server of the home that does not listen yet, and its settings. */
export interface ReadyHome {
  readonly app: FastifyInstance;
  readonly host: string;
  readonly trustProxy: number;
  /** The servers to close at the end. */
  readonly apps: FastifyInstance[];
}

interface Opened {
  /** The words about the address, for the first line. */
  readonly at: string;
  /** The address for a browser on this machine; undefined if another server has the pages. */
  readonly address?: string;
  /** Further lines. */
  readonly lines: readonly string[];
}

/** Opens the records that a home keeps of what happened. A demo keeps none of them. */
const openRecords = (
  folder: DataFolder,
  data: string,
  { maintenance, weather: { timeZone } }: Pick<OwnerConfig, 'maintenance' | 'weather'>,
) => ({
  history: folder.openFile(
    'history.sqlite',
    'The status history',
    (file) => new History(file, { maintenance }),
  ),
  sessions: folder.openFile(
    'sessions.sqlite',
    'The agent sessions',
    (file) => new SessionStore(file, { now: Date.now }),
  ),
  letterStore: folder.openFile(LETTERS_FILE, 'The letters', (file) => new LetterStore(file)),
  usage: folder.openFile(USAGE_FILE, 'The usage', (file) => new UsageStore(file, { timeZone })),
  push: folder.openFile(PUSH_FILE, 'The push subscriptions', (file) => new PushStore(file)),
  askLog: new AskLog(join(data, ASKS_FILE)),
});

const openKeys = (folder: DataFolder): Keys =>
  folder.openFile(KEYS_FILE, 'The keys', (file) => new Keys(file));

/** Waits for the answers that are being written. A second signal ends the wait. */
async function drain({ bridge }: Home, maxSeconds: number): Promise<void> {
  await Promise.race([bridge.drain(maxSeconds * 1000), terminationSignal()]);
}

/**
 * Runs a home until it gets a signal to end. Resolves with the exit code; throws a `UserError` for problems
 * that the owner can solve.
 * @param open Starts to listen.
 */
export async function runHome(
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  open: (home: ReadyHome) => Promise<Opened>,
): Promise<number> {
  const { folder, build, limits, logOptions, token, nats, ...given } = await prepare(values, env);
  const { data, demo, config, codeHosts, publicUrl } = given;
  const isDemo = demo !== undefined;
  const { line: log, flush: flushLog } = createLog(printError, logOptions);
  const resident =
    (await modelResident(values, env, data, { log, isDemo })) ??
    new StatusResident(readUnderstanding, { demo: isDemo, docs: readDocs, version: build.version });
  const [host, trustProxy] = [String(values['host']), Number(values['trust-proxy'])];
  const observability = await observabilityOf(env, build.version);
  const apps: FastifyInstance[] = [];
  const ending = new AbortController();
  let world: World | undefined;
  try {
    world = nats && (await openWorld(nats, limits, { store: folder.store, log }));
    const app = await createGateway({
      ...given,
      ownerFiles: join(data, 'public'),
      plays: playsFolder(data),
      store: folder.store,
      bus: world?.bus,
      conversations: world?.conversations,
      ...(isDemo ? {} : openRecords(folder, data, config)),
      keys: openKeys(folder),
      resident,
      bridge: { token, maxSocketsPerIp: Number(values['max-sockets']), storeBytes: limits.maxBytes },
      observability,
      requestsPerMinute: Number(values['rate-limit']),
      trustProxy,
      hostNames: hostNames(host, publicUrl),
      log,
    });
    apps.push(app);
    maintainRegularly(app.home, limits.keepMs, ending.signal);
    const { at, address, lines: more } = await open({ app, host, trustProxy, apps });
    folder.keepAddress(publicUrl ?? address, log);
    const commits = demo ? undefined : codeHosts.map(({ description }) => description).join('; ');
    const facts = { version: `${build.version} ${at}`, commits, data, nats, who: resident.who };
    const lines = [...startLines(app.home, { ...facts, budget: limitsText(readBudget(values)) }), ...more];
    // Listens for signals before it prints: a supervisor may end the program as soon as it reads the address.
    const ended = terminationSignal();
    // A program that collects the log as JSON must get no other lines.
    if (logOptions.format === 'text') print(lines.join('\n'));
    else for (const line of lines) log(line.trim().replaceAll(/ {2,}/g, ': '), 'info');
    await ended;
    await drain(app.home, Number(values['drain-seconds']));
  } finally {
    ending.abort();
    await closeAll(apps);
    await world?.bus.close();
    await observability?.close();
    folder.close();
    flushLog();
  }
  return 0;
}
