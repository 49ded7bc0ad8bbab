import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { configFields } from '../../data/config/config.ts';
import {
  type Field,
  type Fields,
  type Kind,
  isField,
  isHttpUrl,
  slugPattern,
} from '../../data/config/fields.ts';
import { accessSchema } from '../../harness/config/access.ts';
import { gamesSchema } from '../../harness/config/games-config.ts';
import { maintenanceSchema } from '../../harness/config/maintenance.ts';
import { MAX_REPOSITORIES, serverFields } from '../../harness/config/server-config.ts';
import type { JsonSchema } from './json-schema.ts';

/** Names that begin with `_`, `$` or `//` are notes of the owner; any other unknown name is an error. */
const NOTES = { '^(_|\\$|//)': {} };

/**
 * Matches an address without a user name and password. The parser also checks the host, which a pattern
 * cannot do.
 */
const url = (protocols: string): string => `^${protocols}://[^\\s/?#@;,"']+([/?#].*)?$`;

const matching = (...patterns: string[]): JsonSchema => ({
  type: 'string',
  pattern: patterns.map((pattern) => `(${pattern})`).join('|'),
});

/**
 * The JSON Schema of each kind. A test compares the result of the schema with the result of the kind's check,
 * for good and bad values.
 */
const forms: Readonly<Record<Kind<unknown>['name'], (kind: Kind<unknown>) => JsonSchema>> = {
  words: ({ max }) => ({ type: 'string', maxLength: max ?? 0, pattern: '\\S' }),
  text: ({ max }) => ({ type: 'string', maxLength: max ?? 0 }),
  number: ({ min, max }) => ({ type: 'number', minimum: min ?? 0, maximum: max ?? 0 }),
  flag: () => ({ type: 'boolean' }),
  slug: ({ max }) => matching(slugPattern(max)),
  httpUrl: () => matching(url('https?')),
  socketUrl: () => matching(url('wss?')),
  timeZone: () => matching('^[\\w+/-]+$'),
  modulePath: () => matching('^/([^/\\\\]|$)', url('https?')),
  origin: () => matching('^[*]$', `^https?://[^\\s/?#@;,"'A-Z]+$`),
  oneOf: ({ values }) => ({ type: 'string', enum: [...(values ?? [])] }),
  pattern: ({ pattern = '' }) => matching(pattern),
  list: ({ max, item }) => ({ type: 'array', maxItems: max ?? 0, ...(item && { items: formOf(item) }) }),
};

function formOf(kind: Kind<unknown>): JsonSchema {
  const form = forms[kind.name](kind);
  return kind.mayBeEmpty ? { anyOf: [{ const: '' }, form] } : form;
}

const schemaOfField = (field: Field<unknown>): JsonSchema => ({
  description: field.expected,
  ...(typeof field.default !== 'object' && { default: field.default as JsonSchema['default'] }),
  ...formOf(field),
});

const schemaOfFields = (fields: Fields, more?: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(fields).map(([name, entry]) => [
        name,
        isField(entry) ? schemaOfField(entry) : schemaOfFields(entry),
      ]),
    ),
    ...more,
  },
  patternProperties: NOTES,
  additionalProperties: false,
});

/** The JSON Schema of a validator that removes the owner's notes before it checks. */
function schemaWithNotes(validator: v.GenericSchema): JsonSchema {
  const {
    $schema: _draft,
    $defs: _definitions,
    ...schema
  } = toJsonSchema(validator, {
    // The schema describes the values after the notes have been removed.
    typeMode: 'output',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) =>
      'requirement' in valibotAction && valibotAction.requirement === isHttpUrl
        ? { ...jsonSchema, pattern: url('https?') }
        : undefined,
    overrideSchema({ valibotSchema, jsonSchema }) {
      if (valibotSchema.type === 'strict_object') return { ...jsonSchema, patternProperties: NOTES };
      if (valibotSchema.type === 'record') {
        const { propertyNames: names, additionalProperties: value, type } = jsonSchema;
        const pattern = typeof names === 'object' ? names.pattern?.replace('^', '^(?!_)') : undefined;
        return {
          type,
          patternProperties: { ...NOTES, [pattern ?? '']: value ?? {} },
          additionalProperties: false,
        };
      }
      // The settings of a server for games have one of two forms: with `url` or without it.
      if (valibotSchema.type === 'lazy') {
        const { getter } = valibotSchema as v.LazySchema<v.GenericSchema>;
        return {
          if: { type: 'object', required: ['url'] },
          // oxlint-disable-next-line unicorn/no-thenable -- the word of JSON Schema.
          then: schemaWithNotes(getter({ url: '' })),
          else: schemaWithNotes(getter({})),
        };
      }
      return undefined;
    },
  });
  return schema;
}

/** `config.json` */
export function configSchema(): JsonSchema {
  const { codeHost, repositories: _ofPages, ...pages } = configFields;
  const { codeHost: ofServer, ...server } = serverFields;
  const repository = schemaOfFields({ ...codeHost, ...ofServer });
  // An entry of a list has an address or a folder.
  const entry = { ...repository, anyOf: [{ required: ['url', 'owner', 'repo'] }, { required: ['path'] }] };
  return schemaOfFields(
    { ...pages, ...server },
    {
      codeHost: {
        anyOf: [repository, { type: 'array', minItems: 1, maxItems: MAX_REPOSITORIES, items: entry }],
      },
      access: schemaWithNotes(accessSchema),
      maintenance: schemaWithNotes(maintenanceSchema),
      games: schemaWithNotes(gamesSchema),
    },
  );
}
