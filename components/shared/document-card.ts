import { css } from 'lit';

/**
 * A card with a text to read (documents, the help). Its body has the focus, so that the keyboard scrolls it.
 */
export const documentCard = css`
  /* The focus ring is drawn around the whole card, so that the card's edge does not clip it. */
  .panel:has(.body:focus-visible) {
    outline: var(--hw-line-focus, 2px) solid var(--hw-panel-text);
    outline-offset: -1px;
  }
  .body:focus-visible {
    outline: none;
  }
`;
