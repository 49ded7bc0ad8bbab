import type { Reading } from '../../../data/readings/reading.ts';
import type { State } from '../../../data/state.ts';
import type { StatusRecorder } from '../status-recorder.ts';
import type { ListName } from './widget-heights.ts';

/** The rows of the list that this reading is: one where it has nothing; undefined where it is not known. */
function rowsOf<T>(
  reading: Reading<T>,
  count: (value: T) => number = (value) => (Array.isArray(value) ? value.length : 1),
): number | undefined {
  if (reading.state === 'empty') return 1;
  return reading.value === undefined ? undefined : count(reading.value);
}

export type HomeRows = Readonly<Partial<Record<ListName, number>>>;

/** How many rows each list of this home has now, as far as it is known. */
export function homeRows({ derived, readings, relay }: State, status: StatusRecorder): HomeRows {
  const rows: Readonly<Record<ListName, number | undefined>> = {
    agents: rowsOf(derived.agents.get()),
    commits: rowsOf(readings.commits.get()),
    portals: rowsOf(derived.portals.get()),
    'relay-feed': relay.events.get().length || undefined,
    sovereignty: rowsOf(readings.sovereignty.get(), ({ parts }) => parts?.length ?? 0),
    history: status.view('24h').subjects.length,
  };
  return Object.fromEntries(Object.entries(rows).filter(([, count]) => count !== undefined));
}
