import { ageText } from './format.ts';
import { isStale } from './schemas/activity-states.ts';
import type { ResidentActivity } from './schemas/resident-activity.ts';

/** The state and the task in words: `working on the login`. */
export function occupationText({ state, task }: Pick<ResidentActivity, 'state' | 'task'>): string {
  switch (state) {
    case 'idle':
      return 'idle';
    case 'thinking':
      return task === undefined ? 'thinking' : `thinking about ${task}`;
    case 'working':
      return task === undefined ? 'working' : `working on ${task}`;
    case 'waiting':
      return task === undefined ? 'waiting for its owner' : `waiting for its owner, on ${task}`;
    case 'failed':
      return task === undefined ? 'failed' : `failed at ${task}`;
  }
}

export const progressText = (progress: number): string => `${Math.round(progress * 100)} %`;

/** The step and the tool: `tests, with Bash`; empty without both. */
export const stepText = ({ step, tool }: ResidentActivity): string =>
  [step, tool === undefined ? undefined : `with ${tool}`].filter((part) => part !== undefined).join(', ');

/** When it began, or stopped. */
export const sinceText = ({ state, since }: ResidentActivity, now: number): string =>
  `${state === 'idle' ? 'stopped' : 'began'} ${ageText(since, now)}`;

/**
 * What the resident does, in one line: `working on the login (tests, with Bash, 40 %, began 4 min
 * ago)`. A stale one begins with the age of the last report. The texts come from the agent.
 */
export function activityText(activity: ResidentActivity, now: number): string {
  const { target, progress, updatedAt } = activity;
  const details = [
    stepText(activity),
    target?.name,
    progress === undefined ? undefined : progressText(progress),
    sinceText(activity, now),
  ].filter(Boolean);
  const text = `${occupationText(activity)} (${details.join(', ')})`;
  return isStale(activity, now) ? `last report ${ageText(updatedAt, now)}: ${text}` : text;
}
