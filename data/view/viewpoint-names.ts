import type { ViewpointPanel } from './viewpoint.ts';

/** What the things of the world are called in a sentence. */
export const viewpointNames: Readonly<Record<ViewpointPanel, string>> = {
  agents: 'the agent board',
  commits: 'the commit board',
  portals: 'the portal board',
  place: 'the board of place and weather',
  'dual-brain': 'the dual-brain board',
  adapters: 'the adapter board',
  sovereignty: 'the sovereignty meter',
  earth: 'the Earth',
  heatmap: 'the commits in the floor',
  block: 'the block height',
  bookshelves: 'the bookshelves',
  oath: 'the oath stone',
};
