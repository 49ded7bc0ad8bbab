import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { css } from './widget-element.ts';

/**
 * The look of a widget. A page sets the properties `--hw-…` on the widget, or on anything around it;
 * what it leaves out has the theme's value for a light or a dark page. Text grows with the page's own
 * size but never falls below 14 px, because many pages set a small root size.
 */
export const panelStyles = css`
  :host {
    --text: var(--hw-text, light-dark(${light.text}, ${theme.colors.text}));
    --quiet: var(--hw-text-quiet, light-dark(${light.textQuiet}, ${theme.colors.textQuiet}));
    --figure: var(--hw-panel-text, light-dark(${light.panelText}, ${theme.colors.panelText}));
    --accent: var(--hw-accent, light-dark(${light.accent}, ${theme.colors.accent}));
    --error: var(--hw-error, light-dark(${light.error}, ${theme.colors.error}));
    display: block;
    font: max(14px, 0.875rem) / 1.5 var(--hw-font, ${theme.fonts.mono});
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  section {
    container-type: inline-size;
    height: 100%;
    display: flex;
    flex-direction: column;
    padding: 16px;
    color: var(--text);
    text-align: start;
    background: var(
      --hw-panel-background,
      light-dark(${light.panelBackground}, ${theme.colors.panelBackground})
    );
    border: 1px solid color-mix(in srgb, var(--accent) 25%, transparent);
    border-radius: 8px;
    overflow-wrap: anywhere;
  }
  @media (prefers-contrast: more) {
    section {
      --quiet: var(--text);
      border: 2px solid var(--text);
    }
  }
  section.light {
    color-scheme: light;
  }
  section.dark {
    color-scheme: dark;
  }
  :host([compact]) {
    section {
      flex-flow: wrap;
      place-content: start;
      align-items: baseline;
      gap: 0 12px;
      padding: 8px 12px;
    }
    h2 {
      margin: 0;
    }
    ul {
      width: 100%;
      gap: 0;
    }
    .figure {
      font-size: 1em;
    }
    .source {
      padding: 0;
    }
    .detail,
    [data-state='live'] .source {
      display: none;
    }
  }
  h2,
  p,
  ul,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  h2 {
    margin-bottom: 8px;
    color: var(--quiet);
    font-size: 0.93em;
  }
  ul {
    display: grid;
    gap: 8px;
    list-style: none;
  }
  li {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    padding-inline-start: 1.5em;
  }
  li::before {
    content: '·' / '';
    position: absolute;
    inset-inline-start: 0;
    color: var(--mark, var(--quiet));
  }
  .detail,
  .source {
    color: var(--quiet);
    font-size: 0.93em;
  }
  @container (width < 28.6em) {
    .detail {
      width: 100%;
    }
  }
  .source {
    margin-top: auto;
    padding-top: 12px;
  }
  .figure {
    font-size: 1.43em;
    line-height: 1.4;
    color: var(--figure);
  }
  .dead,
  .problem,
  [data-state='error'] .figure {
    color: var(--error);
  }
  .quiet,
  :is([data-state='loading'], [data-state='empty']) .figure {
    color: var(--quiet);
  }
  :is([data-state='stale'], [data-state='offline'], [data-state='error']) .source::before {
    content: '△ ' / '';
  }
  a {
    color: inherit;
    text-decoration-color: var(--accent);
    text-underline-offset: 3px;
  }
  a:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  /* Dark on paper, which browsers leave white. */
  @media print {
    section {
      color-scheme: light !important;
      background: none;
      break-inside: avoid;
    }
    * {
      color: CanvasText !important;
    }
  }
`;
