import { light } from '../../theme/light.ts';
import { theme } from '../../theme/theme.ts';
import { css } from '../shared/theme-css.ts';

/**
 * The styles of a widget. A page sets the properties `--hw-…` on the widget or on an ancestor; the defaults
 * are the theme's values for a light or dark page. Text grows with the text size of the page but is at least
 * 14 px, because many pages set a small root size.
 *
 * A row has a fixed number of lines, which a widget sets for its width: `--text-lines` of text, and
 * `--detail-lines` of detail, which is beside the text in a wide widget and otherwise below it. So the height
 * of a widget does not change when its reading arrives, and a longer text does not move the page around it. A
 * page reserves these heights before the widget is defined (harness/gateway/syndication/widget-heights.ts).
 */
export const panelStyles = css`
  :host {
    --text: var(--hw-text, light-dark(${light.text}, ${theme.colors.text}));
    --quiet: var(--hw-text-quiet, light-dark(${light.textQuiet}, ${theme.colors.textQuiet}));
    --figure: var(--hw-panel-text, light-dark(${light.panelText}, ${theme.colors.panelText}));
    --accent: var(--hw-accent, light-dark(${light.accent}, ${theme.colors.accent}));
    --error: var(--hw-error, light-dark(${light.error}, ${theme.colors.error}));
    --space: var(--hw-space, 8px);
    container-type: inline-size;
    display: block;
    font: var(--hw-font-size, max(14px, 0.875rem)) / 1.5 var(--hw-font, ${theme.fonts.mono});
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  section {
    --text-lines: 1;
    --detail-lines: 1;
    --source-lines: 1;
    --row-padding: 0px;
    height: 100%;
    display: flex;
    flex-direction: column;
    padding: calc(2 * var(--space));
    color: var(--text);
    text-align: start;
    background: var(
      --hw-panel-background,
      light-dark(${light.panelBackground}, ${theme.colors.panelBackground})
    );
    border: 1px solid color-mix(in srgb, var(--accent) 25%, transparent);
    border-radius: var(--hw-radius, 8px);
    overflow-wrap: anywhere;
  }
  /* The words of the page in a slot. */
  ::slotted(*) {
    unicode-bidi: plaintext;
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
      gap: 0 calc(1.5 * var(--space));
      padding: var(--space) calc(1.5 * var(--space));
    }
    h2 {
      margin: 0;
    }
    ul {
      width: 100%;
      gap: 0;
    }
    .figure {
      min-height: 0;
      font-size: 1em;
    }
    .source {
      padding: 0;
    }
    li {
      min-height: calc(var(--text-lines) * 1.5em);
    }
    .detail,
    :is([data-state='loading'], [data-state='live']) .source {
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
    margin-bottom: var(--space);
    color: var(--quiet);
    font-size: 0.93em;
  }
  ul {
    display: grid;
    gap: var(--space);
    list-style: none;
  }
  li {
    position: relative;
    display: flex;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 calc(2 * var(--space));
    min-height: calc(var(--text-lines) * 1.5em + var(--row-padding));
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
  li > .detail {
    flex: none;
    max-width: 60%;
  }
  /* Longer texts end with an ellipsis; screen readers read the full text. */
  .clamped {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: var(--text-lines);
    overflow: hidden;
  }
  .detail.clamped {
    -webkit-line-clamp: var(--detail-lines);
  }
  .source {
    box-sizing: content-box;
    min-height: calc(var(--source-lines) * 1.5em);
    margin-top: auto;
    padding-top: calc(1.5 * var(--space));
  }
  @container (width < 46em) {
    li {
      flex-direction: column;
      align-items: stretch;
      justify-content: start;
      min-height: calc((var(--text-lines) + var(--detail-lines)) * 1.5em + var(--row-padding));
    }
    li > .detail {
      max-width: none;
    }
  }
  @container (width < 31em) {
    section {
      --source-lines: 2;
    }
  }
  @container (width < 20em) {
    section {
      --source-lines: 3;
    }
    .figure {
      min-height: 2.8em;
    }
  }
  /* The placeholder of a row that is loading. */
  .placeholder::after {
    content: '';
    width: 60%;
    height: 0.8em;
    margin-block: 0.35em;
    background: color-mix(in srgb, var(--quiet) 18%, transparent);
    border-radius: 2px;
  }
  .placeholder:nth-child(odd)::after {
    width: 45%;
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
  /* The light theme in print, because paper is white. */
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
