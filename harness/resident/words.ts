/**
 * In lower case, without accents and punctuation: `What’s the WEATHER?!` becomes `what is the
 * weather`.
 */
export const plainWords = (text: string): string[] =>
  text
    .slice(0, 2_000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // One character can become eighteen.
    .slice(0, 2_000)
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/\b(what|who|how|where|when|it|that|there)'s\b/g, '$1 is')
    .replace(/\bcan't\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'(?:s|re|m|ve|ll|d)\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether the words contain a whole name. */
export const mentions = (words: readonly string[], name: string): boolean => {
  const wanted = plainWords(name);
  return wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
};

/**
 * Whether two words differ by at most one letter: added, missing, changed, or swapped with the
 * next.
 */
export function nearlyEqual(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}

/** How people write in a hurry. */
const SHORT_FORMS = new Map<string, string>(
  (
    'wat=what wut=what whats=what_is wats=what_is whos=who_is hows=how_is wheres=where_is u=you r=are ur=your im=i_am pls=please plz=please ' +
    'thx=thanks ty=thanks tysm=thanks wanna=want_to gimme=give_me lemme=let_me cant=can_not wont=will_not thats=that_is doin=doing goin=going ' +
    'hrs=hours mins=minutes yday=yesterday tmrw=tomorrow rn=right_now repo=repository pr=pull_request prs=pull_requests ppl=people guys=all ' +
    'any1=anyone wich=which atm=right_now gonna=going_to gtg=bye anybody=anyone everybody=everyone nobody=no_one wieviele=wie_viele somebody=someone hight=height foto=photo fotos=photos teh=the hw=how'
  )
    .split(' ')
    .map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]),
);

/** Words of questions that people mistype. */
const SPELLINGS = (
  'status weather temperature agents agent portals portal commits commit committed merged merge merges ' +
  'waiting working yesterday height sovereignty controls control settings setting privacy visitors visitor ' +
  'repository requests request podcast happened happening'
).split(' ');
/** These only look like a mistake. */
export const OTHER_WORDS: ReadonlySet<string> = new Set(
  'statue statute state states writing wording sitting settling seating postal merger committee committer whether'.split(
    ' ',
  ),
);
/** `doesnt` */
const WITHOUT_APOSTROPHE = /^(is|are|was|were|do|does|did|has|have|had|could|would|should)nt$/;
/** Shorter words are too near to others: “work” to “fork”. */
const MIN_SPELLED_CHARACTERS = 5;

const corrected = (word: string): string =>
  word.length < MIN_SPELLED_CHARACTERS || OTHER_WORDS.has(word) || SPELLINGS.includes(word)
    ? word
    : (SPELLINGS.find((known) => known[0] === word[0] && nearlyEqual(word, known)) ?? word);

const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$/;
const DAY_NUMBER = /^(\d{1,2})(?:st|nd|rd|th)$/;

/** The plain words of a question, with short forms in full and the commonest typing errors corrected. */
export const questionWords = (text: string): string[] =>
  plainWords(text)
    .map((word) => (WEEKDAYS.test(word) ? word.slice(0, -1) : word.replace(DAY_NUMBER, '$1')))
    .flatMap((word) => (SHORT_FORMS.get(word) ?? word.replace(WITHOUT_APOSTROPHE, '$1 not')).split(' '))
    .map(corrected);

/** “Hey, and what is new?” */
const BEGINNING =
  /^(?:(?:hi|hey|hello|yo|so+|and|but|well|ok|okay|um|is it true that|i heard that) )+(?=(?:\S+ ){2,}\S)/;
const FILLERS =
  /\b(?:please|exactly|actually|really|just|even|currently|kindly|btw|though|anyway) (?=\S)| (?:in the )?(?:meantime|meanwhile)$| (?:please|exactly|actually|really|though|btw|anyway|any (?:guess|idea)|i (?:guess|suppose|think))$/g;
/** The words that ask for something, joined by single spaces. */
export const withoutFillers = (plain: string): string => plain.replace(BEGINNING, '').replace(FILLERS, '');
