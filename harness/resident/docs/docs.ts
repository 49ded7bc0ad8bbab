import MiniSearch from 'minisearch';
import { nearlyEqual, plainWords } from '../words.ts';
import { type Section, sectionsOf } from './sections.ts';

/** Words that say nothing of a topic. */
const STOP = new Set(
  'a an and are as at be been but by can could did do does done for from had has have he her him his how i if in into is it its just may me might my no nor not of on or our out so some than that the their them then there these they this those to too us use used uses was we were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);
/** A word without its ending, so that “restoring” finds “restore”. */
const stemOf = (word: string): string => {
  if (/^settings?$/.test(word)) return 'setting';
  const singular = word.length > 3 ? word.replace(/(?<!s)s$/, '').replace(/ie$/, 'y') : word;
  return singular.replace(/(?<=\w{3})(?:ing|ed|e)$/, '').replace(/([^aeiouls])\1$/, '$1');
};

export interface Found extends Section {
  readonly score: number;
  readonly coverage: number;
  readonly matched: readonly string[];
  readonly text: string;
}

export class Docs {
  readonly #sections: readonly Section[];
  readonly #index = new MiniSearch<Section & { id: number; text: string }>({
    fields: ['title', 'heading', 'text'],
    tokenize: plainWords,
    processTerm: (word) => (STOP.has(word) ? null : stemOf(word)),
    searchOptions: { boost: { title: 1.5, heading: 2 } },
  });
  readonly #counts = new Map<string, number>();

  constructor(pages: Readonly<Record<string, string>>) {
    this.#sections = Object.entries(pages).flatMap(([page, text]) => sectionsOf(page, text));
    this.#index.addAll(this.#sections.map((section, id) => ({ ...section, id, text: section.passages.join('\n') })));
    for (const { title, heading, passages } of this.#sections)
      for (const stem of new Set(plainWords(`${title} ${heading} ${passages.join(' ')}`).map(stemOf)))
        this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + 1);
  }

  #weightOf(stem: string): number {
    return Math.log((this.#sections.length + 1) / ((this.#counts.get(stem) ?? 0) + 0.5));
  }

  find(words: readonly string[]): Found[] {
    const stems = [...new Set(words.filter((word) => !STOP.has(word)).map(stemOf))];
    const weights = (some: readonly string[]) => some.reduce((sum, stem) => sum + this.#weightOf(stem), 0);
    const fuzzy = (stem: string) => (this.#counts.has(stem) || stem.length < 5 ? false : 1);
    return this.#index.search(stems.join(' '), { fuzzy, processTerm: (stem) => stem }).map(({ id, score, queryTerms, match }) => {
      const section = this.#sections[id as number] as Section;
      const worth = section.passages.map((text) => weights([...new Set(plainWords(text).map(stemOf))].filter((stem) => match[stem])));
      return {
      ...section,
      score,
      matched: queryTerms,
      coverage: weights(queryTerms) / weights(stems),
      text: section.passages[worth.indexOf(Math.max(...worth))] ?? ''
      };
    });
  }
}
