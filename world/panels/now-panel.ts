import { type PanelHeadline, withoutValue } from '../../data/readings/headlines.ts';
import { activityReading } from '../../data/chat/activity-reading.ts';
import {
  occupationText,
  progressText,
  sinceText,
  targetText,
  taskText,
} from '../../data/readings/format-activity.ts';
import { absenceRows } from '../../data/readings/format.ts';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { ActivityState } from '../../data/readings/schemas/activity-states.ts';
import type { ResidentActivity } from '../../data/readings/schemas/resident-activity.ts';
import type { ColorName } from '../../theme/theme.ts';
import type { Mark, PanelRow } from './panel-layout.ts';
import { absenceOnPanel, homePanel } from './panel-module.ts';

/** The colour and the shape of each state. The state is also written beside them. */
const looks: Readonly<Record<ActivityState, { color: ColorName; mark: Mark }>> = {
  idle: { color: 'agentIdleText', mark: 'ring' },
  thinking: { color: 'readingLoading', mark: 'dots' },
  working: { color: 'agentWorking', mark: 'disc' },
  waiting: { color: 'readingStale', mark: 'half' },
  failed: { color: 'error', mark: 'cross' },
};

/** A row for the state and the task, and one for each further known value. */
function nowRows(reading: Reading<ResidentActivity>, now: number): PanelRow[] {
  const activity = currentValue(reading);
  if (!activity) return absenceOnPanel(absenceRows('REPORT', reading), reading);
  const { state, task, step, tool, progress, target } = activity;
  const withTool = tool === undefined ? [] : [`with ${tool}`];
  const [text, detail] = step === undefined ? withTool : [step, ...withTool];
  return [
    {
      text: occupationText({ state }),
      detail: [task, sinceText(activity, now)].filter(Boolean).join(' · '),
      ...looks[state],
    },
    ...(text === undefined ? [] : [{ text, ...(detail !== undefined && { detail }) }]),
    ...(target ? [{ text: targetText(target) }] : []),
    ...(progress === undefined
      ? []
      : [{ text: progressText(progress), detail: 'of the task', figure: true }]),
  ];
}

/** The state in one word, with the task below it. */
function nowHeadline(reading: Reading<ResidentActivity>): PanelHeadline {
  const activity = currentValue(reading);
  if (!activity)
    return { figure: reading.state === 'empty' ? 'NO REPORT' : withoutValue(reading.state), caption: '' };
  return { figure: activity.state, caption: taskText(activity) };
}

export const nowPanel = homePanel({
  name: 'now-board',
  note: 'what the resident does',
  viewpoint: 'now',
  title: 'Now',
  slot: 6,
  readings: [activityReading],
  headline: (state) => nowHeadline(activityReading(state)),
  rows: (state, now) => nowRows(activityReading(state), now),
});
