import * as v from 'valibot';
import { type HttpIo, RequestError, type TextRequest, getText, upstreamName } from './http.ts';

const MAX_ISSUE_CHARACTERS = 160;

/** For example `agents.0.status: expected ("idle" | "dead"), got "asleep"`. */
export function firstIssue([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const { path, message, expected, received } = issue;
  const field = path?.map(({ key }) => key).join('.');
  const isMissing = field && received === 'undefined';
  // A schema may have its own message, for example for a pattern.
  const wanted = message.startsWith('Invalid ') ? expected : message;
  const problem = isMissing ? 'missing' : `expected ${wanted}, got ${received}`;
  return `${field ? `${field}: ` : ''}${problem}`.slice(0, MAX_ISSUE_CHARACTERS);
}

/**
 * Names an answer in the text of a problem: a file of this home, such as `adapters.json`, or `what
 * api.example.org sent` for another upstream.
 */
function answerName(url: string, base: string): string {
  const upstream = upstreamName(url, base);
  return upstream.endsWith('.json') ? upstream : `what ${upstream} sent`;
}

export type JsonRequest<S extends v.GenericSchema, T> = Omit<TextRequest<T>, 'parse'> & {
  readonly schema: S;
  /** Completes the sentence “… is not …”. */
  readonly what: string;
  readonly convert: (output: v.InferOutput<S>, headers: Headers) => T;
};

/** Like `getText`, for JSON with a schema. */
export function getJson<const S extends v.GenericSchema, T>(
  io: HttpIo,
  { schema, what, convert, ...request }: JsonRequest<S, T>,
): Promise<T> {
  const answer = answerName(request.url, io.base);
  return getText(io, {
    ...request,
    parse(text, headers) {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        throw new RequestError(`${answer} is not valid JSON`);
      }
      const result = v.safeParse(schema, json);
      if (!result.success) throw new RequestError(`${answer} is not ${what} (${firstIssue(result.issues)})`);
      return convert(result.output, headers);
    },
  });
}
