import { setTimeout as pause } from 'node:timers/promises';
import type { Resident } from '../../harness/resident/resident.ts';

/** Repeats the question, one word at a time, until it is stopped. */
export const echo = (pauseMs = 0): Resident => ({
  attached: false,
  who: { kind: 'status', name: 'a test', place: 'this home' },
  note: 'echo',
  async *answer(question, _context, signal) {
    for (const word of question.split(' ')) {
      if (signal.aborted) return;
      yield `${word} `;
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  },
});
/** Sends one delta, then never ends. */
export const stuck: Resident = {
  attached: false,
  who: { kind: 'status', name: 'a test', place: 'this home' },
  note: 'stuck',
  async *answer(_question, _context, signal) {
    yield 'half an answer';
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  },
};
/** Answers every question with “ok”. */
export const quick: Resident = {
  attached: false,
  who: { kind: 'status', name: 'a test', place: 'this home' },
  note: 'quick',
  async *answer() {
    yield 'ok';
  },
};
