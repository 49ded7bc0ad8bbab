import { css } from 'lit';

/** Native fields in the panels' manner: a label with its value, the control under it, a few words below. */
export const formStyles = css`
  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0 0 12px;
    border: 0;
  }
  legend {
    padding: 8px 0 4px;
    color: var(--hw-panel-text);
    font-weight: 600;
  }
  .field {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 16px;
    align-items: center;
    padding: 4px 0;
  }
  .field p,
  .field input[type='range'] {
    grid-column: 1 / -1;
  }
  .field p {
    font-size: 12px;
  }
  output {
    font-variant-numeric: tabular-nums;
  }
  /* Drawn in the panels' own colours: the browser's are grey, and grey is no colour here. */
  input[type='range'] {
    width: 100%;
    height: 24px;
    margin: 0;
    appearance: none;
    background: none;
    cursor: pointer;
  }
  input[type='range']::-webkit-slider-runnable-track {
    height: 4px;
    background: color-mix(in srgb, var(--hw-accent) 35%, transparent);
    border-radius: 2px;
  }
  input[type='range']::-moz-range-track {
    height: 4px;
    background: color-mix(in srgb, var(--hw-accent) 35%, transparent);
    border-radius: 2px;
  }
  input[type='range']::-webkit-slider-thumb {
    width: 16px;
    height: 16px;
    margin-top: -6px;
    appearance: none;
    background: var(--hw-accent);
    border: 0;
    border-radius: 50%;
  }
  input[type='range']::-moz-range-thumb {
    width: 16px;
    height: 16px;
    background: var(--hw-accent);
    border: 0;
    border-radius: 50%;
  }
  @media (pointer: coarse) {
    input[type='range']::-webkit-slider-thumb {
      width: 24px;
      height: 24px;
      margin-top: -10px;
    }
  }
  .check label {
    display: flex;
    grid-column: 1 / -1;
    gap: 12px;
    align-items: center;
    min-height: 28px;
    cursor: pointer;
  }
  .check p {
    padding-left: 30px;
  }
  input[type='checkbox'] {
    position: relative;
    flex: none;
    width: 18px;
    height: 18px;
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
    left: 5px;
    width: 6px;
    height: 11px;
    content: '';
    border: solid var(--hw-background);
    border-width: 0 2px 2px 0;
    rotate: 40deg;
  }
  @media (forced-colors: active) {
    input[type='range'],
    input[type='checkbox'] {
      appearance: auto;
    }
    input[type='checkbox']::after {
      display: none;
    }
  }
  select {
    min-height: 32px;
    max-width: 200px;
    padding: 4px 8px;
    font: inherit;
    color: var(--hw-text);
    background: var(--hw-panel-background);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  select:disabled {
    color: var(--hw-text-quiet);
  }
  @media (pointer: coarse) {
    select,
    input[type='range'],
    .check label {
      min-height: 44px;
    }
  }
`;
