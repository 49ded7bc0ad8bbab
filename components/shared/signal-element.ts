import { LitElement } from 'lit';
import { Observer } from '../../data/core/watch.ts';

/**
 * A Lit element that renders again when a signal that it read while rendering has changed. Many changes in
 * one task cause one render. A removed element stops watching the signals, so that it can be
 * garbage-collected. An element that is moved in the DOM continues to watch.
 */
export abstract class SignalElement extends LitElement {
  /** Watches the signals of the last render. */
  readonly #observer = new Observer(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    // Renders what changed while the element was disconnected.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.end();
  }

  /** Watches the signals that are read during the update: in `willUpdate`, `update` and `render`. */
  protected override performUpdate(): void {
    // A pending update of a removed element must not watch signals.
    if (this.isConnected) this.#observer.run(() => super.performUpdate());
    else super.performUpdate();
  }
}
