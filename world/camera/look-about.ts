import { MathUtils } from 'three';
import type { WorldScene } from '../core/scene/scene.ts';
import { capturePointer } from '../input/pointer.ts';
import { TouchGestures } from '../input/touch-gestures.ts';

/**
 * Rotates a camera that does not move: the picture follows the dragging pointer, and a pinch magnifies it
 * (`fov-zoom.ts`). Listens only between `begin` and `end`.
 */
export class LookAbout {
  /** How far the visitor has turned to the left and up. Radians. */
  yaw = 0;
  pitch = 0;
  readonly #scene: Pick<WorldScene, 'camera' | 'input' | 'renderer'>;
  #touches = new TouchGestures();
  #listening: AbortController | undefined;
  #most = 0;

  constructor(scene: Pick<WorldScene, 'camera' | 'input' | 'renderer'>) {
    this.#scene = scene;
  }

  /** Begins without rotation. `most`: the maximum rotation in each direction, in radians. */
  begin(most: number): void {
    this.end();
    this.yaw = 0;
    this.pitch = 0;
    this.#most = most;
    this.#touches = new TouchGestures();
    this.#listening = new AbortController();
    const on = { signal: this.#listening.signal };
    const canvas = this.#scene.renderer.domElement;
    canvas.addEventListener('pointerdown', this.#onDown, on);
    canvas.addEventListener('pointermove', this.#onMove, on);
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      canvas.addEventListener(type, this.#onUp, on);
  }

  end(): void {
    this.#listening?.abort();
  }

  readonly #onDown = ({ button, pointerId, clientX, clientY }: PointerEvent): void => {
    if (button === 0 && this.#touches.down(pointerId, clientX, clientY, false))
      capturePointer(this.#scene.renderer.domElement, pointerId);
  };

  readonly #onMove = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    const { camera, input, renderer } = this.#scene;
    const { drag } = this.#touches;
    this.#touches.move(pointerId, clientX, clientY);
    const height = renderer.domElement.clientHeight;
    const radians = (2 * Math.tan(MathUtils.degToRad(camera.getEffectiveFOV()) / 2)) / height;
    this.yaw = MathUtils.clamp(this.yaw + drag.x * radians, -this.#most, this.#most);
    this.pitch = MathUtils.clamp(this.pitch + drag.y * radians, -this.#most, this.#most);
    input.zoomDelta += drag.zoomDelta;
    drag.x = 0;
    drag.y = 0;
    drag.zoomDelta = 0;
  };

  readonly #onUp = ({ pointerId }: PointerEvent): void => {
    this.#touches.up(pointerId);
  };
}
