import { MINUTE_MS, HOUR_MS, DAY_MS } from '../core/time.ts';
import { cutAtWord } from '../core/text.ts';

/** Texts from outside, such as commit messages and names, as a voice reads them. */

/**
 * A voice is given at most this much at a time: Chrome cuts an utterance off after fifteen seconds,
 * and sixteen characters take about one.
 */
export const MAX_UTTERANCE_CHARACTERS = 180;
/** A longer run of Latin letters is not a word. */
const MAX_WORD_CHARACTERS = 40;
const CUT_WORD_CHARACTERS = 20;

/** In this order: what one step leaves behind the next cleans. */
const steps: readonly (readonly [pattern: RegExp, speechText: string])[] = [
  // Colours of a terminal.
  [/\p{Cc}\[[\d;]{0,20}m/gu, ' '],
  [/[\p{Cc}\p{Z}]+/gu, ' '],
  // Characters that change the reading direction, invisible and unpaired ones; but not the joiners
  // between letters, which Persian and Hindi need.
  [/(?![\u200c\u200d])[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, ''],
  [/(?<![\p{L}\p{M}])[\u200c\u200d]|[\u200c\u200d](?!\p{L})/gu, ''],
  [/(\p{M}{2})\p{M}+/gu, '$1'],
  // Markup of any kind: some voices obey it.
  [/<[^<>]*>/gu, ' '],
  [/&(?:#\w{1,8}|[a-z]{2,8});/giu, ' '],
  [/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"<>]*[^\s"<>.,;:!?)\]}'”’]/giu, 'a link'],
  [/\bwww\.[^\s"<>]*[^\s"<>.,;:!?)\]}'”’]/giu, 'a link'],
  [/\b(?:data|javascript|mailto|nostr|bitcoin|lightning):[^\s"<>]+/giu, 'a link'],
  [/\b0x[\da-f]{4,}\b/giu, 'a hash'],
  [/\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,}(?:-[\da-f]{4,})*\b/giu, 'a hash'],
  [/\b(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{25,}\b/giu, 'a code'],
  [/\b\d{13,}\b/gu, 'a long number'],
  // The last part of a path says what is meant.
  [/(?<![\w.@/-])(?:[\w.@-]*\/){2,}([\w.-]+)/gu, '$1'],
  [/(?<![\w&])#(\d{1,9})\b/gu, 'number $1'],
  [/(^|\s):[a-z\d_+-]{2,30}:(?=\s|$)/giu, '$1'],
  [/(?![\d#*])\p{Emoji}\p{Emoji_Modifier}?|\p{Regional_Indicator}|\ufe0f|\u20e3/gu, ' '],
  // Each emoji has become a space: what follows looks at spaces on both sides of each mark.
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
 * Words that a voice reads well, at most `most` characters of them: without links, hashes, markup,
 * emoji and characters that cannot be seen. What is cut ends in an ellipsis; empty where nothing is
 * left.
 */
export function speechText(raw: string, most: number): string {
  // Huge texts are cut before they are searched, and again after what one character may stand for.
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
 * Where a part of at most `most` characters ends best: behind a comma or a dash, at a space, or
 * where there is no more room.
 */
function breakOf(text: string, most: number): number {
  const head = text.slice(0, most + 1);
  const pause = Math.max(...[', ', '; ', ': ', ' – ', ' — '].map((mark) => head.lastIndexOf(mark)));
  if (pause > most / 3) return head.indexOf(' ', pause + 1) + 1;
  return cutAtWord(text, most).length;
}

/** A text sentence by sentence, none longer than a voice may be given at once. */
export function sentencesOf(text: string, most = MAX_UTTERANCE_CHARACTERS): string[] {
  const sentences: string[] = [];
  // Made here: the first one takes a browser 20 ms, which the start of the page has not to spare.
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const { segment } of segmenter.segment(text)) {
    let rest = segment.trim();
    while (rest.length > most) {
      const end = breakOf(rest, most);
      sentences.push(rest.slice(0, end).trim());
      rest = rest.slice(end).trim();
    }
    if (/[\p{L}\p{N}]/u.test(rest)) sentences.push(rest);
  }
  return sentences;
}

/** `Ada`, `Ada and Brook`, `Ada, Brook and three more` */
export function listText(names: readonly string[], most = 4): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const more = names.length - shown.length;
  // British English has no comma before `and`.
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
    more > 0 ? [...shown, `${numberWord(more)} more`] : shown,
  );
}

const numerals = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** `two`, `1,200` */
export const numberWord = (count: number): string => numerals[count] ?? count.toLocaleString('en');

/** `one commit`, `two commits`, `1,200 sats` */
export const countedInWords = (count: number, thing: string, things = `${thing}s`): string =>
  `${numberWord(count)} ${count === 1 ? thing : things}`;

/** `one minute ago`, `four minutes ago`, `three hours ago`, `20 days ago` */
export function timeAgo(at: number, now: number): string {
  const age = Math.max(0, now - at);
  const [size, thing] =
    age < HOUR_MS ? [MINUTE_MS, 'minute'] : age < DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day'];
  return `${countedInWords(Math.max(1, Math.floor(age / size)), thing)} ago`;
}
