import {
  type Section,
  type SectionQuestion,
  labelOf,
  passageWith,
  sectionQuestions,
  sectionsOf,
} from './docs-sections.ts';
import { plainWords, questionWords, wordTable } from './words.ts';

/** Words that say nothing of a topic. */
const STOP = new Set(
  (
    'find finds gave give gives happen happened happens knew know knows let lets like made make makes making said say ' +
    'says show shows tell try want wanted wants ' +
    'lot lots something anything someone anyone a all am an and any are as at be been being but by can could did do does doing done for from get gets had has have he ' +
    'her here him his home how i if in into is it its just may me might must my no nor not of off offer offers on one or our out ' +
    'please put puts shall should so some than that the their them then there these they thing things this those to too ' +
    'up us use used uses using was we were whole everything what when where whether which who whom whose why will with would ' +
    'you your'
  ).split(' '),
);

/** What visitors call some things, and what the docs call them. */
const SYNONYMS = wordTable(
  'notification=notice notifications=notices docker=containers screenshot=photograph screenshots=photographs ' +
    'photo=photograph photos=photographs upgrade=update location=place endpoint=address endpoints=addresses ' +
    'url=address ram=memory ios=iphone logs=log dizzy=motion seasick=motion movement=motion movements=motion ' +
    'animation=motion animations=motion graphics=quality laggy=quality subtitles=captions alert=notice alerts=notices ' +
    'wrote=write written=write sent=send lost=lose stole=steal stolen=steal brighter=bright darker=dark lighter=light ' +
    'mobile=phone ping=notify golden=gold reply=answer replies=answer nvda=screen_reader jaws=screen_reader ' +
    'talkback=screen_reader orca=screen_reader tv=television tvs=television samsung=phone upgrading=update ' +
    'addon=module mic=microphone voiceover=screen_reader',
);

/** A word without its ending, so that “restoring” finds “restore”. */
function stemOf(word: string): string {
  const singular = word.length > 3 ? word.replace(/(?<!s)s$/, '').replace(/ie$/, 'y') : word;
  // “Settings” are things, and not what is set.
  if (singular === 'setting') return singular;
  return singular.replace(/(?<=\w{3})(?:ing|ed|e)$/, '').replace(/([^aeiouls])\1$/, '$1');
}

const allStems = (text: string): string[] =>
  plainWords(text)
    .filter((word) => !STOP.has(word))
    .map(stemOf);
const stemsOf = (text: string): string[] => [...new Set(allStems(text))];
/** The stems of a question, with the words that the docs have for its words: for one word, none or several. */
export const askedStems = (text: string): string[] =>
  stemsOf(
    questionWords(text)
      .map((word) => SYNONYMS.get(word) ?? word)
      .join(' '),
  );

/** A section that has words of a question. */
export interface Found {
  readonly section: Section;
  /** The passage with most of the words, by its index. */
  readonly passage: number;
  /** Whether the label of that passage, a row or an item, says more of the question than the heading. */
  readonly isRow: boolean;
  /** The words that the section has, without their endings. */
  readonly words: readonly string[];
  /** Whether the question has all of its heading, which has several words. */
  readonly isTitled: boolean;
  /** Whether it has the rarest of the question’s words that any section has. */
  readonly hasRarest: boolean;
  /**
   * The share of the question’s words that it has, as the mean of the whole section and its best passage; a
   * rare word counts more.
   */
  readonly coverage: number;
  /** How much of the nearest of its questions and of this question is the same, from 0 to 1. */
  readonly alike: number;
  /**
   * The share of the words of its heading, or of the label of its row, that the question has; or `alike`, if
   * that is more.
   */
  readonly share: number;
  /** The share of the question’s words that its heading, a heading above, or the label of its row has. */
  readonly named: number;
  /** How well it fits; only for comparison with the others. */
  readonly score: number;
}

