import { type CSSResult, unsafeCSS } from 'lit';

/**
 * A style sheet that may name values of the theme, which Lit's own tag refuses. The build writes them into
 * it, and removes comments and spaces.
 */
export const css = (strings: TemplateStringsArray, ...values: readonly string[]): CSSResult =>
  unsafeCSS(String.raw(strings, ...values));
