import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether a media query matches now; the element is drawn again when that changes. */
export class MediaQuery implements ReactiveController {
  readonly #list: MediaQueryList;
  readonly #onChange: () => void;

  constructor(host: ReactiveControllerHost, query: string) {
    this.#list = window.matchMedia(query);
    this.#onChange = () => host.requestUpdate();
    host.addController(this);
  }

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
