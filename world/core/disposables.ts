import type { Object3D } from 'three';

/** An object with GPU memory: a geometry, material, texture or render target. */
interface Disposable {
  dispose(): void;
}

/**
 * The cleanup of a module, in reverse order. Similar to the platform's `DisposableStack`, which some
 * supported browsers do not have yet.
 */
export class Disposables {
  readonly #undo: (() => void)[] = [];
  #abort: AbortController | undefined;

  /** Disposes of the resource at the end. Returns it. */
  use<T extends Disposable>(resource: T): T {
    this.#undo.push(() => resource.dispose());
    return resource;
  }

  /** Adds an object to its parent until the end. Returns it. */
  add<T extends Object3D>(parent: Object3D, object: T): T {
    parent.add(object);
    this.#undo.push(() => void object.removeFromParent());
    return object;
  }

  /** Calls the function at the end. */
  defer(undo: () => void): void {
    this.#undo.push(undo);
  }

  /** For event listeners: aborted at the end. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      const abort = new AbortController();
      this.#abort = abort;
      this.#undo.push(() => abort.abort());
    }
    return this.#abort.signal;
  }

  /** Undoes everything, even when one step throws; the first error is thrown at the end. */
  dispose(): void {
    const errors: unknown[] = [];
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) {
      try {
        undo();
      } catch (error) {
        errors.push(error);
      }
    }
    this.#abort = undefined;
    if (errors.length > 0) throw errors[0];
  }
}
