import { type Attribute, type Widget, attributes, events, propertiesOf } from './manifest.ts';

const lines = (list: readonly string[]): string => list.map((line) => `    ${line}\n`).join('');
const byTag = (list: readonly Widget[], typeOf: (widget: Widget) => string): string =>
  lines(list.map((widget) => `'${widget.tag}': ${typeOf(widget)};`));

const member = ({ property, type, description }: Attribute): string =>
  `/** ${description} */\n    ${property}: ${type === 'boolean' ? type : `${type} | undefined`};`;

/**
 * The type of an attribute in a template, where a number may be a string, and a flag may be an empty string.
 */
const attributeType = (type: string): string =>
  ['number', 'boolean'].includes(type) ? `${type} | string` : type;

/**
 * The attributes in templates have the names of attributes, not of properties. While the element is not
 * defined yet, a framework writes the given name as an attribute, and there is no attribute `headinglevel`.
 */
const given = (list: readonly Attribute[]): string =>
  lines(list.map(({ name, type }) => `'${name}'?: ${attributeType(type)} | undefined;`));

const isPlain = ({ attributes: own, value }: Widget): boolean => own.length === 0 && value === 'unknown';
const elementOf = (widget: Widget): string => (isPlain(widget) ? 'HomeWorldWidget' : widget.className);
const attributesOf = ({ attributes: own, className }: Widget): string =>
  own.length === 0 ? 'WidgetAttributes' : `${className}Attributes`;

/**
 * The types of the element and the attributes of a widget that has its own attributes or a described value.
 */
const ownTypes = (widget: Widget): string => {
  const { className, description, value, attributes: own } = widget;
  const shared = propertiesOf({ attributes: [] }).length;
  const extra = `
export interface ${attributesOf(widget)} extends WidgetAttributes {
${given(own)}}
`;
  return `
/** ${description} */
export interface ${className} extends HomeWorldWidget<${value}> {
${lines(propertiesOf(widget).slice(shared).map(member))}}
${own.length === 0 ? '' : extra}`;
};

/** Types for scripts: the elements by their tags, their events, and `define`. */
const index = (list: readonly Widget[]): string => `/** What a widget shows. */
export interface WidgetReading<T = unknown> {
  readonly state: 'loading' | 'live' | 'stale' | 'empty' | 'error' | 'offline';
  readonly source: string;
  readonly value?: T | undefined;
  /** Milliseconds since 1970. */
  readonly fetchedAt?: number | undefined;
  /** What is wrong, in words. */
  readonly cause?: string | undefined;
}

/** The detail of \`hw-load\` and \`hw-update\`. */
export interface WidgetUpdate {
  readonly reading: WidgetReading;
  readonly cause: undefined;
}

/** The detail of \`hw-error\`. */
export interface WidgetFailure {
  /** Undefined where no home answers. */
  readonly reading: WidgetReading | undefined;
  /** What is wrong, in words. */
  readonly cause: string;
}

export interface HomeWorldWidget<T = unknown> extends HTMLElement {
${lines(propertiesOf({ attributes: [] }).map(member))}    readonly reading: WidgetReading<T> | undefined;
    /** Asks the home now. Set, it is the attribute: seconds between requests. */
    get refresh(): () => void;
    set refresh(seconds: number | string);
}

/** The attributes of a widget in a template. */
export interface WidgetAttributes {
${given(attributes)}}
${list
  .filter((widget) => !isPlain(widget))
  .map(ownTypes)
  .join('')}
/** The events of a widget in the templates of React and Svelte. */
export interface WidgetListeners {
${lines(Object.entries(events).map(([name, detail]) => `'on${name}'?: ((event: CustomEvent<${detail}>) => void) | undefined;`))}}

/** Finds the widgets in \`root\` and in the open shadow roots inside it, also later ones. */
export declare function define(root?: Document | Element | ShadowRoot): void;

declare global {
  interface HTMLElementTagNameMap {
${byTag(list, elementOf)}  }
  interface HTMLElementEventMap {
${lines(Object.entries(events).map(([name, detail]) => `'${name}': CustomEvent<${detail}>;`))}  }
}
`;

const imported = (list: readonly Widget[], more: readonly string[]): string =>
  `import type { ${[...new Set([...list.flatMap((widget) => [elementOf(widget), attributesOf(widget)]), ...more])].toSorted().join(', ')} } from './index.js';`;

const react = (
  list: readonly Widget[],
): string => `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
${imported(list, ['WidgetListeners'])}

type Props<E, A> = DetailedHTMLProps<HTMLAttributes<E>, E> & A & WidgetListeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${byTag(list, (widget) => `Props<${elementOf(widget)}, ${attributesOf(widget)}>`)}    }
  }
}
`;

/** `onHwLoad` of `hw-load`: Vue writes names in camel case when it checks a template. */
const handler = (name: string): string =>
  `on${name.replace(/(?:^|-)(.)/g, (_all, letter: string) => letter.toUpperCase())}`;

const vue = (list: readonly Widget[]): string => `import type { DefineComponent } from 'vue';
import type { WidgetFailure, WidgetUpdate } from './index.js';

interface Props {
${lines(attributes.map(({ property, type }) => `${property}?: ${attributeType(type)} | undefined;`))}${lines(Object.entries(events).map(([name, detail]) => `${handler(name)}?: ((event: CustomEvent<${detail}>) => void) | undefined;`))}}

declare module 'vue' {
  interface GlobalComponents {
${byTag(list, ({ attributes: own }) => `DefineComponent<Props${own.map(({ property, type }) => ` & { ${property}?: ${attributeType(type)} | undefined }`).join('')}>`)}  }
}
`;

const svelte = (list: readonly Widget[]): string => `import type { HTMLAttributes } from 'svelte/elements';
${imported(list, ['WidgetListeners'])}

type Attributes<E extends EventTarget, A> = HTMLAttributes<E> & A & WidgetListeners;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${byTag(list, (widget) => `Attributes<${elementOf(widget)}, ${attributesOf(widget)}>`)}  }
}
`;

/** The declaration files of the package, by name. */
export const declarations = (list: readonly Widget[]): Readonly<Record<string, string>> => ({
  'index.d.ts': index(list),
  'react.d.ts': react(list),
  'vue.d.ts': vue(list),
  'svelte.d.ts': svelte(list),
});
