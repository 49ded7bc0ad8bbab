import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { verifyEvents } from '../../data/relay/verify.ts';
import type { Verifier } from '../../data/relay/verifier.ts';

/**
 * Of each second, this much may go into verification; a signature takes one or two milliseconds.
 */
const BUDGET_MS = 150;
const SECOND_MS = 1_000;

/**
 * Verifies events in the gateway's own process: one at a time, with a turn of the event loop before
 * each, so that visitors are served in between. When the second's budget is used up, verification
 * rests until the next second.
 */
export function createRelayVerifier(): Verifier {
  let last: Promise<unknown> = Promise.resolve();
  let second = performance.now();
  let spent = 0;

  const waitForBudget = async (): Promise<void> => {
    await nextTurn();
    const left = second + SECOND_MS - performance.now();
    if (left > 0 && spent < BUDGET_MS) return;
    if (left > 0) await pause(left, undefined, { ref: false });
    second = performance.now();
    spent = 0;
  };

  return {
    verify(event) {
      const verdict = last.then(async () => {
        await waitForBudget();
        const began = performance.now();
        const judged = verifyEvents(event);
        spent += performance.now() - began;
        return judged;
      });
      last = verdict;
      return verdict;
    },
    dispose() {},
  };
}
