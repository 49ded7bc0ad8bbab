import { type Widget, attributes, events, propertiesOf } from './manifest.ts';

/**
 * `web-types.json`: what the editors of JetBrains complete and explain in HTML, CSS and templates
 * (https://github.com/JetBrains/web-types).
 */
export const webTypes = (name: string, version: string, list: readonly Widget[]): unknown => ({
  $schema: 'https://json.schemastore.org/web-types',
  name,
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: list.map((widget) => ({
        name: widget.tag,
        description: widget.description,
        attributes: [...attributes, ...widget.attributes].map(({ name: key, type, description }) => ({
          name: key,
          description,
          value: { type },
        })),
        slots: widget.slots,
        js: {
          properties: propertiesOf(widget).map(({ property, type, description }) => ({
            name: property,
            description,
            type,
          })),
          events: Object.keys(events).map((event) => ({ name: event })),
        },
        css: {
          parts: widget.parts,
          properties: widget.properties,
        },
      })),
    },
  },
});
