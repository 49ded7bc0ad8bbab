import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Whether one points with a finger; the element is drawn again when that changes. */
export class CoarsePointer implements ReactiveController {
  readonly #media = window.matchMedia('(pointer: coarse)');
  readonly #onChange: () => void;

  constructor(host: ReactiveControllerHost) {
    this.#onChange = () => host.requestUpdate();
    host.addController(this);
  }

  get matches(): boolean {
    return this.#media.matches;
  }

  hostConnected(): void {
    this.#media.addEventListener('change', this.#onChange);
  }

  hostDisconnected(): void {
    this.#media.removeEventListener('change', this.#onChange);
  }
}
