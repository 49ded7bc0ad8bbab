import type { ReactiveElement } from 'lit';
import { Signal } from 'signal-polyfill';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- TypeScript requires exactly this signature of a mixin's base
type Constructor<T> = abstract new (...args: any[]) => T;

/**
 * Renders a Lit element again when a signal read in its render changes.
 *
 * `SignalWatcher` of @lit-labs/signals 0.3.0 keeps every element it ever watched alive (lit/lit#5364); this one drops its
 * watch on disconnect, so a removed element can be collected. Many sets in one task make one render, and an element that is
 * moved in the DOM goes on watching.
 */
export function SignalElement<T extends Constructor<ReactiveElement>>(Base: T) {
  abstract class Watching extends Base {
    #watcher: Signal.subtle.Watcher | undefined;
    #pass: Signal.Computed<void> | undefined;

    override connectedCallback(): void {
      super.connectedCallback();
      // What changed while the element was out of the document is drawn now.
      if (this.hasUpdated) this.requestUpdate();
    }

    override disconnectedCallback(): void {
      super.disconnectedCallback();
      this.#unwatch();
    }

    protected override performUpdate(): void {
      // An update that is still pending when the element leaves must not watch again.
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

    #unwatch(): void {
      if (this.#watcher && this.#pass) this.#watcher.unwatch(this.#pass);
      this.#watcher = undefined;
      this.#pass = undefined;
    }
  }
  return Watching;
}
