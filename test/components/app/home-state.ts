import { defaultConfig } from '../../../data/config/config.ts';
import type { FeedEvent } from '../../../data/readings/records.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { type State, createState } from '../../../data/state.ts';
import { portal } from '../../helpers/home-readings.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;

export const live = <T>(source: string, value: T) =>
  ({ state: 'live', source, value, fetchedAt: NOW - 60_000 }) as const;

/** A state with every reading live, as the data modules set it. */
export function liveState(base = 'https://home.example/'): State {
  const state = createState(
    { ...defaultConfig, codeHost: { ...defaultConfig.codeHost, agents: ['Ada', 'Brook'] } },
    { base, now: NOW },
  );
  const { readings } = state;
  readings.commits.set(
    live('local/home', [
      { sha: 'a1', author: 'Ada', authoredAt: NOW - HOUR, title: 'Draw the stars' },
      { sha: 'b2', author: 'Brook', authoredAt: NOW - 80 * HOUR, title: 'Name the portals' },
    ]),
  );
  readings.merged.set(
    live('local/home', [{ number: 7, title: 'Light the beam', author: 'Ada', mergedAt: NOW - HOUR }]),
  );
  readings.agentStatus.set(
    live('agent-status.json', [{ name: 'Ada', status: 'working', issue: '#7', prs_today: 1 }]),
  );
  readings.sovereignty.set(live('sovereignty-status.json', { score: 72, label: 'mostly local' }));
  readings.weather.set(live('api.open-meteo.com', { temperatureF: 71.7, code: 1, label: 'Clear' }));
  readings.blockHeight.set(live('mempool.space', 840_000));
  readings.portalRecords.set(
    live('portals.json', [
      portalTo('garden', '/garden/'),
      portalTo('forge', 'https://forge.example/', 'offline'),
    ]),
  );
  readings.portalHealth.set(live('portal health checks', [{ id: 'garden', status: 'online', checks: [] }]));
  state.bridge.set({ state: 'open' });
  state.resident.set({ name: 'Timmy', attached: false, note: 'No model is attached.' });
  return state;
}

const portalTo = (id: string, url: string, status = 'online') =>
  portal(id, {
    name: `The ${id}`,
    description: `Where the ${id} is.`,
    status,
    destination: { url, action_label: 'Step in' },
  });

export const entry = (id: string, text: string, more: Partial<ChatEntry> = {}): ChatEntry => ({
  id,
  role: 'resident',
  speaker: 'Timmy',
  text,
  ts: NOW,
  status: 'complete',
  ...more,
});

export const event = (n: number, more: Partial<FeedEvent> = {}): FeedEvent => ({
  id: `id${String(n).padStart(6, '0')}`,
  pubkey: `pub${String(n).padStart(5, '0')}`,
  content: `note ${n}`,
  kind: 1,
  created_at: NOW / 1000 - n,
  ...more,
});

/** The element's shadow root. */
export const inside = (element: Element): ShadowRoot => {
  if (!element.shadowRoot) throw new Error(`${element.localName} has no shadow root`);
  return element.shadowRoot;
};

export const find = <T extends HTMLElement>(element: Element, selector: string): T => {
  const found = inside(element).querySelector<T>(selector);
  if (!found) throw new Error(`${element.localName} shows no ${selector}`);
  return found;
};

/** The visible words of an element, in one line. */
export const words = (element: Element): string =>
  (inside(element).textContent ?? '').replace(/\s+/g, ' ').trim();
