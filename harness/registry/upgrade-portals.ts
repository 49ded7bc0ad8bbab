import { type Edit, type Node, applyEdits, findNodeAtLocation } from 'jsonc-parser';
import * as v from 'valibot';
import { portalRecord } from '../../data/readings/schemas/portal.ts';
import { lineAt } from '../core/json-file.ts';
import { type RegistryEntry, type RegistryProblem, checkRegistry } from './check-portals.ts';

/** The metadata that legacy records lack, in the order of specification 2.1. */
const METADATA = [
  'portal_type',
  'world_category',
  'environment',
  'access_mode',
  'readiness_state',
  'telemetry_source',
  'owner',
] as const;
const DESTINATION = ['type', 'action_label', 'params'] as const;

/** The values that the home assumes for absent fields. An upgrade writes exactly these values. */
const assumed = v.getDefaults(portalRecord);
const assumedDestination = v.getDefaults(portalRecord.entries.destination);

/** A field that the upgrade writes. */
export interface RegistryChange {
  /** The line in the text before the upgrade. */
  readonly line: number;
  readonly portal: string;
  /** As in `destination.type`. */
  readonly field: string;
  readonly value: unknown;
}

interface UpgradedRegistry {
  readonly text: string;
  readonly changes: readonly RegistryChange[];
  /** The defects of the text before the upgrade, which corrects none of them. */
  readonly problems: readonly RegistryProblem[];
}

/**
 * Returns how an object is written: the white space before a field, and the colon between a name and its
 * value.
 */
function styleOf(
  text: string,
  object: Node,
  after: Node,
): { readonly before: string; readonly colon: string } {
  const [key, value] = after.children ?? [];
  const before = /(?:\r?\n)?[ \t]*$/.exec(text.slice(object.offset + 1, after.offset))?.[0] ?? ' ';
  const written = key && value ? text.slice(key.offset + key.length, value.offset) : ': ';
  return { before, colon: /^\s*:\s*$/.test(written) ? written : ': ' };
}

type Field = readonly [name: string, value: unknown];

/** Returns the edits that write fields after a property of an object, in the style of the object. */
function insertAfter(text: string, object: Node, after: Node | undefined, fields: readonly Field[]): Edit[] {
  if (fields.length === 0) return [];
  const write = ([name, value]: Field, colon: string): string =>
    `${JSON.stringify(name)}${colon}${JSON.stringify(value)}`;
  if (!after) {
    const content = ` ${fields.map((field) => write(field, ': ')).join(', ')} `;
    return [{ offset: object.offset + 1, length: 0, content }];
  }
  const { before, colon } = styleOf(text, object, after);
  const content = fields.map((field) => `,${before}${write(field, colon)}`).join('');
  return [{ offset: after.offset + after.length, length: 0, content }];
}

/** Writes values instead of null, which means “absent”. */
const replaceNulls = (nulls: readonly { readonly node: Node; readonly value: unknown }[]): Edit[] =>
  nulls.map(({ node, value }) => ({
    offset: node.offset,
    length: node.length,
    content: JSON.stringify(value),
  }));

/** The fields of an object that are absent or null, with the values that the home assumes. */
function absent(object: Node, names: readonly string[], values: Readonly<Record<string, unknown>>) {
  const missing: Field[] = [];
  const nulls: { readonly node: Node; readonly value: unknown }[] = [];
  for (const name of names) {
    const node = findNodeAtLocation(object, [name]);
    if (!node) missing.push([name, values[name]]);
    else if (node.type === 'null') nulls.push({ node, value: values[name] });
  }
  return { missing, nulls };
}

/**
 * Returns the edits that upgrade one record that the home shows. A field with a wrong value keeps this value.
 */
function upgradeEntry(text: string, { node, portal = '' }: RegistryEntry) {
  const status = findNodeAtLocation(node, ['status'])?.parent;
  const found = findNodeAtLocation(node, ['destination']);
  const destination = found?.type === 'object' ? found : undefined;
  const record = absent(node, METADATA, assumed);
  const inner = destination ? absent(destination, DESTINATION, assumedDestination) : { missing: [] };
  const change = (field: string, value: unknown, at: Node): RegistryChange => ({
    line: lineAt(text, at.offset),
    portal,
    field,
    value,
  });
  return {
    edits: [
      ...insertAfter(text, node, status, record.missing),
      ...replaceNulls(record.nulls),
      ...(destination ? insertAfter(text, destination, destination.children?.at(-1), inner.missing) : []),
    ],
    changes: [
      ...record.missing.map(([name, value]) => change(name, value, node)),
      ...record.nulls.map((at) => change(String(at.node.parent?.children?.[0]?.value), at.value, at.node)),
      ...inner.missing.map(([name, value]) => change(`destination.${name}`, value, destination ?? node)),
    ],
  };
}

/**
 * Upgrades the legacy records of a registry: writes the metadata that the home assumes for them. Everything
 * else stays as it is, including white space: visual fields, the order of fields, notes, and records that the
 * home does not show. A second upgrade changes nothing.
 */
export function upgradeRegistry(text: string): UpgradedRegistry {
  const { problems, entries } = checkRegistry(text);
  const upgraded = entries.filter(({ isShown }) => isShown).map((entry) => upgradeEntry(text, entry));
  return {
    text: applyEdits(
      text,
      upgraded.flatMap(({ edits }) => edits),
    ),
    changes: upgraded.flatMap(({ changes }) => changes),
    problems,
  };
}
