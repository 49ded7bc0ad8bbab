import { type CSSResult, unsafeCSS } from 'lit';

/**
 * A tag for style sheets with values of the theme, which Lit's `css` tag rejects. The build inlines the
 * values, and removes comments and spaces.
 */
export const css = (strings: TemplateStringsArray, ...values: readonly string[]): CSSResult =>
  unsafeCSS(String.raw(strings, ...values));
