import { Vector2, Vector3 } from 'three';
import type { Hint } from '../../data/world-state.ts';
import type { State } from '../../data/state.ts';
import { type View, isOnFoot } from '../../data/view/view.ts';
import type { Theme } from '../../theme/theme.ts';
import type { Interaction } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { Picker } from './picker.ts';
import { isPlainKey } from '../input/keyboard.ts';

/** Often enough to feel at once, seldom enough to cost nothing. Seconds. */
const LOOK_EVERY = 1 / 8;
/** A press that moves more than this was a drag. CSS pixels. */
const TAP_PIXELS = 8;

/** How long a hint about something out of reach stays. Seconds. */
const FAR_HINT_SECONDS = 3;

/** What one looks at from near turns and breathes: so far from the point that was chosen it is still the same thing. Metres. */
const SAME_METRES = 0.8;

const CENTRE = new Vector2(0, 0);
const pointer = new Vector2();
const target = new Vector3();

/** `F — enter`, as the hint shows it. */
const actionText = ({ action }: Interaction): string | undefined =>
  action && `${action.key} — ${action.text()}`;

/** What was pointed at from too far off. */
interface Far {
  readonly interaction: Interaction;
  readonly place: Vector3;
  /** As last shown. */
  metres: number;
  secondsLeft: number;
}

class Pointing {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #sight: Picker;
  readonly #abort = new AbortController();
  #since = LOOK_EVERY;
  #current: Interaction | undefined;
  #far: Far | undefined;
  /** Of the buttons, as last answered. */
  #acts: number;
  #down: { id: number; x: number; y: number } | undefined;

