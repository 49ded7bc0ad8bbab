import type { Config } from '../config/config.ts';
import type { ReadingValues } from './records.ts';

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return 'this home';
  }
};

/** Where an answer is replayed, this is its origin, and no host. */
const RECORDING = 'a recording';
export const isRecording = (source: string): boolean => source.endsWith(RECORDING);

/** What each reading calls its origin, for feet of panels, tooltips and the resident's answers. */
export function sourceNames(config: Config): Readonly<Record<keyof ReadingValues, string>> {
  const codeHost = `${config.codeHost.owner}/${config.codeHost.repo}, ${config.recorded ? RECORDING : hostOf(config.codeHost.url)}`;
  return {
    commits: codeHost,
    merged: codeHost,
    agentStatus: 'agent-status.json',
    sovereignty: 'sovereignty-status.json',
    portalRecords: 'portals.json',
    portalHealth: 'portal health checks',
    weather: config.recorded ? `weather, ${RECORDING}` : hostOf(config.weather.url),
    blockHeight: config.recorded ? `chain, ${RECORDING}` : hostOf(config.chain.url),
    adapters: 'adapters.json',
    vision: 'vision.json',
    soul: 'soul.md',
  };
}
