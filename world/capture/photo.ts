import {
  PHOTO_APERTURE,
  type Photo,
  type PhotoFormat,
  type PhotoOrder,
  type PhotoScreen,
  fixedAspect,
  focusOn,
  photoExtent,
  photoName,
} from '../../data/photo/photo.ts';
import type { EventReader } from '../../data/core/event.ts';
import { loadPart } from '../../data/core/load-part.ts';
import { watch } from '../../data/core/watch.ts';
import { errorMessage } from '../../data/core/text.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { PhotoState } from '../../data/photo/photo-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { Theme } from '../../theme/theme.ts';
import { MathUtils } from 'three';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import { OrbitCamera } from '../camera/orbit-camera.ts';
import { newPose } from '../camera/pose.ts';
import { type RunningModule, defineModule } from '../core/define-module.ts';
import { MAX_PIXEL_RATIO } from '../core/render/pixel-ratio.ts';
import { fieldOfView } from '../core/render/renderer.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { START, startPose } from '../core/scene/start.ts';

type StateSlice = ConfigState & PageState & PhotoState & SettingsState & ViewState & WorldState;

/**
 * The limits of the distance to the middle. Nearer, the camera would be inside the resident; farther away,
 * the island would be too small.
 */
const MIN_METRES = 2.5;
const MAX_METRES = 75;
/**
 * The limits of the angle, in radians from straight up: nearly above the middle, and a little upwards from
 * near the floor.
 */
const MIN_POLAR_ANGLE = 0.12;
const MAX_POLAR_ANGLE = 1.75;
/** A camera that is farther than this from its first pose was moved by the visitor. Metres. */
const MOVED_METRES = 0.05;
/**
 * The flight is fast, because it leads to the start view, and most visitors are near it. See `CameraMode`.
 */
const FACTOR = 0.12;

/**
 * The largest picture that is drawn at once. A pixel needs about 40 bytes of GPU memory, or 80 bytes with
 * antialiasing: 8K UHD needs 1.3 GB. Phones and computers with little memory get 4K UHD.
 */
const MAX_PIXELS = 7680 * 4320;
const MAX_PIXELS_OF_SMALL_DEVICES = 3840 * 2160;
const SMALL_MEMORY_GB = 4;

function maxPixels(): number {
  // Only some browsers report the memory; for more than 8 GB they report 8.
  const { deviceMemory = SMALL_MEMORY_GB * 2 } = navigator as { deviceMemory?: number };
  const small = deviceMemory < SMALL_MEMORY_GB || window.matchMedia('(pointer: coarse)').matches;
  return small ? MAX_PIXELS_OF_SMALL_DEVICES : MAX_PIXELS;
}

function maxEdge({ renderer }: WorldScene): number {
  const gl = renderer.getContext();
  const { maxTextureSize } = renderer.capabilities;
  return Math.min(maxTextureSize, Number(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE)) || maxTextureSize);
}

const tanHalf = (degrees: number): number => Math.tan(MathUtils.degToRad(degrees) / 2);

/** The orbit of the photo mode. It begins with the framing of the start view, in the shape of the format. */
class PhotoCamera extends OrbitCamera {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #first = newPose();

  constructor(scene: WorldScene, state: StateSlice) {
    super(scene, state, {
      target: [0, 0, 0],
      minMetres: MIN_METRES,
      maxMetres: MAX_METRES,
      minPolarAngle: MIN_POLAR_ANGLE,
      maxPolarAngle: MAX_POLAR_ANGLE,
      factor: FACTOR,
    });
    this.#scene = scene;
    this.#state = state;
  }

  /** The distance from the camera to the centre of the orbit. Metres. */
  get metres(): number {
    return this.#scene.camera.position.distanceTo(this.target);
  }

  override begin(): void {
    this.#placeFirst();
    this.resume();
  }

  /** Shows the framing of the start view in the shape of a new format, unless the visitor has moved. */
  reframe(): void {
    if (this.distanceTo(this.#first) < MOVED_METRES) this.#placeFirst();
  }

  #placeFirst(): void {
    const { camera, renderer } = this.#scene;
    const format = this.#state.photo.format.get();
    const aspect = fixedAspect(format) ?? camera.aspect;
    const height = 'times' in format ? renderer.domElement.clientHeight : format.height;
    const { z, pitch } = startPose(
      fieldOfView(aspect, this.#state.settings.get().fieldOfView),
      aspect,
      height,
    );
    const first = this.#first;
    first.x = START.x;
    first.y = START.y;
    first.z = z;
    this.aim(START.x, START.y + Math.tan(pitch) * z, 0);
    this.place(first);
  }
}

class PhotoMode implements RunningModule {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #orbit: PhotoCamera;
  readonly #maxEdge: number;
  readonly #maxPixels = maxPixels();
  readonly #shutter: EventReader<PhotoOrder | undefined>;
  readonly #unwatch: () => void;
  #isActive = false;
  /** The focus that this module set last. Any other value was chosen by the visitor. */
  #ownFocus = 0;
  /** The picture that is being taken. */
  #shot: AbortController | undefined;
  #screen: PhotoScreen | undefined;
  #format: PhotoFormat | undefined;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#shutter = state.photo.take.reader();
    this.#maxEdge = maxEdge(scene);
    this.#orbit = new PhotoCamera(scene, state);
    scene.registry.cameraModes.set('photo', this.#orbit);
    // Drops the photo immediately and not in the next update, because a visitor who returns before that
    // update must not get the old picture.
    this.#unwatch = watch(state.view, ({ mode }) => {
      if (mode !== 'photo') this.#drop();
    });
  }

