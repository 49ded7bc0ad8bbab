import { type Finding, roomOf } from './parse.ts';
import type { Check } from './plan.ts';

type Debt = Readonly<Record<string, Partial<Record<Check, number>>>>;

export const placeOf = ({ path, line }: Finding): string => (line === undefined ? path : `${path}:${line}`);

export const sumOf = (findings: readonly Finding[]): number =>
  findings.reduce((sum, { amount }) => sum + (amount ?? 1), 0);

/**
 * Compares what each check found in each room with the known debt: one line for each finding where
 * there is more, one line in all where there is less.
 */
export function problemsBeyond(debt: Debt, findings: readonly Finding[]): string[] {
  const groups = new Map<string, Finding[]>();
  const keyOf = (room: string, check: string): string => `${room} ${check}`;
  for (const finding of findings) {
    const key = keyOf(roomOf(finding.path), finding.check);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const known = new Map(
    Object.entries(debt).flatMap(([room, checks]) =>
      Object.entries(checks).map(([check, amount]) => [keyOf(room, check), amount] as const),
    ),
  );
  const problems: string[] = [];
  for (const key of new Set([...groups.keys(), ...known.keys()])) {
    const found = groups.get(key) ?? [];
    const sum = sumOf(found);
    const allowed = known.get(key) ?? 0;
    if (sum > allowed) {
      for (const finding of found) problems.push(`${placeOf(finding)}: ${finding.check}: ${finding.message}`);
      if (allowed > 0) problems.push(`${key}: ${sum}, and KNOWN_DEBT in ci/house/plan.ts has ${allowed}`);
    } else if (sum < allowed)
      problems.push(`${key}: ${sum}, fewer than ${allowed}: lower KNOWN_DEBT in ci/house/plan.ts`);
  }
  return problems;
}
