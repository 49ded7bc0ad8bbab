import { css, unsafeCSS } from 'lit';
import { SHORT, SLIM } from './styles.ts';

/**
 * The styles of a panel of the page: the page sets its place and height; it has a head with its title, and
 * its content scrolls. Elements use them together with `panel` of `styles.ts`; they are loaded with the first
 * such element.
 */
export const sheet = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  /* Fills its host; the content scrolls. */
  .filling {
    display: flex;
    flex: 1 1 auto;
    flex-direction: column;
    min-height: 0;
    overscroll-behavior: contain;
    scrollbar-color: color-mix(in srgb, var(--hw-accent) 45%, transparent) transparent;
    scrollbar-width: thin;
  }
  .panel-head {
    display: flex;
    flex: none;
    align-items: center;
    gap: 0.5rem;
    min-height: 2.75rem;
    padding-left: 1rem;
  }
  .panel-head h2 {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    font-size: 0.875rem;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .body {
    flex: 1 1 auto;
    padding: 0 1rem 0.5rem;
  }
  .foot {
    display: flex;
    flex: none;
    flex-wrap: wrap;
    gap: 0.5rem;
    align-items: center;
    justify-content: space-between;
    padding: 0.5rem 1rem;
    border-top: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
  }
  /*
   * In a short window, a fixed title and foot would leave only one or two lines between them, so they scroll
   * too.
   */
  @media ${unsafeCSS(SHORT)} {
    .filling {
      display: block;
      overflow: auto;
    }
    .filling > .scroll {
      overflow: visible;
      mask: none;
      animation: none;
    }
  }
  @media ${unsafeCSS(SLIM)} {
    .panel-head h2 {
      white-space: normal;
    }
  }
`;
