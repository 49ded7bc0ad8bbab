import { joinPortals } from '../../../data/readings/portals.ts';
import type { Commit, FeedEvent, Portal, PortalHealth } from '../../../data/readings/records.ts';
import { digestOf } from '../../../data/speech/podcast.ts';
import { portal, readingAs } from '../../helpers/home-readings.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
export const HOUR = 3_600_000;
export const live = <T>(value: T) => readingAs('live', 's', value, NOW - HOUR);

const checksOf = (pattern: string): PortalHealth['checks'] =>
  pattern.split('').map((mark, i) => ({
    at: NOW - (pattern.length - i) * 60_000,
    online: mark === '+',
    latencyMs: mark === '+' ? 20 : null,
  }));
export const portalsWith = (checks: Readonly<Record<string, string>>): readonly Portal[] => {
  const ids = Object.keys(checks);
  const joined = joinPortals(
    live(ids.map((id) => portal(id, { name: `The ${id}` }))),
    live(
      ids.map((id) => ({
        id,
        status: checks[id]?.endsWith('+') ? ('online' as const) : ('offline' as const),
        checks: checksOf(checks[id] ?? ''),
      })),
    ),
    'https://home.example/',
  );
  return joined.value ?? [];
};
export const zap = (sats: number | undefined, hoursAgo = 1): FeedEvent => ({
  id: 'aaaaaaaa',
  pubkey: 'bbbbbbbb',
  content: 'zap',
  kind: 9735,
  created_at: (NOW - hoursAgo * HOUR) / 1000,
  ...(sats !== undefined && { sats }),
});
export const commit = (author: string, title: string, hoursAgo = 1): Commit => ({
  sha: 'x',
  author,
  authoredAt: NOW - hoursAgo * HOUR,
  title,
});
export const agent = (name: string, status: 'working' | 'idle' | 'dormant' | 'dead' = 'working') => ({
  name,
  status,
  lastCommitAt: undefined,
  issue: null,
  prsToday: null,
});

export type Day = Parameters<typeof digestOf>[0];

export const full: Day = {
  now: NOW,
  home: 'Home World',
  commits: live([
    commit('Ada', 'chore: bump things', 0.1),
    commit('ada', 'feat(sky): draw the stars (#12)', 2),
    commit('Ada', 'Merge branch main', 0.2),
    commit('Ada', 'Let the door open', 3),
    commit('Brook', 'fix: name the portals', 4),
    commit('Eve', 'Old', 30),
  ]),
  agents: live([
    agent('Ada'),
    agent('Brook'),
    agent('Cleo', 'idle'),
    agent('Dan', 'dormant'),
    agent('Ed', 'dead'),
  ]),
  merged: live([{ number: 7, title: 'Light the beam', author: 'Ada', mergedAt: NOW - HOUR }]),
  sovereignty: live({ score: 72, label: 'mostly local' }),
  portals: live(portalsWith({ garden: '++++', forge: '+++--', well: '--++' })),
  weather: live({ temperatureF: 71.7, code: 1, label: 'Clear' }),
  blockHeight: live(840_000),
  events: [zap(2100), zap(1000), zap(500, 30)],
  relayConnected: true,
};
export const digest = (differs: Partial<Day> = {}): string => digestOf({ ...full, ...differs }).join(' ');
