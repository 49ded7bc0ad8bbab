import type { Reading } from '../readings/reading.ts';
import { agoSpoken, spoken } from './speech-text.ts';

const CAUSE_CHARACTERS = 90;

/** A sentence that is always said, or one that is left out where the day was full. */
export type Said = string | { readonly detail: string };

export const detail = (sentence: string): Said => ({ detail: sentence });

interface Telling<T> {
  /** As in `the weather`. */
  readonly name: string;
  readonly reading: Reading<T>;
  say(value: T): readonly Said[];
  /** What is said where the source truthfully has nothing. */
  readonly nothing: string;
  readonly now: number;
  /** Collect the names of what cannot be told, which are told together. */
  readonly unheard: string[];
  readonly unseen: string[];
}

/** What a reading says, or why it says nothing: never a guess, and an old answer is called old. */
export function told<T>({ name, reading, say, nothing, now, unheard, unseen }: Telling<T>): Said[] {
  switch (reading.state) {
    case 'live':
      return [...say(reading.value)];
    case 'stale':
      return [...say(reading.value), `What I know of ${name} is from ${agoSpoken(reading.fetchedAt, now)}.`];
    case 'empty':
      return [nothing];
    case 'error': {
      const cause = spoken(reading.cause, CAUSE_CHARACTERS).replace(/[.\s]+$/u, '');
      return [`I cannot see ${name} right now${cause && `: ${cause}`}.`];
    }
    case 'loading':
      unheard.push(name);
      return [];
    case 'offline':
      if (reading.value === undefined) {
        unseen.push(name);
        return [];
      }
      return [
        ...say(reading.value),
        `This browser is offline: what I know of ${name} is ${
          reading.fetchedAt === undefined ? 'old' : `from ${agoSpoken(reading.fetchedAt, now)}`
        }.`,
      ];
  }
}
