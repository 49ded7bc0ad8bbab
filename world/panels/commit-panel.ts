import { commitHeadline } from '../../data/readings/headlines.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import { ageText } from '../../data/readings/format.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import type { PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel } from './panel-module.ts';

/** Title on one line, author and age below it. */
function commitPanelRows(reading: Reading<readonly Commit[]>, now: number): PanelRow[] {
  const commits = currentValue(reading);
  if (!commits) return absenceOnPanel(commitRows(reading), reading);
  return commits.map(({ title, author, authoredAt }) => ({
    text: title,
    detail: `${author} · ${ageText(authoredAt, now)}`,
  }));
}

export const commitPanel = homePanel({
  name: 'commit-board',
  note: 'the commit panel',
  viewpoint: 'commits',
  title: 'Last commits',
  slot: 1,
  readings: [({ derived }) => derived.shownLastCommits.get()],
  headline: ({ derived }) => commitHeadline(derived.shownLastCommits.get(), derived.shownNow.get()),
  rows: ({ derived }) => commitPanelRows(derived.shownLastCommits.get(), derived.shownNow.get()),
});