/** A section, and its words. */
interface Entry {
  readonly section: Section;
  /** Those of its heading and the headings above it. */
  readonly head: ReadonlySet<string>;
  /** Those of each topic of its heading: “Backup and restore” has two. */
  readonly topics: readonly (readonly string[])[];
  readonly passages: readonly ReadonlySet<string>[];
  readonly labels: readonly (readonly string[])[];
  /** Those of its headings, its questions, and its text without rows and named items. */
  readonly text: ReadonlySet<string>;
  /** How often it has each word: in its text, its headings and its questions. */
  readonly often: ReadonlyMap<string, number>;
  /** Those of each question that it answers. */
  readonly asked: readonly (readonly string[])[];
}

/** Its names and values are examples. */
const CODE = /```[^]*?```/g;
const BETWEEN_TOPICS = /,| (?:and|or) /;

const unionOf = (sets: readonly Iterable<string>[]): ReadonlySet<string> =>
  new Set(sets.flatMap((one) => [...one]));

/** @param questions Those that the section answers. */
function entryOf(section: Section, questions: readonly SectionQuestion[]): Entry {
  // The title of a page names all its topics.
  const topics = (section.above === '' ? [section.heading] : section.heading.split(BETWEEN_TOPICS)).map(
    stemsOf,
  );
  const head = new Set([...stemsOf(section.above), ...topics.flat()]);
  const passages = section.passages.map((text) => new Set([...head, ...stemsOf(text.replace(CODE, ''))]));
  const labels = section.passages.map((text) => stemsOf(labelOf(text)));
  const plain = passages.filter((_, at) => labels[at]?.length === 0);
  const asked = questions.map(({ text }) => askedStems(text));
  const often = new Map<string, number>();
  const count = (stems: readonly string[], weight: number): void => {
    for (const stem of stems) often.set(stem, (often.get(stem) ?? 0) + weight);
  };
  const all = section.passages.flatMap((text) => allStems(text.replace(CODE, '')));
  count(all, 1 / (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * all.length) / USUAL_WORDS));
  count(topics.flat(), TITLE_TIMES);
  for (const stems of [stemsOf(section.above), ...asked]) count(stems, 1);
  return {
    section,
    head,
    topics,
    passages,
    labels,
    text: unionOf([head, ...plain, asked.flat()]),
    often,
    asked,
  };
}

/** The entries of a section: one for the whole, and one for each row that answers questions of its own. */
function entriesOf(section: Section, all: readonly SectionQuestion[]): Entry[] {
  const own = all.filter(({ page, heading }) => page === section.page && heading === section.heading);
  const rows = new Set(own.flatMap(({ begin }) => (begin === '' ? [] : [begin])));
  return ['', ...rows].map((row) =>
    entryOf(
      row === '' ? section : { ...section, passages: [section.passages[passageWith(section, row)] ?? ''] },
      own.filter(({ begin }) => begin === row),
    ),
  );
}

/** Whether a passage has lines of code to copy. */
export const isCode = (passage: string): boolean => passage.includes('```');

/**
 * The weights of BM25F (Robertson and Zaragoza 2009, The Probabilistic Relevance Framework): how soon more of the same
 * word counts no more, how much the length of a text counts, the usual length, and how often a heading counts.
 */
const SATURATION = 3;
const LENGTH_WEIGHT = 0.7;
const USUAL_WORDS = 150;
const TITLE_TIMES = 5;
/** Questions with fewer words in common are not alike. */
const MIN_COMMON = 2;
/** But one word is enough if at most that many sections have it. */
const MAX_OWN_SECTIONS = 1;
const MAX_FOUND = 8;
/** A page that the conversation names comes first. */
const NEAR_FACTOR = 1.25;
/** “It” is the section of the answer before, if this section has as much of the question. */
const SAME_FACTOR = 3;
const MIN_SAME = 0.7;
/** How much the heading counts beside the text, and the label of a row in the choice of the row. */
const HEADING_WEIGHT = 0.15;
const ROW_WEIGHT = 0.25;
/** Words of a circumstance, and those of the conversation, count that much less. */
const MINOR = 3;
/** Begins what is no topic of the question: “how do I back up, before I update”. */
const CIRCUMSTANCE = /^(?:before|after|while|when|because)$/;

