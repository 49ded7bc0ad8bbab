import * as v from 'valibot';
import { cleanLine, cutText } from '../../core/text.ts';
import { isBusy, isStale } from './activity-states.ts';
import { instant } from './bounds.ts';
import {
  MAX_TEXT_CHARACTERS,
  MAX_TOOL_CHARACTERS,
  MAX_URL_CHARACTERS,
  type ResidentActivity,
  kind,
  progress,
  state,
} from './present-activity.ts';
import { withoutSecrets } from './secrets.ts';

export { type ResidentActivity, residentActivity, targetKinds } from './present-activity.ts';

/** One line of text, which all visitors read; a long text is cut. */
export const line = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  v.pipe(
    v.string(),
    // Secrets are removed before the cut, because a cut password would have no “@” any more.
    v.transform((given) => cutText(withoutSecrets(cleanLine(given)), max).trim()),
  );

const HTTP_URL = 'an http(s) address without control characters, at most 2,000 characters';
/** The URL in serialised form, without secrets. */
const httpUrl = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const given = dataset.value.trim();
    // `URL.parse` removes tabs and line ends inside a URL, so URLs with control characters are refused first.
    const url = /\p{Cc}/u.test(given) ? null : URL.parse(given);
    if (url) {
      url.username = '';
      url.password = '';
    }
    if (url && /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL_CHARACTERS)
      return withoutSecrets(url.href);
    addIssue({ expected: HTTP_URL, message: `expected ${HTTP_URL}` });
    return NEVER;
  }),
);

/**
 * A report. A missing or `null` field is unknown, except `task`: if it is missing, the last task stays.
 * Unknown fields are ignored.
 */
export const reportedActivity = v.object({
  state,
  task: v.nullish(line(MAX_TEXT_CHARACTERS)),
  step: v.nullish(line(MAX_TEXT_CHARACTERS)),
  tool: v.nullish(line(MAX_TOOL_CHARACTERS)),
  progress: v.nullish(progress),
  target: v.nullish(
    v.object({
      kind,
      name: v.pipe(line(MAX_TEXT_CHARACTERS), v.minLength(1)),
      url: v.nullish(httpUrl),
    }),
  ),
  since: v.nullish(instant),
});
export type ReportedActivity = v.InferOutput<typeof reportedActivity>;

/** The next record: the report, with the task and the start of the previous record if they still apply. */
export function nextActivity(
  before: ResidentActivity | undefined,
  report: ReportedActivity,
  now: number,
): ResidentActivity {
  const known = before && !isStale(before, now) ? before : undefined;
  const { step, tool, progress: part, target } = report;
  const task =
    report.task ?? (report.task === undefined && report.state !== 'idle' ? known?.task : undefined);
  const same = known && (known.state === report.state || (isBusy(known.state) && isBusy(report.state)));
  const begin = same && known.task === (task || undefined) ? known.since : now;
  return {
    state: report.state,
    ...(task && { task }),
    ...(step && { step }),
    ...(tool && { tool }),
    ...(part != null && { progress: part }),
    ...(target && {
      target: { kind: target.kind, name: target.name, ...(target.url && { url: target.url }) },
    }),
    since: Math.min(report.since ?? begin, now),
    updatedAt: now,
  };
}
