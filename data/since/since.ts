import * as v from 'valibot';
import { sentenceCase } from '../core/text.ts';
import { MINUTE_MS, localTime, utcDay } from '../core/time.ts';
import { type Outcome, type PageIo, ownerRequest } from '../owner/owner-request.ts';
import { counted } from '../readings/format.ts';
import { lastingText, sessionName, sessionStateText, sessionWorkText } from '../readings/format-sessions.ts';
import { instant, text, word } from '../readings/schemas/bounds.ts';
import { countedInWords, durationInWords, listText, numberWord, speechText } from '../speech/speech-text.ts';
import { costText, sumOfRows, usedText } from '../usage/usage-words.ts';
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
  v.object({
    missing: v.nullable(text(2_000)),
    /** The list has everything since this moment; null if it has everything, or nothing is known. */
    knownSince: v.nullable(instant),
    list: v.pipe(v.array(one), v.maxLength(10_000)),
  });

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

/** Reads what happened in an absence. */
export function readSince(io: PageIo, absence: Absence): Promise<Outcome<SinceAnswer>> {
  const { from, until } = toldTime(absence);
  return ownerRequest(io, `api/day.json?from=${from}&until=${until}`, { schema: sinceAnswer });
}

export const sinceKinds = [
  'waits',
  'failed',
  'silent',
  'finished',
  'working',
  'merged',
  'commits',
  'used',
] as const;
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
  const { state } = one.last;
  const isBusy = state === 'working' || state === 'thinking' || state === 'done';
  const since = isBusy ? ` It is ${state === 'done' ? 'done' : 'at work'} now.` : '';
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
  const task = last.task ?? one.tasks.at(-1);
  const figures = [
    ...(atWorkMs >= MINUTE_MS ? [`${lastingText(0, atWorkMs)} at work`] : []),
    ...(tools > 0 ? [counted(tools, 'tool call')] : []),
    ...(last.files > 0 ? [counted(last.files, 'file')] : []),
  ].join(', ');
  const spokenTask = task === undefined ? '' : speechText(task, TITLE_CHARACTERS);
  const at = one.doneAt ?? one.ended ?? last.since;
  const how = one.doneAt === null ? 'ended' : 'finished';
  return {
    kind: 'finished',
    text: `${sessionName(last)} ${how} at ${localTime(at)}${task === undefined ? '' : `: ${task}`}${figures && ` (${figures})`}`,
    spoken: `${spokenName(one)} ${how} at ${localTime(at)}${spokenTask && `: ${spokenTask}`}.${
      atWorkMs >= MINUTE_MS ? ` It was at work for ${durationInWords(atWorkMs)}.` : ''
    }`,
    href: momentLink(at),
    panel: 'agents',
  };
}

const silentLine = (one: DaySession): SinceLine => ({
  kind: 'silent',
  text: `${sessionName(one.last)}: no news since ${localTime(one.last.updatedAt)}`,
  spoken: `There is no news of ${spokenName(one)} since ${localTime(one.last.updatedAt)}.`,
  href: momentLink(one.last.updatedAt),
  panel: 'agents',
});

const workLine = (one: DaySession, until: number): SinceLine => ({
  kind: 'working',
  text: `${sessionName(one.last)} is at work${one.last.task === undefined ? '' : `: ${one.last.task}`}`,
  spoken: `${spokenName(one)} is at work.`,
  href: momentLink(one.began ?? until),
  panel: 'agents',
});

/** An agent asks whose session the home does not know. */
const askLine = ({ title }: SinceAnswer['asks'][number]): SinceLine => ({
  kind: 'waits',
  text: `An agent asks: ${title}`,
  spoken: `An agent asks: ${speechText(title, TITLE_CHARACTERS)}.`,
  href: 'door',
  panel: 'agents',
});

/**
 * At most three lines of a kind, and one about the others: `one` says what one other did, `many` what several did.
 * `least` is said before their number.
 */
