import { LitElement } from 'lit';
import { Observer } from '../../data/core/watch.ts';

/**
 * A Lit element that renders again when a signal changes that it read while rendering. Many changes in
 * one task cause one render. A removed element is watched by nothing, so that it can be collected; one
 * that is moved in the DOM goes on watching.
 */
export abstract class SignalElement extends LitElement {
  /** Watches from one render to the next. */
  readonly #observer = new Observer(() => this.requestUpdate());

  override connectedCallback(): void {
    super.connectedCallback();
    // Render what changed while the element was out of the document.
    this.requestUpdate();
  }

  /** Mirror of the watch in `performUpdate`. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer.end();
  }

  /**
   * Watches the signals that are read between here and the end of the render: in `willUpdate` and
   * `update` as well as in `render`.
   */
  protected override performUpdate(): void {
    // An update that is still pending when the element is removed must not watch again.
    if (this.isConnected) this.#observer.run(() => super.performUpdate());
    else super.performUpdate();
  }
}
