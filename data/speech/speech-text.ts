import { MINUTE_MS, HOUR_MS, DAY_MS } from '../core/time.ts';
import { cutAtWord } from '../core/text.ts';

/** Converts texts from outside, such as commit messages and names, into texts for a voice. */

/**
 * The maximum length of an utterance: Chrome stops an utterance after fifteen seconds, and a second is about
 * sixteen characters.
 */
const MAX_UTTERANCE_CHARACTERS = 180;
/** A longer sequence of Latin letters is not a word. */
const MAX_WORD_CHARACTERS = 40;
const CUT_WORD_CHARACTERS = 20;

/** The order matters: later steps clean what earlier ones leave. */
const steps: readonly (readonly [pattern: RegExp, speechText: string])[] = [
  // Colour codes of terminals.
  [/\p{Cc}\[[\d;]{0,20}m/gu, ' '],
  [/[\p{Cc}\p{Z}]+/gu, ' '],
  // Bidi controls, invisible characters and lone surrogates; but not the joiners between letters, which
  // Persian and Hindi need.
  [/(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, ''],
  [/(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu, ''],
  [/(\p{M}{2})\p{M}+/gu, '$1'],
  // Markup of any kind, because some voices interpret it.
  [/<[^<>]*>/gu, ' '],
  [/&(?:#\w{1,8}|[a-z]{2,8});/giu, ' '],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"<>]*[^\s"<>.,;:!?)\]}'”’]/giu, 'a link'],
  [/\bwww\.[^\s"<>]*[^\s"<>.,;:!?)\]}'”’]/giu, 'a link'],
  [/\b(?:data|javascript|mailto|nostr|bitcoin|lightning):[^\s"<>]+/giu, 'a link'],
  [/\b0x[\da-f]{4,}\b/giu, 'a hash'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}(?:-[\da-f]{4,})*\b/giu, 'a hash'],
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{25,}\b/giu, 'a code'],
  [/\b\d{13,}\b/gu, 'a long number'],
  // Only the last part of a path is read.
  [/(?<![\w.@/-])(?:[\w.@-]*\/){2,}([\w.-]+)/gu, '$1'],
  [/(?<![\w&])#(\d{1,9})\b/gu, 'number $1'],
  [/(^|\s):[a-z\d_+-]{2,30}:(?=\s|$)/giu, '$1'],
  [/(?![\d#*])\p{Emoji}\p{Emoji_Modifier}?|\p{Regional_Indicator}|\ufe0f|\u20e3/gu, ' '],
  // Each emoji has become a space, and the next steps expect single spaces.
  [/\s+/gu, ' '],
  [/\s*(?:->|=>|→)\s*/gu, ' to '],
  [/\s*&\s*/gu, ' and '],
  [/\s*[·|]\s*/gu, ', '],
  [/(?<=\w)@(?=\w)/gu, ' at '],
  [/[*_`~#\\^{}[\]=<>@]+/gu, ' '],
  [/(?![%+$€£°])[\p{So}\p{Sm}\p{Sk}•]/gu, ' '],
  [/([^\p{L}\p{N}\s])\1{2,}/gu, '$1'],
  [/\s+/gu, ' '],
  [/ (?=[.,;:!?)])/gu, ''],
];

const cutWord = (word: string): string => word.slice(0, CUT_WORD_CHARACTERS);

/**
 * A text that a voice reads well, of at most `most` characters: without links, hashes, markup, emoji and
 * invisible characters. A cut text ends with an ellipsis. Empty if nothing is left.
 */
export function speechText(raw: string, most: number): string {
  // Long texts are cut before the search, and again after `normalize`, which may expand characters.
  let text = raw
    .slice(0, most * 4)
    .normalize('NFKC')
    .slice(0, most * 8);
  for (const [pattern, words] of steps) text = text.replace(pattern, words);
  text = text.replace(new RegExp(`[\\p{sc=Latin}\\d]{${MAX_WORD_CHARACTERS + 1},}`, 'gu'), cutWord).trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return '';
  if (text.length <= most) return text;
  return `${cutAtWord(text, most - 1).replace(/[\s,;:.(–—-]+$/u, '')}…`;
}

/**
 * The best end of a part of at most `most` characters: after a comma or dash, at a space, or at the limit.
 */
function breakOf(text: string): number {
  const head = text.slice(0, MAX_UTTERANCE_CHARACTERS + 1);
  const pause = Math.max(...[', ', '; ', ': ', ' – ', ' — '].map((mark) => head.lastIndexOf(mark)));
  if (pause > MAX_UTTERANCE_CHARACTERS / 3) return head.indexOf(' ', pause + 1) + 1;
  return cutAtWord(text, MAX_UTTERANCE_CHARACTERS).length;
}

/** The sentences of a text, each short enough for one utterance. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  // The first segmenter takes 20 ms. At module level, that would delay the start of the page.
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const { segment } of segmenter.segment(text)) {
    let rest = segment.trim();
    while (rest.length > MAX_UTTERANCE_CHARACTERS) {
      const end = breakOf(rest);
      sentences.push(rest.slice(0, end).trim());
      rest = rest.slice(end).trim();
    }
    if (/[\p{L}\p{N}]/u.test(rest)) sentences.push(rest);
  }
  return sentences;
}

/** For example `Ada`, `Ada and Brook`, `Ada, Brook and three more`. */
export function listText(names: readonly string[], most = 4): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const more = names.length - shown.length;
  // British English has no comma before `and`.
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
    more > 0 ? [...shown, `${numberWord(more)} more`] : shown,
  );
}

const numerals = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** For example `two`, `1,200`. */
export const numberWord = (count: number): string => numerals[count] ?? count.toLocaleString('en');

/** For example `one commit`, `two commits`, `1,200 sats`. */
export const countedInWords = (count: number, thing: string, things = `${thing}s`): string =>
  `${numberWord(count)} ${count === 1 ? thing : things}`;

/** For example `one minute`, `four minutes`, `three hours`, `20 days`. */
export function durationInWords(ms: number): string {
  const [size, thing] =
    ms < HOUR_MS ? [MINUTE_MS, 'minute'] : ms < DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day'];
  return countedInWords(Math.max(1, Math.floor(ms / size)), thing);
}

/** For example `one minute ago`, `four minutes ago`, `three hours ago`, `20 days ago`. */
export const timeAgo = (at: number, now: number): string => `${durationInWords(Math.max(0, now - at))} ago`;
