import { ageText } from '../../data/readings/format.ts';
import { type Reading, isOff } from '../../data/readings/reading.ts';

/** Escapes text of others for use inside Markdown: its tags, links and bare addresses stay text. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    // This step is the first, so that a backslash in the text cannot cancel a backslash that is added below.
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/!\[/g, '!\\[')
    .replace(/\](?=[([:])/g, '\\]')
    // Only these become links by themselves, also after a letter; `wss://…` stays as it is.
    .replace(/(https?|ftp):(?=\/\/)/gi, '$1\\:')
    .replace(/(www)\./gi, '$1\\.')
    .replace(/`/g, "'");

/** How an answer begins that may miss the question. */
export const NOT_SURE = 'I am not sure what you ask.';

export const markdownList = (rows: readonly string[]): string => rows.map((row) => `- ${row}`).join('\n');

/** What is wrong with a reading, as a sentence; empty if it is live, or switched off. */
export function problemText(what: string, reading: Reading<unknown>, now: number): string {
  const source = escapeMarkdown(reading.source);
  const cause = escapeMarkdown(reading.cause ?? '');
  // Most causes already name the source: “api.open-meteo.com cannot be reached”.
  const reason = (separator: string): string =>
    cause.startsWith(source) ? cause : `${source}${separator}${cause}`;
  const last =
    reading.fetchedAt === undefined ? '' : ` Its last answer came ${ageText(reading.fetchedAt, now)}.`;
  switch (reading.state) {
    case 'live':
      return '';
    case 'empty':
      return cause === '' || isOff(reading) ? '' : `${source}: ${cause}.`;
    case 'loading':
      return `I cannot see ${what} yet: I am still asking ${source}.`;
    case 'stale':
      return `What I know of ${what} is old (${reason(': ')}).${last}`;
    case 'error':
      return `I cannot see ${what}: ${reason(' — ')}.${last}`;
    case 'offline':
      return `I cannot ask for ${what}: ${cause}.${last}`;
  }
}

export const fixPunctuation = (sentence: string): string =>
  sentence.replace(/\.\.(?=\s|$)/g, '.').replace(/\.\)\./g, ').');

export const withProblem = (text: string, problem: string): string =>
  problem === '' ? text : `${text}\n\n${fixPunctuation(problem)}`;
