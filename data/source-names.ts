import type { Config } from './config.ts';

const hostOf = (url: string): string => {
  try {
    return new URL(url).host;
  } catch {
    return 'this home';
  }
};

/** What each reading calls its origin, for feet of panels, tooltips and the resident's answers. */
export const sourceNames = (config: Config) => ({
  commits: `${config.codeHost.owner}/${config.codeHost.repo}, ${hostOf(config.codeHost.url)}`,
  agentStatus: 'agent-status.json',
  sovereignty: 'sovereignty-status.json',
  portals: 'portals.json',
  portalHealth: 'portal health checks',
  weather: hostOf(config.weather.url),
  blockHeight: hostOf(config.chain.url),
  adapters: 'adapters.json',
  vision: 'vision.json',
  soul: 'soul.md',
});
