import { css, unsafeCSS } from 'lit';
import { LANDSCAPE, SLIM } from '../../shared/styles.ts';
import { panelsAt } from '../panels.ts';

/** Selects the tooltips of the buttons whose panel at the right is open. */
const openRightTips = unsafeCSS(
  panelsAt('right')
    .map((name) => `.icon[data-name='${name}'][aria-pressed='true']::before`)
    .join(),
);

/**
 * The row of the header, its menu, and the tooltips.
 *
 * Row and menu have the same buttons, with the class `icon`. In the row, the name of a button is hidden and
 * appears as a tooltip; in the menu, it is beside the icon. The bar that marks a pressed button is below the
 * icon in the row, and at the left of the entry in the menu.
 *
 * Each button is 44 px high and wide for touch screens; with a fine pointer, menu entries are lower.
 */
export const headerStyles = css`
  header {
    position: relative;
    display: flex;
    align-items: center;
    min-height: 3rem;
  }
  .title {
    flex: 1;
    min-width: 0;
  }
  h1 {
    margin: 0;
    overflow: hidden;
    font-size: 0.9375rem;
    font-weight: 700;
    line-height: 1.5rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .icon {
    pointer-events: auto;
  }
  .row {
    display: flex;
    flex: none;
  }
  .row :is(.name, kbd) {
    display: none;
  }
  .more {
    position: absolute;
    top: calc(100% + 0.25rem);
    right: 0;
    z-index: 2;
    display: none;
    min-width: min(16rem, 100%);
    /* 100 % is the height of the header, which is larger in a narrow window. */
    max-height: calc(100dvh - 100% - 1rem);
    padding: 0.25rem;
    background: var(--hw-panel-background);
  }
  .more[data-open] {
    display: block;
  }
  .more .icon {
    display: flex;
    gap: 0.75rem;
    align-items: center;
    justify-content: flex-start;
    text-align: start;
    width: 100%;
    padding: 0 0.75rem;
    text-decoration: none;
  }
  .more .begins:not(:first-child) {
    margin-top: 0.25rem;
    padding-top: 0.25rem;
    border-top: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
  }
  .more .name {
    flex: 1;
  }
  /* Generated content and not text, because the visible text of a button has to be in its accessible name. */
  kbd::before {
    content: attr(data-key);
  }
  kbd {
    color: var(--hw-panel-text);
    font: inherit;
  }
  .more .icon[aria-pressed='true']::after {
    top: 0.75rem;
    right: auto;
    bottom: 0.75rem;
    left: 2px;
    width: 2px;
    height: auto;
  }
  .more .icon::before,
  .menu[aria-expanded='true']::before {
    display: none;
  }
  .icon:disabled {
    cursor: default;
    opacity: 0.5;
  }
  hw-share,
  hw-status-message {
    position: absolute;
    top: calc(100% + 0.5rem);
    right: 0;
    z-index: 2;
  }
  hw-status-message::part(text) {
    padding: 0.5rem 1rem;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
    border-radius: 4px;
  }
  /* Tooltips on hover and keyboard focus. */
  .icon[data-tip]:hover::before,
  .icon[data-tip]:focus-visible::before {
    position: absolute;
    top: calc(100% + 0.5rem);
    right: 0;
    z-index: 1;
    width: max-content;
    max-width: 20rem;
    padding: 0.25rem 0.5rem;
    color: var(--hw-text);
    content: attr(data-tip) / '';
    background: var(--hw-panel-background);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 40%, transparent);
    border-radius: 4px;
    pointer-events: none;
  }
  /* Hidden, because the tooltip would cover the title of the open panel below it. */
  ${openRightTips} {
    display: none;
  }
  @media (pointer: coarse) {
    .icon[data-tip]:hover::before,
    kbd {
      display: none;
    }
  }
  @media (pointer: fine) {
    .more .icon {
      height: 2.25rem;
    }
  }
  /* With enlarged text, the name may take two lines. */
  @media ${unsafeCSS(SLIM)} {
    h1 {
      max-height: 3rem;
      overflow-wrap: anywhere;
      white-space: normal;
    }
  }
  /* A phone in landscape orientation is not high enough for the menu in one column. */
  @media ${unsafeCSS(LANDSCAPE)} {
    .more[data-open] {
      width: min(42rem, 100%);
      columns: 3;
      column-gap: 0.5rem;
    }
    .more li {
      break-inside: avoid;
    }
  }
`;
