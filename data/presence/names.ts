import { cleanLine, cutText } from '../core/text.ts';
import { MAX_VISITOR_NAME } from '../config/settings/settings.ts';

/**
 * Invisible characters, except the joiners and variation selectors that some scripts and emoji need. U+2800
 * is the Braille pattern without dots.
 */
const UNSEEN = /(?!\u200c|\u200d|[\ufe0e-\ufe0f]|[\u180b-\u180d]|\u180f)\p{DI}|\u2800/gu;

/**
 * A visitor's text as one line, without invisible characters, and with at most two combining marks per
 * letter, so that the marks stay inside the line.
 */
export const cleanWords = (typed: string): string =>
  cleanLine(typed.replace(UNSEEN, ''))
    .replace(/^[\p{M}\u200c\u200d]+/u, '')
    .replace(/((?:[\u200c\u200d]?\p{M}){2})[\p{M}\u200c\u200d]+/gu, '$1');

/**
 * A name in the form that the home accepts: normalised to NFKC, and without a number in brackets at the end,
 * which the home adds to distinguish equal names.
 */
export const cleanName = (typed: string): string =>
  cutText(cleanWords(typed.normalize('NFKC')), MAX_VISITOR_NAME)
    .replace(/(?:\p{Ps}[\s\p{N}\p{M}]+(?:\p{Pe}[\s\p{M}]*|$))+$/u, '')
    .trim();

/**
 * For each Latin letter, the letters of other scripts that look like it: a small part of the confusable
 * characters of Unicode Technical Standard 39, https://www.unicode.org/reports/tr39/. Capitals are listed if
 * they look like another letter than their lower case. Letters in white on black and letters of flags are
 * listed too, because normalisation does not change them.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аαɑᴀꓮꭺ🅐🅰🇦',
  b: 'вьβʙꓐᏼ🅑🅱🇧',
  c: 'сϲᴄꓚꮯⲥ🅒🅲🇨',
  d: 'ԁđᴅꓓꭰ🅓🅳🇩',
  e: 'еεєҽᴇꓰꭼⲉ🅔🅴🇪',
  f: 'ꓝ🅕🅵🇫',
  g: 'ɡցɢꓖꮐ🅖🅶🇬',
  h: 'нһհħΗʜꓧꮋⲏ🅗🅷🇭',
  i: 'іӏιıɨɩɪꙇlʟ1|ꓲꭵⲓ🅘🅸🇮🅛🅻🇱ꓡꮮ',
  j: 'јϳᴊꓙꭻ🅙🅹🇯',
  k: 'кκᴋꓗꮶⲕ🅚🅺🇰',
  m: 'мΜᴍꓟꮇⲙ🅜🅼🇲',
  n: 'пηոΝɴꓠⲛ🅝🅽🇳',
  o: 'оοσօøᴏ0ꓳⲟ🅞🅾🇴',
  p: 'рρᴘꓑꮲⲣ🅟🅿🇵',
  q: 'ԛզ🅠🆀🇶',
  r: 'гʀꓣꭱ🅡🆁🇷',
  s: 'ѕꜱꓢꮪ🅢🆂🇸',
  t: 'тτŧƭᴛꭲⲧ𐊗ꓔ🅣🆃🇹',
  u: 'υսᴜꓴ🅤🆄🇺',
  v: 'νѵᴠꓦꮩ🅥🆅🇻',
  w: 'ԝωѡᴡꓪꮃ🅦🆆🇼',
  x: 'хχꓫⲭ🅧🆇🇽',
  y: 'уγүΥʏꓬꭹⲩ🅨🆈🇾',
  z: 'Ζᴢꓜꮓ🅩🆉🇿',
};
const latin = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
);

/** Combining marks of European letters, and invisible characters. */
const MARKS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|\p{DI}/gu;

/** The words of a name by their appearance: visitors cannot distinguish names with the same result. */
export const lookOf = (name: string): string =>
  Array.from(name.normalize('NFKD').replace(MARKS, ''), (letter) => {
    const small = letter.toLowerCase();
    return latin.get(letter) ?? latin.get(small) ?? small;
  })
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** The appearance as one word, so that spaces and signs make no difference. */
const lookAsOne = (name: string): string => lookOf(name).replaceAll(' ', '');
/** The words, with single letters joined: “o w n e r” becomes one word. */
const joinLetters = (look: string): string => look.replace(/(?<=(?:^| )\S) (?=\S(?: |$))/gu, '');

const looksOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(lookOf));

/** Names that the pages use for the home and for all visitors; a visitor cannot choose them. */
const USED = new Set(['system', 'visitor', 'a visitor', 'you'].map(lookAsOne));
/** A visitor also cannot choose a name with one of these words. */
const RANKS = /(?:^| )(?:(?:home)?owner|resident|admin|administrator|moderator)s?(?: |$)/;
/** Common words: a resident may have one of these names, and names of visitors may contain it. */
const COMMON = looksOf(
  'cat day dog friend garden guest guide home house king light man moon one queen sky star sun woman world',
);
/** Beside one of these words, a common word means the resident of that name: “The Home”, “Home AI”. */
const TITLES = looksOf('a agent ai assistant bot my official our real the this your');

export const RESERVED_NAME_TEXT =
  'This name belongs to the resident, the owner or the home. Choose another one.';

/** Whether consecutive words together are the resident's name. */
const haveName = (words: readonly string[], own: string): boolean =>
  words.some((_word, first) => words.some((_end, last) => words.slice(first, last + 1).join('') === own));

/**
 * Whether a name means the resident, because it contains the resident's name. If that name is a common word
 * or has at most two letters, only the whole name counts, with or without titles.
 */
function isOfResident(form: string, own: string): boolean {
  const words = form.split(' ');
  if (own.length > 2 && !COMMON.has(own)) return haveName(words, own);
  const untitled = words.filter((word) => word === own || !TITLES.has(word));
  return own !== '' && [words, untitled].some((some) => some.join('') === own);
}

/** Whether a visitor with this name could be mistaken for the resident, the owner or the home. */
export function isReservedName(name: string, resident: string): boolean {
  const own = lookAsOne(resident);
  // With and without digits, because “Timmy 2” is as misleading as “Timmy”, and “0wner” as “Owner”.
  const forms = [name, name.replace(/\p{N}/gu, '')].map(lookOf);
  return (
    USED.has(lookAsOne(name)) ||
    forms.some((form) => {
      const one = form.replaceAll(' ', '');
      return isOfResident(form, own) || RANKS.test(one) || RANKS.test(joinLetters(form));
    })
  );
}
