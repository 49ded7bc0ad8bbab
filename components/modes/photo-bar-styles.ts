import { css } from 'lit';

/** One row at the bottom of the picture; two rows on a phone. */
export const photoBarStyles = css`
  .panel:focus-visible {
    outline: none;
  }
  .panel {
    padding: 0.25rem 0.25rem 0.5rem;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0 1rem;
    align-items: center;
    justify-content: space-between;
  }
  .group {
    display: flex;
    align-items: center;
  }
  .group + .group {
    border-left: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
    padding-left: 0.75rem;
  }
  .metres {
    min-width: 8ch;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .pixels {
    min-width: 13ch;
    padding-left: 0.5rem;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .shutter {
    flex: none;
    width: 2.75rem;
    height: 2.75rem;
    margin-right: 0.5rem;
    background: var(--hw-text) content-box;
    border: 2px solid var(--hw-text);
    border-radius: 50%;
    padding: 0.25rem;
  }
  .shutter:hover:not(:disabled) {
    background-color: var(--hw-panel-text);
    border-color: var(--hw-panel-text);
  }
  .shutter:disabled {
    opacity: 0.4;
    cursor: default;
  }
  progress {
    width: calc(100% - 1rem);
    height: 3px;
    margin: 0.25rem 0.5rem;
    color: var(--hw-panel-text);
  }
  .note {
    padding: 0 0.5rem;
    color: var(--hw-text-quiet);
    text-align: center;
    overflow-wrap: anywhere;
  }
  .note[data-failed] {
    color: var(--hw-text);
  }
  @media (width < 40em) {
    .row {
      gap: 0.25rem 0;
    }
    .group + .group {
      border-left: 0;
      padding-left: 0;
    }
    .pixels {
      display: none;
    }
    .last {
      justify-content: center;
      width: 100%;
      gap: min(1.5rem, 5vw);
    }
    .shutter {
      margin: 0;
      order: 1;
    }
    .last .icon:last-child {
      order: 2;
    }
  }
`;
