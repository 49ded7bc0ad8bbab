import { css } from 'lit';

/**
 * The bar is one row at the bottom of the picture; two rows on a phone in portrait orientation. The frame is
 * behind the bar: a dark border around the picture of a fixed format, and the caption inside the lower edge
 * of the picture.
 *
 * In small windows the keys are left out, and a note is shown above the bar, so that the bar stays low.
 */
export const photoBarStyles = css`
  .frame {
    position: fixed;
    top: calc(var(--hw-top, 0px) + var(--hw-height, 100vh) / 2);
    left: 50%;
    display: flex;
    flex-direction: column;
    justify-content: flex-end;
    pointer-events: none;
    transform: translate(-50%, -50%);
  }
  .frame[data-fixed] {
    outline: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    box-shadow: 0 0 0 100vmax color-mix(in srgb, var(--hw-background) 75%, transparent);
  }
  /*
   * Looks like the caption that world/capture/caption.ts draws; its font size depends on the size of the
   * frame.
   */
  .caption {
    display: flex;
    flex-wrap: wrap;
    gap: 0 2em;
    justify-content: space-between;
    padding: 0.5em 1.4em;
    line-height: 1.5;
    color: var(--hw-text-quiet);
    background: var(--hw-panel-background);
    border-top: 1px solid var(--hw-accent);
    overflow-wrap: anywhere;
  }
  .caption b {
    color: var(--hw-text);
  }
  section {
    position: relative;
    z-index: 1;
    max-width: 100%;
  }
  section:focus-visible {
    outline: none;
  }
  .row {
    display: flex;
    gap: 0 0.75rem;
    align-items: center;
    justify-content: center;
    padding: 0.125rem 0.25rem 0.125rem 0.5rem;
  }
  .group {
    display: flex;
    flex: none;
    align-items: center;
  }
  .group + .group {
    padding-left: 0.75rem;
    border-left: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
  }
  .format {
    flex: 0 1 auto;
    min-width: 6rem;
    height: 2rem;
    padding: 0 0.25rem;
    overflow: hidden;
    font: inherit;
    color: var(--hw-text);
    text-overflow: ellipsis;
    cursor: pointer;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  .metres {
    min-width: 7ch;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .act {
    display: flex;
    gap: 0.5rem;
    align-items: center;
    justify-content: center;
    width: auto;
    min-width: 2.75rem;
    padding: 0 0.625rem;
    color: var(--hw-text);
  }
  .act[aria-disabled='true'] {
    cursor: default;
    opacity: 0.4;
  }
  progress {
    width: calc(100% - 1rem);
    height: 3px;
    margin: 0.125rem 0.5rem;
    color: var(--hw-panel-text);
  }
  .note {
    padding: 0 0.5rem 0.375rem;
    color: var(--hw-text-quiet);
    text-align: center;
    overflow-wrap: anywhere;
  }
  .note[data-failed] {
    color: var(--hw-text);
  }
  @media (pointer: coarse) {
    .format {
      height: 2.75rem;
    }
  }
  @media (width < 56.25em), (height < 30em) {
    .word,
    .keys {
      display: none;
    }
    .act {
      padding: 0;
    }
    .note:not(.keys) {
      position: absolute;
      right: 0;
      bottom: calc(100% + 0.25rem);
      left: 0;
      width: fit-content;
      margin: 0 auto;
      padding: 0.25rem 0.75rem;
      background: var(--hw-panel-background);
      border-radius: 4px;
      pointer-events: none;
    }
  }
  /* The format and the buttons that leave share the first row. */
  @media (width < 40em) {
    .row {
      display: grid;
      grid-template-columns: auto auto;
      gap: 0;
      justify-content: space-between;
      padding: 0 0 0 0.25rem;
    }
    .format {
      min-width: 0;
      max-width: 11.5rem;
    }
    .leave {
      order: -1;
      justify-self: end;
    }
    .format {
      order: -2;
    }
    .group + .group {
      padding-left: 0;
      border-left: 0;
    }
    .metres {
      min-width: 6ch;
    }
  }
  @media (width < 17em) {
    .row {
      display: flex;
      flex-wrap: wrap;
    }
  }
`;
