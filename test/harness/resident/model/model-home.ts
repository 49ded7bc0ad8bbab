import { join } from 'node:path';
import type { State } from '../../../../data/state.ts';
import { Budget, type BudgetLimits } from '../../../../harness/model/budget.ts';
import type { Timeouts } from '../../../../harness/resident/model/model-stream.ts';
import { ModelResident } from '../../../../harness/resident/model/model-resident.ts';
import { StatusResident } from '../../../../harness/resident/answers/status-resident.ts';
import { readDocs, readUnderstanding } from '../../../../harness/resident/model/resident-setup.ts';
import { Notes } from '../../../../harness/resident/model/notes.ts';
import { providers } from '../../../../harness/model/providers.ts';
import { Client, type TestHome, startHome, temporaryFolder } from '../../helpers.ts';
import { liveState } from '../live-state.ts';
import { type ProviderRequest, type Reply, providerServer } from './provider-server.ts';

/** A key of no provider. A test searches everything that the home writes for it. */
export const KEY = 'sk-test-key-that-is-secret-123';
export const NO_LIMITS: BudgetLimits = {
  tokens: Infinity,
  seconds: Infinity,
  money: Infinity,
  prices: { read: 0, written: 0 },
};

export interface ModelHome extends TestHome {
  readonly requests: readonly ProviderRequest[];
  readonly log: readonly string[];
  readonly state: State;
  readonly notes: Notes;
}

interface Options {
  readonly provider?: string;
  readonly next: (request: ProviderRequest, index: number) => Reply;
  readonly limits?: Partial<BudgetLimits>;
  readonly timeouts?: Timeouts;
  readonly waitMs?: number;
  /** More options of the home. */
  readonly home?: Parameters<typeof startHome>[0];
  /** Instead of the server's address. */
  readonly baseUrl?: string;
  readonly prepare?: (home: { state: State; notes: Notes; folder: string }) => void | Promise<void>;
}

/** Sets the readings of `liveState` in the state of a home. */
export function setReadings({ readings }: State): void {
  const live = liveState().readings;
  readings.commits.set(live.commits.get());
  readings.merged.set(live.merged.get());
  readings.agentStatus.set(live.agentStatus.get());
  readings.sovereignty.set(live.sovereignty.get());
  readings.weather.set(live.weather.get());
  readings.blockHeight.set(live.blockHeight.get());
  readings.portalRecords.set(live.portalRecords.get());
  readings.portalHealth.set(live.portalHealth.get());
}

/** A home whose resident asks a provider on loopback. */
export async function startModelHome(options: Options): Promise<ModelHome> {
  await using started = new AsyncDisposableStack();
  const server = started.use(await providerServer(options.next));
  const place = started.use(await temporaryFolder());
  const provider = providers.find(({ id }) => id === (options.provider ?? 'groq'))!;
  const log: string[] = [];
  const notes = new Notes(join(place.path, 'notes.md'));
  const resident = new ModelResident({
    choice: { provider, model: 'scripted', baseUrl: options.baseUrl ?? server.url, key: KEY },
    place: 'hosted',
    budget: new Budget(
      join(place.path, 'model-usage.json'),
      { ...NO_LIMITS, ...options.limits },
      { log: (line) => log.push(line) },
    ),
    notes,
    personaFile: join(place.path, 'persona.md'),
    docs: readDocs,
    standIn: new StatusResident(readUnderstanding, { standsIn: true }),
    log: (line) => log.push(line),
    ...(options.timeouts ? { timeouts: options.timeouts } : {}),
    ...(options.waitMs === undefined ? {} : { waitMs: options.waitMs }),
  });
  const home = started.use(
    await startHome({ ...options.home, folder: place.path, resident, log: (line) => log.push(line) }),
  );
  const { state } = home.app.home;
  setReadings(state);
  const all = started.move();
  const close = () => all.disposeAsync();
  return { ...home, requests: server.requests, log, state, notes, close, [Symbol.asyncDispose]: close };
}

/** Runs such a home, with one visitor. */
export async function withModelHome(
  options: Options,
  body: (home: ModelHome, client: Client) => Promise<void>,
): Promise<void> {
  await using home = await startModelHome(options);
  const { state, notes, folder } = home;
  await options.prepare?.({ state, notes, folder });
  const client = new Client(home.url);
  await client.hello();
  await body(home, client);
  await client.close();
}
