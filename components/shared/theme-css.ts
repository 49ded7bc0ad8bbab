import { type CSSResult, unsafeCSS } from 'lit';

/**
 * A template tag for style sheets that contain values of the theme. Lit's own `css` tag rejects such values.
 * The build inlines the values, and removes comments and spaces.
 */
export const css = (strings: TemplateStringsArray, ...values: readonly string[]): CSSResult =>
  unsafeCSS(String.raw(strings, ...values));
