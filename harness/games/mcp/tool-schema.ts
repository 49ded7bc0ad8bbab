import type { Tool } from '@modelcontextprotocol/client';
import { isObject } from '../../../data/config/fields.ts';

/** The parts of a tool that are used: its name, arguments and descriptions. */
export interface ServerTool {
  readonly name: string;
  /** `leftClick`, `left-click` and `Left_Click` are `left_click`. */
  readonly plainName: string;
  readonly description: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly required: readonly string[];
}

export interface Field {
  /** The name, as the server writes it. */
  readonly name: string;
  /** Types of JSON Schema; a field may have several, or none. */
  readonly types: readonly string[];
  readonly choices: readonly string[];
  readonly description: string;
}

export const plain = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[-\s.]+/g, '_')
    .toLowerCase();

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
const words = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 4_000) : '');

function fieldOf(name: string, schema: unknown): Field {
  if (!isObject(schema)) return { name, types: [], choices: [], description: '' };
  // `int | None` becomes `anyOf` in the schemas of Python servers.
  const variants = [schema, ...[schema['anyOf'], schema['oneOf']].flat().filter(isObject)];
  const types = variants.flatMap(({ type }) => (typeof type === 'string' ? [type] : strings(type)));
  const choices = variants.flatMap((variant) => [
    ...strings(variant['enum']),
    ...strings([variant['const']]),
  ]);
  return {
    name,
    types: types.filter((type) => type !== 'null'),
    choices,
    description: words(schema['description']),
  };
}

export function serverTool({ name, description, inputSchema }: Tool): ServerTool {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  return {
    name,
    plainName: plain(name),
    description: words(description),
    fields: new Map(
      Object.entries(properties).map(([field, schema]) => [plain(field), fieldOf(field, schema)]),
    ),
    required: strings(inputSchema.required).map(plain),
  };
}

/** The first field that has one of these names. */
export const fieldNamed = ({ fields }: ServerTool, ...names: readonly string[]): Field | undefined =>
  names.map((name) => fields.get(name)).find((field) => field !== undefined);

const takes = ({ types }: Field, ...wanted: readonly string[]): boolean =>
  types.length === 0 || types.some((type) => wanted.includes(type));
export const takesNumber = (field: Field): boolean => takes(field, 'integer', 'number', 'string');
export const takesText = (field: Field): boolean => takes(field, 'string');
export const takesList = (field: Field): boolean => field.types.includes('array');
