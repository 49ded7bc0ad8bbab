import { Color, Mesh, PlaneGeometry, ShaderMaterial, Vector3, Vector4 } from 'three';
import type { State } from '../../../data/state.ts';
import type { Theme } from '../../../theme/theme.ts';
import type { WorldScene } from '../../core/scene/scene.ts';
import type { PortalDoor } from '../../core/scene/portal-door.ts';
import { glslConstants } from '../../utils/constants.glsl.ts';
import { smoothstep } from '../../utils/noise.ts';
import { MIN_LENGTH, type WarpLook, warpLookAt } from './warp-curve.ts';
import { warpFragment, warpVertex } from './warp-effect.glsl.ts';

/** No portal’s colour fills the picture more brightly than this, a white one’s included. Linear luminance. */
const BRIGHTEST = 0.42;
/** The tone mapping takes so much of a large colour’s saturation that it needs more of it to look as its disc does. */
const VIVID = 1.3;
/** Who turned back is out of it in this time. Seconds. */
const BACK_SECONDS = 0.3;
/** The warp ends by itself from here on: then the picture is the world’s again at once (specification 3.3). */
const ENDS_FROM = 0.9;
/** Beyond the picture’s corners, whatever its middle is. */
const WIDE = 1.35;
/** A disc farther out of the picture than this, in its half widths, is not what the tunnel begins at. */
const MAX_OFF_CENTRE = 1.2;

const seen = new Vector3();
const ahead = new Vector3();

/** The way through a portal, drawn over the world: one quad while it lasts, none otherwise. It begins at the disc; the camera stays. */
class Tunnel {
  readonly #scene: WorldScene;
  readonly #state: State;
  readonly #mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  readonly #mouth = new Vector4(0, 0, 0, 1);
  readonly #look = new Vector4();
  readonly #tint = new Vector4();
  readonly #now: WarpLook = { opening: 0, cover: 0, travel: 0, light: 0, glow: 0 };
  readonly #default: Color;
  /** Of the disc in the picture as the warp began: its middle and its radius, in half heights. */
  #x = 0;
  #y = 0;
  #radius = 0;
  #before = 0;
  /** What is left to see of it for who turned back, 1 to 0. */
  #rest = 0;

  constructor(scene: WorldScene, state: State, theme: Theme) {
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
    this.#mesh = new Mesh(
      new PlaneGeometry(2, 2),
      new ShaderMaterial({
        name: 'tunnel',
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
      }),
    );
    this.#mesh.name = 'tunnel';
    this.#mesh.frustumCulled = false;
    this.#mesh.matrixAutoUpdate = false;
    this.#mesh.visible = false;
    // Over everything that is drawn.
    this.#mesh.renderOrder = 1000;
    scene.add(this.#mesh);
  }

  update(delta: number): void {
    const progress = this.#state.warp.progress.get();
    if (progress > 0) {
      if (this.#before === 0) this.#begin();
      this.#rest = 1;
      this.#before = progress;
      this.#draw(progress);
    } else if (this.#mesh.visible) {
      const over = this.#before > ENDS_FROM;
      this.#before = 0;
      this.#rest = over ? 0 : this.#rest - delta / BACK_SECONDS;
      this.#look.x = this.#now.cover * Math.max(0, this.#rest);
    }
    this.#mesh.visible = this.#rest > 0;
  }

  #begin(): void {
    const view = this.#state.view.get();
    const { doors, camera } = this.#scene;
    const door = view.mode === 'warp' ? doors.find(({ id }) => id === view.portalId) : undefined;
    this.#paint(door?.color ?? this.#default);
    this.#x = 0;
    this.#y = 0;
    this.#radius = 0;
    if (door) this.#aim(door);
    this.#mouth.w = camera.aspect;
  }

  /** Where the disc is in the picture; one that is not in sight is met in its middle. */
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

  #paint({ r, g, b }: Color): void {
    const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    const share = Math.min(1, BRIGHTEST / Math.max(luminance, 1e-3));
    const grey = luminance * share * (1 - VIVID);
    this.#tint.set(
      Math.max(0, grey + r * share * VIVID),
      Math.max(0, grey + g * share * VIVID),
      Math.max(0, grey + b * share * VIVID),
      0,
    );
  }

  #draw(progress: number): void {
    const reducedMotion = this.#state.world.reducedMotion.get();
    const { aspect } = this.#scene.camera;
    const now = this.#now;
    warpLookAt(progress, reducedMotion, now);
    // From the disc’s place to the middle of the picture, as if one went there.
    const there = smoothstep(0, 0.6, progress);
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

  dispose(): void {
    this.#mesh.removeFromParent();
    this.#mesh.geometry.dispose();
    this.#mesh.material.dispose();
  }
}

let tunnel: Tunnel | undefined;

export function init(scene: WorldScene, state: State, theme: Theme): void {
  tunnel = new Tunnel(scene, state, theme);
}

export function update(_elapsed: number, delta: number): void {
  tunnel?.update(delta);
}

export function dispose(): void {
  tunnel?.dispose();
  tunnel = undefined;
}
