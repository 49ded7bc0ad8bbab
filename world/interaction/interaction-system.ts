import { type Intersection, type Object3D, Vector2, Vector3 } from 'three';
import type { Hint, WorldState } from '../../data/world-state.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { letterOf } from '../../data/view/shortcuts.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { type View, isOnFoot } from '../../data/view/view.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import type { Interaction } from '../core/scene/interaction-registry.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { FAR_KEY, actionText, clickText, distanceText, farKeyText } from './hint-text.ts';
import { Picker, type Target } from './picker.ts';
import { type TapDevice, listenForTaps, Hover } from './taps.ts';
import { seenPoint } from '../input/pointer.ts';
import { isPlainKey } from '../input/keyboard.ts';

type StateSlice = SettingsState & ViewState & WorldState;

/** The interval of ray casts for the object in front of the visitor. */
const LOOK_EVERY_SECONDS = 1 / 8;
/** How long the hint about an object out of reach is shown. */
const FAR_HINT_SECONDS = 3;

/**
 * A hit within this distance of the chosen point is the chosen object, because objects move during a zoom.
 */
const SAME_METRES = 0.8;

const CENTRE = new Vector2(0, 0);
const target = new Vector3();
const aim = new Vector2();

/** After this time a click cannot become a double click, which zooms in. */
const DOUBLE_CLICK_SECONDS = 0.28;

