import { type Row, adapterRows, blockText } from '../readings/format.ts';
import { openWorkRows } from '../readings/format-open-work.ts';
import { mergedRows } from '../readings/format-commits.ts';
import type { PageState } from '../core/page-state.ts';
import { type Reading, currentValue } from '../readings/reading.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import { adapters, agentStatus, soul, vision } from '../readings/sources/owner-files.ts';
import { blockHeight } from '../readings/sources/block-height.ts';
import { createCommitsOfDays } from '../readings/sources/commits-of-days.ts';
import { merged } from '../readings/sources/merged.ts';
import { openWork } from '../readings/sources/open-work.ts';
import { createPortalHealth } from '../readings/sources/portal-health.ts';
import { createPortals } from '../readings/sources/portals.ts';
import { sessions } from '../readings/sources/sessions.ts';
import type { Source } from '../readings/sources/source.ts';
import { sovereigntyOrCount } from '../readings/sources/sovereignty.ts';
import { weather } from '../readings/sources/weather.ts';

/**
 * The sources that the world's page requests, and the gateway for the resident, the badges and the log. The
 * heartbeat page and the widgets request only the sources of their elements.
 */
export const homeSources = (
  { readings }: Pick<ReadingsState, 'readings'>,
  portals = createPortals(),
): readonly Source[] => [
  portals,
  sovereigntyOrCount,
  agentStatus,
  weather,
  blockHeight,
  // The floor and the time-lapse need this source, because they show whole days and not only the latest fifty
  // commits.
  createCommitsOfDays(),
  merged,
  openWork,
  createPortalHealth(() => currentValue(readings.portalRecords.get()) ?? []),
  adapters,
  vision,
  soul,
  sessions,
];

/** The readings of the code host; the home announces changes of these (`status-update`). */
export const CODE_HOST_READINGS = ['commits', 'merged', 'openWork'] as const;
export const isOfCodeHost = ({ name }: { readonly name: string }): boolean =>
  CODE_HOST_READINGS.some((reading) => reading === name);

/** A section of the home as text that contains only the text of one reading. */
export interface PlainSection {
  readonly title: string;
  readonly reading: Reading<unknown>;
  /** A paragraph, or the rows of a list. */
  readonly text: string | readonly Row[];
}

const section = <T>(
  title: string,
  reading: Reading<T>,
  words: (reading: Reading<T>) => PlainSection['text'],
): PlainSection => ({ title, reading, text: words(reading) });

/**
 * Returns the sections that contain only the text of one reading. `components/panels/directory-sections.ts`
 * has the other sections of the home as text.
 */
export const plainSections = ({ readings, now }: Pick<ReadingsState, 'readings'> & PageState) => ({
  openWork: section('Open work', readings.openWork.get(), (reading) => openWorkRows(reading, now.get())),
  merged: section('Merged pull requests', readings.merged.get(), mergedRows),
  adapters: section('Adapters', readings.adapters.get(), adapterRows),
  blockHeight: section('Block height', readings.blockHeight.get(), blockText),
});