  constructor(scene: WorldScene, state: State) {
    this.#scene = scene;
    this.#state = state;
    this.#sight = new Picker(scene);
    this.#acts = scene.input.actionCount;
    const canvas = scene.renderer.domElement;
    const on = { signal: this.#abort.signal };
    window.addEventListener('keydown', this.#onKey, on);
    canvas.addEventListener('pointerdown', this.#onDown, on);
    canvas.addEventListener('pointerup', this.#onUp, on);
  }

  update(delta: number): void {
    const { actionCount } = this.#scene.input;
    if (actionCount !== this.#acts) {
      this.#acts = actionCount;
      if (this.#current && isOnFoot(this.#state.view.get())) this.#act(this.#current);
    }
    this.#since += delta;
    if (this.#since < LOOK_EVERY) return;
    try {
      this.#look();
    } catch (error) {
      this.#drop(error);
    }
  }

  #drop(error: unknown): void {
    const culprit = this.#scene.interactions.all.find(({ interaction }) => interaction === this.#sight.asked);
    this.#current = undefined;
    this.#far = undefined;
    if (!culprit) throw error;
    this.#scene.dismiss(culprit.object, error);
  }

  #look(): void {
    if (this.#far) this.#far.secondsLeft -= this.#since;
    this.#since = 0;
    const view = this.#state.view.get();
    this.#scene.focus.subject = undefined;
    if (!isOnFoot(view)) {
      this.#lookOn(view);
      return;
    }
    const aimed = this.#sight.find(CENTRE);
    this.#scene.focus.subject = this.#sight.hit?.distance;
    const found = aimed ?? this.#sight.nearest();
    // A question is answered first; what one stands before has its say again when the answer has been read.
    if (this.#far && this.#far.secondsLeft > 0 && found !== this.#far.interaction) {
      this.#current = found;
      this.#showFar(this.#far);
      return;
    }
    this.#far = undefined;
    this.#show(found);
  }

  /** Who is not there on foot reaches nothing: an orbit still names what was pointed at, and a look from near says more of its thing. */
  #lookOn(view: View): void {
    this.#current = undefined;
    if (view.mode === 'normal' && this.#far && this.#far.secondsLeft > 0) {
      this.#showFar(this.#far);
      return;
    }
    this.#far = undefined;
    const found = view.mode === 'zoom' ? this.#sight.find(CENTRE) : undefined;
    // On the way there the middle of the picture passes other things.
    const there =
      view.mode === 'zoom' &&
      this.#sight.hit &&
      this.#sight.hit.point.distanceTo(target.fromArray(view.target.at)) < SAME_METRES;
    this.#sight.asked = found;
    this.#say(there ? found?.label(this.#sight.hit) : undefined, undefined);
  }

  /** The name of a thing out of reach, and how far it is; said again only when that is another number of metres. */
  #showFar(far: Far): void {
    const metres = Math.max(1, Math.round(far.place.distanceTo(this.#scene.camera.position)));
    if (metres === far.metres) return;
    far.metres = metres;
    this.#sight.asked = far.interaction;
    const walks = isOnFoot(this.#state.view.get());
    this.#say(far.interaction.label(), walks ? `walk nearer — ${metres} m` : `${metres} m away`);
  }

  /** Sets the hint only when it says something else than before. */
  #show(found: Interaction | undefined): void {
    this.#current = found;
    this.#sight.asked = found;
    this.#say(found?.label(this.#sight.hit), found && actionText(found));
  }

  #say(label: string | undefined, action: string | undefined): void {
    const { hint } = this.#state.world;
    const before = hint.get();
    if (label === undefined) {
      if (before) hint.set(undefined);
      return;
    }
    if (before?.label === label && before.action === action) return;
    const next: Hint = action === undefined ? { label } : { label, action };
    hint.set(next);
  }

  /** Acts on what is meant, or says what it is and how far. */
  #meet(point: Vector2): void {
    const found = isOnFoot(this.#state.view.get()) ? this.#sight.find(point) : undefined;
    if (found) {
      this.#far = undefined;
      this.#sight.asked = found;
      found.action?.run();
      return;
    }
    this.#name(point);
  }

  /** Says what is under a point of the picture, however far off. */
  #name(point: Vector2): void {
    const interaction = this.#sight.find(point, 'all');
    const place = this.#sight.hit?.point.clone();
    this.#far = interaction && place && { interaction, place, metres: 0, secondsLeft: FAR_HINT_SECONDS };
    if (this.#far) this.#showFar(this.#far);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#state.settings.get().shortcuts || !isOnFoot(this.#state.view.get())) return;
    if (event.repeat || event.shiftKey || !isPlainKey(event)) return;
    const current = this.#current;
    if (current?.action?.key.toLowerCase() === event.key.toLowerCase()) this.#act(current);
  };

  #act(on: Interaction): void {
    this.#sight.asked = on;
    try {
      on.action?.run();
    } catch (error) {
      this.#drop(error);
    }
  }

  readonly #onDown = (event: PointerEvent): void => {
    // The browser's own menu is on the others.
    this.#down = event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined;
  };

  /**
   * A tap acts on what it meets; so does a click while the mouse is taken, on what is in the middle. A click that takes the mouse acts on
   * nothing, but says what it met.
   */
  readonly #onUp = (event: PointerEvent): void => {
    const down = this.#down;
    this.#down = undefined;
    if (down?.id !== event.pointerId || this.#scene.input.pinched) return;
    const view = this.#state.view.get();
    // From an orbit one asks what things are; from elsewhere nothing answers.
    if (!isOnFoot(view) && view.mode !== 'normal') return;
    try {
      this.#point(event, down, isOnFoot(view));
    } catch (error) {
      this.#drop(error);
    }
  };

  #point(event: PointerEvent, down: { readonly x: number; readonly y: number }, onFoot: boolean): void {
    const canvas = this.#scene.renderer.domElement;
    if (document.pointerLockElement === canvas) {
      this.#meet(CENTRE);
      return;
    }
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > TAP_PIXELS) return;
    const box = canvas.getBoundingClientRect();
    pointer.set(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    if (event.pointerType !== 'mouse') this.#meet(pointer);
    else if (!onFoot || !this.#sight.find(pointer)) this.#name(pointer);
  }

  dispose(): void {
    this.#abort.abort();
    this.#scene.focus.subject = undefined;
    this.#state.world.hint.set(undefined);
  }
}

let pointing: Pointing | undefined;

export function init(scene: WorldScene, state: State, _theme: Theme): void {
  pointing = new Pointing(scene, state);
}

export function update(_elapsed: number, delta: number): void {
  pointing?.update(delta);
}

export function dispose(): void {
  pointing?.dispose();
  pointing = undefined;
}
