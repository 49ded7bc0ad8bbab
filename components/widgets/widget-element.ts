import { type TemplateResult, render } from 'lit/html.js';
import { Observer } from '../../data/core/watch.ts';

/** A style sheet as text. The build removes comments and spaces from what has this tag. */
export const css = String.raw;

/** How the text of an attribute is read; `Boolean` stands for its presence. */
type Kind = StringConstructor | NumberConstructor | BooleanConstructor;

/** `heading-level` of `headingLevel`. */
const attributeOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Gives elements properties that reflect attributes, as HTML's own elements have them: the attribute is
 * the only value. Returns the names of the attributes.
 */
export const reflect = (prototype: HTMLElement, properties: Readonly<Record<string, Kind>>): string[] =>
  Object.entries(properties).map(([name, kind]) => {
    const attribute = attributeOf(name);
    Object.defineProperty(prototype, name, {
      get(this: HTMLElement) {
        const text = this.getAttribute(attribute);
        if (kind === Boolean) return text !== null;
        return kind === Number ? Number(text) || undefined : (text ?? undefined);
      },
      set(this: HTMLElement, value: string | number | boolean | null | undefined) {
        if (value === undefined || value === null || value === false) this.removeAttribute(attribute);
        else this.setAttribute(attribute, value === true ? '' : String(value));
      },
    });
    return attribute;
  });

/** One sheet for all elements of a page that have the same text. */
const sheets = new Map<string, CSSStyleSheet>();

function sheetOf(text: string): CSSStyleSheet {
  const known = sheets.get(text);
  if (known) return known;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}

/**
 * An element that renders a template of Lit again when a signal that it read, or an attribute, has
 * changed. Widgets have no other reactive properties than attributes, so they do without `LitElement`:
 * it would be a sixth of what a page loads for one of them
 * (docs/decisions/0034-light-widgets.md).
 */
export abstract class WidgetElement extends HTMLElement {
  /** The sheets of the class; a subclass names those of its base too. */
  static styles: readonly string[] = [];

  protected readonly renderRoot = this.attachShadow({ mode: 'open' });
  /** Watches from one render to the next. */
  readonly #observer = new Observer(() => void this.requestUpdate());
  /** The render that is planned. */
  #update: Promise<void> | undefined;

  constructor() {
    super();
    this.renderRoot.adoptedStyleSheets = (this.constructor as typeof WidgetElement).styles.map(sheetOf);
  }

  /** Mirror of `disconnectedCallback`: an element that was moved or put back watches again. */
  connectedCallback(): void {
    void this.requestUpdate();
  }

  /** A removed element is watched by nothing, so that it can be collected. */
  disconnectedCallback(): void {
    this.#observer.end();
  }

  /** Called for the attributes of `observedAttributes`. */
  attributeChangedCallback(_name: string): void {
    void this.requestUpdate();
  }

  /** Settles when the element shows what was set before. */
  get updateComplete(): Promise<void> {
    return this.#update ?? Promise.resolve();
  }

  /** Renders in a microtask: once for all changes before it. */
  requestUpdate(): Promise<void> {
    this.#update ??= Promise.resolve().then(() => {
      this.#update = undefined;
      if (!this.isConnected) return;
      this.#observer.run(() => render(this.render(), this.renderRoot));
      this.updated();
    });
    return this.#update;
  }

  /** What it shows; signals and attributes read here cause the next render. */
  protected abstract render(): TemplateResult;

  /** Called after each render. */
  protected updated(): void {}
}
