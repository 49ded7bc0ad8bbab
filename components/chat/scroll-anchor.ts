import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Closer than this to the end counts as reading the end. CSS pixels. */
const NEAR_PIXELS = 32;

/**
 * Keeps a scrolling list at its end while the reader is there, and leaves it alone while they read elsewhere. What is higher than the list is
 * followed until its beginning is at the top: from there one reads on at one's own pace.
 * The content is observed, because rows grow after the list itself has rendered.
 */
export class ScrollAnchor implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #parts: () => { scroller: HTMLElement; content: HTMLElement } | undefined;
  readonly #observer = new ResizeObserver(() => this.#grown());
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  /** Where this has put the list: anywhere else, the reader has, or the browser, when the list became shorter. */
  #put = 0;
  #lastHeight = 0;
  #isAnchored = true;

  /** Whether something has come that the reader has not seen. */
  unseen = false;

  constructor(
    host: ReactiveControllerHost,
    parts: () => { scroller: HTMLElement; content: HTMLElement } | undefined,
  ) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  hostUpdated(): void {
    const parts = this.#parts();
    if (!parts || this.#scroller === parts.scroller) return;
    this.#scroller = parts.scroller;
    this.#content = parts.content;
    this.#setAnchored(this.#isAnchored);
    parts.scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#observer.observe(parts.content);
    this.#observer.observe(parts.scroller);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#scroller?.removeEventListener('scroll', this.#onScroll);
    this.#scroller = undefined;
    this.#content = undefined;
  }

  /** While the end is followed, the browser must not keep what is in sight in its place when rows above it go. */
  #setAnchored(anchored: boolean): void {
    this.#isAnchored = anchored;
    if (this.#scroller) this.#scroller.style.overflowAnchor = anchored ? 'none' : 'auto';
  }

  /** To what is newest; who reads it already, to its end. */
  toNewest(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#setAnchored(true);
    this.unseen = false;
    const newest = this.#newest(scroller);
    this.#putAt(scroller, newest > scroller.scrollTop ? newest : scroller.scrollHeight);
    this.#host.requestUpdate();
  }

  /** The end, or the beginning of the last row where that is higher than the list. */
  #newest(scroller: HTMLElement): number {
    const end = scroller.scrollHeight - scroller.clientHeight;
    const last = this.#content?.lastElementChild;
    if (!last) return end;
    const beginning =
      last.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    return Math.min(end, Math.floor(beginning));
  }

  #putAt(scroller: HTMLElement, top: number): void {
    scroller.scrollTop = top;
    this.#put = scroller.scrollTop;
  }

  #isAsPut({ scrollTop }: HTMLElement): boolean {
    return Math.abs(scrollTop - this.#put) < 1;
  }

  #grown(): void {
    const scroller = this.#scroller;
    // Closed, it has no height, and keeps its place.
    if (!scroller || scroller.clientHeight === 0) return;
    const grew = scroller.scrollHeight > this.#lastHeight;
    this.#lastHeight = scroller.scrollHeight;
    if (this.#isAnchored) {
      const newest = this.#newest(scroller);
      // Never back: who has gone further by hand is reading there.
      if (this.#isAsPut(scroller) || newest > scroller.scrollTop) this.#putAt(scroller, newest);
    } else if (grew && !this.unseen) {
      this.unseen = true;
      this.#host.requestUpdate();
    }
  }

  readonly #onScroll = (): void => {
    const scroller = this.#scroller;
    if (!scroller || this.#isAsPut(scroller)) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    // Rows have gone, and the browser moved the shorter list: the observer is about to put it right.
    if (this.#isAnchored && scrollTop < this.#put && scrollHeight !== this.#lastHeight) return;
    this.#setAnchored(scrollHeight - scrollTop - clientHeight < NEAR_PIXELS);
    if (!this.#isAnchored || !this.unseen) return;
    this.unseen = false;
    this.#host.requestUpdate();
  };
}
