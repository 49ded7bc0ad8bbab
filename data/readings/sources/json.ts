import * as v from 'valibot';
import { type Question, type SourceIo, SourceError, askedName, getText } from './source.ts';

const MAX_ISSUE_CHARACTERS = 160;

/** The first thing a schema has against a value, as in `agents.0.status: expected ("idle" | "dead"), got "asleep"`. */
export function firstIssue([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  const { path, message, expected, received } = issue;
  const field = path?.map(({ key }) => key).join('.');
  const isMissing = field && received === 'undefined';
  // A schema may have words of its own, as for a pattern.
  const wanted = message.startsWith('Invalid ') ? expected : message;
  const problem = isMissing ? 'missing' : `expected ${wanted}, got ${received}`;
  return `${field ? `${field}: ` : ''}${problem}`.slice(0, MAX_ISSUE_CHARACTERS);
}

/** A file of this home by its name; of anybody else, what was sent. */
function answerName(url: string, base: string): string {
  const asked = askedName(url, base);
  return asked.endsWith('.json') ? asked : `what ${asked} sent`;
}

type JsonQuestion<S extends v.GenericSchema, T> = Omit<Question<T>, 'parse'> & {
  schema: S;
  what: string;
  convert: (output: v.InferOutput<S>, headers: Headers) => T;
};

/** The same for JSON, checked against a schema. `what` completes the sentence "… is not …". */
export function getJson<const S extends v.GenericSchema, T>(
  io: SourceIo,
  { schema, what, convert, ...rest }: JsonQuestion<S, T>,
): Promise<T> {
  const answer = answerName(rest.url, io.base);
  return getText(io, {
    ...rest,
    parse(text, headers) {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        throw new SourceError(`${answer} is not valid JSON`);
      }
      const result = v.safeParse(schema, json);
      if (!result.success) throw new SourceError(`${answer} is not ${what} (${firstIssue(result.issues)})`);
      return convert(result.output, headers);
    },
  });
}
