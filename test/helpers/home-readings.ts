import type { Reading } from '../../data/readings/reading.ts';
import type { PortalHealth, PortalRecord } from '../../data/readings/records.ts';
import { portalRecord } from '../../data/readings/schemas/portal.ts';
import type { State } from '../../data/state.ts';
import * as v from 'valibot';

/** A portal record as in `portals.json`, with the given changes. */
export const portal = (id: string, differs: Record<string, unknown> = {}): PortalRecord =>
  v.parse(portalRecord, {
    id,
    name: `World ${id}`,
    description: `What ${id} is.`,
    status: 'online',
    readiness_state: 'playable',
    destination: { url: `https://${id}.example/`, action_label: 'Enter' },
    ...differs,
  });

export const health = (id: string, status: PortalHealth['status']): PortalHealth => ({
  id,
  status,
  checks: [],
});

/** A reading fetched at that time, in the given state. */
export const readingAs = <T>(
  state: 'live' | 'stale' | 'offline' | 'error',
  source: string,
  value: T,
  fetchedAt: number,
): Reading<T> =>
  state === 'live'
    ? { state, source, value, fetchedAt }
    : state === 'error'
      ? { state, source, cause: 'No answer.' }
      : { state, source, value, fetchedAt, cause: 'No answer.' };

/** Sets the registry and the checks as live readings. */
export function setPortals(
  state: State,
  records: readonly PortalRecord[],
  checks: readonly PortalHealth[] = records.map(({ id }) => health(id, 'online')),
): void {
  const fetchedAt = 1_700_000_000_000;
  state.readings.portalRecords.set({ state: 'live', source: 'portals.json', value: records, fetchedAt });
  state.readings.portalHealth.set({ state: 'live', source: 'health', value: checks, fetchedAt });
}

/** Every reading live, each with something to show. */
export function setReadings(state: State): void {
  const fetchedAt = state.now.get();
  const live = <T>(source: string, value: T) => ({ state: 'live', source, value, fetchedAt }) as const;
  const { readings } = state;
  setPortals(state, [
    portal('a'),
    portal('b', { status: 'offline' }),
    portal('c', { readiness_state: 'rebuilding' }),
  ]);
  readings.commits.set(
    live(
      'me/home',
      ['Ada', 'Bob', 'Ada'].map((author, i) => ({
        sha: `${i}0bcdef1234567890abcdef1234567890abcdef12`,
        author,
        authoredAt: fetchedAt - i * 5_000_000,
        title: `Change number ${i}`,
      })),
    ),
  );
  readings.agentStatus.set(
    live('agent-status.json', [{ name: 'Ada', status: 'working', issue: '#12', prs_today: 2 }]),
  );
  readings.merged.set(
    live('me/home', [{ number: 12, title: 'Light the beam', author: 'Ada', mergedAt: fetchedAt }]),
  );
  readings.sovereignty.set(live('sovereignty-status.json', { score: 57, label: 'mostly own' }));
  readings.weather.set(live('weather', { temperatureF: 40, code: 95, label: 'Thunderstorm' }));
  readings.blockHeight.set(live('chain', 900_000));
  readings.adapters.set(
    live('adapters.json', [{ name: 'one', status: 'active', base: 'base', note: 'note' }]),
  );
  readings.vision.set(
    live('vision.json', [{ id: 'well', title: 'The well', text: 'Deep.', position: { x: 2, z: 6 } }]),
  );
  readings.soul.set(live('soul.md', '# The oath\n\nI keep the door open.'));
}
