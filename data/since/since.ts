import * as v from 'valibot';
import { MINUTE_MS, localTime, utcDay } from '../core/time.ts';
import { type OwnerIo, type Outcome, ownerRequest } from '../owner/owner-request.ts';
import { counted } from '../readings/format.ts';
import { lastingText, sessionName, sessionStateText, sessionWorkText } from '../readings/format-sessions.ts';
import { instant, text, word } from '../readings/schemas/bounds.ts';
import { countedInWords, durationInWords, listText, speechText } from '../speech/speech-text.ts';
import { costText, shortCount, sumOfRows } from '../usage/usage-words.ts';
import { usageRow } from '../usage/usage.ts';
import { formatLink, noLink } from '../view/deep-link.ts';
import type { ViewpointPanel } from '../view/viewpoint.ts';
import { type Absence, toldTime } from './absence.ts';
import { agentDay } from '../day/agent-day.ts';
import { type DaySession, daySessions } from '../day/day-sessions.ts';

/**
 * What happened while the owner was away: lines to read, and the same as a story to listen to. Everything is from the
 * stored sessions, the lists of the code host and the stored usage (`GET /api/day.json`).
 */

/** The maximum number of lines of one kind; the others are counted. */
const MAX_OF_A_KIND = 3;
const TITLE_CHARACTERS = 80;
const NAME_CHARACTERS = 40;

const commit = v.object({ author: text(200), title: text(1_000), authoredAt: instant });
const pull = v.object({ number: v.number(), title: text(1_000), mergedAt: instant });
const listed = <S extends v.GenericSchema>(one: S) =>
  v.object({ missing: v.nullable(text(2_000)), list: v.pipe(v.array(one), v.maxLength(10_000)) });

/** The part of the answer of `GET /api/day.json` that is told. */
const sinceAnswer = v.object({
  ...agentDay.entries,
  report: v.object({
    commits: listed(commit),
    merged: listed(pull),
    usage: v.nullable(v.object({ day: word(10), rows: v.array(usageRow) })),
  }),
});
export type SinceAnswer = v.InferOutput<typeof sinceAnswer>;

/** Where the home is asked; by default with the requests of the page. */
export type SinceIo = Pick<OwnerIo, 'base'> & Partial<OwnerIo>;

/** Reads what happened in an absence. */
export function readSince(
  { base, fetch = globalThis.fetch }: SinceIo,
  absence: Absence,
): Promise<Outcome<SinceAnswer>> {
  const { from, until } = toldTime(absence);
  return ownerRequest({ base, fetch }, `api/day.json?from=${from}&until=${until}`, { schema: sinceAnswer });
}

export const sinceKinds = ['waits', 'failed', 'finished', 'working', 'merged', 'commits', 'used'] as const;
export type SinceKind = (typeof sinceKinds)[number];

/** A line of what happened. */
export interface SinceLine {
  readonly kind: SinceKind;
  readonly text: string;
  /** The same as spoken sentences. */
  readonly spoken: string;
  /** Where it can be seen: its moment in the time-lapse, or a part of the door. Relative to the base of the home. */
  readonly href: string;
  /** Where it stands in the world. */
  readonly panel: ViewpointPanel;
}

/** The link to a moment of the time-lapse, which is in UTC. */
function momentLink(at: number): string {
  const day = utcDay(at);
  return `./${formatLink({ ...noLink, view: 'time-lapse', day, moment: (at - Date.parse(day)) / 1000 })}`;
}

const spokenName = ({ last }: DaySession): string =>
  speechText(sessionName(last), NAME_CHARACTERS) || 'a session';

function waitLine(one: DaySession, until: number): SinceLine {
  const { last } = one;
  const work = sessionWorkText(last);
  return {
    kind: 'waits',
    text: `${sessionName(last)} ${sessionStateText(last)}, ${lastingText(last.since, until)}${work && `: ${work}`}`,
    spoken: `${spokenName(one)} ${sessionStateText(last)}${until - last.since < MINUTE_MS ? '' : `, for ${durationInWords(until - last.since)}`}.`,
    href: 'door',
    panel: 'agents',
  };
}

function failureLine(one: DaySession): SinceLine[] {
  const failure = one.failures.at(-1);
  if (!failure) return [];
  const { at, session } = failure;
  const cause = session.step === undefined ? '' : `: ${session.step}`;
  const isOver = one.last.state !== 'failed' && one.last.state !== 'ended';
  const since = isOver ? ` It is ${sessionStateText(one.last)} now.` : '';
  const spokenCause = speechText(cause.slice(2), TITLE_CHARACTERS);
  return [
    {
      kind: 'failed',
      text: `${sessionName(one.last)} failed at ${localTime(at)}${cause}${since && `.${since}`}`,
      spoken: `${spokenName(one)} failed at ${localTime(at)}${spokenCause && `: ${spokenCause}`}.${since}`,
      href: momentLink(at),
      panel: 'agents',
    },
  ];
}