  update(): void {
    const isActive = this.#state.view.get().mode === 'photo';
    if (isActive !== this.#isActive) {
      this.#isActive = isActive;
      if (isActive) this.#begin();
      else this.#drop();
    }
    // Several presses in one frame make one photo. Presses outside the photo mode are dropped.
    const order = this.#lastOrder();
    if (!isActive) {
      order?.done(undefined);
      return;
    }
    this.#updateFocus();
    this.#publishScreen();
    this.#fitFrame();
    if (!order) return;
    if (this.#shot) order.done(undefined);
    else void this.#take(order);
  }

  /** The newest order since the last frame; the others get no picture. */
  #lastOrder(): PhotoOrder | undefined {
    let newest: PhotoOrder | undefined;
    for (let order = this.#shutter.next(); order; order = this.#shutter.next()) {
      newest?.done(undefined);
      newest = order;
    }
    return newest;
  }

  /**
   * Fits the camera to the format: what the visitor sees in the format's frame is what the picture will show.
   */
  #fitFrame(): void {
    const { photo, settings } = this.#state;
    const { camera } = this.#scene;
    const format = photo.format.get();
    if (format !== this.#format) {
      this.#format = format;
      this.#orbit.reframe();
    }
    const aspect = fixedAspect(format);
    const fov = aspect && fieldOfView(aspect, settings.get().fieldOfView);
    const zoom = fov ? (photo.frame.get() * tanHalf(camera.fov)) / tanHalf(fov) : 1;
    if (camera.zoom === zoom) return;
    camera.zoom = zoom;
    camera.updateProjectionMatrix();
  }

  #begin(): void {
    const {
      frame: { focus },
    } = this.#scene;
    this.#drop();
    focus.aperture = PHOTO_APERTURE.aperture;
    focus.maxBlur = PHOTO_APERTURE.maxBlur;
    focus.sharpMetres = 0;
    this.#format = this.#state.photo.format.get();
    this.#ownFocus = focusOn(this.#orbit.metres);
    this.#state.photo.focus.set(this.#ownFocus);
  }

  /** Cancels the current picture, so that the next one can be taken. */
  #drop(): void {
    const { progress } = this.#state.photo;
    this.#shot?.abort();
    this.#shot = undefined;
    if (progress.get().phase !== 'idle') progress.set({ phase: 'idle' });
  }

  /** Focuses on the centre of the orbit until the visitor chooses another distance. */
  #updateFocus(): void {
    const { focus } = this.#state.photo;
    if (focus.get() === this.#ownFocus) {
      const middle = focusOn(this.#orbit.metres);
      if (middle !== this.#ownFocus) {
        this.#ownFocus = middle;
        focus.set(middle);
      }
    }
    this.#scene.frame.focus.metres = focus.get();
  }

  /**
   * Publishes the size and the resolution of the screen. A picture of size 1 has this resolution, also at a
   * lower quality level.
   */
  #publishScreen(): void {
    const { clientWidth: width, clientHeight: height } = this.#scene.renderer.domElement;
    const pixelRatio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);
    const before = this.#screen;
    if (before?.width === width && before.height === height && before.pixelRatio === pixelRatio) return;
    this.#screen = { width, height, pixelRatio, maxEdge: this.#maxEdge, maxPixels: this.#maxPixels };
    this.#state.photo.screen.set(this.#screen);
  }

  async #take({ at, caption, done }: PhotoOrder): Promise<void> {
    const { photo, config } = this.#state;
    const screen = this.#screen;
    if (!screen) {
      done(undefined);
      return;
    }
    const shot = new AbortController();
    this.#shot = shot;
    const format = photo.format.get();
    const size = 'times' in format ? undefined : format;
    const extent = photoExtent(screen, format);
    const { appName } = config.get();
    photo.progress.set({ phase: 'taking' });
    let taken: Photo | undefined;
    try {
      const { takeScreenshot } = await loadPart(this.#state, 'The camera', () => import('./screenshot.ts'));
      const { signal } = shot;
      if (signal.aborted) return;
      const file = await takeScreenshot(this.#scene, this.#theme, {
        extent,
        size,
        caption,
        signal,
      });
      if (!file) return;
      taken = { file, name: photoName(appName, at) };
      photo.progress.set({ phase: 'taken' });
    } catch (error) {
      if (!shot.signal.aborted) photo.progress.set({ phase: 'failed', note: errorMessage(error) });
    } finally {
      if (this.#shot === shot) this.#shot = undefined;
      done(taken);
    }
  }

  dispose(): void {
    this.#unwatch();
    this.#drop();
    this.#lastOrder()?.done(undefined);
    this.#orbit.end();
    const { camera } = this.#scene;
    if (this.#isActive && camera.zoom !== 1) {
      camera.zoom = 1;
      camera.updateProjectionMatrix();
    }
    this.#scene.registry.cameraModes.delete('photo');
  }
}

export const { init, update, dispose } = defineModule((scene, state, theme) => {
  // Loads these files now, because an update of the server may delete them. After a failure they load on use.
  void Promise.allSettled([import('./screenshot.ts'), import('../core/render/passes.ts')]);
  return new PhotoMode(scene, state, theme);
});
