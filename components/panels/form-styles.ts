import { css, unsafeCSS } from 'lit';
import { SLIM } from '../shared/styles.ts';

/**
 * Native form fields in the style of the panels. A field is a label with its value in words, the control
 * below it, and a help text that `aria-describedby` connects with the control.
 *
 * Sliders, checkboxes and lists stay native, so that keyboard, screen readers and forced colours work as
 * usual. On touch screens each is at least 44 px high.
 */
export const formStyles = css`
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0 0 0.75rem;
    border: 0;
  }
  legend {
    padding: 0.5rem 0 0.25rem;
    color: var(--hw-panel-text);
    font-weight: 600;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 1rem;
    align-items: center;
    padding: 0.25rem 0;
  }
  @media ${unsafeCSS(SLIM)} {
    .field {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  .field p,
  .field input[type='range'] {
    grid-column: 1 / -1;
  }
  .field p {
    font-size: 0.75rem;
  }
  .problem::before {
    content: '✕ ';
    color: var(--hw-error);
  }
  output {
    font-variant-numeric: tabular-nums;
  }
  input[type='range'] {
    height: 1.5rem;
  }
  @media (pointer: coarse) {
    input[type='range']::-webkit-slider-thumb {
      width: 1.5rem;
      height: 1.5rem;
      margin-top: -0.625rem;
    }
  }
  .check label {
    display: flex;
    grid-column: 1 / -1;
    gap: 0.75rem;
    align-items: center;
    min-height: 1.75rem;
    cursor: pointer;
  }
  .check p {
    padding-left: 1.875rem;
  }
  input[type='checkbox'] {
    position: relative;
    flex: none;
    width: 1.125rem;
    height: 1.125rem;
    margin: 0;
    appearance: none;
    border: 1px solid color-mix(in srgb, var(--hw-accent) 70%, transparent);
    border-radius: 4px;
    cursor: pointer;
  }
  input[type='checkbox']:checked {
    background: var(--hw-accent);
  }
  input[type='checkbox']:checked::after {
    position: absolute;
    top: 1px;
    left: 0.3125rem;
    width: 0.375rem;
    height: 0.6875rem;
    content: '';
    border: solid var(--hw-background);
    border-width: 0 2px 2px 0;
    rotate: 40deg;
  }
  @media (forced-colors: active) {
    input[type='checkbox'] {
      appearance: auto;
    }
    input[type='checkbox']::after {
      display: none;
    }
  }
  select,
  input[type='text'] {
    min-height: 2rem;
    max-width: min(12.5rem, 100%);
    padding: 0.25rem 0.5rem;
    font: inherit;
    color: var(--hw-text);
    background: var(--hw-panel-background);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  select:disabled {
    color: var(--hw-text-quiet);
  }
  input[type='text'] {
    box-sizing: border-box;
    width: 12.5rem;
  }
  @media (pointer: coarse) {
    select,
    input[type='text'],
    input[type='range'],
    .check label {
      min-height: 2.75rem;
    }
  }
`;
