import * as v from 'valibot';
import type { Tally } from '../core/counts.ts';

/** The largest message, request or stored text, in bytes of UTF-8. A NATS server accepts 1 MB by default. */
export const MAX_BUS_BYTES = 512 * 1024;

/** Ends a subscription or a service. */
export type Stop = () => void;

/**
 * Joins the gateways of one world. Each of them is a member.
 *
 * Subjects are words of letters, digits, `_` and `-` with dots between them. Text from a member is checked
 * as strictly as a frame from a client: a member may be an older or newer version of the home.
 */
export interface Bus {
  /** Whether the other members can be reached now. */
  readonly isOpen: boolean;

  /** How many texts this member has `sent` to others and `received` from them, with requests and answers. */
  readonly texts: Tally;

  /**
   * Sends a text to all other members that subscribe to this subject; the sender does not get it. A text is
   * delivered at most once, and the texts of one sender arrive in order. While the bus is disconnected, texts
   * are lost.
   */
  publish(subject: string, text: string): void;

  subscribe(subject: string, listener: (text: string) => void): Stop;

  /**
   * Sends a request to another member that serves this subject. Rejects with `NoMemberError` at once
   * if no other member serves it, and after `timeoutMs` if no answer arrives.
   */
  request(subject: string, text: string, timeoutMs: number): Promise<string>;

  /** Answers requests. If the handler rejects, the request does too. */
  serve(subject: string, handler: (text: string) => string | Promise<string>): Stop;

  /**
   * A key-value store that all members share. Keys are letters, digits, `_`, `-`, `=` and dots. Each value
   * expires `ttlMs` after it was put. All members must use the same time for a bucket.
   */
  bucket(name: string, ttlMs: number): Bucket;

  /** Calls the listener each time the bus disconnects or reconnects. */
  onChange(listener: (isOpen: boolean) => void): Stop;

  close(): Promise<void>;
}

/** Every method rejects while the bus is disconnected. */
export interface Bucket {
  get(key: string): Promise<string | undefined>;
  put(key: string, text: string): Promise<void>;
  /**
   * Puts a text if the key has none; returns false if it has one. If two members call this at the same time,
   * only one of them gets true.
   */
  create(key: string, text: string): Promise<boolean>;
  delete(key: string): Promise<void>;
}

/** No other member serves the subject of a request. */
export class NoMemberError extends Error {
  override readonly name = 'NoMemberError';

  constructor(subject: string) {
    super(`no other gateway answers ${subject}`);
  }
}

type Schema = v.GenericSchema<unknown, unknown>;

/** Parses a JSON text from another gateway; undefined if it does not fit the schema or is too long. */
export function readText<const T extends Schema>(
  schema: T,
  text: string,
  maxLength: number = MAX_BUS_BYTES,
): v.InferOutput<T> | undefined {
  if (text.length > maxLength) return undefined;
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : undefined;
}
