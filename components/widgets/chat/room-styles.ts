import { css } from 'lit';

/** The conversation in the panel of a widget, with the font and text size of the page. */
export const roomStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    font: inherit;
  }
  hw-chat-message,
  hw-chat-field {
    font: inherit;
  }
  /* The same distance from the edge as the messages. */
  .by,
  .refusal {
    padding: 0 1rem 0.5rem;
    overflow-wrap: anywhere;
  }
  .refusal {
    color: var(--hw-error);
  }
  .middle {
    flex: 1;
    min-height: 4em;
    border-block: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
  }
  .scroll {
    min-height: 0;
    overflow: auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .scroll:focus-visible {
    outline-offset: -2px;
  }
  /* In px and not in rem, because many pages set a small root font size. */
  .action {
    min-height: 32px;
  }
`;

/** The text field with its button. */
export const fieldStyles = css`
  :host {
    display: block;
    padding: 8px 16px 0;
    font: inherit;
  }
  .quick {
    display: flex;
    flex-wrap: wrap;
    /* The gap is small, so that all four buttons fit into one row of a 320 px column. */
    gap: 8px 4px;
    padding-bottom: 8px;
  }
  .action {
    min-height: 32px;
    padding-inline: 8px;
  }
  /* A touch target that does not depend on the root font size. */
  .icon {
    width: 44px;
    height: 44px;
  }
  /* The field and its button look like one element, with one focus ring. */
  .row {
    display: flex;
    align-items: end;
    background: var(--field);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  .row:has(textarea:focus-visible) {
    outline: 2px solid var(--hw-panel-text);
    outline-offset: -1px;
  }
  textarea {
    flex: 1;
    min-width: 0;
    min-height: 44px;
    max-height: 8em;
    padding: 10px 0 10px 8px;
    overflow-wrap: anywhere;
    field-sizing: content;
    background: none;
    border: 0;
    resize: none;
  }
  textarea::placeholder {
    color: var(--hw-text-quiet);
    opacity: 1;
  }
  textarea:focus-visible {
    outline: none;
  }
  /* Phones zoom into a focused field with smaller text. */
  @media (pointer: coarse) {
    textarea {
      font-size: max(16px, 1em);
    }
  }
  .notice {
    padding-bottom: 8px;
    overflow-wrap: anywhere;
  }
  .problem::before {
    content: '✕ ';
    color: var(--hw-error);
  }
`;
