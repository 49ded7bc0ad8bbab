import { css, unsafeCSS } from 'lit';
import { NARROW } from '../../shared/styles.ts';

/**
 * The layout of the first frame: the header with the readings in one row, the picture below it, and the skip
 * links. later-styles.ts has the places of all other elements; it is loaded with the deferred part of the
 * shell.
 *
 * home.ts sets these attributes of `.shell`:
 * - `data-left`, `data-right`: a panel at that side is open; `data-chat`: the chat is open
 * - `data-document`: a document is open
 * - `data-lapse`: `on` during the time-lapse; `clip` if only its clip is still shown
 * - `data-narration`: a text is read aloud
 * - `data-sheet`: a panel or document is open, which is a sheet in a narrow window
 * - `data-warp`: the visitor travels through a portal
 * - `data-alone`: only the photo bar or the wall is shown
 *
 * The middle column itself receives no pointer events: each element in it is as large as its content.
 */
export const homeStyles = css`
  :host {
    position: fixed;
    /* The part of the window above an on-screen keyboard (viewport.ts). */
    inset: var(--hw-top, 0) 0 0;
    height: var(--hw-height, 100%);
    /* Not “hidden”: with that value, a focused field or a long word could still scroll the page. */
    overflow: clip;
    background: var(--hw-background);
  }
  ::slotted(canvas) {
    position: absolute;
    inset: 0;
    display: block;
    width: 100%;
    height: 100%;
  }
  ::slotted(canvas:focus-visible) {
    outline: var(--hw-line-focus, 2px) solid var(--hw-panel-text);
    outline-offset: -2px;
  }
  main {
    position: absolute;
    inset: 0;
  }
  hw-loading-overlay {
    z-index: 1;
  }
  .skip {
    position: absolute;
    top: 0;
    left: 0;
    z-index: 4;
    display: flex;
    gap: 0.5rem;
    padding: 0.5rem;
  }
  .skip:not(:focus-within) {
    clip-path: inset(50%);
    pointer-events: none;
  }
  .skip .action {
    background: var(--hw-panel-background);
  }
  .shell {
    position: absolute;
    inset: 0;
    z-index: 2;
    display: grid;
    grid-template:
      'header header header' auto
      'left middle right' minmax(0, 1fr)
      'left foot right' auto
      / 20rem minmax(0, 1fr) 22.5rem;
    gap: 0.5rem 1rem;
    padding: max(0.5rem, env(safe-area-inset-top)) max(1rem, env(safe-area-inset-right))
      max(1rem, env(safe-area-inset-bottom)) max(1rem, env(safe-area-inset-left));
    /*
     * Only the visible parts (.panel) receive pointer events: the boxes around them may be larger, or empty.
     */
    pointer-events: none;
  }
  /*
   * A gradient instead of a box behind the header: it is dark down to the lower edge of the header's text, so
   * that no text of the world shows through, and fades out below.
   */
  .shell::before {
    position: absolute;
    inset: 0 0 auto;
    z-index: -1;
    height: 5.25rem;
    content: '';
    background: linear-gradient(
      color-mix(in srgb, var(--hw-panel-background) 98%, transparent) 3.25rem,
      color-mix(in srgb, var(--hw-panel-background) 55%, transparent) 4.25rem,
      transparent
    );
  }
  @media (prefers-contrast: more), (forced-colors: active) {
    .shell::before {
      height: 3.75rem;
      background: var(--hw-panel-background);
    }
  }
  hw-header {
    z-index: 2;
    grid-area: header;
  }
  /* The column has its place from the start: an empty element that moves would count as a layout shift. */
  .left {
    grid-area: left;
  }
  @media (width >= 56.25em) and (width < 75em) and (height >= 30em) {
    .shell {
      grid-template-columns: 18rem minmax(0, 1fr) 20rem;
    }
  }
  @media ${unsafeCSS(NARROW)} {
    .shell {
      display: flex;
      flex-direction: column;
      padding-right: max(0.5rem, env(safe-area-inset-right));
      padding-bottom: max(0.5rem, env(safe-area-inset-bottom));
      padding-left: max(0.5rem, env(safe-area-inset-left));
    }
    hw-header {
      flex: none;
    }
  }
`;
