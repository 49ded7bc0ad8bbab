import { css } from 'lit';

/**
 * Below this width panels become sheets, one at a time: narrow windows, and phones in landscape
 * orientation. The second condition is for the latter.
 */
export const NARROW = '(width < 56.25em), (height < 30em)';
/** So enlarged, or covered by a keyboard, that one part has room below the header. */
export const SHORT = '(width < 35em) and (height < 25em)';
/** A phone in landscape orientation: narrow too, with its sheets on the right. */
export const LANDSCAPE = '(height < 30em) and (width >= 35em)';
/** A phone whose text is enlarged to twice its size. */
export const SLIM = '(width < 20em)';

/**
 * What every element starts from: one font, one box model, and a focus ring that is always visible.
 */
export const base = css`
  :host {
    display: block;
    box-sizing: border-box;
    font: 0.8125rem/1.5 var(--hw-font, monospace);
    color: var(--hw-text);
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :focus-visible {
    outline: var(--hw-line-focus, 2px) solid var(--hw-panel-text);
    outline-offset: 2px;
  }
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  button,
  textarea {
    font: inherit;
    color: inherit;
  }
  /* Phones enlarge the page for a field with smaller text, and leave it so. */
  @media (pointer: coarse) {
    input,
    select,
    textarea {
      font-size: max(16px, 1rem) !important;
    }
  }
  a {
    color: var(--hw-panel-text);
  }
  .quiet {
    color: var(--hw-text-quiet);
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/**
 * The look of every panel: an opaque background, so that no word of the world shows through, and a thin
 * line of the accent colour. No blur: it would cost a pass over the canvas in every frame.
 */
export const panel = css`
  .panel {
    min-width: 0;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
    border-radius: 4px;
    pointer-events: auto;
  }
  .scroll {
    min-height: 0;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-color: color-mix(in srgb, var(--hw-accent) 45%, transparent) transparent;
    scrollbar-width: thin;
  }
  /* The last line fades out while more follows. Browsers without scroll timelines cut it. */
  @supports (animation-timeline: scroll()) {
    .scroll:not(:focus-visible) {
      mask: linear-gradient(var(--hw-text) calc(100% - 1.5rem), transparent) top / 100% calc(100% + 1.5rem)
        no-repeat;
      animation: fade linear both;
      animation-timeline: scroll(self);
      animation-range: calc(100% - 1.5rem) 100%;
    }
    @keyframes fade {
      from {
        mask-size: 100% 100%;
      }
    }
  }
  /* With more contrast or forced colours, edges have the text's colour. */
  @media (prefers-contrast: more), (forced-colors: active) {
    .panel {
      border-color: var(--hw-text);
    }
    .scroll {
      mask: none !important;
    }
  }
`;

/**
 * Buttons: `.icon` for the square ones (44 px targets), `.action` for those with words. A pressed
 * one is marked by a bar as well as by its colour.
 */
export const buttons = css`
  button,
  .icon,
  .action {
    cursor: pointer;
  }
  .icon {
    position: relative;
    display: inline-grid;
    flex: none;
    place-items: center;
    width: 2.75rem;
    height: 2.75rem;
    padding: 0;
    color: var(--hw-text-quiet);
    background: none;
    border: 0;
    border-radius: 4px;
  }
  .icon svg {
    width: 1.25rem;
    height: 1.25rem;
  }
  .icon:hover,
  .icon:focus-visible {
    color: var(--hw-text);
    background: color-mix(in srgb, var(--hw-accent) 15%, transparent);
  }
  .icon:focus-visible,
  .action:focus-visible {
    outline-offset: -2px;
  }
  .icon[aria-pressed='true'] {
    color: var(--hw-panel-text);
  }
  .icon[aria-pressed='true']::after {
    position: absolute;
    right: 0.75rem;
    bottom: 0.3125rem;
    left: 0.75rem;
    height: 2px;
    content: '';
    /* Not a background: forced colours would remove it. */
    border: 1px solid;
  }
  .action {
    min-height: 2rem;
    padding: 0.25rem 0.75rem;
    background: color-mix(in srgb, var(--hw-accent) 12%, transparent);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  .action:hover {
    background: color-mix(in srgb, var(--hw-accent) 28%, transparent);
  }
  @media (prefers-contrast: more) {
    .action {
      border-color: var(--hw-text);
    }
  }
  @media (pointer: coarse) {
    .action {
      min-height: 2.75rem;
    }
  }
`;

/** A thin bar: its `color` fills it. Place and size are the element's own. */
export const progressBar = css`
  progress {
    display: block;
    overflow: hidden;
    appearance: none;
    background: color-mix(in srgb, var(--hw-accent) 25%, transparent);
    border: 0;
  }
  progress::-webkit-progress-bar {
    background: none;
  }
  progress::-webkit-progress-value {
    background: currentColor;
  }
  progress::-moz-progress-bar {
    background: currentColor;
  }
  /* Wins over the height that the element sets. */
  @media (forced-colors: active) {
    progress {
      height: 0.5rem !important;
      appearance: auto;
    }
  }
`;
