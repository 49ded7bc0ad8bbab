import type { Reading } from '../../data/readings/reading.ts';
import { ageText } from '../../data/readings/format.ts';

/** Text of others inside our Markdown: tags and links in it stay text, bare addresses too. */
export const quoted = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    // First of all: a backslash of theirs must not undo one of ours.
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/!\[/g, '!\\[')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\./gi, '$1\\.')
    .replace(/`/g, "'");

/** What is wrong with a reading, as a sentence; empty when it is live. */
export function trouble(what: string, reading: Reading<unknown>, now: number): string {
  const source = quoted(reading.source);
  const cause = quoted(reading.cause ?? '');
  const last =
    reading.fetchedAt === undefined ? '' : ` Its last answer came ${ageText(reading.fetchedAt, now)}.`;
  switch (reading.state) {
    case 'live':
      return '';
    case 'empty':
      return cause === '' ? '' : `${source}: ${cause}.`;
    case 'loading':
      return `I cannot see ${what} yet: I am still asking ${source}.`;
    case 'stale':
      return `What I know of ${what} is old (${source}: ${cause}).${last}`;
    case 'error':
      return `I cannot see ${what}: ${source} — ${cause}.${last}`;
    case 'offline':
      return `I am offline and cannot ask for ${what} (${source}).${last}`;
  }
}

export const tidy = (sentence: string): string =>
  sentence.replace(/\.\.(?=\s|$)/g, '.').replace(/\.\)\./g, ').');

export const withTrouble = (text: string, problem: string): string =>
  problem === '' ? text : `${text}\n\n${tidy(problem)}`;

export const list = (rows: readonly string[]): string => rows.map((row) => `- ${row}`).join('\n');
