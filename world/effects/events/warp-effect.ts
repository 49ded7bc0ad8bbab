import type { Mesh, ShaderMaterial } from 'three';
import { Color, MathUtils, PlaneGeometry, Vector3, Vector4 } from 'three';
import type { TravelState } from '../../../data/travel/travel-state.ts';
import type { ViewState } from '../../../data/view/view-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import type { PortalDoor } from '../../core/scene/portal-door.ts';
import { MIN_LENGTH, type WarpLook, warpLookAt } from './warp-curve.ts';

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
/**
 * The opening starts at the disc only if the disc is this near to the middle, in half widths of the frame.
 */
const MAX_OFF_CENTRE = 1.2;

const seen = new Vector3();
const ahead = new Vector3();

/** A quad that covers the whole frame, independent of the camera. */
const warpVertex = /* glsl */ `
uniform vec4 mouth; // middle (x in half heights), radius, aspect of the frame
varying vec2 vPlace;
void main() {
  vPlace = position.xy * vec2(mouth.w, 1.0) - mouth.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

const warpFragment = /* glsl */ `
uniform vec4 mouth;
uniform vec4 look; // cover, travel, light, glow
uniform vec4 tint; // a: 1 with reduced motion
varying vec2 vPlace;

const float TURN = 6.2831853;

float random(float cell) {
  return fract(sin(cell * 12.9898) * 43758.5453);
}

// Light that rushes past along lines, each with a bright head and a long tail.
float streaks(float around, float depth, float cells, float seed) {
  float place = around * cells;
  float cell = floor(place) + seed;
  float own = random(cell);
  float along = fract(depth / (MIN_LENGTH * (1.0 + random(cell + 7.3))) + own);
  float head = smoothstep(0.0, 0.03, along) * (1.0 - smoothstep(0.03, 0.8, along));
  float across = abs(fract(place) - 0.5) * 2.0;
  float line = 1.0 - smoothstep(0.0, 0.25 + 0.5 * own * own, across);
  return head * head * line * step(0.3, random(cell + 3.1)) * (0.4 + 0.6 * random(cell + 5.7));
}

void main() {
  if (tint.a > 0.5) {
    gl_FragColor = vec4(tint.rgb * REDUCED_MOTION_LIGHT, look.x);
  } else {
    float radius = length(vPlace);
    float around = atan(vPlace.y, vPlace.x) / TURN + 0.5;
    // Evenly spaced rings of a tube are powers of the radius on the screen.
    float depth = look.y - log(max(radius, 0.002)) * 0.62;
    float far = smoothstep(0.03, 0.4, radius);
    float light = streaks(around, depth, 84.0, 0.0) + streaks(around, depth * 1.13 + 0.4, 131.0, 200.0);
    float ring = 0.5 + 0.5 * cos(depth / MIN_LENGTH * TURN);
    ring *= ring * ring;
    float reach = 0.08 + 1.3 * look.w;
    float end = exp(-radius * radius / (reach * reach)) * (0.45 + 0.5 * look.w);
    float sum = (WALL * (0.3 + ring) + STREAK * light * (1.0 - 0.5 * look.w)) * far * look.z + end;
    float inside = mouth.z - radius;
    float edge = mouth.z * 0.1;
    // The opening has a bright rim, as the disc has.
    sum += 0.5 * smoothstep(edge * 2.2, 0.0, inside);
    // Limits the sum of the light, so that it has the portal's colour and never becomes white. Between the
    // lights it is dark.
    sum = 1.0 - exp(-1.5 * sum);
    vec3 color = NIGHT * (1.0 - sum) + tint.rgb * mix(tint.rgb, vec3(1.0), sum) * sum;
    gl_FragColor = vec4(color, smoothstep(0.0, edge, inside) * look.x);
  }
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
}
`;

/**
 * The warp through a portal as a tunnel that is drawn over the world: one quad while it lasts, otherwise
 * none. It opens at the disc; the camera does not move.
 */
class WarpEffect extends DrawnModule<StateSlice> {
  readonly #mesh: Mesh<PlaneGeometry, ShaderMaterial>;
  /** A uniform: centre and radius of the opening in half heights, aspect ratio of the frame. */
  readonly #mouth = new Vector4(0, 0, 0, 1);
  /** A uniform: opacity, travelled distance, brightness of the walls, light at the end. */
  readonly #look = new Vector4();
  /** A uniform: colour of the portal, and 1 with reduced motion. */
  readonly #tint = new Vector4();
  readonly #now: WarpLook = { opening: 0, cover: 0, travel: 0, light: 0, glow: 0 };
  readonly #default = new Color(this.theme.colors.portalDefault);
  /** The disc on the screen at the start of the warp: its centre and radius, in half heights. */
  #x = 0;
  #y = 0;
  #radius = 0;
  /** The progress in the previous frame. */
  #before = 0;
  /** The opacity left after turning back, 1 to 0. */
  #rest = 0;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const shading = {
      name: 'warp-effect',
      constants: {
        MIN_LENGTH,
        WALL: 0.1,
        STREAK: 2.2,
        REDUCED_MOTION_LIGHT: 0.55,
        NIGHT: new Color(this.theme.colors.skyZenith),
      },
      vertexShader: warpVertex,
      fragmentShader: warpFragment,
      uniforms: {
        mouth: { value: this.#mouth },
        look: { value: this.#look },
        tint: { value: this.#tint },
      },
      transparent: true,
      depthTest: false,
      depthWrite: false,
    };
    // Drawn after everything else.
    this.#mesh = this.addMesh(new PlaneGeometry(2, 2), shading, 1000);
    this.#mesh.visible = false;
  }

  update(_elapsed: number, delta: number): void {
    const progress = this.state.warp.progress.get();
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
    const view = this.state.view.get();
    const { camera } = this.scene;
    const { doors } = this.scene.registry;
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
    const { camera } = this.scene;
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
    const { reducedMotion } = this;
    const { aspect } = this.scene.camera;
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
