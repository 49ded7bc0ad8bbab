import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * The distance to the end, in CSS pixels, that counts as being at the end: about two lines, because touch
 * scrolling rarely stops exactly there.
 */
const NEAR_PIXELS = 32;

/**
 * Keeps a scrolling list at its end while the visitor reads there, and does not scroll while they read
 * elsewhere. A row that is higher than the list is shown from its beginning, and the visitor scrolls on.
 *
 * A `ResizeObserver` watches the content, because rows grow after the list has rendered: text arrives, and
 * formatting replaces it.
 */
export class ScrollAnchor implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  /** The scrolling element and its content; undefined while they are not rendered. */
  readonly #parts: () => { scroller: HTMLElement; content: HTMLElement } | undefined;
  readonly #observer = new ResizeObserver(() => this.#grown());
  #scroller: HTMLElement | undefined;
  #content: HTMLElement | undefined;
  /**
   * The last scroll position that this class set, in CSS pixels. If the list is at another position, the
   * visitor has scrolled, or the browser has because the list became shorter.
   */
  #put = 0;
  /** The heights of the content and of the list at the last change, in CSS pixels. */
  #lastHeight = 0;
  #lastRoom = 0;
  /** Whether the list follows its end. */
  #isAnchored = true;

  /** Whether a message has arrived that the visitor has not seen. */
  unseen = false;

  constructor(
    host: ReactiveControllerHost,
    parts: () => { scroller: HTMLElement; content: HTMLElement } | undefined,
  ) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  /** Starts to observe after the first render of the host that contains the list. */
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

  /**
   * While the list follows its end, the browser's scroll anchoring must be off: it would keep the visible
   * rows in place when rows above them are removed.
   */
  #setAnchored(anchored: boolean): void {
    this.#isAnchored = anchored;
    if (this.#scroller) this.#scroller.style.overflowAnchor = anchored ? 'none' : 'auto';
  }

  /** Scrolls to the newest row, or to its end if its beginning is in view already. */
  toNewest(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    this.#setAnchored(true);
    this.unseen = false;
    const newest = this.#newest(scroller);
    this.#putAt(scroller, newest > scroller.scrollTop ? newest : scroller.scrollHeight);
    this.#host.requestUpdate();
  }

  /**
   * The scroll position of the end, or of the beginning of the last row if that row is higher than the list.
   */
  #newest(scroller: HTMLElement): number {
    const end = scroller.scrollHeight - scroller.clientHeight;
    const last = this.#content?.lastElementChild;
    if (!last) return end;
    const beginning =
      last.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    return Math.min(end, Math.floor(beginning));
  }

  /** Sets the position and reads it back, because browsers round and clamp it. */
  #putAt(scroller: HTMLElement, top: number): void {
    scroller.scrollTop = top;
    this.#put = scroller.scrollTop;
  }

  /** Whether the list is at the position that this class set; positions may be fractions of a pixel. */
  #isAsPut({ scrollTop }: HTMLElement): boolean {
    return Math.abs(scrollTop - this.#put) < 1;
  }

  /** Called when the content or the list is resized. */
  #grown(): void {
    const scroller = this.#scroller;
    // A closed panel has no height, and keeps its position.
    if (!scroller || scroller.clientHeight === 0) return;
    const grew = scroller.scrollHeight > this.#lastHeight;
    this.#lastHeight = scroller.scrollHeight;
    this.#lastRoom = scroller.clientHeight;
    if (this.#isAnchored) {
      const newest = this.#newest(scroller);
      // This never scrolls back, because a visitor who has scrolled further is reading there.
      if (this.#isAsPut(scroller) || newest >= scroller.scrollTop) this.#putAt(scroller, newest);
    } else if (grew && !this.unseen) {
      this.unseen = true;
      this.#host.requestUpdate();
    }
  }

  /** A scroll by the visitor decides whether the list follows its end. */
  readonly #onScroll = (): void => {
    const scroller = this.#scroller;
    if (!scroller || this.#isAsPut(scroller)) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    // Here the browser has scrolled and not the visitor, because rows were removed or the list became higher.
    // The observer will correct the position.
    const isResized = scrollHeight !== this.#lastHeight || clientHeight !== this.#lastRoom;
    if (this.#isAnchored && scrollTop < this.#put && isResized) return;
    this.#setAnchored(scrollHeight - scrollTop - clientHeight < NEAR_PIXELS);
    if (!this.#isAnchored || !this.unseen) return;
    this.unseen = false;
    this.#host.requestUpdate();
  };
}
