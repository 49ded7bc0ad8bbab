import { css, unsafeCSS } from 'lit';
import { NARROW, SHORT } from '../../shared/styles.ts';
import { openAt, sheets } from './panel-selectors.ts';

/**
 * Narrow windows (`NARROW`): a column of the header and one sheet at the bottom; home-styles.ts makes
 * the column. The order in it is set with `order`, so the order of the focus stays that of the wide
 * page.
 *
 * A sheet is as high as its content, up to 56 % of the window, so that the world stays visible
 * above it; panels that always have much to show start at that height. Windows with room for one
 * part only (`SHORT`) hide what is less important than the open sheet, the captions or the banner.
 *
 * What has the lower part of the page to itself, in this order: the sheet, the controls of the
 * time-lapse, the card of the foot, the touch stick.
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
    /* One sheet at a time, and nothing behind it. */
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
  /* While an on-screen keyboard leaves little room, only the chat is shown. */
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
