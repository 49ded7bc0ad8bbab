import * as v from 'valibot';
import { firstIssue } from '../core/json.ts';
import { errorMessage } from '../core/text.ts';

/** What requests to the home’s own addresses need. */
export interface OwnerIo {
  readonly fetch: typeof globalThis.fetch;
  /** Where the home is served, with a trailing slash. */
  readonly base: string;
}

/** The same for a page that uses its own `fetch`. */
export type PageIo = Pick<OwnerIo, 'base'> & Partial<OwnerIo>;

/** What a request led to. Without a whole answer of the home, `status` is 0. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly message: string; readonly body?: unknown };

const TIMEOUT_MS = 15_000;
const MAX_MESSAGE_CHARACTERS = 400;

export interface OwnerRequest<S extends v.GenericSchema> {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: unknown;
  /** What the answer has to be; left out where only its status counts. */
  readonly schema?: S;
  readonly signal?: AbortSignal;
}

const messageIn = (body: unknown): string => {
  const { message } = (typeof body === 'object' && body !== null ? body : {}) as { message?: unknown };
  return typeof message === 'string' ? message.slice(0, MAX_MESSAGE_CHARACTERS) : '';
};

/**
 * Sends a request of the owner with the cookie of the sign-in. Never throws: the message of a failure is for the
 * owner to read.
 */
export async function ownerRequest<const S extends v.GenericSchema = v.UnknownSchema>(
  { fetch = globalThis.fetch, base }: PageIo,
  path: string,
  { method = 'GET', body, schema, signal }: OwnerRequest<S> = {},
): Promise<Outcome<v.InferOutput<S>>> {
  const end = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let json: unknown;
  try {
    response = await fetch(new URL(path, base), {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, end]) : end,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    // An answer that breaks off is none; one that is not JSON counts by its status. WebKit's error is a `DOMException`.
    json = await response.json().catch((error: Error) => {
      if (error.name !== 'SyntaxError') throw error;
    });
  } catch (error) {
    return { ok: false, status: 0, message: `The home does not answer (${errorMessage(error)}).` };
  }
  const { status } = response;
  if (!response.ok)
    return { ok: false, status, message: messageIn(json) || `The home answered ${status}.`, body: json };
  if (!schema) return { ok: true, value: json };
  const result = v.safeParse(schema, json);
  return result.success
    ? { ok: true, value: result.output }
    : {
        ok: false,
        status,
        message: `This page cannot read the answer of the home (${firstIssue(result.issues)}). Load the page again.`,
      };
}
