import * as v from 'valibot';
import type { PortalProblem } from '../records.ts';
import { firstIssue } from './json.ts';

const nameOf = (raw: unknown, index: number): string => {
  const id = typeof raw === 'object' && raw !== null ? (raw as { id?: unknown }).id : undefined;
  return typeof id === 'string' && id !== '' ? id.slice(0, 64) : `entry ${index + 1}`;
};

/**
 * Reads a list record by record: a bad one is refused alone, with the field and the reason. The first of two with the same id wins; `noun` is what
 * the other one is called.
 */
export function eachRecord<const S extends v.GenericSchema<unknown, { readonly id: string }>>(
  raw: readonly unknown[],
  schema: S,
  noun: string,
): { records: readonly v.InferOutput<S>[]; problems: readonly PortalProblem[] } {
  const records: v.InferOutput<S>[] = [];
  const problems: PortalProblem[] = [];
  raw.forEach((entry, index) => {
    const result = v.safeParse(schema, entry);
    const portal = nameOf(entry, index);
    if (!result.success) problems.push({ portal, reason: firstIssue(result.issues) });
    else if (records.some(({ id }) => id === result.output.id))
      problems.push({ portal, reason: `id: another ${noun} before it has the same` });
    else records.push(result.output);
  });
  return { records, problems };
}
