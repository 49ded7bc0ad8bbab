import type * as v from 'valibot';
import { type HttpIo, type TextRequest, getText } from '../../core/http.ts';
import { type JsonRequest, getJson } from '../../core/json.ts';
import type { ReadingConfig } from '../../config/reading-config.ts';
import { NOT_CONFIGURED } from '../reading.ts';
import type { ReadingName, SourceName, SourceValues } from '../readings-state.ts';
import type { RecordProblem } from '../records.ts';

/** The inputs of a source. */
export interface SourceIo extends HttpIo {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** When an answer came that is older than it should be, in milliseconds since the epoch, and why there is no newer one. */
export interface StaleAnswer {
  readonly fetchedAt: number;
  readonly cause: string;
}

export type Outcome<T> = (
  | { readonly kind: 'value'; readonly value: T }
  /** The source answered, and truthfully has nothing. */
  | { readonly kind: 'empty'; readonly cause?: string | undefined }
) & {
  /** Records that were refused, each alone. */
  readonly problems?: readonly RecordProblem[];
  /** Code host only: the gateway’s last request failed, and this is its last good answer. */
  readonly stale?: StaleAnswer | undefined;
  /** Commits only: complete since this instant, in milliseconds since the epoch. */
  readonly knownSince?: number | undefined;
};

/** One value from outside: where it is requested and how its answer is read. */
export interface Source<Name extends SourceName = ReadingName> {
  /** The key in `state.readings`. */
  readonly name: Name;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  /** It is not requested before this reading has had its first answer. */
  readonly needs?: ReadingName;
  url(config: ReadingConfig, base: string): string;
  /** Throws a `RequestError`, or what `fetch` throws. */
  read(io: SourceIo, config: ReadingConfig, signal: AbortSignal): Promise<Outcome<SourceValues[Name]>>;
}

interface SourceOptions<Name extends SourceName> {
  readonly name: Name;
  /** A file of this home by its name, or the address made from the configuration; empty for none. */
  readonly url: string | ((config: ReadingConfig, base: string) => string);
  readonly everySeconds?: number;
  readonly timeoutSeconds?: number;
}

type Where = Pick<TextRequest<never>, 'url' | 'signal'>;
type Without<Request> = Omit<Request, keyof Where>;

function source<Name extends SourceName>(
  { name, url, everySeconds = 60, timeoutSeconds = 10 }: SourceOptions<Name>,
  get: (io: HttpIo, where: Where) => Promise<Outcome<SourceValues[Name]>>,
): Source<Name> {
  const address = (config: ReadingConfig, base: string): string =>
    typeof url === 'string' ? new URL(url, base).href : url(config, base);
  return {
    name,
    intervalSeconds: everySeconds,
    timeoutSeconds,
    url: address,
    async read(io, config, signal) {
      const from = address(config, io.base);
      return from === '' ? { kind: 'empty', cause: NOT_CONFIGURED } : get(io, { url: from, signal });
    },
  };
}

/** A source whose answer is plain text. */
export const textSource = /* @__NO_SIDE_EFFECTS__ */ <const Name extends SourceName>(
  options: SourceOptions<Name> & Without<TextRequest<Outcome<SourceValues[Name]>>>,
): Source<Name> => source(options, (io, where) => getText(io, { ...options, ...where }));

/**
 * A source whose answer is JSON that fits `schema`. `what` completes the sentence “… is not …”.
 * `convert` makes the value of the reading; it may throw a `RequestError`.
 */
export const jsonSource = /* @__NO_SIDE_EFFECTS__ */ <
  const Name extends SourceName,
  const S extends v.GenericSchema,
>(
  options: SourceOptions<Name> & Without<JsonRequest<S, Outcome<SourceValues[Name]>>>,
): Source<Name> => source(options, (io, where) => getJson(io, { ...options, ...where }));

/** For a file that an owner may leave out: without it there is nothing, and that is no failure. */
export const emptyIfMissing = (status: number): { kind: 'empty'; cause: string } | undefined =>
  status === 404 ? { kind: 'empty', cause: 'there is no such file' } : undefined;
