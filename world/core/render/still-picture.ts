import { type Box3, Frustum, Matrix4, Vector4, type WebGLRenderTarget } from 'three';
import type { SceneWeather } from '../scene/weather.ts';
import type { WorldScene } from '../scene/scene.ts';
import type { MovingPart } from '../scene/scene-registry.ts';
import { canvasLikeTarget } from './canvas-like-target.ts';

/**
 * The seconds after which the whole picture is drawn again, at most. What changes slowly, such as the light
 * of runes and the clouds, changes in these steps. When the camera has just stopped, the whole picture is
 * drawn more often, because lights and words still ease to their final look.
 */
const WHOLE_SECONDS = 1;
/** The pixels around a part, for what its box misses by rounding. */
const MARGIN_PIXELS = 2;

/**
 * If more than this share of the picture must be drawn, the whole picture is drawn, but not more often than in
 * this time.
 */
const MOST_AREA = 0.5;
const LARGE_SECONDS = 0.1;
/** A smaller change of the sky, in its linear colours and shares, is not seen at the edge of a rectangle. */
const SKY_STEP = 0.003;
/** The times of frames are not exact. */
const ROUNDING_SECONDS = 0.001;

const corner = new Vector4();
const clip = new Matrix4();
const frustum = new Frustum();

/** A rectangle of the target, in pixels from its lower left corner. Empty if `right` is not above `left`. */
interface Rect {
  left: number;
  low: number;
  right: number;
  high: number;
}
/**
 * The time at which a part was drawn (seconds), its rectangle then, and the rectangle that must be drawn now.
 */
interface DrawnPart {
  at: number;
  readonly rect: Rect;
  readonly changed: Rect;
}
const NOTHING: Readonly<Rect> = { left: Infinity, low: Infinity, right: -Infinity, high: -Infinity };
const emptyRect = (): Rect => ({ ...NOTHING });

/**
 * The sky of the kept picture. The sky is behind everything, so a rectangle that is drawn with another sky would have
 * edges.
 */
class ShownSky {
  /** Four colours and seven shares. */
  readonly #shown = new Float32Array(4 * 3 + 7);
  readonly #now = new Float32Array(this.#shown.length);
  #drift = 0;

  keep(weather: SceneWeather): void {
    this.#read(weather, this.#shown);
    this.#drift = weather.deck.z;
  }

