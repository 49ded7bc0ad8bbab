import { css } from 'lit';

/** One row at the foot of the picture; on a phone two. */
export const photoBarStyles = css`
  :host {
    display: block;
  }
  .panel {
    padding: 4px 4px 8px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    align-items: center;
    justify-content: space-between;
  }
  .group {
    display: flex;
    align-items: center;
  }
  .group + .group {
    border-left: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
    padding-left: 12px;
  }
  .metres {
    min-width: 8ch;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  .pixels {
    min-width: 13ch;
    padding-left: 8px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .icon:disabled {
    opacity: 0.4;
    cursor: default;
  }
  .shutter {
    flex: none;
    width: 44px;
    height: 44px;
    margin-right: 8px;
    background: var(--hw-text) content-box;
    border: 2px solid var(--hw-text);
    border-radius: 50%;
    padding: 4px;
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
    display: block;
    width: calc(100% - 16px);
    height: 3px;
    margin: 4px 8px;
    overflow: hidden;
    appearance: none;
    background: color-mix(in srgb, var(--hw-accent) 25%, transparent);
    border: 0;
  }
  progress::-webkit-progress-bar {
    background: none;
  }
  progress::-webkit-progress-value {
    background: var(--hw-panel-text);
  }
  progress::-moz-progress-bar {
    background: var(--hw-panel-text);
  }
  .note {
    padding: 0 8px;
    color: var(--hw-text-quiet);
    text-align: center;
    overflow-wrap: anywhere;
  }
  .note[data-failed] {
    color: var(--hw-text);
  }
  @media (max-width: 639px) {
    .row {
      gap: 4px 0;
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
      gap: 24px;
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
