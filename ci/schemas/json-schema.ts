import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

export type { JsonSchema };

/** The descriptions that an editor shows beside fields, by the dotted path of the field. */
export type Words = Readonly<Record<string, string>>;

/**
 * Returns the pattern for JSON Schema, which has no flags: a case-insensitive pattern lists both cases of
 * each letter.
 */
const caseless = ({ source, flags }: RegExp): string =>
  flags.includes('i') ? source.replaceAll('a-z', 'a-zA-Z').replaceAll('a-f', 'a-fA-F') : source;

/** Adds a description to each field that has one. */
function describe(schema: JsonSchema, words: Words, path = ''): JsonSchema {
  const { properties } = schema;
  if (!properties) return schema;
  const described = Object.entries(properties).map(([name, field]): [string, JsonSchema] => {
    if (typeof field === 'boolean') return [name, {}];
    const here = path === '' ? name : `${path}.${name}`;
    const description = words[here];
    return [name, { ...(description !== undefined && { description }), ...describe(field, words, here) }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

/** The JSON Schema of the values that a validator accepts, with descriptions for editors. */
export function schemaOf(validator: v.GenericSchema, words: Words = {}): JsonSchema {
  const { $schema: _draft, ...schema } = toJsonSchema(validator, {
    typeMode: 'input',
    // Ignores conversions, and rules that every JSON value fulfils, such as finite numbers.
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      'requirement' in valibotAction && valibotAction.requirement instanceof RegExp
        ? { ...jsonSchema, pattern: caseless(valibotAction.requirement) }
        : undefined,
  });
  return describe(schema, words);
}

/** The schema of a list with at most `maxItems` items. */
export const listOf = (items: JsonSchema, maxItems: number): JsonSchema => ({
  type: 'array',
  items,
  maxItems,
});

/** The schema of a whole file. If the file is an object, it may also contain the address of its schema. */
export const fileOf = (title: string, description: string, schema: JsonSchema): JsonSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title,
  description,
  ...schema,
  ...(schema.properties && {
    properties: {
      $schema: { description: 'the address of this schema, for editors' },
      ...schema.properties,
    },
  }),
});
