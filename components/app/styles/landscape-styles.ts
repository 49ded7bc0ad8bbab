import { css, unsafeCSS } from 'lit';
import { LANDSCAPE } from '../../shared/styles.ts';
import { sheets } from './panel-selectors.ts';

/**
 * A phone in landscape orientation (`LANDSCAPE`) is narrow too, but low: its sheet is a column at
 * the right, 46 % of the width but at least 280 px, and the world stays visible at the left.
 * Touch stick and foot share the left column.
 *
 * These rules come after those of phone-styles.ts and override them.
 */
export const landscapeStyles = css`
  @media ${unsafeCSS(LANDSCAPE)} {
    .shell {
      display: grid;
      grid-template:
        'header header' auto
        'middle sheet' minmax(0, 1fr)
        / minmax(0, 1fr) minmax(17.5rem, 46%);
    }
    /* Without a sheet everything is as wide as the header: no gap to a column without width. */
    .shell:not([data-sheet]) {
      grid-template-columns: minmax(0, 1fr) 0;
      column-gap: 0;
    }
    ${sheets} {
      grid-area: sheet;
      max-height: 100%;
      margin: 0;
    }
    /* While hidden it stays inside the window: the sheets' column is beyond its edge. */
    hw-directory[mode='quiet']:not(:focus-within) {
      grid-area: middle;
    }
    hw-touch-stick,
    .foot {
      grid-area: middle;
      align-self: end;
    }
    /* Beside the touch stick, where there is one. */
    hw-touch-stick[shown] ~ .foot {
      padding-left: 7rem;
    }
    .shell[data-lapse]:not([data-sheet]) {
      grid-template:
        'header header' auto
        'middle sheet' minmax(0, 1fr)
        'lapse lapse' auto
        / minmax(0, 1fr) 0;
    }
    /* Its content gives it no width, so it takes that of its place. */
    .shell[data-lapse]:not([data-sheet]) hw-time-lapse {
      grid-area: lapse;
      justify-self: stretch;
    }
    .shell[data-lapse]:not([data-sheet]) .foot {
      display: none;
    }
  }
`;
