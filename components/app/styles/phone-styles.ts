import { css, unsafeCSS } from 'lit';
import { NARROW, SHORT } from '../../shared/styles.ts';
import { openAt, sheets } from './panel-selectors.ts';

/**
 * Narrow windows (`NARROW`): a column with the header and one sheet at the bottom; home-styles.ts creates the
 * column. `order` sets where each element is in the column; the focus order stays that of the wide page.
 *
 * A sheet is as high as its content, up to 56 % of the window, so that the world stays visible above it.
 * Panels that always have much content have that height from the start. Low windows (`SHORT`) hide what is
 * less important than the open sheet, the captions or the banner.
 *
 * Only one of these is in the lower part of the page, and the first one that is shown has priority: the
 * sheet, the time-lapse controls, the card of the foot, the touch stick.
 */
export const phoneStyles = css`
  @media ${unsafeCSS(NARROW)} {
    .left {
      display: contents;
    }
    .shell:not([data-chat]) hw-chat {
      position: absolute;
    }
    ${sheets} {
      flex: 0 1 auto;
      order: 1;
      width: auto;
      min-height: 0;
      max-height: 56dvh;
      margin-top: auto;
    }
    hw-document {
      align-self: stretch;
    }
    hw-time-lapse {
      align-self: stretch;
      order: 2;
      width: auto;
    }
    /* Hidden during the replay, because the readings are of now and not of the replayed moment. */
    .shell[data-lapse='on'] hw-hud {
      visibility: hidden;
    }
    .shell[data-sheet] hw-time-lapse,
    .shell[data-lapse] hw-touch-stick {
      display: none;
    }
    ${openAt('left', 'right')} {
      flex-basis: 56dvh;
    }
    .page {
      flex: 1 1 0;
    }
    /* A sheet takes the place of the list below the picture. */
    .shell[data-sheet] hw-painted-home {
      --hw-list: none;
    }
    .foot {
      flex: none;
      order: 1;
      margin-top: auto;
    }
    hw-touch-stick {
      flex: none;
      align-self: flex-start;
      order: 1;
      margin-top: auto;
    }
    hw-touch-stick ~ .foot {
      margin-top: 0;
    }
    .shell[data-lapse] .foot {
      margin-top: auto;
    }
    /* Captions and notices are above the sheet. */
    .shell[data-sheet] .foot {
      order: 0;
      margin-top: auto;
    }
    .shell[data-narration] :is(${sheets}) {
      margin-top: 0;
    }
    /* Only the sheet is shown: nothing behind it. */
    .shell[data-sheet] :is(hw-hints, hw-touch-stick, hw-view-bar) {
      display: none;
    }
  }
  @media ${unsafeCSS(SHORT)} {
    .shell[data-sheet]:not([data-warp]) hw-action-banner,
    .shell:is([data-lapse], [data-narration]) hw-hints,
    .shell[data-narration] hw-view-bar {
      display: none;
    }
    .shell :is(${sheets}) {
      flex: 1 1 0;
      max-height: none;
    }
    hw-time-lapse,
    .foot {
      flex-shrink: 1;
      min-height: 0;
      overflow: auto;
    }
  }
  /* While an on-screen keyboard is open, only the chat is shown. */
  :host([typing]) .shell[data-chat]::before,
  :host([typing]) .shell[data-chat] :is(hw-header, .foot) {
    display: none;
  }
  :host([typing]) .shell[data-chat] hw-chat {
    --hw-quick: none;
    flex: 1;
    grid-area: 1 / 1 / -1 / -1;
    max-height: none;
  }
`;
