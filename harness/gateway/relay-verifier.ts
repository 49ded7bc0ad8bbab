import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { verifyEvents } from '../../data/relay/verify.ts';
import type { Verifier } from '../../data/relay/verifier.ts';

/** How much of each second verification may take. One signature takes one or two milliseconds. */
const MAX_MS_PER_SECOND = 150;
const SECOND_MS = 1_000;

/**
 * Verifies events in the gateway's own process: one at a time, and each in a new turn of the event
 * loop, so that visitors are served in between. When the budget of a second is used up, it waits
 * for the next second.
 */
export function createRelayVerifier(): Verifier {
  let last: Promise<unknown> = Promise.resolve();
  let secondStartedAt = performance.now();
  let usedMs = 0;

  const waitForBudget = async (): Promise<void> => {
    await nextTurn();
    const leftMs = secondStartedAt + SECOND_MS - performance.now();
    if (leftMs > 0 && usedMs < MAX_MS_PER_SECOND) return;
    if (leftMs > 0) await pause(leftMs, undefined, { ref: false });
    secondStartedAt = performance.now();
    usedMs = 0;
  };

  return {
    verify(event) {
      const result = last.then(async () => {
        await waitForBudget();
        const startedAt = performance.now();
        const verified = verifyEvents(event);
        usedMs += performance.now() - startedAt;
        return verified;
      });
      last = result;
      return result;
    },
    dispose() {},
  };
}
