import * as v from 'valibot';
import type { PortalProblem } from '../records.ts';
import { firstIssue } from './json.ts';

const nameOf = (raw: unknown, index: number): string => {
  const id = typeof raw === 'object' && raw !== null ? (raw as { id?: unknown }).id : undefined;
  return typeof id === 'string' && id !== '' ? id.slice(0, 64) : `entry ${index + 1}`;
};

type Issues = readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]];

const fieldOf = ({ path }: v.BaseIssue<unknown>): string => {
  const key = path?.[0]?.key;
  return typeof key === 'string' ? key : '';
};

const without = (entry: unknown, issues: Issues): unknown => {
  const fields = new Set(issues.map(fieldOf));
  return Object.fromEntries(Object.entries(entry as object).filter(([field]) => !fields.has(field)));
};

/**
 * Reads a list record by record: a bad one is refused alone, with the field and the reason; one whose bad fields are all spare is kept
 * without them. The first of two with the same id wins; `noun` is what the other one is called.
 */
export function eachRecord<const S extends v.GenericSchema<unknown, { readonly id: string }>>(
  raw: readonly unknown[],
  schema: S,
  noun: string,
  isSpare: (field: string) => boolean = () => false,
): { records: readonly v.InferOutput<S>[]; problems: readonly PortalProblem[] } {
  const records: v.InferOutput<S>[] = [];
  const problems: PortalProblem[] = [];
  raw.forEach((entry, index) => {
    const portal = nameOf(entry, index);
    let result = v.safeParse(schema, entry);
    // What is no record at all has an issue without a field.
    if (!result.success && result.issues.every((issue) => fieldOf(issue) !== '' && isSpare(fieldOf(issue)))) {
      for (const issue of result.issues)
        problems.push({ portal, reason: firstIssue([issue]), fieldOnly: true });
      result = v.safeParse(schema, without(entry, result.issues));
    }
    if (!result.success) problems.push({ portal, reason: firstIssue(result.issues) });
    else if (records.some(({ id }) => id === result.output.id))
      problems.push({ portal, reason: `id: another ${noun} before it has the same` });
    else records.push(result.output);
  });
  return { records, problems };
}
