import { type Row, absenceRows, ageText, counted, fieldText, inRepository } from './format.ts';
import { type Reading, currentValue } from './reading.ts';
import type { Checks, OpenPull, OpenWork } from './schemas/open-work.ts';

/** The state of the checks of the newest commit, in words. */
export const checksWords = {
  passed: 'passed',
  failed: 'failed',
  pending: 'running',
  none: 'none',
  unknown: 'not readable',
} as const satisfies Readonly<Record<Checks['state'], string>>;

/** For example `Checks failed: unit tests, lint`. */
export const checksText = ({ state, failed, repo }: Checks): string => {
  const names = failed.filter((name) => name !== '').join(', ');
  return inRepository(
    `Checks ${state === 'none' ? 'of the newest commit: ' : ''}${checksWords[state]}${names === '' ? '' : `: ${names}`}`,
    repo,
  );
};

/**
 * The checks of a change that is opened, and which of its failures the newest commit of its repository has too,
 * for example `Checks failed: lint, unit tests. The newest commit of the repository fails in lint, too.`
 */
export function checksOfChange(checks: Checks, work: OpenWork | undefined, repo: string | undefined): string {
  const words = `${checksWords[checks.state]}${checks.failed.length > 0 ? `: ${checks.failed.join(', ')}` : ''}`;
  const newest = work && allChecks(work).find((other) => other.repo === repo);
  const both =
    newest?.sha === checks.sha ? [] : checks.failed.filter((name) => newest?.failed.includes(name));
  const also =
    both.length === 0 ? '' : ` The newest commit of the repository fails in ${both.join(', ')}, too.`;
  return `Checks ${words}.${also}`;
}

/** For example `3 open pull requests, 1 waits for the owner’s review`. */
export function openPullsText({ pulls, hasMore }: Pick<OpenWork, 'pulls' | 'hasMore'>): string {
  const waiting = pulls.filter(({ review }) => review === 'owner').length;
  const count = `${hasMore ? 'At least ' : ''}${counted(pulls.length, 'open pull request')}`;
  if (pulls.length === 0) return 'No open pull requests';
  return waiting === 0
    ? count
    : `${count}, ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for the owner’s review`;
}

/** What a pull request waits for, if that is known: `waits for the owner’s review`. */
export const waitsText = ({ isDraft, review }: Pick<OpenPull, 'isDraft' | 'review'>): string =>
  [
    isDraft && 'draft',
    review === 'owner' && 'waits for the owner’s review',
    review === 'others' && 'in review by others',
  ]
    .filter(Boolean)
    .join(', ');

/** For example `#12 Light the lamp`. */
export const pullTitle = ({ number, title, repo }: Pick<OpenPull, 'number' | 'title' | 'repo'>): string =>
  `#${number} ${inRepository(title, repo)}`;

/** For example `#12 Light the lamp — ada, 3 h ago, waits for the owner’s review`. */
export const openPullText = (pull: OpenPull, now: number): string =>
  [`${pullTitle(pull)} — ${pull.author}`, ageText(pull.openedAt, now), waitsText(pull)]
    .filter(Boolean)
    .join(', ');

export const releaseText = (
  { name, publishedAt, repo }: NonNullable<OpenWork['release']>,
  now: number,
): string => `Newest release: ${inRepository(name, repo)}, ${ageText(publishedAt, now)}`;

/** The checks of each repository. */
export const allChecks = ({
  checks,
  others = [],
}: Pick<OpenWork, 'checks' | 'others'>): readonly Checks[] => [checks, ...others];

/** Checks, open pull requests and the newest release, a row each. */
export function openWorkRows(reading: Reading<OpenWork>, now: number): Row[] {
  const work = currentValue(reading);
  if (!work) return absenceRows('OPEN WORK', reading);
  const { pulls, release } = work;
  return [
    ...allChecks(work).map((checks) => ({
      text: checksText(checks),
      className: checks.state === 'failed' ? 'dead' : '',
    })),
    { text: openPullsText(work), className: '' },
    ...pulls.map((pull) => ({ text: openPullText(pull, now), className: 'pull' })),
    ...(release ? [{ text: releaseText(release, now), className: '' }] : []),
  ];
}

/** One word for the checks: `passed`. */
export const checksBadgeText = (reading: Reading<OpenWork>): string =>
  fieldText(reading, ({ checks }) => checksWords[checks.state]);
