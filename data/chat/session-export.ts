import { fileSlug } from '../core/text.ts';
import { utcDay, utcText } from '../core/time.ts';
import { type LogEntry, SYSTEM_SPEAKER, endTexts } from './session-log.ts';

/**
 * The text of an entry, with a backslash before what Markdown reads as a heading (a leading `#`, or a line of
 * `=` or `-` below another line), so that no text looks like another entry.
 */
const withoutHeadings = (text: string): string =>
  text.replaceAll(/^[ \t]*(?=#)|(?<=\S[ \t]*(?:\r\n|[\r\n]))^[ \t]*(?=(?:=+|-+)[ \t]*$)/gm, '$&\\');

/** A line of plain text with Markdown characters escaped. */
const escaped = (line: string): string => line.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&');

/**
 * The session log as Markdown (specification 2.6). Times in milliseconds since the epoch; `sessionStart` is
 * when the page was opened.
 */
export function exportMarkdown(entries: readonly LogEntry[], sessionStart: number): string {
  // Notices, for example about visitors, do not count as messages.
  const messages = entries.filter(({ speaker }) => speaker !== SYSTEM_SPEAKER).length;
  const head = [
    '# Session Export',
    '',
    // After a reload, the conversation has begun before the page was opened.
    `**Session started:** ${utcText(Math.min(sessionStart, entries[0]?.ts ?? sessionStart))}`,
    `**Messages:** ${messages}`,
    '',
    '---',
    '',
    ...(messages > 0 ? [] : ['*No messages recorded this session.*', '']),
  ];
  const blocks = entries.flatMap(({ ts, speaker, text, steps, end }) => [
    `### ${speaker} — ${utcText(ts)}`,
    '',
    // The steps come before their answer.
    ...(steps?.length ? [...steps.map((step) => `- ${escaped(step)}`), ''] : []),
    ...(text === '' ? [] : [withoutHeadings(text), '']),
    ...(end ? [`*(${endTexts[end]})*`, ''] : []),
  ]);
  return [...head, ...blocks].join('\n');
}

/** `home-world-session-2026-11-21.md` */
export const exportFileName = (appName: string, now: number, type: 'md' | 'json' = 'md'): string =>
  `${fileSlug(appName)}-session-${utcDay(now)}.${type}`;
