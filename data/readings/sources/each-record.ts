import * as v from 'valibot';
import type { PortalProblem } from '../records.ts';
import { firstIssue } from './json.ts';

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
 * Reads a list record by record: a bad one is refused alone, with the field and the reason; one whose bad fields are all spare is kept
 * without them. The first of two with the same `key` wins; `noun` is what the other one is called.
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
): { records: readonly v.InferOutput<S>[]; problems: readonly PortalProblem[] } {
  const records: v.InferOutput<S>[] = [];
  const problems: PortalProblem[] = [];
  raw.forEach((entry, index) => {
    const portal = nameOf(entry, key, index);
    let result = v.safeParse(schema, entry);
    if (!result.success && result.issues.every((issue) => isSpare(fieldOf(issue)))) {
      const left = { ...(entry as Record<string, unknown>) };
      for (const issue of result.issues) {
        problems.push({ portal, reason: firstIssue([issue]), fieldOnly: true });
        delete left[fieldOf(issue)];
      }
      result = v.safeParse(schema, left);
    }
    if (!result.success) problems.push({ portal, reason: firstIssue(result.issues) });
    else if (records.some((record) => record[key] === result.output[key]))
      problems.push({ portal, reason: `${key}: another ${noun} before it has the same` });
    else records.push(result.output);
  });
  return { records, problems };
}
