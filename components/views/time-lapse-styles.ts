import { css } from 'lit';

/** One bar where there is room for it; narrow, the track has a row of its own. */
export const timeLapseStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  .panel {
    padding: 4px 4px 4px 16px;
    /* The picture behind it moves: its letters must not. */
    background: color-mix(in srgb, var(--hw-panel-background) 92%, transparent);
  }
  .head,
  .controls,
  .clip,
  .days {
    display: flex;
    gap: 4px;
    align-items: center;
  }
  .head {
    gap: 12px;
  }
  .clock {
    font-size: 20px;
    line-height: 44px;
    letter-spacing: 0.04em;
    font-variant-numeric: tabular-nums;
  }
  .head > * {
    flex: none;
    white-space: nowrap;
  }
  .head > .latest {
    flex: 1 1 0;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .latest b {
    font-weight: 600;
    color: var(--hw-panel-text);
  }
  .message {
    flex: 1 1 0;
    min-width: 0;
    padding: 8px 0;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .days {
    flex-wrap: wrap;
    gap: 8px;
    padding: 0 12px 8px 0;
  }
  .days .action {
    padding: 4px 8px;
  }
  .controls {
    margin-left: -12px;
  }
  .track {
    position: relative;
    flex: 1 1 0;
    min-width: 0;
    height: 44px;
  }
  .ticks {
    position: absolute;
    top: 8px;
    right: 8px;
    left: 8px;
    width: calc(100% - 16px);
    height: 10px;
    overflow: visible;
    pointer-events: none;
  }
  .ticks path {
    fill: none;
    stroke-width: 1.5px;
    vector-effect: non-scaling-stroke;
  }
  .to-come {
    stroke: color-mix(in srgb, var(--hw-text-quiet) 75%, transparent);
  }
  .passed {
    stroke: var(--hw-panel-text);
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 44px;
    margin: 0;
    appearance: none;
    cursor: pointer;
    touch-action: none;
    background: none;
  }
  input::-webkit-slider-runnable-track {
    height: 4px;
    background: linear-gradient(
      to right,
      var(--hw-panel-text) var(--at),
      color-mix(in srgb, var(--hw-accent) 35%, transparent) var(--at)
    );
    border-radius: 2px;
  }
  input::-moz-range-track {
    height: 4px;
    background: linear-gradient(
      to right,
      var(--hw-panel-text) var(--at),
      color-mix(in srgb, var(--hw-accent) 35%, transparent) var(--at)
    );
    border-radius: 2px;
  }
  input::-webkit-slider-thumb {
    width: 16px;
    height: 16px;
    margin-top: -6px;
    appearance: none;
    background: var(--hw-text);
    border: 0;
    border-radius: 50%;
  }
  input::-moz-range-thumb {
    width: 16px;
    height: 16px;
    background: var(--hw-text);
    border: 0;
    border-radius: 50%;
  }
  select {
    flex: none;
    height: 32px;
    padding: 0 4px;
    font: inherit;
    color: var(--hw-text);
    cursor: pointer;
    background: var(--hw-panel-background);
    border: var(--hw-line-hair, 1px) solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  .icon[aria-disabled='true'] {
    opacity: 0.45;
  }
  .recording {
    color: var(--hw-error);
  }
  .clip {
    min-height: 44px;
  }
  .clip p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    select {
      height: 44px;
    }
  }
  @container (max-width: 600px) {
    .panel {
      padding-left: 12px;
    }
    .head {
      gap: 8px;
    }
    .head > .latest {
      display: none;
    }
    .head > .count {
      flex: 1 1 0;
      min-width: 0;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .controls {
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0;
      margin-left: -8px;
    }
    .track {
      flex: 1 1 100%;
      order: -1;
      margin-left: 0;
    }
    /* The track's left end is as near. */
    .from-start {
      display: none;
    }
    .unit,
    .name {
      position: absolute;
      clip-path: inset(50%);
    }
    .below {
      display: block;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
  }
  @container (min-width: 600.01px) {
    .below {
      display: none;
    }
  }
`;
