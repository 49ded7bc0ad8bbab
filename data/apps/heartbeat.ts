import { agentStatus } from '../readings/sources/agent-status.ts';
import { blockHeight } from '../readings/sources/block-height.ts';
import { commits } from '../readings/sources/commits.ts';
import type { Source } from '../readings/sources/source.ts';
import { sovereignty } from '../readings/sources/sovereignty.ts';
import { weather } from '../readings/sources/weather.ts';

/** The sources of the heartbeat page. */
export const heartbeatSources: readonly Source[] = [sovereignty, agentStatus, commits, weather, blockHeight];
