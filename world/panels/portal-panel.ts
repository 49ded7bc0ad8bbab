import { portalHeadline } from '../../data/readings/headlines.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Portal } from '../../data/readings/records.ts';
import { portalStatus } from '../../data/readings/portals.ts';
import { absenceRows } from '../../data/readings/format.ts';
import type { ColorName } from '../../theme/theme.ts';
import type { Mark, PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel } from './panel-module.ts';

/** The colour and the shape of each status. The status is also written beside them. */
const looks: Readonly<Record<Portal['health']['status'], { color: ColorName; mark: Mark }>> = {
  online: { color: 'connected', mark: 'disc' },
  offline: { color: 'readingOffline', mark: 'cross' },
  unknown: { color: 'textQuiet', mark: 'ring' },
};

/** One row for each portal: its name, the result of its health check, and the readiness of its world. */
function portalPanelRows(reading: Reading<readonly Portal[]>): PanelRow[] {
  const portals = currentValue(reading);
  if (!portals) return absenceOnPanel(absenceRows('PORTALS', reading), reading);
  return portals.map((portal) => {
    const status = portalStatus(portal);
    const { name, readiness_state } = portal.record;
    return { text: `${name}: ${status.toUpperCase()} · ${readiness_state}`, ...looks[status] };
  });
}

export const portalPanel = homePanel({
  name: 'portal-board',
  note: 'the portal panel',
  viewpoint: 'portals',
  title: 'Portals',
  slot: 2,
  readings: [({ derived }) => derived.portals.get()],
  headline: ({ derived }) => portalHeadline(derived.portals.get()),
  rows: ({ derived }) => portalPanelRows(derived.portals.get()),
});
