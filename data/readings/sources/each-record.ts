import * as v from 'valibot';
import { firstIssue } from '../../core/json.ts';
import type { RecordProblem } from '../records.ts';
import type { Outcome } from './source.ts';

/** The valid records of a list, and the problems of the others. */
export interface Records<T> {
  readonly records: readonly T[];
  readonly problems: readonly RecordProblem[];
}

const nameOf = (raw: unknown, key: string, index: number): string => {
  const id = (raw as Record<string, unknown> | null)?.[key];
  return typeof id === 'string' && id ? id.slice(0, 64) : `entry ${index + 1}`;
};

/** The record's field with the issue; empty if the issue is the record itself. */
const fieldOf = ({ path }: v.BaseIssue<unknown>): string => {
  const key = path?.[0]?.key;
  return typeof key === 'string' ? key : '';
};

/**
 * Validates each record of a list separately. An invalid record is refused alone, with the field and the
 * reason; if only optional fields (`isSpare`) are invalid, the record is kept without them. Of two records
 * with the same `key` the second is refused. `noun` is the word for a record in the message about a repeated
 * `key`.
 */
export function eachRecord<
  const K extends string,
  const S extends v.GenericSchema<unknown, Readonly<Record<K, string>>>,
>(
  raw: readonly unknown[],
  schema: S,
  noun: string,
  key: K,
  isSpare: (field: string) => boolean = () => false,
): Records<v.InferOutput<S>> {
  const records: v.InferOutput<S>[] = [];
  const problems: RecordProblem[] = [];
  raw.forEach((entry, index) => {
    const record = nameOf(entry, key, index);
    let result = v.safeParse(schema, entry);
    if (!result.success && result.issues.every((issue) => isSpare(fieldOf(issue)))) {
      const left = { ...(entry as Record<string, unknown>) };
      for (const issue of result.issues) {
        problems.push({ record, reason: firstIssue([issue]), fieldOnly: true });
        delete left[fieldOf(issue)];
      }
      result = v.safeParse(schema, left);
    }
    if (!result.success) problems.push({ record, reason: firstIssue(result.issues) });
    else if (records.some((other) => other[key] === result.output[key]))
      problems.push({ record, reason: `${key}: another ${noun} before it has the same` });
    else records.push(result.output);
  });
  return { records, problems };
}

/** A reading of the valid records. If there are none, `none` or `allInvalid` is the cause. */
export const recordsOutcome = <T>(
  { records, problems }: Records<T>,
  none: string,
  allInvalid: string,
): Outcome<readonly T[]> =>
  records.length > 0
    ? { kind: 'value', value: records, problems }
    : { kind: 'empty', cause: problems.length > 0 ? allInvalid : none, problems };
