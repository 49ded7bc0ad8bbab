import * as v from 'valibot';
import { type Question, type SourceIo, SourceError, getText, hostOf } from './source.ts';

const MAX_ISSUE_CHARACTERS = 160;

/** The first thing a schema has against a value, as in `agents.0.status: expected …`. */
export function firstIssue(issues: readonly v.BaseIssue<unknown>[]): string {
  const [issue] = issues;
  if (!issue) return 'not what was expected';
  const path = (issue.path ?? []).map(({ key }) => String(key)).join('.');
  return `${path && `${path}: `}${issue.message}`.slice(0, MAX_ISSUE_CHARACTERS);
}

/** The same for JSON, checked against a schema. `what` completes the sentence "… is not …". */
export function getJson<const S extends v.GenericSchema, T>(
  io: SourceIo,
  question: Omit<Question<T>, 'parse'> & {
    schema: S;
    what: string;
    convert: (output: v.InferOutput<S>) => T;
  },
): Promise<T> {
  const { schema, what, convert, ...rest } = question;
  return getText(io, {
    ...rest,
    parse(text) {
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        throw new SourceError(`what ${hostOf(rest.url)} sent is not valid JSON`);
      }
      const result = v.safeParse(schema, json);
      if (!result.success)
        throw new SourceError(`what ${hostOf(rest.url)} sent is not ${what} (${firstIssue(result.issues)})`);
      return convert(result.output);
    },
  });
}
