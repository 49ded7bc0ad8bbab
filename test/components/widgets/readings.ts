import type { Signal } from '@lit-labs/signals';
import type { Config } from '../../../data/config/config.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import type {
  AgentRecord,
  Commit,
  PortalRecord,
  Sovereignty,
  Weather,
} from '../../../data/readings/records.ts';
import type { OpenWork } from '../../../data/readings/schemas/open-work.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/present-activity.ts';
import { type HomeState, createHomeState } from '../../../data/apps/home-state.ts';
import { portal as portalOf } from '../../helpers/home-readings.ts';

export const NOW = Date.parse('2026-11-21T12:00:00Z');
export const HOUR = 3_600_000;

export const config: Config = {
  ...defaultConfig,
  codeHost: {
    url: 'https://code.example',
    owner: 'timmy',
    repo: 'home',
    agents: ['Timmy', 'Ada'],
    authors: false,
  },
};

export const homeState = (): HomeState => createHomeState('https://home.example/', NOW, config);

export const live = <T>(target: Signal.State<Reading<T>>, value: T): void =>
  target.set({ state: 'live', source: target.get().source, value, fetchedAt: NOW - 60_000 });

export const empty = <T>(target: Signal.State<Reading<T>>): void =>
  target.set({ state: 'empty', source: target.get().source, fetchedAt: NOW });

export const failed = <T>(target: Signal.State<Reading<T>>, cause: string): void =>
  target.set({ state: 'error', source: target.get().source, cause });

/** The last value that arrived, with the cause why it is not fresh. */
export function aged<T>(target: Signal.State<Reading<T>>, state: 'stale' | 'offline', value: T): void {
  const cause = state === 'stale' ? 'no newer answer yet' : 'this browser has no network';
  target.set({ state, source: target.get().source, value, fetchedAt: NOW - 3 * HOUR, cause });
}

export const commits: readonly Commit[] = [
  { sha: 'a1', author: 'timmy', authoredAt: NOW - 2 * HOUR, title: 'Teach the panel to say what it knows' },
  { sha: 'b2', author: 'Grace', authoredAt: NOW - 30 * HOUR, title: 'Read dates with their offsets' },
];
export const agents: readonly AgentRecord[] = [
  { name: 'Ada', status: 'dead', issue: null, prs_today: 0 },
  { name: 'Timmy', status: 'working', issue: '#12 the door sticks', prs_today: 2 },
];
export const sovereignty: Sovereignty = { score: 72, label: 'Mostly ours' };
export const openWork: OpenWork = {
  checks: { state: 'failed', sha: 'abcdef1', failed: ['unit tests'] },
  pulls: [
    {
      number: 12,
      title: 'Light the lamp',
      author: 'ada',
      openedAt: NOW - 2 * HOUR,
      isDraft: false,
      review: 'owner',
    },
    { number: 9, title: 'Sweep', author: 'bob', openedAt: NOW - 30 * HOUR, isDraft: false, review: 'none' },
  ],
  hasMore: false,
};
export const report: ResidentActivity = {
  state: 'working',
  task: 'the login',
  since: NOW - 2 * HOUR,
  updatedAt: NOW - 60_000,
};
export const weather: Weather = { temperatureF: 71.7, code: 1, label: 'Clear' };

export const portal = (id: string, url?: string): PortalRecord =>
  portalOf(id, { destination: { url, action_label: 'Enter' } });
