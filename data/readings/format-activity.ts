import { ageText } from './format.ts';
import { type ResidentActivity, isStale } from './schemas/resident-activity.ts';

/** The state and the task in words: `working on the login`. */
function occupation({ state, task }: ResidentActivity): string {
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

/**
 * What the resident does, in one line: `working on the login (tests, with Bash, 40 %, began 4 min
 * ago)`. A stale one begins with the age of the last report. The texts come from the agent.
 */
export function activityText(activity: ResidentActivity, now: number): string {
  const { state, step, tool, target, progress, since, updatedAt } = activity;
  const details = [
    step,
    tool === undefined ? undefined : `with ${tool}`,
    target?.name,
    progress === undefined ? undefined : `${Math.round(progress * 100)} %`,
    `${state === 'idle' ? 'stopped' : 'began'} ${ageText(since, now)}`,
  ].filter((detail) => detail !== undefined);
  const text = `${occupation(activity)} (${details.join(', ')})`;
  return isStale(activity, now) ? `last report ${ageText(updatedAt, now)}: ${text}` : text;
}
