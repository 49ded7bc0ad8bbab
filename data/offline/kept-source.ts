import { RequestError } from '../core/http.ts';
import type { Signal } from '../core/signal.ts';
import type { SourceName } from '../readings/readings-state.ts';
import type { Outcome, Source } from '../readings/sources/source.ts';
import { type LastAnswers, keptAt } from './last-answers.ts';

/** A failure with the last answer, which came at `fetchedAt`. */
function unreachable(cause: string, outcome: Outcome<unknown>, fetchedAt: number): RequestError {
  const error = new RequestError(cause);
  error.last =
    outcome.kind === 'value'
      ? { state: 'stale', value: outcome.value, fetchedAt }
      : { state: 'empty', value: undefined, fetchedAt };
  return error;
}

/**
 * The same source with the last answers behind it. A kept answer is a failure that has a value: the
 * poller shows it as stale with its age, and asks again soon.
 */
export const keepAnswers = <Name extends SourceName>(
  source: Source<Name>,
  answers: LastAnswers,
  commitsKnownSince?: Signal<number | undefined>,
): Source<Name> => ({
  ...source,
  async read(io, config, signal) {
    let oldest = Infinity;
    const outcome = await source.read(
      {
        ...io,
        async fetch(input, init) {
          // The check of a portal is not a reading of its own.
          if (typeof input !== 'string' || init?.method !== undefined) return io.fetch(input, init);
          const response = await answers.fetch(input, init);
          oldest = Math.min(oldest, keptAt(response) ?? Infinity);
          return response;
        },
      },
      config,
      signal,
    );
    if (oldest === Infinity) return outcome;
    if (source.name === 'commits') commitsKnownSince?.set(outcome.knownSince);
    throw unreachable(answers.cause, outcome, oldest);
  },
});
