import { LitElement } from 'lit';
import { Signal } from 'signal-polyfill';

/**
 * A Lit element that renders again when a signal changes that it read while rendering.
 *
 * `SignalWatcher` of @lit-labs/signals 0.3.0 keeps every element it ever watched alive
 * (lit/lit#5364): its `FinalizationRegistry` holds the watcher, and the watcher's entry in a
 * `WeakMap` holds the element. This class drops its watch on disconnect, so a removed element can
 * be collected. Many changes in one task cause one render, and an element that is moved in the DOM
 * goes on watching.
 */
export abstract class SignalElement extends LitElement {
  /** Made for each render, because a watcher keeps what it watched. */
  #watcher: Signal.subtle.Watcher | undefined;
  /** The render itself, as a computed: it records which signals were read. */
  #pass: Signal.Computed<void> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // Render what changed while the element was out of the document.
    if (this.hasUpdated) this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unwatch();
  }

  /**
   * Watches the signals that are read between here and the end of the render: in `willUpdate` and
   * `update` as well as in `render`.
   */
  protected override performUpdate(): void {
    // An update that is still pending when the element is removed must not watch again.
    if (!this.isConnected) {
      super.performUpdate();
      return;
    }
    this.#unwatch();
    const watcher = new Signal.subtle.Watcher(() => this.requestUpdate());
    const pass = new Signal.Computed(() => super.performUpdate());
    this.#watcher = watcher;
    this.#pass = pass;
    watcher.watch(pass);
    pass.get();
  }

  /** Mirror of the watch in `performUpdate`. */
  #unwatch(): void {
    if (this.#watcher && this.#pass) this.#watcher.unwatch(this.#pass);
    this.#watcher = undefined;
    this.#pass = undefined;
  }
}
