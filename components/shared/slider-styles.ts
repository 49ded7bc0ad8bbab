import { css } from 'lit';

const track = css`
  height: 0.25rem;
  background: var(--track, color-mix(in srgb, var(--hw-accent) 35%, transparent));
  border-radius: 2px;
`;
const thumb = css`
  width: 1rem;
  height: 1rem;
  background: var(--thumb, var(--hw-accent));
  border: 0;
  border-radius: 50%;
`;

/**
 * Sliders in the colours of the panels, because the browser's sliders are grey. `--track` and `--thumb` set
 * other colours. Each part has two rules, because a browser drops a rule with a pseudo-element of another
 * engine.
 */
export const sliders = css`
  input[type='range'] {
    width: 100%;
    margin: 0;
    appearance: none;
    background: none;
    cursor: pointer;
  }
  input[type='range']::-webkit-slider-runnable-track {
    ${track}
  }
  input[type='range']::-moz-range-track {
    ${track}
  }
  input[type='range']::-webkit-slider-thumb {
    margin-top: -0.375rem;
    appearance: none;
    ${thumb}
  }
  input[type='range']::-moz-range-thumb {
    ${thumb}
  }
  @media (forced-colors: active) {
    input[type='range'] {
      appearance: auto;
    }
  }
`;
