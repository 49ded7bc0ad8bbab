import { type PanelHeadline, withoutValue } from '../../data/readings/headlines.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { AdapterRecord } from '../../data/readings/records.ts';
import { adapterRows } from '../../data/readings/format.ts';
import type { ColorName } from '../../theme/theme.ts';
import type { Mark, PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel } from './panel-module.ts';

/** The colour and the shape of each status. The status is also written beside them. */
const looks: Readonly<Record<AdapterRecord['status'], { color: ColorName; mark: Mark }>> = {
  active: { color: 'agentWorking', mark: 'disc' },
  ready: { color: 'agentIdleText', mark: 'ring' },
  training: { color: 'readingLoading', mark: 'half' },
  failed: { color: 'error', mark: 'cross' },
};

/** One row for each adapter: its name and status; the detail is its base and its note. */
function adapterPanelRows(reading: Reading<readonly AdapterRecord[]>): PanelRow[] {
  const rows = adapterRows(reading);
  const adapters = currentValue(reading);
  if (!adapters) return absenceOnPanel(rows, reading);
  return adapters.map(({ status, base, note }, index) => {
    const detail = [base, note].filter(Boolean).join(' · ');
    return { text: rows[index]?.text ?? '', ...(detail && { detail }), ...looks[status] };
  });
}

/** How many adapters are active. */
function adapterHeadline(reading: Reading<readonly AdapterRecord[]>): PanelHeadline {
  const adapters = currentValue(reading);
  if (!adapters) return { figure: withoutValue(reading.state), caption: '' };
  const active = adapters.reduce((sum, { status }) => sum + (status === 'active' ? 1 : 0), 0);
  return { figure: `${active} of ${adapters.length}`, caption: 'active' };
}

export const adapterPanel = homePanel({
  name: 'adapter-board',
  note: 'the adapter panel',
  viewpoint: 'adapters',
  title: 'Adapters',
  slot: 5,
  readings: [({ readings }) => readings.adapters.get()],
  headline: ({ readings }) => adapterHeadline(readings.adapters.get()),
  rows: ({ readings }) => adapterPanelRows(readings.adapters.get()),
});
