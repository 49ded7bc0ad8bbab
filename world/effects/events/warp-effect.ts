import { Color, MathUtils, Mesh, PlaneGeometry, ShaderMaterial, Vector3, Vector4 } from 'three';
import type { TravelState } from '../../../data/travel/travel-state.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import type { Theme } from '../../../theme/theme.ts';
import { defineModule } from '../../core/define-module.ts';
import type { Disposables } from '../../core/disposables.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import type { PortalDoor } from '../../core/scene/portal-door.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { makeStatic } from '../../utils/drawing.ts';
import { MIN_LENGTH, type WarpLook, warpLookAt } from './warp-curve.ts';
import { warpFragment, warpVertex } from './warp-effect.glsl.ts';

type StateSlice = TravelState & ViewState & WorldState;

/** The maximum luminance with which a portal’s colour, even white, fills the frame. Linear. */
const MAX_LUMINANCE = 0.42;
/** Tone mapping desaturates a large area of colour. With this factor it looks like the disc. */
const SATURATION = 1.3;
/** Fade-out for a visitor who turns back. */
const BACK_SECONDS = 0.3;
/** From this progress on, the warp has arrived and the world is visible again (specification 3.3). */
const ARRIVED_PROGRESS = 0.9;
/** The maximum size of the opening: outside the corners of the frame, at any position. */
const WIDE = 1.35;
/** The opening starts at the disc only if it is this near to the middle, in half widths of the frame. */
const MAX_OFF_CENTRE = 1.2;

const seen = new Vector3();
const ahead = new Vector3();

/**
 * The warp through a portal as a tunnel that is drawn over the world: one quad while it lasts, otherwise
 * none. It opens at the disc; the camera does not move.
 */
class WarpEffect {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  /** A uniform: centre and radius of the opening in half heights, aspect ratio of the frame. */
  readonly #mouth = new Vector4(0, 0, 0, 1);
  /** A uniform: opacity, travelled distance, brightness of the walls, light at the end. */
  readonly #look = new Vector4();
  /** A uniform: colour of the portal, and 1 with reduced motion. */
  readonly #tint = new Vector4();
  readonly #now: WarpLook = { opening: 0, cover: 0, travel: 0, light: 0, glow: 0 };
  readonly #default: Color;
  /** The disc on the screen at the start of the warp: its centre and radius, in half heights. */
  #x = 0;
  #y = 0;
  #radius = 0;
  /** The progress in the previous frame. */
  #before = 0;
  /** The opacity left after turning back, 1 to 0. */
  #rest = 0;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#scene = scene;
    this.#state = state;
    this.#default = new Color(theme.colors.portalDefault);
    const constants = glslConstants({
      MIN_LENGTH,
      WALL: 0.1,
      STREAK: 2.2,
      REDUCED_MOTION_LIGHT: 0.55,
      NIGHT: new Color(theme.colors.skyZenith),
    });
    const material = new ShaderMaterial({
      name: 'warp-effect',
      vertexShader: warpVertex,
      fragmentShader: `${constants}\n${warpFragment}`,
      uniforms: {
        mouth: { value: this.#mouth },
        look: { value: this.#look },
        tint: { value: this.#tint },
      },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    });
    this.#mesh = new Mesh(disposables.use(new PlaneGeometry(2, 2)), disposables.use(material));
    // Drawn after everything else.
    makeStatic(this.#mesh, 'warp-effect', 1000);
    this.#mesh.visible = false;
    disposables.add(scene, this.#mesh);
  }

  update(_elapsed: number, delta: number): void {
    const progress = this.#state.warp.progress.get();
    if (progress > 0) {
      if (this.#before === 0) this.#begin();
      this.#rest = 1;
      this.#before = progress;
      this.#draw(progress);
    } else if (this.#mesh.visible) {
      const over = this.#before > ARRIVED_PROGRESS;
      this.#before = 0;
      this.#rest = over ? 0 : this.#rest - delta / BACK_SECONDS;
      this.#look.x = this.#now.cover * Math.max(0, this.#rest);
    }
    this.#mesh.visible = this.#rest > 0;
  }

  #begin(): void {
    const view = this.#state.view.get();
    const {
      camera,
      registry: { doors },
    } = this.#scene;
    const door = view.mode === 'warp' ? doors.find(({ id }) => id === view.portalId) : undefined;
    this.#paint(door?.color ?? this.#default);
    this.#x = 0;
    this.#y = 0;
    this.#radius = 0;
    if (door) this.#aim(door);
    this.#mouth.w = camera.aspect;
  }

  /** Finds the disc on the screen; without it the effect opens in the middle. */
  #aim({ centre, radius }: PortalDoor): void {
    const { camera } = this.#scene;
    camera.updateMatrixWorld();
    camera.getWorldDirection(ahead);
    const away = seen.copy(centre).sub(camera.position).dot(ahead);
    if (away < camera.near) return;
    seen.copy(centre).project(camera);
    if (Math.abs(seen.x) > MAX_OFF_CENTRE || Math.abs(seen.y) > MAX_OFF_CENTRE) return;
    this.#x = seen.x * camera.aspect;
    this.#y = seen.y;
    this.#radius = (radius / away) * camera.projectionMatrix.elements[5];
  }

  /** Sets the colour, with a luminance of at most `MAX_LUMINANCE`. */
  #paint({ r, g, b }: Color): void {
    const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const share = Math.min(1, MAX_LUMINANCE / Math.max(luminance, 1e-3));
    const grey = luminance * share * (1 - SATURATION);
    this.#tint.set(
      Math.max(0, grey + r * share * SATURATION),
      Math.max(0, grey + g * share * SATURATION),
      Math.max(0, grey + b * share * SATURATION),
      0,
    );
  }

  #draw(progress: number): void {
    const reducedMotion = this.#state.world.reducedMotion.get();
    const { aspect } = this.#scene.camera;
    const now = this.#now;
    warpLookAt(progress, reducedMotion, now);
    // The opening moves from the disc to the middle of the frame, as if the camera moved there.
    const there = MathUtils.smoothstep(progress, 0, 0.6);
    const widest = Math.hypot(aspect, 1) * WIDE + Math.hypot(this.#x, this.#y);
    const from = Math.min(this.#radius, widest);
    this.#mouth.set(
      this.#x * (1 - there),
      this.#y * (1 - there),
      from + (widest - from) * now.opening,
      aspect,
    );
    this.#look.set(now.cover, now.travel, now.light, now.glow);
    this.#tint.w = reducedMotion ? 1 : 0;
  }
}

export const { init, update, dispose } = defineModule((...given) => new WarpEffect(...given));
