import * as v from 'valibot';
import { firstIssue } from '../../core/json.ts';
import type { RecordProblem } from '../records.ts';
import type { Outcome } from './source.ts';

/** The records of a list that are valid, and what is wrong with the others. */
export interface Records<T> {
  readonly records: readonly T[];
  readonly problems: readonly RecordProblem[];
}

const nameOf = (raw: unknown, key: string, index: number): string => {
  const id = (raw as Record<string, unknown> | null)?.[key];
  return typeof id === 'string' && id ? id.slice(0, 64) : `entry ${index + 1}`;
};

/** The record's field that an issue is about; empty where the record itself is none. */
const fieldOf = ({ path }: v.BaseIssue<unknown>): string => {
  const key = path?.[0]?.key;
  return typeof key === 'string' ? key : '';
};

/**
 * Reads a list record by record. A bad one is refused alone, with the field and the reason; one
 * whose bad fields are all spare is kept without them. The first of two with the same `key` wins,
 * and `noun` is the word for a record in the other one's problem.
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

/** A reading of the valid records. Where there is none, `none` or `allInvalid` says why. */
export const recordsOutcome = <T>(
  { records, problems }: Records<T>,
  none: string,
  allInvalid: string,
): Outcome<readonly T[]> =>
  records.length > 0
    ? { kind: 'value', value: records, problems }
    : { kind: 'empty', cause: problems.length > 0 ? allInvalid : none, problems };
