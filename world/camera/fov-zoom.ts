import { MathUtils } from 'three';
import type { State } from '../../data/state.ts';
import { isOnFoot } from '../../data/view/view.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { isPlainKey } from '../input/keyboard.ts';
import { damp } from './pose.ts';

/** A field of view of 60° becomes one of 25°; any other is narrowed by the same factor. */
const MAX_ZOOM = Math.tan(Math.PI / 6) / Math.tan(MathUtils.degToRad(12.5));
/** Share of the remaining way per 60th of a second. */
const FACTOR = 0.2;
/** Closer than this the value has arrived. */
const MIN_DIFFERENCE = 1e-4;
/** A notch of a wheel is about 100 pixels: it magnifies by a sixth. */
const WHEEL_EXPONENT_PER_PIXEL = 0.0015;
/** CSS pixels of a line and a page, for wheels that count those. */
const LINE_PIXELS = 33;
const PAGE_PIXELS = 330;
/** The most that one event of a fast wheel counts. CSS pixels. */
const MAX_PIXELS = 400;
/** The step of one key press: four lead from one end to the other. */
const KEY_EXPONENT = Math.log(MAX_ZOOM) / 4;

/** Magnifies the view ahead by pinching, the wheel, or + and −. Only for a visitor on foot. */
class FovZoom implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: State;
  #wanted = 1;

  constructor(scene: WorldScene, state: State, signal: AbortSignal) {
    this.#scene = scene;
    this.#state = state;
    scene.renderer.domElement.addEventListener('wheel', this.#onWheel, { signal, passive: false });
    window.addEventListener('keydown', this.#onKey, { signal });
  }

  readonly #onWheel = (event: WheelEvent): void => {
    // With Ctrl it is the browser's own zoom.
    if (event.ctrlKey || event.metaKey || !isOnFoot(this.#state.view.get())) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? LINE_PIXELS : event.deltaMode === 2 ? PAGE_PIXELS : 1;
    const pixels = MathUtils.clamp(event.deltaY * unit, -MAX_PIXELS, MAX_PIXELS);
    this.#zoomBy(-pixels * WHEEL_EXPONENT_PER_PIXEL);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.#state.settings.get().shortcuts || !isPlainKey(event)) return;
    if (!isOnFoot(this.#state.view.get())) return;
    if (event.key === '+' || event.key === '=') this.#zoomBy(KEY_EXPONENT);
    else if (event.key === '-' || event.key === '_') this.#zoomBy(-KEY_EXPONENT);
  };

  #zoomBy(exponent: number): void {
    this.#wanted = MathUtils.clamp(this.#wanted * Math.exp(exponent), 1, MAX_ZOOM);
  }

  update(_elapsed: number, delta: number): void {
    const { camera, input } = this.#scene;
    if (!isOnFoot(this.#state.view.get())) this.#wanted = 1;
    else if (input.zoomDelta !== 0) this.#zoomBy(input.zoomDelta);
    input.zoomDelta = 0;
    if (camera.zoom === this.#wanted) return;
    const remaining = this.#state.world.reducedMotion.get() ? 0 : 1 - damp(FACTOR, delta);
    const zoom = this.#wanted + (camera.zoom - this.#wanted) * remaining;
    camera.zoom = Math.abs(zoom - this.#wanted) < MIN_DIFFERENCE ? this.#wanted : zoom;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    const { camera } = this.#scene;
    if (camera.zoom === 1) return;
    camera.zoom = 1;
    camera.updateProjectionMatrix();
  }
}

export const { init, update, dispose } = defineModule(
  (scene, state, _theme, disposables) => new FovZoom(scene, state, disposables.signal),
);
