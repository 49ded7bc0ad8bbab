import { css } from 'lit';

/** A card with a text to read, which takes the focus to be scrolled by keys. */
export const documentCard = css`
  /* What lies or moves behind it must not shine through. */
  .panel {
    background: color-mix(in srgb, var(--hw-panel-background) 94%, transparent);
  }
  /* The ring runs round the card, not through it. */
  .panel:has(.body:focus-visible) {
    outline: var(--hw-line-focus, 2px) solid var(--hw-panel-text);
    outline-offset: -1px;
  }
  .body:focus-visible {
    outline: none;
  }
`;
