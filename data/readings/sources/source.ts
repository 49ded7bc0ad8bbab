import type * as v from 'valibot';
import { type HttpIo, type TextRequest, getText } from '../../core/http.ts';
import { type JsonRequest, getJson } from '../../core/json.ts';
import type { ReadingConfig } from '../../config/reading-config.ts';
import { NOT_CONFIGURED, type Origin, PRIVATE } from '../reading.ts';
import type { ReadingName, SourceName, SourceValues } from '../readings-state.ts';
import type { RecordProblem } from '../records.ts';

/** The inputs of a source. */
export interface SourceIo extends HttpIo {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** When an old answer was received, in milliseconds since the epoch, and why there is no newer one. */
export interface StaleAnswer {
  readonly fetchedAt: number;
  readonly cause: string;
}

export type Outcome<T> = (
  | { readonly kind: 'value'; readonly value: T }
  /** The source has answered, and has no value. */
  | { readonly kind: 'empty'; readonly cause?: string | undefined }
) & {
  /** The refused records. */
  readonly problems?: readonly RecordProblem[];
  /** Only for the code host: the gateway’s last request failed, and this is its last good answer. */
  readonly stale?: StaleAnswer | undefined;
  /** Only for the code host: which of several repositories fail, and why. */
  readonly trouble?: string | undefined;
  /** Only for sessions: a demo shows recorded sessions until an agent reports. */
  readonly origin?: Origin;
  /** Only for commits: the list is complete since this time. Milliseconds since the epoch. */
  readonly knownSince?: number | undefined;
  /** Only for commits: how many records were sent, with those that are left out. */
  readonly sent?: number;
};

/** One value from outside: its URL, and how its answer is read. */
export interface Source<Name extends SourceName = ReadingName> {
  /** The key in `state.readings`. */
  readonly name: Name;
  readonly intervalSeconds: number;
  readonly timeoutSeconds: number;
  /** The source is not requested until this reading has had an answer. */
  readonly needs?: ReadingName;
  url(config: ReadingConfig, base: string): string;
  /** Throws a `RequestError`, or what `fetch` throws. */
  read(io: SourceIo, config: ReadingConfig, signal: AbortSignal): Promise<Outcome<SourceValues[Name]>>;
}

interface SourceOptions<Name extends SourceName> {
  readonly name: Name;
  /**
   * The name of a file of this home, or a function that returns the URL for a configuration; an empty URL
   * means that the source is off.
   */
  readonly url: string | ((config: ReadingConfig, base: string) => string);
  readonly everySeconds?: number;
  readonly timeoutSeconds?: number;
}

type Where = Pick<TextRequest<never>, 'url' | 'signal'>;
type Without<Request> = Omit<Request, keyof Where>;

/** Whether the home has answered that only its owner sees this. */
export const isPrivate = (status: number, text: string): boolean =>
  status === 401 && text.includes('"private":true');

/** The outcome for an answer that is not OK. A reading that is for the owner only is empty, and has not failed. */
const refusedBy =
  <T>(refused: TextRequest<Outcome<T>>['refused']): TextRequest<Outcome<T>>['refused'] =>
  (status, text) =>
    isPrivate(status, text) ? { kind: 'empty', cause: PRIVATE } : refused?.(status, text);

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
): Source<Name> =>
  source(options, (io, where) => getText(io, { ...options, ...where, refused: refusedBy(options.refused) }));

/**
 * A source whose answer is JSON that matches `schema`. `what` completes the sentence “… is not …”. `convert`
 * returns the value of the reading; it may throw a `RequestError`.
 */
export const jsonSource = /* @__NO_SIDE_EFFECTS__ */ <
  const Name extends SourceName,
  const S extends v.GenericSchema,
>(
  options: SourceOptions<Name> & Without<JsonRequest<S, Outcome<SourceValues[Name]>>>,
): Source<Name> =>
  source(options, (io, where) => getJson(io, { ...options, ...where, refused: refusedBy(options.refused) }));

/** For an optional file of the owner: a 404 means that the reading is empty. */
export const emptyIfMissing = (status: number): { kind: 'empty'; cause: string } | undefined =>
  status === 404 ? { kind: 'empty', cause: 'there is no such file' } : undefined;
