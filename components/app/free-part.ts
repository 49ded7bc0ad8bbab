import type { LitElement } from 'lit';
import { watch } from '../../data/core/watch.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { FreePart } from '../../data/world-state.ts';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const area = ({ left, top, right, bottom }: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** The largest rectangle of `whole` at one side of `box`. */
function beside(whole: Box, box: Box): Box {
  const left = Math.max(whole.left, box.left);
  const right = Math.min(whole.right, box.right);
  const top = Math.max(whole.top, box.top);
  const bottom = Math.min(whole.bottom, box.bottom);
  if (left >= right || top >= bottom) return whole;
  // Each edge is written out, because the properties of a `DOMRect` are getters and spread copies none of
  // them.
  const sides: readonly Box[] = [
    { left: whole.left, top: whole.top, right: left, bottom: whole.bottom },
    { left: right, top: whole.top, right: whole.right, bottom: whole.bottom },
    { left: whole.left, top: whole.top, right: whole.right, bottom: top },
    { left: whole.left, top: bottom, right: whole.right, bottom: whole.bottom },
  ];
  return sides.reduce((best, side) => (area(side) > area(best) ? side : best));
}

/** The part of `whole` that no box covers, as fractions of its width and height. */
export function freePart(whole: Box, boxes: readonly Box[]): FreePart {
  const free = boxes.reduce(beside, whole);
  const width = whole.right - whole.left || 1;
  const height = whole.bottom - whole.top || 1;
  return {
    left: (free.left - whole.left) / width,
    top: (free.top - whole.top) / height,
    right: (free.right - whole.left) / width,
    bottom: (free.bottom - whole.top) / height,
  };
}

/**
 * Selects the elements that cover the picture while the chat is open. On phones the left column has no box
 * (`display: contents`).
 */
const COVERS = 'hw-chat, .left, hw-header';

/**
 * Updates `state.world.freePart` while the chat is open, so that the camera shows the resident in the part of
 * the picture that the page does not cover. Returns a function that stops this.
 */
export function followFreePart(state: ViewState & WorldState, page: LitElement): () => void {
  const { freePart: part } = state.world;
  const measure = (): void => {
    if (!state.panels.chat.get()) return;
    const covers = [...page.renderRoot.querySelectorAll(COVERS)];
    part.set(
      freePart(
        page.getBoundingClientRect(),
        covers.map((element) => element.getBoundingClientRect()),
      ),
    );
  };
  const observer = new ResizeObserver(measure);
  const follow = (): void => {
    observer.disconnect();
    if (!state.panels.chat.get()) {
      part.set(undefined);
      return;
    }
    observer.observe(page);
    for (const element of page.renderRoot.querySelectorAll(COVERS)) observer.observe(element);
  };
  const unwatch = watch(state.panels.chat, follow);
  follow();
  return () => {
    unwatch();
    observer.disconnect();
    part.set(undefined);
  };
}
