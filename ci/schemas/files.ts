import * as v from 'valibot';
import { adapterRecord, agentStatusFile, visionPoint } from '../../data/readings/schemas/owner-files.ts';
import { portalRecord } from '../../data/readings/schemas/portal.ts';
import { sovereigntyFile } from '../../data/readings/schemas/sovereignty.ts';
import { theme } from '../../theme/theme.ts';
import { configSchema } from './config.ts';
import { type JsonSchema, type Words, fileOf, listOf, schemaOf } from './json-schema.ts';

const portalWords: Words = {
  id: 'letters, digits, - and _; the word of the portal in links',
  name: 'over the arch',
  description: 'in the hint and the home as text',
  status: 'offline closes the portal; with any other word the health check decides',
  portal_type: 'what kind of world it is',
  world_category: 'a subtype, such as rpg, workspace or sim',
  environment: 'where the world runs',
  access_mode:
    'operator is open for the owner who is signed in, and closed to visitors; local-only is closed to visitors',
  readiness_state: 'each is drawn its own way; blocked and offline are closed',
  telemetry_source: 'where its state comes from; its hint names it',
  owner: 'whose world it is',
  app_id: 'the number of the game in its store',
  window_title: 'the title of the game’s window, for screenshots',
  destination: 'where it leads',
  'destination.type': 'url or harness',
  'destination.url': 'an http(s) address or a path of this home; without one the portal is closed',
  'destination.action_label': 'the text of its button',
  'destination.params': 'what the harness needs, such as a world',
  image: 'a picture of the place behind it: a path of this home',
};
const COLOR = '#rrggbb; #rgb, 0xrrggbb and a number work too';
const POSITION = 'metres from the middle; without it, the next free place of the ring';
const ROTATION = 'radians; without it, it faces the middle';

const HEX = '([0-9a-fA-F]{3}|[0-9a-fA-F]{6})';
const coordinates = (minItems: number): JsonSchema => ({
  type: 'array',
  items: { type: 'number', minimum: -10_000, maximum: 10_000 },
  minItems,
  maxItems: 3,
});

/**
 * The schema of a portal, including the older forms that the home accepts: lists as vectors, other colours,
 * null for absent values.
 */
function portalSchema(): JsonSchema {
  const record = schemaOf(portalRecord, portalWords);
  const { position = {}, rotation = {}, ...fields } = record.properties ?? {};
  const required = record.required ?? [];
  const all: Record<string, JsonSchema | boolean> = {
    ...fields,
    color: {
      description: COLOR,
      anyOf: [
        { type: 'string', pattern: `^(#|0x)${HEX}$` },
        { type: 'integer', minimum: 0, maximum: 2 ** 24 - 1 },
      ],
    },
    position: { description: POSITION, anyOf: [position, coordinates(3)] },
    rotation: { description: ROTATION, anyOf: [rotation, coordinates(0)] },
  };
  const properties = Object.entries(all).map(([name, field]): [string, JsonSchema | boolean] => {
    if (required.includes(name) || typeof field === 'boolean') return [name, field];
    const { description, default: fallback, ...form } = field;
    const head = {
      ...(description && { description }),
      ...(fallback !== undefined && { default: fallback }),
    };
    return [name, { ...head, anyOf: [...(form.anyOf ?? [form]), { type: 'null' }] }];
  });
  return { ...record, properties: Object.fromEntries(properties) };
}

/** `manifest.json` has no parser here: browsers read it. These are the values of specification 2.4. */
const manifest = v.object({
  name: v.pipe(v.string(), v.minLength(1)),
  short_name: v.pipe(v.string(), v.minLength(1)),
  start_url: v.literal('/'),
  display: v.literal('fullscreen'),
  background_color: v.literal(theme.colors.chrome),
  theme_color: v.literal(theme.colors.chrome),
  icons: v.array(
    v.object({ src: v.string(), sizes: v.picklist(['192x192', '512x512']), type: v.literal('image/png') }),
  ),
});

/** The schema of each file of `public/` by its name; `npm run schemas` writes them into `public/schemas/`. */
export const schemaFiles = (): Readonly<Record<string, JsonSchema>> => ({
  portals: fileOf('portals.json', 'The portals of a home: docs/portals.md', listOf(portalSchema(), 200)),
  vision: fileOf(
    'vision.json',
    'Places on the island with a text to read',
    listOf(
      schemaOf(visionPoint, {
        id: 'letters, digits, - and _',
        title: 'the heading of the text',
        text: 'Markdown, at most 2,000 characters',
        position: 'metres from the middle of the home; a visitor starts at (0, 7.5)',
        color: '#rrggbb, in place of the colour of the theme',
      }),
      24,
    ),
  ),
  adapters: fileOf('adapters.json', 'The adapters of the resident’s model', {
    type: 'object',
    properties: {
      adapters: listOf(
        schemaOf(adapterRecord, { base: 'the model it belongs to', note: 'what it is for, in a few words' }),
        64,
      ),
    },
    required: ['adapters'],
  }),
  'agent-status': fileOf('agent-status.json', 'More agents, and which are dead', schemaOf(agentStatusFile)),
  'sovereignty-status': fileOf(
    'sovereignty-status.json',
    'Your own figure in place of the one that the home counts',
    schemaOf(sovereigntyFile, { score: 'per cent', label: 'in a few words', parts: 'what was counted' }),
  ),
  config: fileOf('config.json', 'The configuration of a home: docs/configuration.md', configSchema()),
  manifest: fileOf('manifest.json', 'The home as an installed app', schemaOf(manifest)),
});
