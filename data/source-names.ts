import type { Config } from './config.ts';

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
export const sourceNames = (config: Config) => ({
  commits: `${config.codeHost.owner}/${config.codeHost.repo}, ${config.recorded ? RECORDING : hostOf(config.codeHost.url)}`,
  agentStatus: 'agent-status.json',
  sovereignty: 'sovereignty-status.json',
  portals: 'portals.json',
  portalHealth: 'portal health checks',
  weather: config.recorded ? `weather, ${RECORDING}` : hostOf(config.weather.url),
  blockHeight: config.recorded ? `chain, ${RECORDING}` : hostOf(config.chain.url),
  adapters: 'adapters.json',
  vision: 'vision.json',
  soul: 'soul.md',
});