function few(lines: readonly SinceLine[], one: string, many: string, least = ''): SinceLine[] {
  const [first] = lines;
  const more = lines.length - MAX_OF_A_KIND;
  if (!first || more <= 0) return [...lines];
  return [
    ...lines.slice(0, MAX_OF_A_KIND),
    {
      ...first,
      text: `and ${least}${more} ${more === 1 ? one : many}`,
      spoken: `${sentenceCase(`${least}${numberWord(more)}`)} ${more === 1 ? one : many}.`,
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

function commitLines({ report: { commits, merged }, from }: SinceAnswer): SinceLine[] {
  const pulls = merged.list.map(({ number, title, mergedAt }): SinceLine => ({
    kind: 'merged',
    text: `#${number} was merged: ${title}`,
    spoken: `Pull request ${number} was merged: ${speechText(title, TITLE_CHARACTERS)}.`,
    href: momentLink(mergedAt),
    panel: 'commits',
  }));
  const authors = [...new Set(commits.list.map(({ author }) => author))];
  const last = commits.list.at(-1);
  const count = commits.list.length;
  // A list of the code host may begin after the absence did.
  const leastOf = ({ knownSince }: { knownSince: number | null }): string =>
    (knownSince ?? from) > from ? 'at least ' : '';
  const least = leastOf(commits);
  const names = (most: number, one: (name: string) => string): string => listText(authors.map(one), most);
  return [
    ...few(pulls, 'other was merged', 'others were merged', leastOf(merged)),
    ...(merged.missing === null ? [] : [missingLine('merged', 'merged pull requests', merged.missing)]),
    ...(last
      ? [
          {
            kind: 'commits',
            text: `${least}${counted(count, 'commit')} by ${names(4, (name) => name)}, the last one: ${last.title}`,
            spoken: `There ${count === 1 ? 'was' : 'were'} ${least}${countedInWords(count, 'commit')} by ${names(3, (name) => speechText(name, NAME_CHARACTERS) || 'an unnamed author')}.`,
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
  const date = new Date(`${usage.day}T12:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'long' });
  return [
    {
      kind: 'used',
      text: `Used on ${usage.day}, an estimate: ${usedText(tokens, cost)}`,
      spoken:
        cost.dollars === null
          ? `Your agents used ${tokens.toLocaleString('en')} tokens on ${date}.`
          : `Your agents cost ${costText(cost)} on ${date}, by their own estimate.`,
      href: 'door#usage',
      panel: 'agents',
    },
  ];
}

/** The sessions of a demo are no sessions of the owner. */
export const RECORDED = 'The sessions are the recording of a demo.';
export const NOTHING_HAPPENED = 'Nothing happened: no session, no commit, and nothing was merged.';

/** What happened, what needs the owner first. Empty if nothing did. */
export function sinceLines(answer: SinceAnswer): SinceLine[] {
  const { until, report } = answer;
  const sessions = daySessions(answer);
  // A session that has ended and came back is told twice: its last part decides what it does now.
  const isLast = (one: DaySession): boolean => sessions.findLast(({ key }) => key === one.key) === one;
  const present = sessions.filter(isLast);
  const isIn = (...states: readonly string[]) => present.filter(({ last }) => states.includes(last.state));
  const hasWorked = ({ atWorkMs, began }: DaySession): boolean => atWorkMs > 0 || began !== null;
  const lostTrack = ({ last, lastState }: DaySession): boolean =>
    last.state === 'silent' || (last.state === 'ended' && lastState === 'silent');
  const ended = isIn('done', 'ended').filter(
    (one) => one.failures.length === 0 && !lostTrack(one) && hasWorked(one),
  );
  const unknown = answer.asks.filter(({ state, session }) => state === 'open' && session === '');
  return [
    ...few(
      [...isIn('waiting').map((one) => waitLine(one, until)), ...unknown.map(askLine)],
      'other waits',
      'others wait',
    ),
    ...few(present.flatMap(failureLine), 'other failed', 'others failed'),
    ...few(
      present.filter((one) => lostTrack(one) && hasWorked(one)).map(silentLine),
      'other is silent',
      'others are silent',
    ),
    ...few(ended.map(finishLine), 'other finished', 'others finished'),
    ...few(
      isIn('working', 'thinking').map((one) => workLine(one, until)),
      'other is at work',
      'others are at work',
    ),
    ...commitLines(answer),
    ...usageLine(report),
  ];
}
