import { commitHeadline } from '../../data/readings/headlines.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import { ageText } from '../../data/readings/format.ts';
import { commitRows } from '../../data/readings/format-commits.ts';
import { checksText, openPullsText } from '../../data/readings/format-open-work.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { Checks, OpenWork } from '../../data/readings/schemas/open-work.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel, isReplay } from './panel-module.ts';

/** The colour and the shape of each state of the checks, which is also written beside them. */
const looks: Readonly<Record<Checks['state'], Pick<PanelRow, 'color' | 'mark' | 'disc'>>> = {
  passed: { color: 'agentWorking', mark: 'disc' },
  failed: { color: 'failed', mark: 'cross', disc: 'agentDead' },
  pending: { color: 'agentIdleText', mark: 'dots' },
  none: { color: 'textQuiet', mark: 'bar' },
  unknown: { color: 'textQuiet', mark: 'bar' },
};

/** What is open now; undefined where nothing is known. */
const shownWork = (state: ReadingsState & ViewState): Reading<OpenWork> | undefined =>
  isReplay(state) ? undefined : state.readings.openWork.get();

const workOf = (state: ReadingsState & ViewState): OpenWork | undefined => {
  const reading = shownWork(state);
  return reading && currentValue(reading);
};

const workRow = (work: OpenWork): PanelRow => ({
  text: checksText(work.checks),
  // The whole sentence would not fit.
  detail: openPullsText(work).replace(' for the owner’s review', ' for review'),
  ...looks[work.checks.state],
});

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
  besides: [shownWork],
  headline: (state) =>
    commitHeadline(state.derived.shownLastCommits.get(), state.derived.shownNow.get(), workOf(state)),
  rows(state) {
    const work = workOf(state);
    const commits = commitPanelRows(state.derived.shownLastCommits.get(), state.derived.shownNow.get());
    return work ? [workRow(work), ...commits] : commits;
  },
});
