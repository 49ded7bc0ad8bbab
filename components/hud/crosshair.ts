import { type TemplateResult, css, html } from 'lit';
import type { WorldState } from '../../data/world-state.ts';

/**
 * A dot in the middle of the picture. It grows over an object that a click or key acts on. It is shown only
 * under pointer lock, which hides the pointer; screen readers hear the hint instead.
 */
export const crosshair = ({ aimed, reducedMotion }: WorldState['world']): TemplateResult =>
  html`<div
    class="crosshair"
    ?data-aimed=${aimed.get()}
    ?data-still=${reducedMotion.get()}
    aria-hidden="true"
  ></div>`;

export const crosshairStyles = css`
  .crosshair {
    position: fixed;
    top: calc(var(--hw-top, 0px) + var(--hw-height, 100vh) / 2);
    left: 50%;
    /* Small, so that it covers no words. */
    width: 4px;
    height: 4px;
    background: var(--hw-text);
    border-radius: 50%;
    /* A dark ring, so that it is visible on bright objects too. */
    box-shadow: 0 0 0 1px var(--hw-background);
    transform: translate(-50%, -50%);
    transition: scale 0.15s;
    pointer-events: none;
  }
  .crosshair[data-aimed] {
    background: var(--hw-panel-text);
    scale: 2.5;
  }
  .crosshair[data-still] {
    transition: none;
  }
  /* Forced colours would remove the background. */
  @media (forced-colors: active) {
    .crosshair {
      forced-color-adjust: none;
    }
  }
`;
