import { sovereigntyRows } from '../../../data/readings/format-sovereignty.ts';
import { type Reading, mapReading } from '../../../data/readings/reading.ts';
import type { DerivedState } from '../../../data/derived.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import type { StatusRecorder } from '../status/status-recorder.ts';
import type { CountName } from './widget-heights.ts';

/** The number of letters in a line of the sovereignty, in columns of 320 and 440 px. */
const NARROW_LETTERS = 31;
const MIDDLE_LETTERS = 45;

/** The lines of a text that is broken between its words. */
function linesOf(text: string, letters: number): number {
  let lines = 1;
  let room = letters;
  for (const { length } of text.split(' ')) {
    if (length > room) {
      lines += 1;
      room = letters;
    }
    room -= length + 1;
  }
  return lines;
}

/** The rows of a list with this reading: one if it is empty; undefined if it is not known. */
const rowsOf = (reading: Reading<readonly unknown[]>): number | undefined =>
  reading.state === 'empty' ? 1 : reading.value?.length;

export type HomeCounts = Readonly<Partial<Record<CountName, number>>>;

/** The rows and lines of each list of this home now, as far as they are known. */
export function homeCounts(
  { derived, readings, relay }: DerivedState & ReadingsState & RelayState,
  status: StatusRecorder,
  seesSubject: (id: string) => boolean,
): HomeCounts {
  const sovereignty = readings.sovereignty.get();
  const texts = sovereignty.value && sovereigntyRows(sovereignty).map(({ text }) => text);
  const lines = (letters: number): number | undefined =>
    texts?.reduce((sum, text) => sum + linesOf(text, letters), 0);
  const counts: Readonly<Record<CountName, number | undefined>> = {
    'agents-rows': rowsOf(derived.agents.get()),
    'team-rows': rowsOf(mapReading(readings.sessions.get(), ({ sessions }) => sessions)),
    'commits-rows': rowsOf(readings.commits.get()),
    // The first row has the checks.
    'open-work-rows': rowsOf(mapReading(readings.openWork.get(), ({ pulls }) => [0, ...pulls.slice(0, 5)])),
    'portals-rows': rowsOf(derived.portals.get()),
    'relay-feed-rows': relay.events.get().length || undefined,
    'history-rows': status.view('24h', seesSubject).subjects.length,
    'sovereignty-rows': texts?.length,
    'sovereignty-lines': lines(MIDDLE_LETTERS),
    'sovereignty-lines-narrow': lines(NARROW_LETTERS),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== undefined));
}