/** The pages of `docs/` for visitors and owners, to search in. */
export class Docs {
  readonly #entries: readonly Entry[];
  /** The number of sections that have a stem. */
  readonly #counts = new Map<string, number>();

  /**
   * @param pages The Markdown of each page, by its path.
   * @param questions The content of `training/data/docs-questions.txt`.
   */
  constructor(pages: Readonly<Record<string, string>>, questions = '') {
    const asked = sectionQuestions(questions);
    this.#entries = Object.entries(pages)
      .flatMap(([page, markdown]) => sectionsOf(page, markdown))
      .flatMap((section) => entriesOf(section, asked));
    for (const { text, passages } of this.#entries)
      for (const stem of unionOf([text, ...passages]))
        this.#counts.set(stem, (this.#counts.get(stem) ?? 0) + 1);
  }

  /** How much a word says of the topic: the more, the fewer sections have it. */
  readonly #weightOf = (stem: string): number =>
    Math.log((this.#entries.length + 1) / ((this.#counts.get(stem) ?? 0) + 0.5));

  /** The share of words that `has` accepts; a rare word counts more. */
  #shareOf(all: readonly string[], has: (stem: string) => boolean, weightOf = this.#weightOf): number {
    const sum = (stems: readonly string[]): number => stems.reduce((so, stem) => so + weightOf(stem), 0);
    return all.length === 0 ? 0 : sum(all.filter(has)) / sum(all);
  }

  #scoreOf(
    stems: readonly string[],
    often: ReadonlyMap<string, number>,
    weightOf: (stem: string) => number,
  ): number {
    const sum = stems.reduce((so, stem) => so + weightOf(stem), 0);
    return (
      stems.reduce((so, stem) => {
        const times = often.get(stem) ?? 0;
        return so + (weightOf(stem) * times * (1 + SATURATION)) / (times + SATURATION);
      }, 0) / sum
    );
  }

  /**
   * How much two questions have in common, from 0 to 1; one word alone is not enough.
   * @param topic The words of the conversation, of which one must be in common then.
   */
  #alike(
    one: readonly string[],
    other: readonly string[],
    topic: readonly string[] = [],
    min = MIN_COMMON,
  ): number {
    const isOwn = (stem: string): boolean => one.includes(stem);
    const both = other.filter(isOwn);
    const own = both.some((stem) => (this.#counts.get(stem) ?? 0) <= MAX_OWN_SECTIONS) ? min : both.length;
    const ofTopic = topic.filter((stem) => isOwn(stem) && !other.includes(stem)).length;
    if (both.length === 0 || own + ofTopic < min || (topic.length > 0 && ofTopic === 0)) return 0;
    const isSaid = (stem: string): boolean => other.includes(stem) || topic.includes(stem);
    return Math.sqrt(this.#shareOf(one, isSaid) * this.#shareOf(other, isOwn));
  }

  /** How much a question has in common with another one, of which one word may be enough. */
  alike(words: readonly string[], text: string, min = MIN_COMMON): number {
    return this.#alike(askedStems(text), stemsOf(this.#docsWords(words).join(' ')), [], min);
  }

  /** The words of a question as the docs have them: two words may be one there, as “back up” is. */
  #docsWords(words: readonly string[]): string[] {
    const count = (word: string): number => this.#counts.get(stemOf(word)) ?? 0;
    const own: string[] = [];
    for (const word of words) {
      // “Back up”, and “back it up”.
      const back = [1, 2].find((steps) => {
        const first = own.at(-steps);
        return (
          first !== undefined &&
          (steps === 1 || STOP.has(own.at(-1) ?? '')) &&
          count(first + word) > Math.min(count(first), count(word))
        );
      });
      if (back === undefined) own.push(SYNONYMS.get(word) ?? word);
      else own.splice(-back, back, `${own.at(-back)}${word}`);
    }
    return own;
  }

  /**
   * The sections that have words of a question, the best first.
   * @param near The pages that the conversation names.
   * @param topic The words of the conversation.
   * @param last The heading of the section to which “it” refers.
   */
  find(
    words: readonly string[],
    near: readonly string[] = [],
    topic: readonly string[] = [],
    last?: string,
  ): Found[] {
    return this.#ranked(words, near, topic, last).slice(0, MAX_FOUND);
  }

  /** The section with the question that is nearest to this one. */
  nearest(words: readonly string[], topic: readonly string[] = []): Found | undefined {
    return this.#ranked(words, [], topic).sort((one, other) => other.alike - one.alike)[0];
  }

  #ranked(
    words: readonly string[],
    near: readonly string[] = [],
    topic: readonly string[] = [],
    last?: string,
  ): Found[] {
    const own = this.#docsWords(words);
    const at = own.findIndex((word) => CIRCUMSTANCE.test(word));
    const before = stemsOf(own.slice(0, at < 0 ? undefined : at).join(' '));
    const stems = stemsOf(own.join(' '));
    const main = before.length === 0 ? stems : before;
    // A word of the conversation that the docs have is searched as it is: “lost” stands in their text.
    const inDocs = (word: string): string =>
      this.#counts.has(stemOf(word)) ? word : (SYNONYMS.get(word) ?? word);
    const around = stemsOf(topic.map(inDocs).join(' '));
    const weightOf = (stem: string): number => this.#weightOf(stem) / (main.includes(stem) ? 1 : MINOR);
    const isAsked = (stem: string): boolean => main.includes(stem);
    const known = main.filter((stem) => this.#counts.has(stem));
    const rarest = known.toSorted((one, other) => this.#weightOf(other) - this.#weightOf(one))[0] ?? '';
    const shareIn = (has: { has(stem: string): boolean }): number =>
      this.#shareOf(stems, (stem) => has.has(stem), weightOf);
    const found = this.#entries.flatMap(({ section, head, topics, passages, labels, text, asked, often }) => {
      const worth = passages.map(shareIn);
      const rows = labels.map((label) => this.#shareOf(label, isAsked));
      const best = passages.map((_, at) => (worth[at] ?? 0) + (rows[at] ?? 0) * ROW_WEIGHT);
      const passage = best.indexOf(Math.max(...best));
      const own = passages[passage] ?? text;
      const shown = { has: (stem: string): boolean => text.has(stem) || own.has(stem) };
      const words = stems.filter((stem) => shown.has(stem));
      if (words.length === 0) return [];
      const label = labels[passage] ?? [];
      // One word of several in a label is hardly what the row is about.
      const isLabelled = label.length > 0 && label.filter(isAsked).length >= Math.min(2, label.length);
      const row = isLabelled ? (rows[passage] ?? 0) : 0;
      const alike = asked.map((one) => this.#alike(one, stems, around));
      const heading = Math.max(...alike, ...topics.map((topic) => this.#shareOf(topic, isAsked)));
      const named = Math.max(shareIn(head), shareIn(new Set(label)));
      const coverage = (shareIn(shown) + (worth[passage] ?? 0)) / 2;
      const fits = (Math.max(heading, row / 2) + named) * HEADING_WEIGHT;
      return {
        section,
        passage,
        isRow: row > heading,
        words,
        isTitled: topics.some((topic) => topic.length > 1 && topic.every(isAsked)),
        hasRarest: shown.has(rarest),
        coverage,
        alike: Math.max(0, ...alike),
        share: Math.max(heading, row),
        named,
        score:
          (this.#scoreOf(stems, often, weightOf) + this.#shareOf(around, (stem) => shown.has(stem)) / MINOR) *
          (1 + fits) *
          (near.includes(section.page) ? NEAR_FACTOR : 1) *
          (section.heading === last && coverage >= MIN_SAME ? SAME_FACTOR : 1),
      };
    });
    return found.sort((one, other) => other.score - one.score);
  }

  /** The first section of a page with code. */
  codeOf(page: string): Section | undefined {
    return this.#entries.find(({ section }) => section.page === page && section.passages.some(isCode))
      ?.section;
  }
}
