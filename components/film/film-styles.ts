import { css } from 'lit';

/**
 * The layout of the film strip: the picture with its controls and texts, and the list of steps beside it, or
 * below it if the element is narrow. Marks have two lines, a dark one under a bright one, so that they are
 * visible on any game.
 */
export const filmStyles = css`
  :host {
    container-type: inline-size;
  }
  .body {
    padding: 0 1rem 1rem;
    overflow-wrap: anywhere;
  }
  .panel-head .action {
    margin-block: 0.25rem;
  }
  /* The whole line is the button, so that it is easy to tap. */
  .plays li {
    border-top: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
  }
  .plays button,
  .steps button {
    width: 100%;
    min-height: 2.75rem;
    padding: 0.5rem;
    text-align: start;
    background: none;
    border: 0;
    border-radius: 4px;
  }
  .plays button:hover,
  .steps button:hover {
    background: color-mix(in srgb, var(--hw-accent) 15%, transparent);
  }
  .plays span {
    display: block;
  }
  /* The list of steps has a fixed width, so that the picture does not move when another step is chosen. */
  .film {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 16rem;
    gap: 1rem;
  }
  .picture {
    display: grid;
    place-items: center;
    min-height: 8rem;
    background: var(--hw-background);
    border-radius: 4px;
    /* A horizontal swipe changes the frame. */
    touch-action: pan-y;
  }
  .picture svg {
    display: block;
    width: 100%;
    max-height: min(50dvh, 30rem);
  }
  /* Stroke widths are in units of the ring's radius, so that the marks grow with the picture. */
  .mark {
    fill: none;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .mark .casing {
    stroke: var(--hw-background);
    stroke-width: 0.5;
  }
  .mark .line {
    stroke: var(--hw-zap);
    stroke-width: 0.2;
  }
  /* In addition to the cross, because colour alone is not enough. */
  .mark.crossed .line {
    stroke: var(--hw-error);
  }
  .controls {
    display: flex;
    gap: 0.25rem;
    align-items: center;
  }
  /* Keeps the width of the slider when the number gets another digit. */
  .count {
    flex: none;
    min-width: 6em;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .words {
    /* Keeps the position of the list below when the frame changes. */
    min-height: 4.5rem;
  }
  .words p + p {
    margin-top: 0.5rem;
  }
  /* Keeps the line breaks of the model's text. */
  .thought {
    color: var(--hw-text-quiet);
    white-space: pre-line;
  }
  .steps {
    max-height: min(70dvh, 34rem);
  }
  .steps button[aria-current='step'] {
    /* A border and not a background, because forced colours would remove a background. */
    border-left: 3px solid var(--hw-panel-text);
    border-radius: 0;
  }
  .tail {
    padding: 0.5rem 0;
  }
  /* In a narrow element the list is below the picture: beside it, a line would have room for one word. */
  @container (width < 40rem) {
    .film {
      grid-template-columns: minmax(0, 1fr);
    }
    .picture svg {
      max-height: 30dvh;
    }
    /* The panel scrolls as a whole: nested scrolling is hard to use with a thumb. */
    .steps {
      max-height: none;
    }
  }
`;
