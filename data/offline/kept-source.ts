import { RequestError } from '../core/http.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { PageState } from '../core/page-state.ts';
import type { Signal } from '../core/signal.ts';
import type { ConfigState } from '../config/config-state.ts';
import type { Reading } from '../readings/reading.ts';
import type { ReadingName, ReadingsState } from '../readings/readings-state.ts';
import type { Outcome, Source, SourceIo } from '../readings/sources/source.ts';
import type { WorldState } from '../world-state.ts';
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
export const keepAnswers = <Name extends ReadingName>(
  source: Source<Name>,
  answers: LastAnswers,
  { commitsKnownSince }: Pick<ReadingsState, 'commitsKnownSince'>,
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
    if (source.name === 'commits') commitsKnownSince.set(outcome.knownSince);
    throw unreachable(answers.cause, outcome, oldest);
  },
});

type Needs = Pick<PageState, 'online'> & Pick<ConfigState, 'config'> & ReadingsState & WorldState;

/**
 * Shows the last answers while there is no network: then the poller asks for nothing. Runs after it.
 * `sources` come from `keepAnswers`.
 */
export const createLastReadings = (
  answers: LastAnswers,
  sources: readonly Source[],
  io: SourceIo,
): DataModule<Needs> =>
  dataModule((state) => {
    const life = new AbortController();
    let wasOnline = true;
    const show = async (source: Source): Promise<void> => {
      const target: Signal<Reading<unknown>> = state.readings[source.name];
      try {
        await source.read(io, state.config.get(), life.signal);
      } catch (error) {
        const reading = target.get();
        const last = error instanceof RequestError ? error.last : undefined;
        if (!last || reading.state !== 'offline' || reading.value !== undefined) return;
        target.set({ ...reading, value: last.value, fetchedAt: last.fetchedAt });
      }
    };
    return {
      update() {
        const { phase } = state.world.status.get();
        if (phase !== 'waiting' && phase !== 'loading') answers.begin();
        const isOnline = state.online.get();
        if (isOnline === wasOnline) return;
        wasOnline = isOnline;
        if (!isOnline) for (const source of sources) void show(source);
      },
      dispose: () => life.abort(),
    };
  });