function finishLine(one: DaySession): SinceLine {
  const { last, atWorkMs, tools } = one;
  const task = one.tasks.at(-1);
  const figures = [
    ...(atWorkMs >= MINUTE_MS ? [`${lastingText(0, atWorkMs)} at work`] : []),
    ...(tools > 0 ? [counted(tools, 'tool call')] : []),
    ...(last.files > 0 ? [counted(last.files, 'file')] : []),
  ].join(', ');
  const spokenTask = task === undefined ? '' : speechText(task, TITLE_CHARACTERS);
  const at = one.ended ?? last.since;
  return {
    kind: 'finished',
    text: `${sessionName(last)} finished at ${localTime(at)}${task === undefined ? '' : `: ${task}`}${figures && ` (${figures})`}`,
    spoken: `${spokenName(one)} finished at ${localTime(at)}${spokenTask && `: ${spokenTask}`}.${
      atWorkMs >= MINUTE_MS ? ` It was at work for ${durationInWords(atWorkMs)}.` : ''
    }`,
    href: momentLink(at),
    panel: 'agents',
  };
}

const workLine = (one: DaySession, until: number): SinceLine => ({
  kind: 'working',
  text: `${sessionName(one.last)} is at work${one.last.task === undefined ? '' : `: ${one.last.task}`}`,
  spoken: `${spokenName(one)} is at work.`,
  href: momentLink(one.began ?? until),
  panel: 'agents',
});

/** At most three lines of a kind, and one about the others. */
function few(lines: readonly SinceLine[], thing: string): SinceLine[] {
  const [first] = lines;
  const more = lines.length - MAX_OF_A_KIND;
  if (!first || more <= 0) return [...lines];
  return [
    ...lines.slice(0, MAX_OF_A_KIND),
    {
      ...first,
      text: `and ${more} more that ${thing}`,
      spoken: `${countedInWords(more, 'more', 'more')} ${thing}.`,
    },
  ];
}

/** Where a list of the code host is not known. */
const missingLine = (kind: 'commits' | 'merged', what: string, cause: string): SinceLine => ({
  kind,
  text: `The ${what} are not known: ${cause}`,
  spoken: `The ${what} are not known.`,
  href: './',
  panel: 'commits',
});

function commitLines({ commits, merged }: SinceAnswer['report']): SinceLine[] {
  const pulls = merged.list.map(({ number, title, mergedAt }): SinceLine => ({
    kind: 'merged',
    text: `#${number} was merged: ${title}`,
    spoken: `Pull request ${number} was merged: ${speechText(title, TITLE_CHARACTERS)}.`,
    href: momentLink(mergedAt),
    panel: 'commits',
  }));
  const authors = [...new Set(commits.list.map(({ author }) => author))];
  const last = commits.list.at(-1);
  const names = (most: number, one: (name: string) => string): string => listText(authors.map(one), most);
  return [
    ...few(pulls, 'were merged'),
    ...(merged.missing === null ? [] : [missingLine('merged', 'merged pull requests', merged.missing)]),
    ...(last
      ? [
          {
            kind: 'commits',
            text: `${counted(commits.list.length, 'commit')} by ${names(4, (name) => name)}, the last one: ${last.title}`,
            spoken: `There ${commits.list.length === 1 ? 'was' : 'were'} ${countedInWords(commits.list.length, 'commit')} by ${names(3, (name) => speechText(name, NAME_CHARACTERS) || 'an unnamed author')}.`,
            href: momentLink(last.authoredAt),
            panel: 'commits',
          } as const,
        ]
      : []),
    ...(commits.missing === null ? [] : [missingLine('commits', 'commits', commits.missing)]),
  ];
}

function usageLine({ usage }: SinceAnswer['report']): SinceLine[] {
  if (!usage || usage.rows.length === 0) return [];
  const { tokens, ...cost } = sumOfRows(usage.rows);
  return [
    {
      kind: 'used',
      text: `Used on ${usage.day}, an estimate: ${tokens === 0 ? '' : `${shortCount(tokens)} tokens, `}${costText(cost)}`,
      spoken:
        cost.dollars === null
          ? `They used ${tokens.toLocaleString('en')} tokens that day.`
          : `They cost ${costText(cost)} that day, by their own estimate.`,
      href: 'door#usage',
      panel: 'agents',
    },
  ];
}

/** What happened, what needs the owner first. Empty if nothing did. */
export function sinceLines(answer: SinceAnswer): SinceLine[] {
  const { until, report } = answer;
  const sessions = daySessions(answer);
  // A session that has ended and came back is told twice: its last part decides what it does now.
  const isLast = (one: DaySession): boolean => sessions.findLast(({ key }) => key === one.key) === one;
  const present = sessions.filter(isLast);
  const isIn = (...states: readonly string[]) => present.filter(({ last }) => states.includes(last.state));
  const hasWorked = ({ atWorkMs, began, ended }: DaySession): boolean =>
    atWorkMs > 0 || began !== null || ended !== null;
  return [
    ...few(
      isIn('waiting').map((one) => waitLine(one, until)),
      'wait',
    ),
    ...few(present.flatMap(failureLine), 'failed'),
    ...few(
      isIn('done', 'ended')
        .filter((one) => one.failures.length === 0 && hasWorked(one))
        .map(finishLine),
      'finished',
    ),
    ...few(
      isIn('working', 'thinking').map((one) => workLine(one, until)),
      'are at work',
    ),
    ...commitLines(report),
    ...usageLine(report),
  ];
}
