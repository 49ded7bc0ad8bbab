import {
  checksText,
  openPullText,
  openPullsText,
  releaseText,
} from '../../../data/readings/format-open-work.ts';
import { PRIVATE, currentValue } from '../../../data/readings/reading.ts';
import type { Question } from '../question.ts';
import { escapeMarkdown, markdownList, problemText, withProblem } from '../reply-text.ts';
import * as about from './about.ts';
import * as commits from './commits.ts';

/** The answer names at most this number of pull requests. */
const MAX_PULLS = 8;
const OF_CHECKS = /\b(?:build\w*|tests?|ci|green|red|checks?|pass\w*|fail\w*|pipelines?|broken)\b/;
const OF_REVIEWS = /\b(?:review\w*|waits?|waiting)\b/;

/** Why the home shows no open work, if that is worth a sentence. */
function whyNone({ state, isOwner }: Pick<Question, 'state' | 'isOwner'>): string {
  const reading = state.readings.openWork.get();
  if (reading.cause === PRIVATE)
    return isOwner
      ? 'The repository is not public, so I do not say what is open there. The panel “Today” shows it to you.'
      : 'The repository is not public: only the owner of this home sees what is open there.';
  return reading.state === 'empty' && reading.cause !== undefined
    ? `I see no open work: ${escapeMarkdown(reading.cause)}.`
    : problemText('the open work', reading, state.now.get());
}

/** Whether the checks of the newest commit passed, and the newest release. */
export function checks(question: Question): string {
  const { state, plain } = question;
  const now = state.now.get();
  const reading = state.readings.openWork.get();
  const work = currentValue(reading);
  if (!work) return withProblem(about.checks(question), whyNone(question));
  const asksRelease = about.OF_RELEASES.test(plain);
  const sentences = [
    ...(!asksRelease || OF_CHECKS.test(plain)
      ? [`${checksText(work.checks)} (commit ${work.checks.sha.slice(0, 7)}).`]
      : []),
    ...(asksRelease
      ? [work.release ? `${releaseText(work.release, now)}.` : 'There is no release yet.']
      : []),
    ...(OF_REVIEWS.test(plain) ? [`${openPullsText(work)}.`] : []),
  ];
  return withProblem(escapeMarkdown(sentences.join(' ')), problemText('the open work', reading, now));
}

const OF_AGE = /\b(?:oldest|longest)\b/;
/** The open pull requests, those that wait for the owner first. */
export function openPulls(question: Question): string {
  const { state } = question;
  const now = state.now.get();
  const reading = state.readings.openWork.get();
  const work = currentValue(reading);
  if (!work) return withProblem(commits.openPulls(question), whyNone(question));
  const isOldest = OF_AGE.test(question.plain);
  const pulls = isOldest ? work.pulls.toSorted((one, other) => one.openedAt - other.openedAt) : work.pulls;
  const rows = pulls
    .slice(0, isOldest ? 1 : MAX_PULLS)
    .map((pull) => escapeMarkdown(openPullText(pull, now)));
  const head = `**${openPullsText(work)}**`;
  return withProblem(
    rows.length > 0 ? `${head}:\n${markdownList(rows)}` : `${openPullsText(work)}.`,
    problemText('the open work', reading, now),
  );
}
