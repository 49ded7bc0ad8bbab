import { css } from 'lit';
import { phoneStyles } from './phone-styles.ts';
import { landscapeStyles } from './landscape-styles.ts';
import { openAt, tagsAt } from './panel-selectors.ts';

/**
 * The places of panels, cards and the foot on a wide page: texts and Today at the left; chat, settings and
 * help at the right; the world in the middle. The foot shows one card. `tagsAt` and `openAt` list the panels
 * of a place from the table in `panels.ts`.
 *
 * The first frame has none of these elements, so these styles are loaded with the deferred part of the shell
 * (parts.ts), before the files of the elements. home-styles.ts explains the attributes of `.shell`.
 */
const wideStyles = css`
  /*
   * On a zoomed page the browser handles two fingers on the picture, so that the visitor can zoom out again.
   */
  :host([zoomed]) ::slotted(canvas) {
    touch-action: pinch-zoom !important;
  }
  .shell[data-warp]::before {
    display: none;
  }
  /* Hidden, not removed, to keep drafts and scroll positions. */
  .skip:has(~ [data-alone]),
  [data-alone] {
    visibility: hidden;
  }
  /* On the wall, the painted home has its words in the picture. */
  [data-alone] hw-painted-home {
    visibility: visible;
  }
  [data-alone] ~ main hw-loading-overlay {
    display: none;
  }
  /* The wall moves the picture by a few pixels, so it is larger than the window there. */
  main {
    inset: var(--hw-bleed, 0);
    translate: var(--hw-drift, none);
  }
  hw-photo-bar {
    position: absolute;
    right: max(0.5rem, env(safe-area-inset-right));
    bottom: max(1rem, env(safe-area-inset-bottom));
    left: max(0.5rem, env(safe-area-inset-left));
    z-index: 2;
    width: fit-content;
    max-width: calc(100% - 1rem);
    margin: 0 auto;
    pointer-events: none;
  }
  ${tagsAt('right')} {
    grid-area: right;
  }
  .left {
    display: flex;
    flex-direction: column;
    gap: 0.5rem;
    min-height: 0;
  }
  ${tagsAt('left', 'bottom-left')} {
    flex: 0 1 auto;
  }
  hw-today {
    margin-top: auto;
    /* Not higher, so that the world stays visible; visitors scroll to the rest. */
    max-height: min(26rem, 38dvh);
  }
  /* While a panel is open at the left, only the beginning of Today is shown. */
  .shell[data-left] hw-today {
    flex-shrink: 0;
    max-height: max(9.25rem, 20%);
  }
  @media (width >= 56.25em) and (height >= 30em) and (height < 37.5em) {
    .shell[data-left] hw-today {
      display: none;
    }
  }
  ${openAt('left')} {
    flex: 1 1 0;
    min-height: 7.5rem;
  }
  ${tagsAt('middle')} {
    grid-area: middle;
    justify-self: start;
    width: min(25rem, 100%);
    max-height: 100%;
  }
  /*
   * A film is as large as possible. It has no intrinsic width (size containment), so it stretches to its grid
   * area.
   */
  hw-film-strip {
    z-index: 1;
    justify-self: stretch;
    width: auto;
  }
  @media (width >= 56.25em) and (height >= 30em) {
    .shell:not([data-right]) hw-film-strip {
      grid-column: middle / right;
    }
  }
  /* A document is above the hints, which stay visible because they name the object in front of the
     visitor. */
  hw-document {
    z-index: 1;
    grid-area: middle;
    align-self: end;
    justify-self: center;
    width: min(35rem, 100%);
    max-height: min(30rem, 100%);
  }
  /* A document is not in the middle of the picture, where it would cover the object that it describes. */
  @media (width >= 56.25em) and (height >= 30em) {
    .shell:not([data-right]) hw-document {
      grid-column: middle / right;
      justify-self: end;
    }
  }
  /* The time-lapse is below the hints, so that the objects in the middle of the picture stay visible. */
  .shell[data-lapse] {
    grid-template-areas:
      'header header header'
      'left middle right'
      'left foot right'
      'left lapse right';
    grid-template-rows: auto minmax(0, 1fr) auto auto;
  }
  /* The time-lapse shows its own name. */
  .shell[data-lapse='on'] hw-view-bar {
    display: none;
  }
  hw-time-lapse {
    z-index: 1;
    grid-area: lapse;
    justify-self: center;
    width: min(65rem, 100%);
  }
  .shell:not([data-right]) hw-time-lapse {
    grid-column: middle / right;
  }
  .page {
    grid-area: middle;
    min-height: 0;
  }
  .shell:not([data-right]) :is(.page, hw-painted-home) {
    grid-column: middle / right;
  }
  .page hw-directory {
    height: 100%;
  }
  .foot {
    display: flex;
    position: relative;
    grid-area: foot;
    flex-direction: column;
    align-items: center;
    min-width: 0;
  }
  .foot > * {
    max-width: 100%;
  }
  /* Above the foot, on the side opposite the touch stick. */
  hw-fov-zoom {
    position: absolute;
    right: 0;
    bottom: calc(100% + 0.5rem);
  }
  /*
   * One card at a time: an element that shows a card has the attribute card, and the first of them is
   * shown. Captions may be shown beside that card, and the view bar beside captions and news. While the
   * visitor walks, the view bar waits for all other cards. A hidden card stays rendered, because screen
   * readers must hear its live region.
   */
  .foot > [card] ~ :not(hw-captions, hw-view-bar),
  .foot > [card]:not(hw-captions, hw-news) ~ hw-view-bar,
  .foot:has(> :is(hw-captions, hw-news, hw-tips, hw-hints)[card]) > hw-view-bar:not([card]) {
    --hw-card: none;
  }
  .foot > [card] ~ :is(hw-captions, hw-view-bar)[card] {
    margin-top: 0.5rem;
  }
  /* Where the left thumb reaches it, above the hints. */
  hw-touch-stick {
    grid-area: middle;
    align-self: end;
    justify-self: start;
  }
  .shell[data-document] :is(hw-touch-stick, hw-fov-zoom) {
    display: none;
  }
  .shell[data-warp] > .foot {
    position: absolute;
    inset: auto 0.5rem max(1rem, env(safe-area-inset-bottom));
    grid-area: auto;
  }
  .shell > *,
  .left > * {
    transition: opacity var(--hw-motion, 0.3s);
  }
  /* During a warp only the action banner is visible and can be pressed. */
  .shell[data-warp] > :not(.foot),
  .shell[data-warp] :is(.left, .foot) > :not(hw-action-banner) {
    visibility: hidden;
    opacity: 0;
    transition:
      opacity var(--hw-motion, 0.3s),
      visibility 0s var(--hw-motion, 0.3s);
  }
  @media (width >= 56.25em) and (width < 75em) and (height >= 30em) {
    /*
     * Between Today and a panel at the right, a document would be too narrow: it takes the left column too.
     */
    .shell[data-right] hw-document {
      grid-column: left / middle;
    }
    .shell[data-document][data-right] hw-today {
      display: none;
    }
  }
`;

/** The order matters: later style sheets override earlier ones. */
export const laterStyles = [wideStyles, phoneStyles, landscapeStyles];
