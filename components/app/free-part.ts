import type { LitElement } from 'lit';
import { watch } from '../../data/core/watch.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { FreePart } from '../../data/world-state.ts';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

const area = ({ left, top, right, bottom }: Box): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** The largest rectangle of `whole` that a box leaves free at one side of it. */
function beside(whole: Box, box: Box): Box {
  const left = Math.max(whole.left, box.left);
  const right = Math.min(whole.right, box.right);
  const top = Math.max(whole.top, box.top);
  const bottom = Math.min(whole.bottom, box.bottom);
  if (left >= right || top >= bottom) return whole;
  // Each side is named: a rectangle of the DOM cannot be spread.
  const sides: readonly Box[] = [
    { left: whole.left, top: whole.top, right: left, bottom: whole.bottom },
    { left: right, top: whole.top, right: whole.right, bottom: whole.bottom },
    { left: whole.left, top: whole.top, right: whole.right, bottom: top },
    { left: whole.left, top: bottom, right: whole.right, bottom: whole.bottom },
  ];
  return sides.reduce((best, side) => (area(side) > area(best) ? side : best));
}

/** The part of `whole` that all boxes leave free, in shares of it. */
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

/** What covers the picture while the visitor talks. The left column has no box of its own on phones. */
const COVERS = 'hw-chat, .left, hw-header';

/**
 * Keeps `state.world.freePart` while the chat is open, so that the visitor comes to stand where
 * the page covers nothing of the resident. Returns the function that ends this.
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
