import type { ImportGraph } from './imports.ts';
import { type Finding, roomOf } from './parse.ts';
import type { RoomPlan } from './plan.ts';

type Plans = Readonly<Record<string, RoomPlan>>;

/** The group of a file in its room: the longest name that fits, `undefined` if none does. */
export function groupOf(path: string, { layers }: RoomPlan): string | undefined {
  const inside = path.slice(path.indexOf('/') + 1);
  const fits = (group: string): boolean =>
    group === '*.ts' ? !inside.includes('/') : inside === group || inside.startsWith(`${group}/`);
  const [group] = layers
    .flat()
    .filter(fits)
    .sort((a, b) => b.length - a.length);
  return group;
}

/** Files for which the plan of their room has no group. */
export function groupFindings(paths: Iterable<string>, plans: Plans): Finding[] {
  const findings: Finding[] = [];
  for (const path of paths) {
    const plan = plans[roomOf(path)];
    if (plan && groupOf(path, plan) === undefined)
      findings.push({ check: 'groups', path, message: 'is in no group of ROOM_PLANS (ci/house/plan.ts)' });
  }
  return findings;
}

function reasonAgainst(from: string, to: string, { layers, mayAlso }: RoomPlan): string | undefined {
  if (from === to || mayAlso?.[from]?.includes(to) === true) return undefined;
  const levelOf = (group: string): number => layers.findIndex((layer) => layer.includes(group));
  if (levelOf(to) < levelOf(from)) return undefined;
  return levelOf(to) === levelOf(from) ? `${from} and ${to} are neighbours` : `${to} is above ${from}`;
}

/** Imports inside a room that point to a higher layer or to a neighbour, lazy ones included. */
export function layerFindings(graph: ImportGraph, plans: Plans): Finding[] {
  const findings: Finding[] = [];
  for (const [path, imports] of graph) {
    const plan = plans[roomOf(path)];
    const from = plan && groupOf(path, plan);
    if (!plan || from === undefined) continue;
    for (const { target, line } of imports) {
      if (roomOf(target) !== roomOf(path)) continue;
      const to = groupOf(target, plan);
      const reason = to === undefined ? undefined : reasonAgainst(from, to, plan);
      if (reason !== undefined)
        findings.push({ check: 'layers', path, line, message: `imports ${target}: ${reason}` });
    }
  }
  return findings;
}
