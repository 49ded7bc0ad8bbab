import MiniSearch from 'minisearch';
import { type Section, sectionsOf } from './docs-sections.ts';
import { plainWords } from './words.ts';

/** Words that say nothing of a topic. */
const STOP = new Set(
  (
    'a all am an and any are as at be been being but by can could did do does doing done for from get gets had has have he ' +
    'her here him his home how i if in into is it its just may me might must my no nor not of off on one or our out ' +
    'please shall should so some than that the their them then there these they thing things this those to too ' +
    'up us use used uses using want was we were whole everything what when where whether which who whom whose why will with would ' +
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

/** Searches for stems. */
const AS_IS = { processTerm: (stem: string) => stem };

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
    fields: ['above', 'heading', 'label', 'text'],
    tokenize: plainWords,
    processTerm: (word) => (STOP.has(word) ? null : stemOf(word)),
    searchOptions: { boost: { above: 1.5, heading: 2, label: 2 } },
  });

  /** By stem, since each question asks for some of them. */
  readonly #weights = new Map<string, number>();

  /** @param pages The Markdown of each page, by its path. */
  constructor(pages: Readonly<Record<string, string>>) {
    this.#sections = Object.entries(pages).flatMap(([page, markdown]) => sectionsOf(page, markdown));
    this.#index.addAll(
      this.#sections.map((section, id) => ({ ...section, id, text: section.passages.join('\n') })),
    );
  }

  /** How much a word says of the topic: the more, the fewer sections have it. */
  #weightOf(stem: string): number {
    const known = this.#weights.get(stem);
    if (known !== undefined) return known;
    const weight = Math.log((this.#sections.length + 1) / (this.#index.search(stem, AS_IS).length + 0.5));
    this.#weights.set(stem, weight);
    return weight;
  }

  /** The share of words that are also in `some`; a rare word counts more. */
  #shareOf(all: readonly string[], some: readonly string[]): number {
    const sum = (stems: readonly string[]): number =>
      stems.reduce((so, stem) => so + this.#weightOf(stem), 0);
    return all.length === 0 ? 0 : sum(all.filter((stem) => some.includes(stem))) / sum(all);
  }

  /** The sections that have words of a question, the best first. */
  find(words: readonly string[], near: readonly string[] = []): Found[] {
    const isKnown = (word: string): boolean => this.#index.search(stemOf(word), AS_IS).length > 0;
    const stems = stemsOf(docsWords(words, isKnown).join(' '));
    return this.#index
      .search(stems.join(' '), AS_IS)
      .slice(0, MAX_CANDIDATES)
      .flatMap(({ id, score, queryTerms }) => {
        const section = this.#sections[id as number];
        if (section === undefined) return [];
        const share = this.#shareOf(stemsOf(section.label || section.heading), queryTerms);
        const worth = section.passages.map(
          (text) => stemsOf(text).filter((stem) => queryTerms.includes(stem)).length,
        );
        return [
          {
            section,
            passage: worth.indexOf(Math.max(...worth)),
            words: queryTerms.length,
            coverage: this.#shareOf(stems, queryTerms),
            share,
            score: score * (0.5 + share / 2) * (near.includes(section.page) ? NEAR_FACTOR : 1),
          },
        ];
      })
      .sort((one, other) => other.score - one.score);
  }
}
