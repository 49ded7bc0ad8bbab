import { ageText } from './format.ts';
import { isStale } from './schemas/activity-states.ts';
import type { ResidentActivity } from './schemas/resident-activity.ts';

/** The task, as text to put after the word for the state: `on the login`; empty without a task. */
export function taskText({ state, task }: Pick<ResidentActivity, 'state' | 'task'>): string {
  if (task === undefined || state === 'idle') return '';
  const words = { thinking: 'about', working: 'on', waiting: 'on', failed: 'at' } as const;
  return `${words[state]} ${task}`;
}

/** The state and the task in words: `working on the login`. */
export function occupationText(activity: Pick<ResidentActivity, 'state' | 'task'>): string {
  const task = taskText(activity);
  if (activity.state === 'waiting') return `waiting for its owner${task && `, ${task}`}`;
  return `${activity.state}${task && ` ${task}`}`;
}

/**
 * The target of the work: `issue 12`, `file docs/agents.md`; only the name for a URL, or if the name begins
 * with the kind.
 */
export const targetText = ({ kind, name }: NonNullable<ResidentActivity['target']>): string =>
  kind === 'url' || name.toLowerCase().startsWith(kind) ? name : `${kind} ${name}`;

export const progressText = (progress: number): string => `${Math.round(progress * 100)} %`;

/** The step and the tool: `tests, with Bash`; empty without both. */
export const stepText = ({ step, tool }: ResidentActivity): string =>
  [step, tool === undefined ? undefined : `with ${tool}`].filter((part) => part !== undefined).join(', ');

/** When the work began or stopped. */
export const sinceText = ({ state, since }: ResidentActivity, now: number): string =>
  `${state === 'idle' ? 'stopped' : 'began'} ${ageText(since, now)}`;

/** Everything except the state and the task: `tests, with Bash, docs/agents.md, 40 %, began 4 min ago`. */
export function detailsText(activity: ResidentActivity, now: number): string {
  const { target, progress } = activity;
  return [
    stepText(activity),
    // A path is clear without its kind; the number of an issue is not.
    target && (target.kind === 'issue' ? targetText(target) : target.name),
    progress === undefined ? undefined : progressText(progress),
    sinceText(activity, now),
  ]
    .filter(Boolean)
    .join(', ');
}

/**
 * The activity in one line: `working on the login (tests, with Bash, 40 %, began 4 min ago)`. A stale
 * activity begins with the age of the last report. The texts come from the agent.
 */
export function activityText(activity: ResidentActivity, now: number): string {
  const { updatedAt } = activity;
  const text = `${occupationText(activity)} (${detailsText(activity, now)})`;
  return isStale(activity, now) ? `last report ${ageText(updatedAt, now)}: ${text}` : text;
}
