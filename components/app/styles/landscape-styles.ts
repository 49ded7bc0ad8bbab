import { css, unsafeCSS } from 'lit';
import { LANDSCAPE } from '../../shared/styles.ts';
import { sheets } from './panel-selectors.ts';

/**
 * A phone in landscape orientation (`LANDSCAPE`) is narrow and low. The sheet is a column at the right, 46 %
 * of the width but at least 280 px, and the world stays visible at the left. The touch stick and the foot
 * share the left column.
 *
 * These rules override those of phone-styles.ts, and must come after them.
 */
export const landscapeStyles = css`
  @media ${unsafeCSS(LANDSCAPE)} {
    .shell {
      display: grid;
      grid-template:
        'header header' auto
        'middle sheet' minmax(0, 1fr) / minmax(0, 1fr) minmax(17.5rem, 46%);
    }
    /* Without a sheet, the content is as wide as the header: no gap to an empty column. */
    .shell:not([data-sheet]) {
      grid-template-columns: minmax(0, 1fr) 0;
      column-gap: 0;
    }
    ${sheets} {
      grid-area: sheet;
      max-height: 100%;
      margin: 0;
    }
    /*
     * The hidden home as text is in the middle column: without a sheet, the sheet column has no width, and
     * the element would be outside the window.
     */
    hw-directory[mode='quiet']:not(:focus-within) {
      grid-area: middle;
    }
    hw-touch-stick,
    .foot {
      grid-area: middle;
      align-self: end;
    }
    /* If the touch stick is shown, the foot is beside it. */
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
    /* Not over the whole width, so that the picture beside the time-lapse stays visible. */
    .shell[data-lapse]:not([data-sheet]) hw-time-lapse {
      grid-area: lapse;
      width: min(30rem, 100%);
      justify-self: center;
    }
    .shell[data-lapse]:not([data-sheet]) .foot {
      display: none;
    }
  }
`;
