import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Closer than this to the end counts as reading the end. CSS pixels. */
const NEAR_PIXELS = 32;

/**
 * Keeps a scrolling list at its end while the reader is there, and leaves it alone while they read further up.
 * The content is observed, because rows grow after the list itself has rendered.
 */
export class FollowEnd implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #parts: () => { scroller: HTMLElement; content: HTMLElement } | undefined;
  readonly #observer = new ResizeObserver(() => this.#grown());
  #scroller: HTMLElement | undefined;
  #lastTop = 0;
  #lastHeight = 0;

  /** Whether the reader is at the end. */
  atEnd = true;
  /** Whether something has come that they have not seen. */
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
    parts.scroller.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#observer.observe(parts.content);
    this.#observer.observe(parts.scroller);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#scroller?.removeEventListener('scroll', this.#onScroll);
    this.#scroller = undefined;
  }

  toEnd(): void {
    this.atEnd = true;
    this.unseen = false;
    if (this.#scroller) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    this.#host.requestUpdate();
  }

  #grown(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    const grew = scroller.scrollHeight > this.#lastHeight;
    this.#lastHeight = scroller.scrollHeight;
    if (this.atEnd) {
      scroller.scrollTop = scroller.scrollHeight;
    } else if (grew && !this.unseen) {
      this.unseen = true;
      this.#host.requestUpdate();
    }
  }

  readonly #onScroll = (): void => {
    const scroller = this.#scroller;
    if (!scroller) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    const near = scrollHeight - scrollTop - clientHeight < NEAR_PIXELS;
    // New text below moves the end away without the reader having moved: only scrolling up means leaving it.
    const left = scrollTop < this.#lastTop;
    this.#lastTop = scrollTop;
    const before = this.atEnd;
    if (near) this.atEnd = true;
    else if (left) this.atEnd = false;
    if (this.atEnd === before) return;
    if (this.atEnd) this.unseen = false;
    this.#host.requestUpdate();
  };
}
