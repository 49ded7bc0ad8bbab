import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

export interface Attribute {
  readonly name: string;
  readonly property: string;
  /** As a TypeScript type. */
  readonly type: string;
  readonly description: string;
}

const attribute = (name: string, type: string, description: string): Attribute => ({
  name,
  property: name.replace(/-./g, (letters) => letters.slice(1).toUpperCase()),
  type,
  description,
});

/** The attributes of every widget; docs/embedding.md explains them. */
export const attributes: readonly Attribute[] = [
  attribute('src', 'string', 'The address of the home, as in https://home.example.'),
  attribute('theme', "'light' | 'dark' | 'auto'", 'Without it, or with auto, as the page around the widget.'),
  attribute('compact', 'boolean', 'Without details, and without source and age while all is well.'),
  attribute('limit', 'number', 'The most rows of a list.'),
  attribute('label', 'string', 'In place of the heading; empty hides it.'),
  attribute('heading-level', 'number', '1 to 6; 2 without it.'),
  attribute('units', "'°C' | '°F' | 'C' | 'F'", 'Of the weather.'),
  attribute('repo', 'string', 'One repository of a home with several, as owner/name.'),
  attribute('loading', "'lazy' | 'eager'", 'lazy: asks the home only when it is nearly in view.'),
  attribute('refresh', 'number', 'Seconds between requests, at least 10. The method of this name asks now.'),
];

/** The events, with the types of their details. */
export const events = {
  'hw-load': 'WidgetUpdate',
  'hw-update': 'WidgetUpdate',
  'hw-error': 'WidgetFailure',
} as const;

/** The type of `reading.value`, where docs/embedding.md describes it. */
const values: Readonly<Record<string, string>> = {
  'hw-chat': '{ readonly name: string; readonly by: string }',
  'hw-history': '{ readonly headline: string }',
};

interface Named {
  readonly name: string;
  readonly description: string;
}

export interface Widget {
  readonly tag: string;
  /** The file of its class. */
  readonly path: string;
  readonly className: string;
  readonly description: string;
  /** The attributes that no other widget has. */
  readonly attributes: readonly Attribute[];
  /** The type of `reading.value`. */
  readonly value: string;
  readonly slots: readonly Named[];
  readonly parts: readonly Named[];
  readonly states: readonly Named[];
  readonly properties: readonly Named[];
}

/** The text of a doc block without its stars. */
const plain = (block: string): string => block.replace(/^\s*\/?\*+\/? ?|\s*\*\/$/gm, '').trim();
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface ClassDoc {
  readonly name: string;
  readonly base: string;
  readonly description: string;
  readonly tags: readonly string[];
}

/** Reads the doc comment of the first class of a file. */
function classDoc(path: string, code: string): ClassDoc {
  const found = /(\/\*\*(?:(?!\*\/)[^])*\*\/)\nexport (?:abstract )?class (\w+)(?:<T>)? extends (\w+)/.exec(
    code,
  );
  if (!found) throw new Error(`${path}: its class has no description`);
  const [, block = '', name = '', base = ''] = found;
  const [description = '', ...tags] = plain(block).split(/\n@/);
  return { name, base, description: oneLine(description), tags: tags.map(oneLine) };
}

/**
 * Returns the tags of one kind. If a class and its base class have a tag with the same name, the tag of the
 * class replaces the other one.
 */
function named(tags: readonly string[], kind: string): Named[] {
  const found = tags.flatMap((text) => {
    const [, name = '', description = ''] = new RegExp(`^${kind} (-?[\\w-]+) - (.*)`).exec(text) ?? [];
    return name === '' ? [] : [[name, { name, description }] as const];
  });
  return [...new Map(found).values()];
}

function ownAttributes(tags: readonly string[]): Attribute[] {
  return tags.flatMap((text) => {
    const [, type = '', name = '', description = ''] = /^attr \{([^}]+)\} ([\w-]+) - (.*)/.exec(text) ?? [];
    return name === '' ? [] : [attribute(name, type, `${description}.`)];
  });
}

/** The widgets that embed.ts lists, with the documentation of their classes and base classes. */
export async function widgets(): Promise<Widget[]> {
  const folder = 'components/widgets';
  const home = classDoc('home-element.ts', await read(`${folder}/home-element.ts`));
  const list = classDoc('list-element.ts', await read(`${folder}/list-element.ts`));
  const listed = [...(await read('embed.ts')).matchAll(/'(hw-[\w-]+)': \(\) => import\('\.\/([^']+)'\)/g)];
  return Promise.all(
    listed.map(async ([, tag = '', path = '']) => {
      const { name, base, description, tags: own } = classDoc(path, await read(path));
      const tags = [...home.tags, ...(base === list.name ? list.tags : []), ...own];
      return {
        tag,
        path,
        className: name,
        description,
        attributes: ownAttributes(own),
        value: values[tag] ?? 'unknown',
        slots: named(tags, 'slot'),
        parts: named(tags, 'csspart'),
        states: named(tags, 'cssstate'),
        properties: named(tags, 'cssproperty'),
      };
    }),
  );
}

/**
 * The attributes that are declared as properties of a widget. `refresh` is declared separately, and every
 * element already has `lang`.
 */
export const propertiesOf = ({ attributes: own }: Pick<Widget, 'attributes'>): Attribute[] =>
  [...attributes, ...own].filter(({ name }) => name !== 'refresh' && name !== 'lang');

const typeOf = (text: string): { text: string } => ({ text });
const optional = (type: string): string => (type === 'boolean' ? type : `${type} | undefined`);

const declaration = (widget: Widget): unknown => ({
  kind: 'class',
  customElement: true,
  name: widget.className,
  tagName: widget.tag,
  description: widget.description,
  attributes: [...attributes, ...widget.attributes].map(({ name, property, type, description }) => ({
    name,
    fieldName: property,
    type: typeOf(type),
    description,
  })),
  members: [
    ...propertiesOf(widget).map(({ property, type, description }) => ({
      kind: 'field',
      name: property,
      type: typeOf(optional(type)),
      description,
    })),
    { kind: 'field', name: 'reading', readonly: true, type: typeOf('WidgetReading | undefined') },
    { kind: 'method', name: 'refresh', return: { type: typeOf('void') } },
  ],
  slots: widget.slots,
  cssParts: widget.parts,
  cssStates: widget.states,
  cssProperties: widget.properties,
  events: Object.entries(events).map(([name, type]) => ({ name, type: typeOf(`CustomEvent<${type}>`) })),
});

/** `custom-elements.json`: what editors and catalogues read. */
export const customElements = (list: readonly Widget[]): unknown => ({
  schemaVersion: '2.1.0',
  modules: [
    {
      kind: 'javascript-module',
      path: 'embed.js',
      declarations: list.map(declaration),
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
