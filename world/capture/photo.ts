import {
  PHOTO_APERTURE,
  type PhotoOrder,
  type PhotoScreen,
  focusOn,
  photoExtent,
  photoName,
} from '../../data/photo/photo.ts';
import { loadPart } from '../../data/core/load-part.ts';
import { watch } from '../../data/core/signal.ts';
import type { State } from '../../data/state.ts';
import type { EventReader } from '../../data/core/event.ts';
import type { Theme } from '../../theme/theme.ts';
import { errorMessage } from '../../data/core/text.ts';
import { MAX_PIXEL_RATIO } from '../core/render/frame-renderer.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { OrbitCamera } from '../camera/orbit-camera.ts';

/** Nearer, one is inside the resident; farther, the island is a spot. Metres. */
const NEAREST_METRES = 2.5;
const FARTHEST_METRES = 75;
/** Radians from straight up: nearly over the middle, and nearly along the floor. */
const STEEPEST = 0.12;
const LOWEST = 1.54;
/** What is flown per 60th of a second between where one stood and the orbit: the eye is there already and only turns. */
const FACTOR = 0.12;

class PhotoMode {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #theme: Theme;
  readonly #orbit: OrbitCamera;
  readonly #longest: number;
  readonly #unwatch: () => void;
  #inside = false;
  /** The focus as last set here: with another the visitor has taken it into their own hands. */
  #ownFocus = 0;
  readonly #shutter: EventReader<PhotoOrder | undefined>;
  #shot: AbortController | undefined;
  #screen: PhotoScreen | undefined;

  constructor(scene: WorldScene, state: State, theme: Theme) {
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#shutter = state.photo.take.reader();
    const gl = scene.renderer.getContext();
    const { maxTextureSize } = scene.renderer.capabilities;
    this.#longest = Math.min(
      maxTextureSize,
      Number(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE)) || maxTextureSize,
    );
    this.#orbit = new OrbitCamera(scene, state, {
      target: [0, 0, 0],
      minMetres: NEAREST_METRES,
      maxMetres: FARTHEST_METRES,
      minPolarAngle: STEEPEST,
      maxPolarAngle: LOWEST,
      factor: FACTOR,
    });
    scene.cameraModes.set('photo', this.#orbit);
    // While a picture is taken nothing is updated, and who comes back meanwhile must not be given what they left.
    this.#unwatch = watch(state.view, ({ mode }) => {
      if (mode !== 'photo') this.#drop();
    });
  }

  update(): void {
    const inside = this.#state.view.get().mode === 'photo';
    if (inside !== this.#inside) {
      this.#inside = inside;
      if (inside) this.#enter();
      else this.#drop();
    }
    // Pressed twice is one photo, and outside the mode none.
    const order = this.#shutter.last();
    if (!inside) return;
    this.#follow();
    this.#measure();
    if (order && !this.#shot) void this.#take(order);
  }

  #enter(): void {
    const { focus } = this.#state.photo;
    const { focus: lens, camera } = this.#scene;
    this.#drop();
    lens.aperture = PHOTO_APERTURE.aperture;
    lens.maxBlur = PHOTO_APERTURE.maxBlur;
    lens.sky = true;
    this.#ownFocus = focusOn(camera.position.length());
    focus.set(this.#ownFocus);
  }

  /** Whatever becomes of the picture that is being taken, nobody hears of it, and the next can be taken. */
  #drop(): void {
    const { progress } = this.#state.photo;
    this.#shot?.abort();
    this.#shot = undefined;
    if (progress.get().phase !== 'idle') progress.set({ phase: 'idle' });
  }

  /** Sharp is what one moves round, until the visitor chooses something else. */
  #follow(): void {
    const { focus } = this.#state.photo;
    const { focus: lens, camera } = this.#scene;
    if (focus.get() === this.#ownFocus) {
      const there = focusOn(camera.position.length());
      if (there !== this.#ownFocus) {
        this.#ownFocus = there;
        focus.set(there);
      }
    }
    lens.metres = focus.get();
  }

  /** How large a picture of size 1 is: as the screen, however few pixels the level of quality draws. */
  #measure(): void {
    const { clientWidth, clientHeight } = this.#scene.renderer.domElement;
    const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1);
    const width = Math.round(clientWidth * ratio);
    const height = Math.round(clientHeight * ratio);
    if (this.#screen?.width === width && this.#screen.height === height) return;
    this.#screen = { width, height, longest: this.#longest };
    this.#state.photo.screen.set(this.#screen);
  }

  async #take({ at, save }: PhotoOrder): Promise<void> {
    const { photo, config } = this.#state;
    const screen = this.#screen;
    if (!screen) return;
    const shot = new AbortController();
    this.#shot = shot;
    const extent = photoExtent(screen, photo.size.get());
    const { appName } = config.get();
    photo.progress.set({ phase: 'taking', share: 0 });
    try {
      const { takePhoto } = await loadPart(this.#state, 'The camera', () => import('./screenshot.ts'));
      const file = await takePhoto(this.#scene, this.#theme, {
        extent,
        title: appName,
        now: at,
        signal: shot.signal,
        onShare: (share) => photo.progress.set({ phase: 'taking', share }),
      });
      // A visitor who left meanwhile wants no picture any more.
      if (!file || shot.signal.aborted) return;
      const name = photoName(appName, at);
      save({ file, name });
      photo.progress.set({ phase: 'saved', name, extent });
    } catch (error) {
      if (!shot.signal.aborted) photo.progress.set({ phase: 'failed', note: errorMessage(error) });
    } finally {
      if (this.#shot === shot) this.#shot = undefined;
    }
  }

  dispose(): void {
    this.#unwatch();
    this.#drop();
    this.#orbit.end();
    this.#scene.cameraModes.delete('photo');
  }
}

let photo: PhotoMode | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  photo = new PhotoMode(scene, state, theme);
  // Ahead of time: after an update of the server these files may be gone. What fails here is loaded when it is needed.
  void Promise.allSettled([import('./screenshot.ts'), import('../core/render/passes.ts')]);
}

export function update(): void {
  photo?.update();
}

export function dispose(): void {
  photo?.dispose();
  photo = undefined;
}
