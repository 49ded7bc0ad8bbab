import type { Environment } from './environment.ts';
import type { DataModule } from './module.ts';
import { type Poller, createPoller } from './poller.ts';
import { agentStatus } from './sources/agent-status.ts';
import { blockHeight } from './sources/block-height.ts';
import { commits } from './sources/commits.ts';
import type { Source } from './sources/source.ts';
import { sovereignty } from './sources/sovereignty.ts';
import { weather } from './sources/weather.ts';
import type { State } from './state.ts';

export type NamedModule = readonly [name: string, module: DataModule];

/** Asks the sources for this state, from the browser. */
export const createReadings = (
  state: State,
  { fetch, now, random }: Environment,
  sources: readonly Source<unknown>[],
): Poller => createPoller({ fetch, now, base: state.base, conditional: false }, sources, { random });

/** What the heartbeat page shows. */
export const heartbeatSources: readonly Source<unknown>[] = [
  sovereignty,
  agentStatus,
  commits,
  weather,
  blockHeight,
];
