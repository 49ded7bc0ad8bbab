import type { Signal } from '@lit-labs/signals';
import { RequestError } from '../core/http.ts';
import type { SourceName } from '../readings/readings-state.ts';
import type { Source } from '../readings/sources/source.ts';
import { type LastAnswers, keptAt } from './last-answers.ts';

/**
 * Returns a source that stores the answers that it can read. A temporary failure of that source contains the
 * last value: the poller shows the value as stale with its age, and requests it again soon.
 */
export const keepAnswers = <Name extends SourceName>(
  source: Source<Name>,
  answers: LastAnswers,
  commitsKnownSince?: Signal.State<number | undefined>,
): Source<Name> => ({
  ...source,
  async read(io, config, signal) {
    const readFrom = (
      fetch: (url: string, init?: RequestInit) => Promise<Response>,
    ): ReturnType<typeof source.read> =>
      source.read(
        {
          ...io,
          fetch: (input, init) =>
            // The health check of a portal is not stored, because it is not a reading.
            typeof input !== 'string' || init?.method !== undefined
              ? io.fetch(input, init)
              : fetch(input, init),
        },
        config,
        signal,
      );
    let fetchedAt = Infinity;
    const last = async (url: string): Promise<Response> => {
      const kept = await answers.kept(url);
      if (!kept) throw new Error(`no answer of ${url} is kept`);
      fetchedAt = Math.min(fetchedAt, keptAt(kept));
      return kept;
    };
    const reading = readFrom((url, init) =>
      answers.fetch(url, init, (answer) =>
        // It is stored if the reading succeeds. If another answer fails it, or it has ended without this one, which
        // is late, this answer is read again, with the kept answers of the other URLs.
        reading.catch(() => readFrom(async (other) => (other === url ? answer : last(other)))),
      ),
    );
    try {
      return await reading;
    } catch (error) {
      const failure: unknown = signal.aborted ? signal.reason : error;
      if (!(failure instanceof RequestError) || failure.isRefusal) throw error;
      const outcome = await readFrom(last).catch(() => undefined);
      if (!outcome || fetchedAt === Infinity) throw failure;
      if (source.name === 'commits') commitsKnownSince?.set(outcome.knownSince);
      failure.last =
        outcome.kind === 'value'
          ? { state: 'stale', value: outcome.value, fetchedAt }
          : { state: 'empty', value: undefined, fetchedAt };
      throw failure;
    }
  },
});