/** Shows hints for interactive objects, and runs their actions. */
class InteractionSystem implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #picker: Picker;
  #since = LOOK_EVERY_SECONDS;
  #current: Interaction | undefined;
  /** Where the visitor aims at `#current`; undefined if they are only near. */
  #hit: Intersection | undefined;
  /** The object out of reach that was clicked or tapped. The hint names it for some seconds. */
  #far: Target | undefined;
  #farSecondsLeft = 0;
  /** `input.actionCount` of the gamepad when an action last ran. */
  #actionCount: number;
  readonly #hover: Hover;
  /** The object out of reach in the middle of the picture. The key acts on it. */
  #ahead: Target | undefined;
  /** The clicked object, until a double click is no longer possible. */
  #clicked: Target | undefined;
  #sinceClick = 0;

  constructor(scene: WorldScene, state: StateSlice, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    this.#picker = new Picker(scene);
    this.#actionCount = scene.input.actionCount;
    const canvas = scene.renderer.domElement;
    this.#hover = new Hover(canvas, signal);
    window.addEventListener('keydown', this.#onKey, { signal });
    // Listens in the capture phase, before the page's listener, which would close a panel.
    window.addEventListener('keydown', this.#onEscape, { signal, capture: true });
    listenForTaps(scene, this, signal);
  }

  update(_elapsed: number, delta: number): void {
    const { actionCount } = this.#scene.input;
    if (actionCount !== this.#actionCount) {
      this.#actionCount = actionCount;
      if (isOnFoot(this.#state.view.get())) this.#actOrGo();
    }
    this.#sinceClick += delta;
    if (this.#clicked && this.#sinceClick > DOUBLE_CLICK_SECONDS) this.#go(this.#clicked);
    this.#since += delta;
    if (this.#since < LOOK_EVERY_SECONDS) return;
    try {
      this.#updateHint();
    } catch (error) {
      this.#dismiss(error);
    }
  }

  #objectOf(of: Interaction | undefined): Object3D | undefined {
    return this.#scene.interactions.all.find(({ interaction }) => interaction === of)?.object;
  }

  #dismiss(error: unknown, culprit = this.#objectOf(this.#picker.current), author?: string): void {
    this.#current = undefined;
    this.#far = undefined;
    this.#ahead = undefined;
    this.#clicked = undefined;
    if (!culprit) throw error;
    this.#scene.dismiss(culprit, error, author);
  }

  #updateHint(): void {
    this.#farSecondsLeft -= this.#since;
    this.#since = 0;
    const view = this.#state.view.get();
    this.#scene.frame.focus.subject = undefined;
    this.#scene.input.mouse = this.#hover.point;
    this.#ahead = undefined;
    if (!isOnFoot(view)) {
      this.#hover.showClickable(false);
      this.#setAimed(false);
      this.#updateWithoutReach(view);
      return;
    }
    const aimedAt = this.#picker.find(CENTRE);
    this.#hit = this.#picker.hit;
    this.#scene.frame.focus.subject = this.#hit?.distance;
    const found = aimedAt ?? this.#picker.nearest();
    // After a tap, the hint names the tapped object for some seconds, then again the object in front of the
    // visitor.
    if (this.#far && this.#farSecondsLeft > 0 && found !== this.#far.interaction) {
      this.#current = found;
      this.#showFar(this.#far);
      return;
    }
    this.#far = undefined;
    this.#current = found;
    const hovered = this.#hovered();
    this.#ahead = found || hovered ? undefined : this.#farAhead();
    this.#setAimed(aimedAt !== undefined || this.#ahead !== undefined);
    if (hovered) this.#showTarget(hovered, clickText(hovered.interaction));
    else if (this.#ahead) this.#showTarget(this.#ahead, this.#aheadText(this.#ahead));
    else this.#show(found);
  }

  /** The object on which a click of an uncaptured mouse would act. */
  #hovered(): Target | undefined {
    const { point } = this.#hover;
    const target = point && this.#picker.findFar(point);
    this.#hover.showClickable(target !== undefined);
    return target;
  }

  /** The object ahead out of reach, only while the visitor is engaged with the world or has a gamepad. */
  #farAhead(): Target | undefined {
    const { engaged, gamepad } = this.#state.world;
    return engaged.get() || gamepad.get() !== 'none' ? this.#picker.findFar(CENTRE) : undefined;
  }

  #aheadText({ interaction }: Target): string {
    const captured = this.#state.world.pointer.get() === 'taken';
    return captured ? clickText(interaction) : farKeyText(interaction);
  }

  #showTarget({ interaction }: Target, action: string): void {
    this.#picker.current = interaction;
    this.#setHint(interaction.isQuiet?.() ? undefined : interaction.label(), action);
  }

  #setAimed(now: boolean): void {
    const { aimed } = this.#state.world;
    if (aimed.get() !== now) aimed.set(now);
  }

  /**
   * If the visitor is not on foot, nothing is in reach. In an orbit the hint names the tapped object, and in
   * a zoom it tells more about the zoomed object.
   */
  #updateWithoutReach(view: View): void {
    this.#current = undefined;
    if (view.mode === 'normal' && this.#far && this.#farSecondsLeft > 0) {
      this.#showFar(this.#far);
      return;
    }
    this.#far = undefined;
    const found =
      view.mode === 'zoom'
        ? this.#picker.find(seenPoint(this.#scene.camera, view.target.at, aim), 'all')
        : undefined;
    // During the flight to the object, other objects may be in front of it.
    const there =
      view.mode === 'zoom' &&
      this.#picker.hit &&
      this.#picker.hit.point.distanceTo(target.fromArray(view.target.at)) < SAME_METRES;
    this.#picker.current = found;
    this.#setHint(there ? found?.label(this.#picker.hit) : undefined, undefined);
  }

  /** Shows the name of an object out of reach, with its distance if a click has no effect on it. */
  #showFar(far: Target): void {
    const onFoot = isOnFoot(this.#state.view.get());
    const clickable = onFoot && far.interaction.fromAfar;
    const metres = far.hit.point.distanceTo(this.#scene.camera.position);
    this.#showTarget(far, clickable ? '' : distanceText(metres, onFoot));
  }

  #show(found: Interaction | undefined): void {
    this.#picker.current = found;
    const named = found?.isQuiet?.() ? undefined : found;
    this.#setHint(named?.label(this.#hit), named && actionText(named));
  }

  /** Sets the hint only when it differs from the last one. */
  #setHint(label: string | undefined, action: string | undefined): void {
    const { hint } = this.#state.world;
    const before = hint.get();
    if (label === undefined) {
      if (before) hint.set(undefined);
      return;
    }
    if (before?.label === label && before.action === (action || undefined)) return;
    const next: Hint = action ? { label, action } : { label };
    hint.set(next);
  }

  /** Acts on the object at a point of the canvas, or names it with its distance. */
  #actOrName(point: Vector2): void {
    const found = isOnFoot(this.#state.view.get()) ? this.#picker.find(point) : undefined;
    if (found) {
      this.#far = undefined;
      this.#act(found, this.#picker.hit);
      return;
    }
    this.#nameAt(point);
  }

  /** Names the object at a point of the canvas, at any distance, and goes there if possible. */
  #nameAt(point: Vector2): void {
    const interaction = this.#picker.find(point, 'all');
    const { hit } = this.#picker;
    this.#far = undefined;
    if (!interaction || !hit) return;
    this.#far = { interaction, hit };
    this.#farSecondsLeft = FAR_HINT_SECONDS;
    this.#showFar(this.#far);
    if (interaction.fromAfar) this.#click(this.#far);
  }

  /** Delays the action of a click until a double click is no longer possible. */
  #click(target: Target): void {
    this.#clicked = target;
    this.#sinceClick = 0;
    this.#scene.input.clickUsed = true;
  }

  /** Moves the visitor to the object, or acts from where they are. An orbit does not move them. */
  #go({ interaction, hit }: Target): void {
    this.#clicked = undefined;
    const view = this.#state.view.get();
    if (interaction.fromAfar === 'act') this.#act(interaction, hit);
    else if (isOnFoot(view))
      this.#scene.player.goal = {
        object: hit.object,
        point: hit.point.clone(),
        reach: interaction.reach,
      };
  }

  /** Does what the hint offers for the key. */
  #actOrGo(): void {
    if (this.#current) this.#act(this.#current, this.#hit);
    else if (this.#ahead) this.#go(this.#ahead);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#state.settings.get().shortcuts || !isOnFoot(this.#state.view.get())) return;
    if (event.repeat || event.shiftKey || !isPlainKey(event)) return;
    const current = this.#current;
    const key = letterOf(event).toUpperCase();
    if (current?.action?.key.toUpperCase() !== key && (current || !this.#ahead || key !== FAR_KEY)) return;
    // If the action focuses a text field, the letter must not be typed into it.
    event.preventDefault();
    this.#actOrGo();
  };

  /** Esc cancels a click that is still delayed. */
  readonly #onEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.#clicked) return;
    this.#clicked = undefined;
    event.preventDefault();
  };

  #act(on: Interaction, hit: Intersection | undefined): void {
    this.#picker.current = on;
    // The action may remove its object before it throws.
    const object = this.#objectOf(on);
    const author = object && this.#scene.authorOf(object);
    try {
      on.action?.run(hit);
    } catch (error) {
      this.#dismiss(error, object, author);
    }
  }

  onPress(): void {
    this.#clicked = undefined;
  }

  /** On foot a tap acts; from an orbit it names objects; in other views it does nothing. */
  onTap(point: Vector2, device: TapDevice): void {
    const view = this.#state.view.get();
    if (!isOnFoot(view) && view.mode !== 'normal') return;
    try {
      if (device === 'mouse') this.#clickAt(point);
      else this.#actOrName(point);
    } catch (error) {
      this.#dismiss(error);
    }
  }

  /**
   * A click of an uncaptured mouse also captures it. So within reach it acts only on objects on which a click
   * acts from any distance.
   */
  #clickAt(point: Vector2): void {
    const near = isOnFoot(this.#state.view.get()) ? this.#picker.find(point) : undefined;
    if (!near || near.fromAfar === 'act') this.#nameAt(point);
  }

  dispose(): void {
    this.#scene.frame.focus.subject = undefined;
    this.#scene.input.mouse = undefined;
    this.#hover.showClickable(false);
    this.#setAimed(false);
    this.#state.world.hint.set(undefined);
  }
}

export const { init, update, dispose } = defineModule(
  (scene, state, _theme, disposables) => new InteractionSystem(scene, state, disposables.signal),
);
