import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * A reactive controller for a media query. The host updates when the result changes; while the host is not
 * connected, nothing listens.
 */
export class MediaQuery implements ReactiveController {
  readonly #list: MediaQueryList;
  readonly #onChange: () => void;

  constructor(host: ReactiveControllerHost, query: string) {
    this.#list = window.matchMedia(query);
    this.#onChange = () => host.requestUpdate();
    host.addController(this);
  }

  /** Read it while the host renders. */
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
