import { type Reading, isOff } from '../readings/reading.ts';
import { timeAgo, speechText } from './speech-text.ts';

const CAUSE_CHARACTERS = 90;

/** A sentence that is always spoken, or a detail that is left out if the text gets too long. */
export type Sentence = string | { readonly detail: string };

export const detail = (sentence: string): Sentence => ({ detail: sentence });

/** A reading and how it is spoken. */
interface Topic<T> {
  /** For example `the weather`. */
  readonly name: string;
  readonly reading: Reading<T>;
  say(value: T): readonly Sentence[];
  /** The sentence if the source has answered that it has nothing. */
  readonly nothing: string;
  readonly now: number;
  /** Lists that collect the names of readings without a value, for one sentence about all of them. */
  readonly loading: string[];
  readonly offline: string[];
}

/** Sentences about a reading, or about the reason why it has no value. They say so if the value is old. */
export function sentencesAbout<T>({
  name,
  reading,
  say,
  nothing,
  now,
  loading,
  offline,
}: Topic<T>): Sentence[] {
  switch (reading.state) {
    case 'live':
      return [...say(reading.value)];
    case 'stale':
      return [...say(reading.value), `What I know of ${name} is from ${timeAgo(reading.fetchedAt, now)}.`];
    case 'empty':
      return isOff(reading) ? [] : [nothing];
    case 'error': {
      const cause = speechText(reading.cause, CAUSE_CHARACTERS).replace(/[.\s]+$/u, '');
      return [`I cannot see ${name} right now${cause && `: ${cause}`}.`];
    }
    case 'loading':
      loading.push(name);
      return [];
    case 'offline':
      if (reading.value === undefined) {
        offline.push(name);
        return [];
      }
      return [
        ...say(reading.value),
        `This browser is offline: what I know of ${name} is ${
          reading.fetchedAt === undefined ? 'old' : `from ${timeAgo(reading.fetchedAt, now)}`
        }.`,
      ];
  }
}
