import type { Environment } from '../core/environment.ts';
import type { DataModule } from '../core/module.ts';
import { type Poller, createPoller } from '../readings/poller.ts';
import { agentStatus } from '../readings/sources/agent-status.ts';
import { blockHeight } from '../readings/sources/block-height.ts';
import { commits } from '../readings/sources/commits.ts';
import type { Source } from '../readings/sources/source.ts';
import { sovereignty } from '../readings/sources/sovereignty.ts';
import { weather } from '../readings/sources/weather.ts';
import type { State } from '../state.ts';

export type NamedModule = readonly [name: string, module: DataModule<State>];

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
