import MiniSearch from 'minisearch';
import { type Section, sectionsOf } from './docs-sections.ts';
import { plainWords } from './words.ts';

/** Words that say nothing of a topic. */
const STOP = new Set(
  (
    'a am an and any are as at be been being but by can could did do does doing done for from get gets had has have he ' +
    'her here him his home how i if in into is it its just may me might must my no nor not of off on one or our out ' +
    'please shall should so some than that the their them then there these they thing things this those to too ' +
    'up us use used uses using want was we were what when where whether which who whom whose why will with would ' +
    'you your'
  ).split(' '),
);

/** What visitors call some things, and what the docs call them. */
const SYNONYMS = new Map(
  (
    'notification=notice notifications=notices docker=containers screenshot=photograph screenshots=photographs ' +
    'photo=photograph photos=photographs upgrade=update location=place endpoint=address endpoints=addresses ' +
    'url=address ram=memory ios=iphone logs=log'
  )
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
);

/** A word without its ending, so that “restoring” finds “restore”. */
function stemOf(word: string): string {
  const singular = word.length > 3 ? word.replace(/(?<!s)s$/, '').replace(/ie$/, 'y') : word;
  // “Settings” are things, and not what is set.
  if (singular === 'setting') return singular;
  return singular.replace(/(?<=\w{3})(?:ing|ed|e)$/, '').replace(/([^aeiouls])\1$/, '$1');
}

/** The words of a question as the docs have them: two words may be one there, as “back up” is. */
function docsWords(words: readonly string[], isKnown: (word: string) => boolean): string[] {
  const own: string[] = [];
  for (const word of words) {
    const both = `${own.at(-1) ?? ''}${word}`;
    if (own.length > 0 && isKnown(both)) own.splice(-1, 1, both);
    else own.push(SYNONYMS.get(word) ?? word);
  }
  return own;
}

const stemsOf = (text: string): string[] => [
  ...new Set(
    plainWords(text)
      .filter((word) => !STOP.has(word))
      .map(stemOf),
  ),
];

const MAX_CANDIDATES = 8;
/** A page that the conversation names comes first. */
const NEAR_FACTOR = 1.5;

/** A section that has words of a question. */
export interface Found {
  readonly section: Section;
  /** The passage with most of the words, by its index. */
  readonly passage: number;
  /** The number of words that the section has. */
  readonly words: number;
  /** The share of the question’s words that the section has; a rare word counts more. */
  readonly coverage: number;
  /** The share of the words of its heading, or of its label, that the question has. */
  readonly share: number;
}

/** The pages of `docs/` for visitors and owners, to search in. */
export class Docs {
  readonly #sections: readonly Section[];
  readonly #index = new MiniSearch<{ id: number }>({
    fields: ['title', 'heading', 'label', 'text'],
    tokenize: plainWords,
    processTerm: (word) => (STOP.has(word) ? null : stemOf(word)),
    searchOptions: { boost: { title: 1.5, heading: 2, label: 2 } },
  });

  /** @param pages The Markdown of each page, by its path. */
  constructor(pages: Readonly<Record<string, string>>) {
    this.#sections = Object.entries(pages).flatMap(([page, markdown]) => sectionsOf(page, markdown));
    this.#index.addAll(
      this.#sections.map((section, id) => ({ ...section, id, text: section.passages.join('\n') })),
    );
  }

  /** The sections that have words of a question, the best first. */
  find(words: readonly string[], near: readonly string[] = []): Found[] {
    const asIs = { processTerm: (stem: string) => stem };
    const isKnown = (stem: string): boolean => this.#index.search(stem, asIs).length > 0;
    const stems = stemsOf(docsWords(words, (word) => isKnown(stemOf(word))).join(' '));
    const weights = new Map(
      stems.map((stem) => {
        const count = this.#index.search(stem, asIs).length;
        return [stem, Math.log((this.#sections.length + 1) / (count + 0.5))] as const;
      }),
    );
    const sum = (some: readonly string[]): number =>
      some.reduce((all, stem) => all + (weights.get(stem) ?? 0), 0);
    const rest = Math.log(this.#sections.length);
    return this.#index
      .search(stems.join(' '), asIs)
      .slice(0, MAX_CANDIDATES)
      .flatMap(({ id, score, queryTerms, terms }) => {
        const section = this.#sections[id as number];
        if (section === undefined) return [];
        const has = (text: string): string[] => stemsOf(text).filter((stem) => terms.includes(stem));
        const name = section.label || section.heading;
        const share = has(name).length / (stemsOf(name).length || Infinity);
        const worth = section.passages.map((text) => has(text).length);
        return [
          {
            section,
            passage: worth.indexOf(Math.max(...worth)),
            words: queryTerms.length,
            coverage: sum(queryTerms) / (sum(stems) || rest),
            share,
            score: score * (0.5 + share / 2) * (near.includes(section.page) ? NEAR_FACTOR : 1),
          },
        ];
      })
      .sort((one, other) => other.score - one.score);
  }
}
