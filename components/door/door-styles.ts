import { css } from 'lit';

/** The common styles of the elements of the page /door, which is made for one hand on a phone. */
export const doorStyles = css`
  :host {
    font-size: 0.9375rem;
  }
  h2 {
    font-size: 0.9375rem;
    font-weight: 700;
  }
  h3 {
    font-size: 0.9375rem;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  p,
  li {
    overflow-wrap: anywhere;
  }
  .small {
    font-size: 0.8125rem;
  }
  .card {
    padding: 1rem;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
    border-radius: 6px;
  }
  .problem {
    color: var(--hw-text);
    border-left: 3px solid var(--hw-error);
    padding: 0.25rem 0 0.25rem 0.75rem;
  }
  .action {
    min-height: 2.75rem;
    padding: 0.375rem 0.875rem;
    border-radius: 6px;
  }
  .main {
    color: var(--hw-background);
    font-weight: 700;
    background: var(--hw-panel-text);
    border-color: var(--hw-panel-text);
  }
  .main:hover {
    background: color-mix(in srgb, var(--hw-panel-text) 80%, var(--hw-text));
  }
  .link {
    min-height: 2.75rem;
    padding: 0.25rem 0;
    color: var(--hw-panel-text);
    text-align: start;
    text-decoration: underline;
    text-underline-offset: 3px;
    background: none;
    border: 0;
  }
  /* An empty live region takes no place in a grid. */
  :is([role='status'], [role='alert']):not(:has(*)) {
    position: absolute;
  }
  button:disabled,
  button[aria-disabled='true'] {
    cursor: default;
    opacity: 0.55;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
  }
  .row > .wide {
    flex: 1 1 8rem;
  }
  label {
    display: block;
  }
  input:not([type='radio'], [type='checkbox']),
  select,
  textarea {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.5rem 0.625rem;
    font: inherit;
    color: inherit;
    background: var(--hw-background);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 65%, transparent);
    border-radius: 6px;
  }
  textarea {
    min-height: 4.5rem;
    resize: vertical;
  }
  @media (forced-colors: active) {
    .main {
      border-width: 2px;
    }
  }
`;
