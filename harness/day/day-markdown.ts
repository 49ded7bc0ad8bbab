import { kindText } from '../../data/asks/ask-words.ts';
import { sentence, withoutBidiControls } from '../../data/core/text.ts';
import { utcText } from '../../data/core/time.ts';
import type { AgentDay } from '../../data/day/agent-day.ts';
import { counted } from '../../data/readings/format.ts';
import { sessionName, sessionStateText } from '../../data/readings/format-sessions.ts';
import { durationText } from '../../data/readings/history-words.ts';
import { sessionCountText } from '../../data/readings/session-counts.ts';
import { costText, shortCount, sourceText, sumOfRows, tokensText } from '../../data/usage/usage-words.ts';
import { escapeMarkdown, markdownList } from '../resident/reply-text.ts';
import type { DayReport, ReportedUsage } from './day-report.ts';

type Session = DayReport['sessions'][number];

const escaped = (text: string): string =>
  escapeMarkdown(withoutBidiControls(text)).replaceAll(/[*_#|]/g, '\\$&');
/** `14:03`, in UTC: the text leaves the machine of its reader. */
const clock = (at: number): string => new Date(at).toISOString().slice(11, 16);

const detailText = ({
  step,
  tool,
  target,
}: Partial<Record<'step' | 'tool' | 'target', string | undefined>>): string =>
  [step, tool && `with ${tool}`, target].filter(Boolean).join(', ');

function waitText({ from, until, needs, ...wait }: Session['waits'][number], end: number): string {
  const words = sessionStateText({ state: 'waiting', ...(needs && { needs }) });
  const length = `${durationText((until ?? end) - from)}${until === null ? ', and waits on' : ''}`;
  const detail = detailText(wait);
  return `${clock(from)} ${words}: ${length}${detail && ` (${escaped(detail)})`}`;
}

function sessionLines(session: Session, { until }: AgentDay): string[] {
  const { name, harness, began, ended, state, atWorkMs, tools, files, tasks } = session;
  const when = `${began === null ? 'there before' : `came at ${clock(began)}`}, ${ended === null ? `at the end ${sessionStateText({ state })}` : `ended at ${clock(ended)}`}`;
  const where = [session.repository, session.folder, session.branch].filter(Boolean).join(' · ');
  const rows = [
    when,
    ...(where === '' ? [] : [escaped(where)]),
    ...tasks.map((task) => `task: ${escaped(task)}`),
    `at work: ${durationText(atWorkMs)}; ${counted(tools, 'tool call')}; ${counted(files, 'file')} in the whole session`,
    ...session.waits.map((wait) => waitText(wait, until)),
    ...session.failures.map((failure) => {
      const detail = detailText(failure);
      return `${clock(failure.at)} failed${detail && ` (${escaped(detail)})`}`;
    }),
  ];
  return [`### ${escaped(sessionName({ name, harness }))}`, '', markdownList(rows), ''];
}

function sessionsPart(report: DayReport, day: AgentDay): string[] {
  if (day.audience === 'nothing') return ['This home shows visitors no agent sessions.', ''];
  if (day.audience === 'counts') {
    const rows = day.counts.map(({ at, counts }) => `${clock(at)} ${sessionCountText(counts)}`);
    return rows.length > 0 ? [markdownList(rows), ''] : ['None.', ''];
  }
  if (report.sessions.length > 0) return report.sessions.flatMap((session) => sessionLines(session, day));
  return [day.knownSince === null ? 'Nothing is stored.' : 'None.', ''];
}

const askText = ({
  askedAt,
  endedAt,
  name,
  kind,
  title,
  note,
  command,
  end,
}: AgentDay['asks'][number]): string =>
  [
    sentence(
      `${clock(askedAt)} ${escaped(name)} ${kindText({ kind })}: ${escaped([title, note, command].filter(Boolean).join(' – '))}`,
    ),
    end === ''
      ? 'Still open'
      : `${escaped(end)}${endedAt === undefined ? '' : `, after ${durationText(endedAt - askedAt)}`}`,
  ].join(' ');

function listPart<T>(
  {
    source,
    missing,
    knownSince,
    list,
  }: { source: string; missing: string | null; knownSince: number | null; list: readonly T[] },
  { from }: AgentDay,
  text: (one: T) => string,
): string[] {
  if (missing !== null) return [`Not known: ${escaped(missing)}.`, ''];
  const part = knownSince !== null && knownSince > from;
  return [
    list.length > 0 ? markdownList(list.map(text)) : part ? 'None are known.' : 'None.',
    '',
    `From ${escaped(source)}${part ? `, which is known since ${utcText(knownSince)}` : ''}.`,
    '',
  ];
}

function usagePart({ day, timeZone, rows }: ReportedUsage): string[] {
  if (rows.length === 0) return [`No agent has sent what it used on ${day} (${timeZone}).`, ''];
  const { tokens, ...cost } = sumOfRows(rows);
  const lines = rows.map(
    ({ harness, model, folder, tokens: used, sources, ...rest }) =>
      `${escaped([harness, model, folder].filter(Boolean).join(', '))}: ${tokensText(used)}; ${costText(rest)} (${sourceText(sources)})`,
  );
  return [
    `${day} (${timeZone}): ${shortCount(tokens)} tokens, ${costText(cost)}`,
    '',
    markdownList(lines),
    '',
    'All of it is an estimate: the programs of the agents count, and no bill was read.',
    '',
  ];
}

/** A day as Markdown, with times in UTC. Parts that are empty say so. */
export function dayMarkdown(title: string, day: AgentDay, report: DayReport): string {
  const { from, until, knownSince, recorded, isCut } = day;
  const notes = [
    ...(recorded ? ['The sessions are the recording of a demo.'] : []),
    ...(knownSince !== null && knownSince > from
      ? [`What agents did is stored since ${utcText(knownSince)}.`]
      : []),
    ...(isCut ? [`There is more: what agents did is told until ${utcText(until)}.`] : []),
  ];
  const part = (name: string, lines: readonly string[]): string[] => [`## ${name}`, '', ...lines];
  return [
    `# ${escaped(title)}: a day`,
    '',
    `From ${utcText(from)} to ${utcText(until)}. All times are in UTC.`,
    '',
    ...notes.flatMap((note) => [note, '']),
    ...part('Agent sessions', sessionsPart(report, day)),
    ...(report.asks
      ? part('Asks', report.asks.length > 0 ? [markdownList(report.asks.map(askText)), ''] : ['None.', ''])
      : []),
    ...part(
      'Commits',
      listPart(
        report.commits,
        day,
        ({ sha, author, title: line, authoredAt }) =>
          `${clock(authoredAt)} ${escaped(author)}: ${escaped(line)} (${escaped(sha.slice(0, 8))})`,
      ),
    ),
    ...part(
      'Merged pull requests',
      listPart(
        report.merged,
        day,
        ({ number, author, title: line, mergedAt }) =>
          `${clock(mergedAt)} ${escaped(author)}: ${escaped(line)} (${number})`,
      ),
    ),
    ...(report.usage ? part('Tokens and money', usagePart(report.usage)) : []),
  ].join('\n');
}
