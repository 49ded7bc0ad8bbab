import type { Intersection, Object3D } from 'three';

/** What standing near an object, pointing at it or zooming in says and does. */
export interface Interaction {
  /**
   * Names the object and its datum, as in `Sovereignty meter — 72 % from sovereignty-status.json`. Asked when shown, not per frame. `hit` is
   * what the middle of the picture meets of it: which instance, and where; absent while one only stands near.
   */
  label: (hit?: Intersection) => string;
  /**
   * Its name alone: for a look from near, and for the heading of a guest's thing in the home as text. Without it, a look from near takes the label up to the first “ — ” or “: ”;
   * so names from outside, which may hold these, are given here.
   */
  name?: (hit?: Intersection) => string;
  /** Metres at which the hint appears. */
  reach: number;
  /** Speaks only when one looks at it, not to somebody who merely stands near. */
  requiresAim?: boolean;
  /** What it shows besides its label, line by line, for the home as text. Of modules of others only. */
  rows?: () => readonly string[];
  /** The key that acts, and what it does; absent for things one only looks at, or while there is nothing to do. Asked when needed. */
  action?: { readonly key: string; readonly text: () => string; run(): void } | undefined;
}

/** What answers, and how. */
export interface InteractiveObject {
  readonly object: Object3D;
  readonly interaction: Interaction;
  /** The module that registered it, where one was at work. */
  readonly author: string | undefined;
}

/** Objects that answer to the visitor. Registering and unregistering are mirror images. */
export class InteractionRegistry {
  readonly #all: InteractiveObject[] = [];
  /** The module at work. */
  author: () => string | undefined = () => undefined;
  /** Hears that something was registered or unregistered. */
  onChange: () => void = () => undefined;

  register(object: Object3D, interaction: Interaction): void {
    const known = this.#all.findIndex((entry) => entry.object === object);
    const answering = { object, interaction, author: this.author() };
    if (known < 0) this.#all.push(answering);
    else this.#all[known] = answering;
    this.onChange();
  }

  unregister(object: Object3D): void {
    const known = this.#all.findIndex((entry) => entry.object === object);
    if (known < 0) return;
    this.#all.splice(known, 1);
    this.onChange();
  }

  /** As an array: whoever looks at all of them several times a second makes nothing by walking it. */
  get all(): readonly InteractiveObject[] {
    return this.#all;
  }
}
