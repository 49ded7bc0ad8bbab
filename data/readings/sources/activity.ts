import * as v from 'valibot';
import { residentActivity } from '../schemas/present-activity.ts';
import { jsonSource } from './source.ts';

const answer = v.object({ activity: v.nullable(residentActivity) });

/** `api/activity.json`: the agent's report, for pages without the bridge. A static host has none. */
export const activity = jsonSource({
  name: 'activity',
  url: 'api/activity.json',
  everySeconds: 30,
  schema: answer,
  what: 'a report',
  maxBytes: 20_000,
  refused: (status) => (status === 404 ? { kind: 'empty', cause: 'this home has no reports' } : undefined),
  convert: (given) =>
    given.activity
      ? { kind: 'value', value: given.activity }
      : { kind: 'empty', cause: 'no agent has reported yet' },
});
