import type { PortalHealth, PortalRecord } from '../../data/records.ts';
import { portalRecord } from '../../data/schemas/portal.ts';
import type { State } from '../../data/state.ts';
import * as v from 'valibot';

/** A portal record as `portals.json` would give it, with what differs. */
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