  /** Whether the weather or the hour has changed since. The drift of the clouds does not count. */
  hasChanged(weather: SceneWeather): boolean {
    this.#read(weather, this.#now);
    for (let i = 0; i < this.#now.length; i++)
      if (Math.abs((this.#now[i] ?? 0) - (this.#shown[i] ?? 0)) > SKY_STEP) return true;
    return false;
  }

  /** Calls `draw` while the clouds are where they were. */
  withItsClouds({ deck }: SceneWeather, draw: () => void): void {
    const drift = deck.z;
    deck.z = this.#drift;
    try {
      draw();
    } finally {
      deck.z = drift;
    }
  }

  #read(weather: SceneWeather, into: Float32Array): void {
    const { horizon, zenith, cloud, fog, cover, deck, mist, starlight, lyingSnow, wet } = weather;
    horizon.toArray(into, 0);
    zenith.toArray(into, 3);
    cloud.toArray(into, 6);
    fog.toArray(into, 9);
    into[12] = cover;
    into[13] = deck.x;
    into[14] = deck.y;
    into[15] = mist;
    into[16] = starlight;
    into[17] = lyingSnow.value;
    into[18] = wet.value;
  }
}

/**
 * The picture while the camera stands still. It is kept in a render target. A frame draws only the rectangles
 * with moving parts again, and copies the target to the canvas. Without a GPU the time of a frame depends on
 * the number of its pixels, and all moving parts together cover about a sixth of the start view.
 */
export class StillPicture {
  readonly target: WebGLRenderTarget = canvasLikeTarget(1, 1, 0);
  readonly #scene: WorldScene;
  #parts: readonly MovingPart[] = [];
  #drawn: readonly DrawnPart[] = [];
  /** When the camera stopped, and when the whole picture was drawn. Seconds. */
  #stoppedAt: number | undefined;
  #wholeAt = -Infinity;
  readonly #sky = new ShownSky();
  /** Whether so much has moved since then, or the sky has changed, that the whole picture must be drawn. */
  #isLarge = false;

  constructor(scene: WorldScene) {
    this.#scene = scene;
    this.fit();
  }

  /** Fits the target to the canvas. */
  fit(): void {
    const { width, height } = this.#scene.renderer.domElement;
    this.target.setSize(width, height);
    this.forget();
  }

  /** The next frame draws the whole picture: the camera has moved, or the target has lost its content. */
  forget(): void {
    this.#stoppedAt = undefined;
    this.#wholeAt = -Infinity;
  }

  /**
   * Draws a frame to the canvas. `seconds`: the time of the world. `rests`: everything is drawn half as
   * often. Returns whether the whole picture was drawn.
   */
  render(seconds: number, rests: boolean): boolean {
    const { all } = this.#scene.registry.movingParts;
    if (all !== this.#parts) {
      this.#parts = all;
      this.#drawn = all.map(() => ({ at: seconds, rect: emptyRect(), changed: emptyRect() }));
      this.forget();
    }
    const { camera } = this.#scene;
    this.#scene.updateMatrixWorld();
    clip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    frustum.setFromProjectionMatrix(clip);
    this.#stoppedAt ??= seconds;
    const slower = rests ? 2 : 1;
    const wait = Math.min(WHOLE_SECONDS * slower, (seconds - this.#stoppedAt) / 2);
    const since = seconds - this.#wholeAt;
    this.#isLarge ||= this.#sky.hasChanged(this.#scene.weather);
    const isWhole = since > wait || (this.#isLarge && since >= LARGE_SECONDS * slower);
    if (isWhole) this.#drawWhole(seconds);
    else {
      this.#isLarge ||= this.#plan(seconds, slower) > MOST_AREA;
      // The canvas keeps the picture of the frame before.
      if (this.#isLarge) return false;
      this.#sky.withItsClouds(this.#scene.weather, this.#drawParts);
    }
    this.#copy();
    return isWhole;
  }

  #drawWhole(seconds: number): void {
    const { renderer, camera } = this.#scene;
    const { width, height } = this.target;
    this.target.viewport.set(0, 0, width, height);
    this.target.scissorTest = false;
    renderer.setRenderTarget(this.target);
    renderer.render(this.#scene, camera);
    this.#wholeAt = seconds;
    this.#isLarge = false;
    this.#sky.keep(this.#scene.weather);
    for (let i = 0; i < this.#parts.length; i++) {
      const drawn = this.#drawn[i];
      const part = this.#parts[i];
      if (!drawn || !part) continue;
      drawn.at = seconds;
      this.#project(part.box, drawn.rect);
    }
  }

  /** Finds what must be drawn in this frame. Returns its area as a share of the picture. */
  #plan(seconds: number, slower: number): number {
    let area = 0;
    for (let i = 0; i < this.#parts.length; i++) {
      const part = this.#parts[i];
      const drawn = this.#drawn[i];
      if (!part || !drawn) continue;
      const { rect, changed } = drawn;
      Object.assign(changed, NOTHING);
      if (seconds - drawn.at < slower / part.hertz - ROUNDING_SECONDS) continue;
      drawn.at = seconds;
      Object.assign(changed, rect);
      this.#project(part.box, rect);
      // Where the part was, the picture behind it must be drawn.
      changed.left = Math.min(changed.left, rect.left);
      changed.low = Math.min(changed.low, rect.low);
      changed.right = Math.max(changed.right, rect.right);
      changed.high = Math.max(changed.high, rect.high);
      if (changed.right > changed.left) area += (changed.right - changed.left) * (changed.high - changed.low);
    }
    return area / (this.target.width * this.target.height);
  }

  readonly #drawParts = (): void => {
    const scene = this.#scene;
    const { pixels } = scene.frame;
    const { y: pixelsHigh } = pixels.value;
    const { aspect } = scene.camera;
    scene.matrixWorldAutoUpdate = false;
    this.target.scissorTest = true;
    try {
      for (let i = 0; i < this.#drawn.length; i++) {
        const changed = this.#drawn[i]?.changed;
        if (changed && changed.right > changed.left) this.#drawRect(changed);
      }
    } finally {
      scene.camera.aspect = aspect;
      scene.camera.clearViewOffset();
      pixels.value.y = pixelsHigh;
      scene.matrixWorldAutoUpdate = true;
    }
  };

  /** Writes the rectangle around the part of a box, in world coordinates, that is in the picture. */
  #project(box: Box3, into: Rect): void {
    const { width, height } = this.target;
    const { min, max } = box;
    let left = 1;
    let right = -1;
    let low = 1;
    let high = -1;
    const corners = !box.isEmpty() && frustum.intersectsBox(box) ? 8 : 0;
    for (let i = 0; i < corners; i++) {
      corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z, 1).applyMatrix4(clip);
      const { x, y, w } = corner;
      // A near box that reaches behind the camera may be anywhere in the picture.
      const isBehind = w <= this.#scene.camera.near;
      left = Math.min(left, isBehind ? -1 : x / w);
      right = Math.max(right, isBehind ? 1 : x / w);
      low = Math.min(low, isBehind ? -1 : y / w);
      high = Math.max(high, isBehind ? 1 : y / w);
    }
    into.left = Math.max(0, Math.floor(((left + 1) / 2) * width) - MARGIN_PIXELS);
    into.low = Math.max(0, Math.floor(((low + 1) / 2) * height) - MARGIN_PIXELS);
    into.right = Math.min(width, Math.ceil(((right + 1) / 2) * width) + MARGIN_PIXELS);
    into.high = Math.min(height, Math.ceil(((high + 1) / 2) * height) + MARGIN_PIXELS);
    if (into.right <= into.left || into.high <= into.low) Object.assign(into, NOTHING);
  }

  /** Draws the scene in a rectangle. What is outside of it is culled, because the camera sees only this part. */
  #drawRect({ left, low, right, high }: Rect): void {
    const { renderer, camera, frame } = this.#scene;
    const { width, height } = this.target;
    const { aspect } = camera;
    camera.setViewOffset(width, height, left, height - high, right - left, high - low);
    // `setViewOffset` takes the aspect ratio of the target, whose size is rounded to whole pixels.
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
    // For points, whose size is this height times an element of the projection matrix.
    frame.pixels.value.y = high - low;
    this.target.viewport.set(left, low, right - left, high - low);
    this.target.scissor.set(left, low, right - left, high - low);
    renderer.setRenderTarget(this.target);
    renderer.render(this.#scene, camera);
  }

  #copy(): void {
    const { renderer } = this.#scene;
    const { width, height } = this.target;
    const gl = renderer.getContext() as WebGL2RenderingContext;
    const { __webglFramebuffer: kept } = renderer.properties.get(this.target) as {
      __webglFramebuffer: WebGLFramebuffer;
    };
    renderer.setRenderTarget(null);
    renderer.state.bindFramebuffer(gl.READ_FRAMEBUFFER, kept);
    gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    renderer.state.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  }

  dispose(): void {
    this.target.dispose();
  }
}
