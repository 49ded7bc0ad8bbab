import { css } from 'lit';

/**
 * Sizes are shares of the window's shorter side, because a wall is read from afar: on a television of 43 inches,
 * the capitals of the smallest words are 12 mm high, twice what a normal eye needs at 4 m.
 */
export const wallStyles = css`
  :host {
    position: absolute;
    inset: 0;
    z-index: 3;
    overflow: clip;
    --size: max(1rem, 3.3vmin);
    font-size: var(--size);
    line-height: 1.3;
    cursor: none;
    user-select: none;
  }
  section {
    height: 100%;
  }
  section[data-awake] {
    cursor: auto;
  }
  .strip {
    position: absolute;
    /* Reaches over the edges, so that no edge shows when the words move. */
    inset: auto -1rem -1rem;
    display: grid;
    grid-template: 'old old' auto 'caption day' auto 'foot foot' auto / minmax(0, 1fr) auto;
    gap: 0.5em 1.5em;
    align-items: end;
    padding: 3.2em calc(1rem + max(1.2em, env(safe-area-inset-right)))
      calc(1rem + max(1em, env(safe-area-inset-bottom))) calc(1rem + max(1.2em, env(safe-area-inset-left)));
    background: linear-gradient(
      transparent,
      color-mix(in srgb, var(--hw-panel-background) 86%, transparent) 2.6em,
      color-mix(in srgb, var(--hw-panel-background) 97%, transparent) 50%
    );
    translate: var(--hw-drift, none);
  }
  .old {
    grid-area: old;
    width: fit-content;
    padding: 0 0.5em;
    font-weight: 700;
    color: var(--hw-background);
    background: var(--hw-sovereignty-mid);
    border-radius: 4px;
  }
  .caption {
    grid-area: caption;
    --tone: var(--hw-panel-text);
  }
  .waiting {
    --tone: var(--hw-sovereignty-mid);
  }
  .failed {
    --tone: var(--hw-failed);
  }
  .quiet {
    --tone: var(--hw-text-quiet);
  }
  .state,
  .foot p {
    text-wrap: balance;
  }
  .state {
    font-weight: 700;
    color: var(--tone);
  }
  .state::first-letter {
    text-transform: uppercase;
  }
  .headline {
    display: -webkit-box;
    overflow: hidden;
    font-size: 2em;
    font-weight: 700;
    line-height: 1.15;
    color: var(--hw-text);
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .waiting .headline,
  .failed .headline {
    color: var(--tone);
  }
  .detail,
  li {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    color: var(--hw-text-quiet);
  }
  li b {
    color: var(--hw-text);
  }
  .day {
    grid-area: day;
    color: var(--hw-text-quiet);
    text-align: end;
  }
  .clock {
    font-size: 2.6em;
    font-weight: 700;
    line-height: 1;
    color: var(--hw-text);
    font-variant-numeric: tabular-nums;
  }
  .foot {
    display: flex;
    flex-wrap: wrap;
    grid-area: foot;
    gap: 0 1.5em;
    justify-content: space-between;
    color: var(--hw-text-quiet);
  }
  .note {
    position: absolute;
    inset: 0 0 auto;
    padding: 0.6em 1.2em;
    text-align: center;
    background: color-mix(in srgb, var(--hw-panel-background) 90%, transparent);
  }
  .night {
    position: absolute;
    inset: 0;
    background: var(--hw-background);
    pointer-events: none;
  }
  .leave {
    position: absolute;
    top: max(1rem, env(safe-area-inset-top));
    right: max(1rem, env(safe-area-inset-right));
    padding: 0.75rem 1rem;
    font-size: max(1rem, 2.2vmin);
    color: var(--hw-text);
    text-decoration: none;
    background: var(--hw-panel-background);
    border: 1px solid var(--hw-panel-text);
    border-radius: 4px;
  }
  section:not([data-awake]) .leave:not(:focus-visible) {
    opacity: 0;
    pointer-events: none;
  }
  @media (aspect-ratio < 1.2) {
    .strip {
      grid-template: 'old' auto 'caption' auto 'day' auto 'foot' auto / minmax(0, 1fr);
    }
    .day {
      display: flex;
      gap: 0 1em;
      align-items: baseline;
      text-align: start;
    }
  }
`;
