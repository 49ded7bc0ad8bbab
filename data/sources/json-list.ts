import * as v from 'valibot';
import { type JsonQuestion, answerName, firstIssue, getJson } from './json.ts';
import { type SourceIo, SourceError } from './source.ts';

/**
 * `getJson` for a list of which each record is checked by itself: an odd one is left out alone. A list of which no record fits is another
 * thing's answer.
 */
export function getRecords<const S extends v.GenericSchema, T>(
  io: SourceIo,
  {
    schema,
    most,
    convert,
    ...rest
  }: Omit<JsonQuestion<S, T>, 'convert'> & {
    most: number;
    convert: (records: readonly v.InferOutput<S>[], headers: Headers) => T;
  },
): Promise<T> {
  return getJson(io, {
    ...rest,
    schema: v.pipe(v.array(v.unknown()), v.maxLength(most)),
    convert(list, headers) {
      const results = list.map((record) => v.safeParse(schema, record));
      const records = results.flatMap((result) => (result.success ? [result.output] : []));
      const [first] = results;
      if (first?.issues && records.length === 0)
        throw new SourceError(
          `${answerName(rest.url, io.base)} is not ${rest.what} (${firstIssue(first.issues)})`,
        );
      return convert(records, headers);
    },
  });
}
