import { css } from 'lit';

/**
 * The layout of a demo. The element has no box (`display: contents`): on wide pages, its two parts are cells
 * in the grid of the widget's section.
 */
export const demoStyles = css`
  :host {
    display: contents;
    font-size: 0.875rem;
  }
  .controls {
    grid-area: controls;
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr));
    align-content: start;
    gap: 0.5rem 1rem;
  }
  /*
   * Wide pages: one column, with labels before the fields. Otherwise two fields are in a row, with labels
   * above them.
   */
  @media (width >= 56rem) {
    .controls {
      grid-template-columns: minmax(0, 1fr);
    }
    .field {
      display: grid;
      grid-template-columns: 8.5em minmax(0, 1fr);
      align-items: center;
    }
  }
  ::placeholder {
    color: var(--hw-text-quiet);
    opacity: 1;
  }
  .code {
    grid-area: code;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 0.5rem;
  }
  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
  }
  input,
  select,
  textarea {
    min-width: 0;
    width: 100%;
    min-height: 2.25rem;
    padding: 0.25rem 0.5rem;
    font: inherit;
    color: var(--hw-text);
    background: var(--hw-panel-background);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 55%, transparent);
    border-radius: 4px;
  }
  input[type='checkbox'] {
    display: block;
    width: 1.25rem;
    height: 1.25rem;
    min-height: 0;
    margin: 0.5rem 0;
    accent-color: var(--hw-accent);
  }
  /* Matches only after the visitor has left the field. */
  :user-invalid {
    border-color: var(--hw-error);
    outline-color: var(--hw-error);
  }
  .bar select {
    flex: 1 1 9rem;
    max-width: 24rem;
  }
  /* Shows the whole code. Without support for field-sizing, the field scrolls. */
  textarea {
    field-sizing: content;
    padding: 0.75rem;
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
    resize: vertical;
  }
  /* A finger needs more room than a mouse. */
  @media (pointer: coarse) {
    input:not([type='checkbox']),
    select {
      min-height: 2.75rem;
    }
  }
  @media (prefers-contrast: more) {
    input,
    select,
    textarea {
      border-color: var(--hw-text);
    }
  }
`;
