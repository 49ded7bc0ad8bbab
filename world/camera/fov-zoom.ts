import { MathUtils } from 'three';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { type View, isOnFoot } from '../../data/view/view.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';
import { damp } from './pose.ts';

type StateSlice = SettingsState & ViewState & WorldState;

/** The factor from a field of view of 60° to 25°. Other fields of view are narrowed by the same factor. */
const MAX_ZOOM = Math.tan(Math.PI / 6) / Math.tan(MathUtils.degToRad(12.5));
/** Share of the remaining way per 60th of a second. */
const FACTOR = 0.2;
/** If the difference is smaller than this, the zoom is set to its target. */
const MIN_DIFFERENCE = 1e-4;
/** A notch of a wheel is about 100 pixels: it magnifies by a sixth. */
const WHEEL_EXPONENT_PER_PIXEL = 0.0015;
/** CSS pixels of a line and of a page, for wheels with these units. */
const LINE_PIXELS = 33;
const PAGE_PIXELS = 330;
/** The maximum for one event of a fast wheel. CSS pixels. */
const MAX_PIXELS = 400;
/** The step of one key press: four presses are the whole range. */
const KEY_EXPONENT = Math.log(MAX_ZOOM) / 4;

/** The subject of the magnification: the world in front of a visitor on foot, or the target of a zoom. */
const subjectOf = (view: View): unknown => (view.mode === 'zoom' ? view.target.at : isOnFoot(view));

/** Magnifies by pinch, wheel, or + and −. A teleport or another view ends the magnification. */
class FovZoom implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  /** `subjectOf` the view, and `player.teleportCount`, at the last update. */
  #subject: unknown;
  #teleportCount: number;

  constructor(scene: WorldScene, state: StateSlice, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    this.#subject = subjectOf(state.view.get());
    this.#teleportCount = scene.player.teleportCount;
    scene.renderer.domElement.addEventListener('wheel', this.#onWheel, { signal, passive: false });
    window.addEventListener('keydown', this.#onKey, { signal });
  }

  readonly #onWheel = (event: WheelEvent): void => {
    // With Ctrl the wheel controls the browser's own zoom, so the event is not handled.
    if (event.ctrlKey || event.metaKey || !this.#canZoom) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_PIXELS : event.deltaMode === 2 ? PAGE_PIXELS : 1;
    const pixels = MathUtils.clamp(event.deltaY * unit, -MAX_PIXELS, MAX_PIXELS);
    this.#zoomBy(-pixels * WHEEL_EXPONENT_PER_PIXEL);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#state.settings.get().shortcuts || !isPlainKey(event) || !this.#canZoom) return;
    if (event.key === '+' || event.key === '=') this.#zoomBy(KEY_EXPONENT);
    else if (event.key === '-' || event.key === '_') this.#zoomBy(-KEY_EXPONENT);
  };

  get #canZoom(): boolean {
    return subjectOf(this.#state.view.get()) !== false;
  }

  #zoomBy(exponent: number): void {
    const { fovZoom } = this.#state.world;
    this.#zoomTo(MathUtils.clamp(fovZoom.get() * Math.exp(exponent), 1, MAX_ZOOM));
  }

  #zoomTo(wanted: number): void {
    const { fovZoom } = this.#state.world;
    if (fovZoom.get() !== wanted) fovZoom.set(wanted);
  }

  update(_elapsed: number, delta: number): void {
    const { camera, input, player } = this.#scene;
    const { world, view } = this.#state;
    const subject = subjectOf(view.get());
    if (subject !== this.#subject || player.teleportCount !== this.#teleportCount) this.#zoomTo(1);
    else if (input.zoomDelta !== 0 && this.#canZoom) this.#zoomBy(input.zoomDelta);
    this.#subject = subject;
    this.#teleportCount = player.teleportCount;
    input.zoomDelta = 0;
    // In the photo mode the zoom does not change: the camera shows the frame of the picture.
    if (view.get().mode === 'photo') return;
    const wanted = world.fovZoom.get();
    if (camera.zoom === wanted) return;
    const remaining = world.reducedMotion.get() ? 0 : 1 - damp(FACTOR, delta);
    const zoom = wanted + (camera.zoom - wanted) * remaining;
    camera.zoom = Math.abs(zoom - wanted) < MIN_DIFFERENCE ? wanted : zoom;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.#zoomTo(1);
    const { camera } = this.#scene;
    if (camera.zoom === 1) return;
    camera.zoom = 1;
    camera.updateProjectionMatrix();
  }
}

export const { init, update, dispose } = defineModule(
  (scene, state, _theme, disposables) => new FovZoom(scene, state, disposables.signal),
);
