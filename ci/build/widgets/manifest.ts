import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

interface Attribute {
  readonly name: string;
  readonly property: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly description: string;
}

const attribute = (name: string, type: Attribute['type'], description: string): Attribute => ({
  name,
  property: name.replace(/-./g, (letters) => letters.slice(1).toUpperCase()),
  type,
  description,
});

/** The attributes of every widget; docs/embedding.md explains them. */
export const attributes: readonly Attribute[] = [
  attribute('src', 'string', 'The address of the home, as in https://home.example.'),
  attribute('theme', 'string', 'light or dark; without it, or with auto, as the page around the widget.'),
  attribute('compact', 'boolean', 'Without details, and without source and age while all is well.'),
  attribute('limit', 'number', 'The most rows of a list.'),
  attribute('label', 'string', 'In place of the heading; empty hides it.'),
  attribute('heading-level', 'number', '1 to 6; 2 without it.'),
  attribute('units', 'string', '°C or °F, for the weather.'),
  attribute('refresh', 'number', 'Seconds between requests, at least 10. The method of this name asks now.'),
];

const slots = ['loading', 'empty', 'error', 'footer'];
const parts = ['panel', 'title', 'source'];
export const events = ['hw-load', 'hw-update', 'hw-error'];

export interface Widget {
  readonly tag: string;
  readonly className: string;
  readonly description: string;
  readonly properties: readonly { readonly name: string; readonly description: string }[];
}

/** The text of a doc block without its stars. */
const plain = (block: string): string => block.replace(/^\s*\/?\*+\/? ?|\s*\*\/$/gm, '').trim();

/** The widgets that embed.ts lists, with what their classes say of themselves. */
export async function widgets(): Promise<Widget[]> {
  const embed = await readFile(join(root, 'embed.ts'), 'utf8');
  const listed = [...embed.matchAll(/'(hw-[\w-]+)': \(\) => import\('\.\/([^']+)'\)/g)];
  return Promise.all(
    listed.map(async ([, tag = '', path = '']) => {
      const code = await readFile(join(root, path), 'utf8');
      const found = /(\/\*\*(?:(?!\*\/)[^])*\*\/)\nexport class (\w+)/.exec(code);
      if (!found) throw new Error(`${path}: its class has no description`);
      const [description = '', ...tags] = plain(found[1] ?? '').split(/\n@/);
      return {
        tag,
        className: found[2] ?? '',
        description: description.replace(/\s+/g, ' ').trim(),
        properties: tags.flatMap((text) => {
          const [, name = '', words = ''] = /^cssproperty (--[\w-]+) - ([^]*)/.exec(text) ?? [];
          return name === '' ? [] : [{ name, description: words.replace(/\s+/g, ' ').trim() }];
        }),
      };
    }),
  );
}

/** `custom-elements.json`: what editors and catalogues read (schema 1.0.0). */
export const customElements = (list: readonly Widget[]): unknown => ({
  schemaVersion: '1.0.0',
  modules: [
    {
      kind: 'javascript-module',
      path: 'embed.js',
      declarations: list.map(({ tag, className, description, properties }) => ({
        kind: 'class',
        customElement: true,
        name: className,
        tagName: tag,
        description,
        attributes: attributes.map(({ name, property, type, description: text }) => ({
          name,
          fieldName: property,
          type: { text: type },
          description: text,
        })),
        members: [
          ...attributes
            .filter(({ name }) => name !== 'refresh')
            .map(({ property, type, description: text }) => ({
              kind: 'field',
              name: property,
              type: { text: type === 'boolean' ? type : `${type} | undefined` },
              description: text,
            })),
          { kind: 'field', name: 'reading', readonly: true, type: { text: 'WidgetReading | undefined' } },
          { kind: 'method', name: 'refresh', return: { type: { text: 'void' } } },
        ],
        slots: slots.map((name) => ({ name })),
        cssParts: parts.map((name) => ({ name })),
        cssProperties: properties,
        events: events.map((name) => ({ name, type: { text: 'CustomEvent<WidgetEventDetail>' } })),
      })),
      exports: [
        { kind: 'js', name: 'define', declaration: { name: 'define' } },
        ...list.map(({ tag, className }) => ({
          kind: 'custom-element-definition',
          name: tag,
          declaration: { name: className },
        })),
      ],
    },
  ],
});
