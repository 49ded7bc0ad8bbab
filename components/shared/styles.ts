import { css } from 'lit';

/**
 * Narrow windows, in which panels are sheets and only one is open. The second condition is for phones in
 * landscape orientation.
 */
export const NARROW = '(width < 56.25em), (height < 30em)';
/**
 * A window that has space for only one part below the header, because the page is zoomed or a keyboard covers
 * it.
 */
export const SHORT = '(width < 35em) and (height < 25em)';
/** A phone in landscape orientation. It is also narrow; its sheets are on the right. */
export const LANDSCAPE = '(height < 30em) and (width >= 35em)';
/** A phone: cards and bars cover as little of the picture as possible. */
export const LOW = '(width < 30em), (height < 30em)';
/** A phone in portrait orientation. */
export const UPRIGHT = '(width < 30em)';
/** A phone with text of twice the size. */
export const SLIM = '(width < 20em)';

/** The base of every element: one font, one box model, and a focus ring that is always visible. */
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
  /* Phones zoom into a focused field with smaller text, and do not zoom out again. */
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
 * The style of every panel: an opaque background, so that no text of the world shows through, and a thin line
 * in the accent colour. No blur, because it would cost a pass over the canvas in every frame.
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
  /* The last line fades out while there is more below. Browsers without scroll timelines clip it. */
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
  /* With more contrast or forced colours, borders have the colour of the text. */
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
 * Buttons: `.icon` for square ones (44 px targets), `.action` for those with words. A bar marks a pressed
 * button in addition to its colour.
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
    /* A border and not a background, because forced colours would remove a background. */
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

/** A thin bar, filled with its `color`. The element sets its place and size. */
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
  /* Overrides the height that the element sets. */
  @media (forced-colors: active) {
    progress {
      height: 0.5rem !important;
      appearance: auto;
    }
  }
`;
