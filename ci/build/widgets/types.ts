import { type Widget, attributes, events } from './manifest.ts';

const lines = (list: readonly string[]): string => list.map((line) => `    ${line}\n`).join('');
const byTag = (list: readonly Widget[], type: string): string =>
  lines(list.map(({ tag }) => `'${tag}': ${type};`));

const members = lines(
  attributes
    .filter(({ name }) => name !== 'refresh')
    .map(({ property, type, description }) => {
      const optional = type === 'boolean' ? type : `${type} | undefined`;
      return `/** ${description} */\n    ${property}: ${optional};`;
    }),
);

/**
 * Attributes in templates by their own names: a framework writes the name of a property as an attribute
 * while the element is not defined yet, and `headinglevel` is none.
 */
const given = lines(attributes.map(({ name, type }) => `'${name}'?: ${type} | string | undefined;`));

/** Types for scripts: the elements by their tags, their events, and `define`. */
const index = (list: readonly Widget[]): string => `/** What a widget shows. */
export interface WidgetReading {
  readonly state: 'loading' | 'live' | 'stale' | 'empty' | 'error' | 'offline';
  readonly source: string;
  readonly value?: unknown;
  /** Milliseconds since 1970. */
  readonly fetchedAt?: number | undefined;
  /** What is wrong, in words. */
  readonly cause?: string | undefined;
}

export interface WidgetEventDetail {
  readonly reading: WidgetReading | undefined;
  readonly cause: string | undefined;
}

export interface HomeWorldWidget extends HTMLElement {
${members}    readonly reading: WidgetReading | undefined;
    /** Asks the home now. Set, it is the attribute: seconds between requests. */
    get refresh(): () => void;
    set refresh(seconds: number | string);
}

/** The attributes of a widget in a template. */
export interface WidgetAttributes {
${given}}

/** Its events in the templates of React and Svelte. */
export interface WidgetListeners {
${lines(events.map((name) => `'on${name}'?: (event: CustomEvent<WidgetEventDetail>) => void;`))}}

/** Finds the widgets in \`root\` and in the open shadow roots inside it, also later ones. */
export declare function define(root?: Document | Element | ShadowRoot): void;

declare global {
  interface HTMLElementTagNameMap {
${byTag(list, 'HomeWorldWidget')}  }
  interface HTMLElementEventMap {
${lines(events.map((name) => `'${name}': CustomEvent<WidgetEventDetail>;`))}  }
}
`;

const react = (
  list: readonly Widget[],
): string => `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { HomeWorldWidget, WidgetAttributes, WidgetListeners } from './index.js';

type Props = DetailedHTMLProps<HTMLAttributes<HomeWorldWidget>, HomeWorldWidget> &
  WidgetAttributes &
  WidgetListeners;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${byTag(list, 'Props')}    }
  }
}
`;

const vue = (list: readonly Widget[]): string => `import type { DefineComponent } from 'vue';
import type { WidgetAttributes } from './index.js';

declare module 'vue' {
  interface GlobalComponents {
${byTag(list, 'DefineComponent<WidgetAttributes>')}  }
}
`;

const svelte = (list: readonly Widget[]): string => `import type { HTMLAttributes } from 'svelte/elements';
import type { HomeWorldWidget, WidgetAttributes, WidgetListeners } from './index.js';

type Attributes = HTMLAttributes<HomeWorldWidget> & WidgetAttributes & WidgetListeners;

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${byTag(list, 'Attributes')}  }
}
`;

/** The declaration files of the package, by name. */
export const declarations = (list: readonly Widget[]): Readonly<Record<string, string>> => ({
  'index.d.ts': index(list),
  'react.d.ts': react(list),
  'vue.d.ts': vue(list),
  'svelte.d.ts': svelte(list),
});
