import { css, unsafeCSS } from 'lit';
import { LANDSCAPE, NARROW } from '../shared/styles.ts';

/**
 * The labels over the picture, and the list below it. On a phone in portrait orientation the list is a sheet
 * at the bottom of the window; in landscape orientation it is at the right.
 */
export const paintedStyles = css`
  :host {
    position: relative;
    grid-area: middle;
    min-height: 0;
    pointer-events: none;
  }
  section {
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
    height: 100%;
  }
  .labels > li {
    position: absolute;
    width: max-content;
    max-width: 9.5rem;
  }
  /* A label without a place is only measured. */
  .labels > li:not(.placed) {
    top: 0;
    left: 0;
    visibility: hidden;
  }
  .labels > .open {
    z-index: 1;
  }
  .label {
    display: block;
    box-sizing: border-box;
    width: 100%;
    padding: 0.1875rem 0.5rem;
    line-height: 1.3;
    color: var(--hw-text);
    text-align: start;
    text-decoration: none;
    overflow-wrap: anywhere;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 40%, transparent);
    border-inline-start: 3px solid var(--edge, color-mix(in srgb, var(--hw-accent) 40%, transparent));
    border-radius: 4px;
    pointer-events: auto;
  }
  .label:hover,
  .label:focus-visible {
    border-color: var(--edge, var(--hw-panel-text));
  }
  .label > span {
    display: block;
  }
  .title {
    font-weight: 600;
    color: var(--hw-panel-text);
  }
  .figure {
    font-size: 1rem;
    font-weight: 600;
  }
  .caption {
    color: var(--hw-text-quiet);
  }
  a.label .title {
    text-decoration: underline;
    text-decoration-color: var(--edge, currentcolor);
    text-underline-offset: 0.2em;
  }
  /* The colour is not the only sign that a session waits: the caption says so too. */
  .label[data-kind='today'] {
    border-color: var(--hw-zap);
  }
  .rows {
    padding: 0.5rem 0.75rem;
    overflow: auto;
    overflow-wrap: anywhere;
    pointer-events: auto;
  }
  .rows li {
    padding: 1px 0;
  }
  .labels .rows {
    position: absolute;
    width: min(24rem, 90vw);
  }
  .list {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 0.5rem 1rem;
    align-items: center;
    max-height: 100%;
    padding: 0.5rem 0.75rem;
  }
  .list ul[aria-label] {
    display: flex;
    flex: 1 1 auto;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  .list ul[aria-label] > li {
    max-width: 16rem;
  }
  .offer {
    display: flex;
    flex: 1 1 100%;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: center;
    justify-content: space-between;
  }
  .note {
    display: flex;
    flex: 1 1 24rem;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    align-items: center;
    justify-content: space-between;
  }
  .note p {
    flex: 1 1 14rem;
  }
  /* Dimmed while the home as text is open, which has the same words. */
  :host([inert]:not([wall])) .labels {
    opacity: 0.45;
  }
  /* Seen from afar, and nothing can be chosen. */
  :host([wall]) {
    font-size: max(0.8125rem, 2vmin);
  }
  :host([wall]) .label[data-kind] {
    visibility: hidden;
  }
  :host([wall]) .figure {
    font-size: 1.4em;
  }
  :host([wall]) a.label .title {
    text-decoration: none;
  }
  @media (pointer: coarse) {
    .label {
      min-height: 2.75rem;
    }
  }
  @media ${unsafeCSS(NARROW)} {
    :host {
      flex: 1 1 0;
    }
    .list {
      display: var(--hw-list, flex);
      /* Not higher, so that the resident stays visible above the list. */
      max-height: 39%;
    }
    .list ul[aria-label] > li {
      flex: 1 1 9rem;
      max-width: none;
    }
  }
  @media ${unsafeCSS(LANDSCAPE)} {
    section {
      flex-direction: row;
    }
    .list {
      width: min(21rem, 42%);
      max-height: 100%;
      align-self: stretch;
    }
  }
`;
