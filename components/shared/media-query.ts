import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * A reactive controller: whether a media query matches now. The host is rendered again when that
 * changes, and nothing listens while the host is off the page.
 */
export class MediaQuery implements ReactiveController {
  readonly #list: MediaQueryList;
  readonly #onChange: () => void;

  constructor(host: ReactiveControllerHost, query: string) {
    this.#list = window.matchMedia(query);
    this.#onChange = () => host.requestUpdate();
    host.addController(this);
  }

  /** Read in the render of the host. */
  get matches(): boolean {
    return this.#list.matches;
  }

  hostConnected(): void {
    this.#list.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#list.removeEventListener('change', this.#onChange);
  }
}
