import { fileSlug } from './file-slug.ts';
import type { LogEntry } from './session-log.ts';

/** `2026-11-21 06:40:00 UTC` */
const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/**
 * A text as it stands below the heading of its entry: with a backslash before what would make a heading of a line of its
 * own, a leading `#` or a line that underlines the one above, so that no text can pass for another entry.
 */
const withoutHeadings = (text: string): string =>
  text.replaceAll(/^[ \t]*(?=#)|(?<=\S[ \t]*(?:\r\n|[\r\n]))^[ \t]*(?=(?:=+|-+)[ \t]*$)/gm, '$&\\');

/** The session log as Markdown (specification 2.6). Times are milliseconds since the epoch. */
export function exportMarkdown(entries: readonly LogEntry[], sessionStart: number): string {
  const head = [
    '# Session Export',
    '',
    `**Session started:** ${utc(sessionStart)}`,
    `**Messages:** ${entries.length}`,
    '',
    '---',
    '',
  ];
  const blocks = entries.flatMap(({ ts, speaker, text }) => [
    `### ${speaker} — ${utc(ts)}`,
    '',
    withoutHeadings(text),
    '',
  ]);
  const body = entries.length > 0 ? blocks : ['*No messages recorded this session.*', ''];
  return [...head, ...body].join('\n');
}

/** `home-world-session-2026-11-21.md` */
export const exportFileName = (appName: string, now: number): string =>
  `${fileSlug(appName)}-session-${new Date(now).toISOString().slice(0, 10)}.md`;
