import { css, unsafeCSS } from 'lit';
import { LOW } from '../shared/styles.ts';

/**
 * The layout of the time-lapse: a head with the clock, the day, the count and the latest commit; one row of
 * controls with the track in the middle; and the card of a clip.
 *
 * The track is a native slider over a picture with one stroke per commit: `.passed` are replayed, `.to-come`
 * are not. Both are as wide as the range of the slider's thumb, so that each stroke is where the thumb is at
 * the time of its commit.
 *
 * The layout depends on the width of the element and not of the window, because beside a panel the element is
 * narrow on a wide page too. Up to 37.5 rem the latest commit is below the day and the count, names and units
 * are visually hidden, and the track is above the controls. Below 17 rem the head has three lines.
 *
 * A phone (`LOW`) shows one line of text over one row of controls, so that the replay itself is visible. The
 * other controls unfold below.
 */
export const timeLapseStyles = css`
  :host {
    container-type: inline-size;
  }
  .panel {
    padding: 0.25rem 0.25rem 0.25rem 1rem;
  }
  .head,
  .controls,
  .clip,
  .days {
    display: flex;
    gap: 0.25rem;
    align-items: center;
  }
  .head {
    gap: 0.75rem;
  }
  .clock {
    font-size: 1.25rem;
    line-height: 2.75rem;
    letter-spacing: 0.04em;
    font-variant-numeric: tabular-nums;
  }
  .words,
  .extras {
    display: contents;
  }
  .unfold {
    display: none;
  }
  .head > *,
  .words > * {
    flex: none;
    white-space: nowrap;
  }
  .words > .latest {
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
    padding: 0.5rem 0;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .days {
    flex-wrap: wrap;
    gap: 0.5rem;
    padding: 0 0.75rem 0.5rem 0;
  }
  .days .action {
    padding: 0.25rem 0.5rem;
  }
  .controls {
    margin-left: -0.75rem;
  }
  .track {
    position: relative;
    flex: 1 1 0;
    min-width: 0;
    height: 2.75rem;
  }
  .ticks {
    position: absolute;
    top: 0.5rem;
    right: 0.5rem;
    left: 0.5rem;
    width: calc(100% - 1rem);
    height: 0.625rem;
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
  .marks {
    position: absolute;
    top: 1.75rem;
    right: 0.5rem;
    left: 0.5rem;
    width: calc(100% - 1rem);
    height: 0.75rem;
    overflow: visible;
    pointer-events: none;
  }
  .marks path {
    fill: none;
    stroke: var(--hw-panel-text);
    stroke-width: 1.5px;
    opacity: 0.5;
  }
  .marks .past {
    opacity: 1;
  }
  .marks .ask {
    fill: var(--hw-zap);
    stroke: var(--hw-zap);
  }
  .marks .failure {
    stroke: var(--hw-failed);
    stroke-width: 2.5px;
  }
  input {
    --thumb: var(--hw-text);
    --track: linear-gradient(
      to right,
      var(--hw-panel-text) var(--at),
      color-mix(in srgb, var(--hw-accent) 35%, transparent) var(--at)
    );
    position: absolute;
    inset: 0;
    height: 2.75rem;
    touch-action: none;
  }
  select {
    flex: none;
    height: 2rem;
    padding: 0 0.25rem;
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
  a.action {
    flex: none;
    padding: 0.375rem 0.5rem;
    text-decoration: none;
  }
  .recording {
    color: var(--hw-error);
  }
  .clip {
    min-height: 2.75rem;
  }
  .clip p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @media (pointer: coarse) {
    select {
      height: 2.75rem;
    }
  }
  @container (width <= 37.5rem) {
    .panel {
      padding-left: 0.75rem;
    }
    .moment {
      display: grid;
      grid-template:
        'clock day count leave' auto
        'clock agents agents leave' auto
        'clock latest latest leave' auto
        / auto auto minmax(0, 1fr) auto;
      gap: 0 0.5rem;
    }
    .clock {
      grid-area: clock;
    }
    .day {
      grid-area: day;
    }
    .count {
      grid-area: count;
      overflow: hidden;
      text-overflow: ellipsis;
    }
    .agents {
      grid-area: agents;
    }
    .latest {
      grid-area: latest;
    }
    .moment > .icon {
      grid-area: leave;
    }
    .controls {
      flex-wrap: wrap;
      justify-content: space-between;
      gap: 0 0.25rem;
      margin-left: -0.5rem;
    }
    /* Takes the remaining width, so that the controls stay in one row. */
    .controls [aria-label='Day'] {
      flex: 1 1 4.5rem;
      min-width: 0;
      max-width: 10rem;
    }
    .track {
      flex: 1 1 100%;
      order: -1;
      margin-left: 0;
    }
    /* Hidden, because the left end of the track does the same. */
    .from-start {
      display: none;
    }
    .unit,
    .name {
      position: absolute;
      clip-path: inset(50%);
    }
  }
  @media ${unsafeCSS(LOW)} {
    @container (width <= 37.5rem) {
      .panel:has(.moment) {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto auto;
        align-items: center;
        padding: 0.125rem 0.25rem 0;
      }
      .moment,
      .controls {
        display: contents;
      }
      .words {
        display: flex;
        grid-column: 1 / -1;
        gap: 0.5rem;
        padding: 0 0.5rem;
        overflow: hidden;
      }
      .words > * {
        line-height: 1.125rem;
      }
      .clock {
        font-size: inherit;
        font-weight: 700;
        letter-spacing: 0;
      }
      .day {
        position: absolute;
        clip-path: inset(50%);
      }
      .controls > .icon,
      .track {
        grid-row: 2;
      }
      .controls > .icon {
        grid-column: 1;
      }
      .track {
        grid-column: 2;
      }
      .controls > .unfold {
        display: inline-grid;
        grid-column: 3;
      }
      .moment > .icon {
        grid-row: 2;
        grid-column: 4;
      }
      .extras,
      .clip {
        grid-column: 1 / -1;
      }
      .extras:not([data-open]) {
        display: none;
      }
      .extras[data-open] {
        display: flex;
        gap: 0.25rem;
        align-items: center;
        justify-content: space-between;
        padding-bottom: 0.125rem;
      }
    }
  }
  @container (width < 17rem) {
    .moment {
      grid-template:
        'clock clock leave' auto
        'day count count' auto
        'agents agents agents' auto
        'latest latest latest' auto
        / auto minmax(0, 1fr) auto;
    }
    .words {
      flex-wrap: wrap;
      gap: 0 0.5rem;
    }
    .words > .latest {
      flex-basis: 6rem;
    }
  }
`;
