import { css, unsafeCSS } from 'lit';
import { themeProperties } from '../../theme/css.ts';

/**
 * The look of a widget. The theme's properties are set on the host, so that a widget looks right on
 * any page, and a page's own rule (`hw-agents { --hw-accent: … }`) overrides them. Text grows with
 * the page's own size but never falls below 14 px, because many pages set a small root size.
 */
export const panelStyles = css`
  :host {
    ${unsafeCSS(themeProperties())}
    display: block;
    color: var(--hw-text);
    font: max(14px, 0.875rem) / 1.5 var(--hw-font);
    text-align: start;
  }
  :host([hidden]) {
    display: none;
  }
  * {
    box-sizing: border-box;
  }
  @media (prefers-contrast: more) {
    :host {
      --hw-text-quiet: var(--hw-text);
    }
    section {
      border-color: var(--hw-text) !important;
    }
  }
  section {
    container-type: inline-size;
    height: 100%;
    display: flex;
    flex-direction: column;
    padding: 16px;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
    border-radius: 8px;
    overflow-wrap: anywhere;
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
    color: var(--hw-text-quiet);
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
    color: var(--mark, var(--hw-text-quiet));
  }
  .detail,
  .source {
    color: var(--hw-text-quiet);
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
    color: var(--hw-panel-text);
  }
  .dead,
  .problem,
  [data-state='error'] .figure {
    color: var(--hw-error);
  }
  .quiet,
  [data-state='loading'] .figure {
    color: var(--hw-text-quiet);
  }
  :is([data-state='stale'], [data-state='offline'], [data-state='error']) .source::before {
    content: '△ ' / '';
  }
  a {
    color: inherit;
    text-decoration-color: var(--hw-accent);
    text-underline-offset: 3px;
  }
  a:focus-visible {
    outline: var(--hw-line-focus) solid var(--hw-accent);
    outline-offset: 2px;
  }
  /* Dark on paper, which browsers leave white. */
  @media print {
    :host {
      --hw-text: var(--hw-background);
      --hw-text-quiet: var(--hw-background);
      --hw-panel-text: var(--hw-background);
      --hw-agent-dead-text: var(--hw-background);
      --hw-sovereignty-high: var(--hw-background);
      --hw-sovereignty-mid: var(--hw-background);
      --hw-sovereignty-low: var(--hw-background);
    }
    section {
      background: none;
      break-inside: avoid;
    }
  }
`;
