import type { Intersection, Object3D } from 'three';

/** What an object says and does when a visitor stands near it, points at it or looks closer. */
export interface Interaction {
  /**
   * Names the object and its datum, as in `Sovereignty meter — 72 % from sovereignty-status.json`.
   * Called when it is shown, not per frame. `hit` is where the ray through the middle of the picture
   * meets the object: which instance, and where; absent while a visitor only stands near.
   */
  label: (hit?: Intersection) => string;
  /**
   * Its name alone: for the closer look, and for the heading of a plugin's object in the home as
   * text. Without it, the closer look takes the label up to the first “ — ” or “: ”, so a name from
   * outside, which may hold these, is given here.
   */
  name?: (hit?: Intersection) => string;
  /** Whether it has no hint now, because the visitor knows what it would say. Its key still works. */
  isQuiet?: () => boolean;
  /** Metres at which the hint appears. */
  reach: number;
  /** Its hint appears only when the visitor looks at it, not when they merely stand near. */
  requiresAim?: boolean;
  /**
   * What a click from out of its reach does: brings the visitor to it, or runs its action all the same.
   * Without it such a click only names the object.
   */
  fromAfar?: 'come' | 'act';
  /** The width of something flat with words on it: a close look shows it whole. Metres. */
  width?: number;
  /** What it shows besides its label, line by line, for the home as text. Of plugins only. */
  rows?: () => readonly string[];
  /** The key, and what it does; absent where there is nothing to do. Read when needed. */
  action?: { readonly key: string; readonly text: () => string; run(): void } | undefined;
}

/** An object and how it answers. */
export interface InteractiveObject {
  readonly object: Object3D;
  readonly interaction: Interaction;
  /** The module that registered it, where one was running. */
  readonly author: string | undefined;
}

/** Objects that answer to the visitor. */
export class InteractionRegistry {
  readonly #all: InteractiveObject[] = [];
  readonly #loop: { readonly currentModule: string | undefined };
  /** Called when an object was registered or unregistered. */
  onChange: (() => void) | undefined;

  /** `loop` knows the running module, which owns the objects it registers. */
  constructor(loop: { readonly currentModule: string | undefined }) {
    this.#loop = loop;
  }

  /** Returns a function that unregisters it. */
  register(object: Object3D, interaction: Interaction): () => void {
    const known = this.#all.findIndex((entry) => entry.object === object);
    const entry = { object, interaction, author: this.#loop.currentModule };
    if (known < 0) this.#all.push(entry);
    else this.#all[known] = entry;
    this.onChange?.();
    return () => this.unregister(object);
  }

  unregister(object: Object3D): void {
    const known = this.#all.findIndex((entry) => entry.object === object);
    if (known < 0) return;
    this.#all.splice(known, 1);
    this.onChange?.();
  }

  /** The registry's own array, so that a loop over it allocates nothing. Read, not kept. */
  get all(): readonly InteractiveObject[] {
    return this.#all;
  }
}
