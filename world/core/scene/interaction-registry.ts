import type { Intersection, Object3D } from 'three';

/** The text and the action of an object when a visitor is near it, points at it or zooms in on it. */
export interface Interaction {
  /**
   * Names the object and its value, for example `Sovereignty meter — 72 % from sovereignty-status.json`.
   * Called when the label is shown, not in each frame. `hit`: the intersection of the ray through the middle
   * of the picture with the object; absent if the visitor is only near.
   */
  label: (hit?: Intersection) => string;
  /**
   * The name alone: for the zoom, and for the heading of a plugin's object in the home as text. Without it,
   * the zoom uses the label up to the first “ — ” or “: ”. So names from outside, which may contain these,
   * must be given here.
   */
  name?: (hit?: Intersection) => string;
  /** Whether the hint is hidden, because the visitor already knows its text. The key still works. */
  isQuiet?: () => boolean;
  /** The distance in metres within which the hint appears. */
  reach: number;
  /** Whether the hint appears only if the visitor looks at the object, not if they are only near. */
  requiresAim?: boolean;
  /**
   * The effect of a click from outside `reach`: it brings the visitor to the object, or runs the action.
   * Without it, the click only names the object.
   */
  fromAfar?: 'come' | 'act';
  /** The width of a flat object with text, which a zoom shows whole. Metres. */
  width?: number;
  /** The object's content besides the label, line by line, for the home as text. Only for plugins. */
  rows?: () => readonly string[];
  /**
   * The key and its action; absent if there is no action. Read when needed. `hit` as for `label`.
   */
  action?: { readonly key: string; readonly text: () => string; run(hit?: Intersection): void } | undefined;
}

export interface InteractiveObject {
  readonly object: Object3D;
  readonly interaction: Interaction;
  /** The module that registered it, if a module was running. */
  readonly author: string | undefined;
}

export class InteractionRegistry {
  readonly #all: InteractiveObject[] = [];
  readonly #loop: { readonly currentModule: string | undefined };
  /** Called when an object was registered or unregistered. */
  onChange: (() => void) | undefined;

  /** `loop` returns the module that runs now. That module owns the objects that are registered meanwhile. */
  constructor(loop: { readonly currentModule: string | undefined }) {
    this.#loop = loop;
  }

  /** Registers an object, or replaces its interaction. Returns a function that unregisters the object. */
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

  /** The registry's own array, so that a loop over it allocates nothing. It changes: do not keep it. */
  get all(): readonly InteractiveObject[] {
    return this.#all;
  }
}
