import {
  type IUniform,
  type Object3D,
  type PerspectiveCamera,
  Scene,
  Vector2,
  type Vector3,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import type { Viewpoint } from '../../../data/view/viewpoint.ts';
import { ShaderCheck } from '../render/shader-check.ts';
import { Arrivals } from './arrivals.ts';
import type { CameraMode, CameraModeName } from './camera-modes.ts';
import { event } from '../../../data/core/event.ts';
import { DepthFocus } from './depth-focus.ts';
import type { Gesture } from './gesture.ts';
import type { Glow } from './glow.ts';
import { StickInput } from './input-state.ts';
import { InteractionRegistry } from './interaction-registry.ts';
import type { Obstacle } from './obstacle.ts';
import { OwnedLists } from './owned-lists.ts';
import { PanelSlots } from './panel-slots.ts';
import { Player } from './player.ts';
import type { PortalDoor } from './portal-door.ts';
import { Stonework } from './stonework.ts';
import { SceneWeather } from './weather.ts';
import { Words } from './words.ts';

/** The part of the loop (`Ticker`) that the scene needs. */
export interface SceneLoop {
  /** The module whose `init` or `update` runs now; it owns the objects it adds. */
  readonly currentModule: string | undefined;
  /** Names a module that has a problem without having thrown. */
  report(module: string, error: unknown): void;
}

/** Draws the scene in another size than that of the canvas, or not at all (`FrameRenderer`). */
export interface FrameCapture {
  /**
   * Draws the scene as it is now into a target of `pixelRatio` pixels per CSS pixel of the canvas, which
   * the caller disposes. `samples`: of its edges, 0 for none.
   */
  capture(pixelRatio: number, samples: number): WebGLRenderTarget;
  /** Draws no frame until the returned function is called. */
  hold(): () => void;
}

interface WorldSceneOptions {
  readonly camera: PerspectiveCamera;
  /** Undefined where there is no picture (`text-plugins.ts`): see `isDrawn`. */
  readonly renderer: WebGLRenderer | undefined;
  readonly loop: SceneLoop;
}

/**
 * The scene, and everything else a module may need, so that `init(scene, state, theme)` is enough to
 * reach it all.
 */
export class WorldScene extends Scene {
  readonly camera: PerspectiveCamera;
  /** Undefined, whatever its type says, where there is no picture: see `isDrawn`. */
  readonly renderer: WebGLRenderer;
  readonly interactions: InteractionRegistry;
  /** The circles that the visitor walks around. */
  readonly obstacles = new OwnedLists<Obstacle>();
  /** Where the visitor stands. */
  readonly player = new Player();
  /** The input of sticks and touches. */
  readonly input = new StickInput();
  /** The portals as ways out; another list when they change. */
  doors: readonly PortalDoor[] = [];
  /** The other ways to see the world than as the visitor. A module deletes what it has set. */
  readonly cameraModes = new Map<CameraModeName, CameraMode>();
  /** Where panels hang. */
  readonly panelSlots = new PanelSlots();
  readonly weather = new SceneWeather();
  /** The next movement of the resident's head. */
  readonly gesture = event<Gesture>('nod');
  /**
   * The point to look at of a viewpoint, in metres; undefined for one that is not there. Set by
   * `camera/viewpoints.ts`.
   */
  lookPointOf: ((viewpoint: Viewpoint) => Readonly<Vector3> | undefined) | undefined;
  /** The shapes of light that the glass floor mirrors. */
  readonly glows = new OwnedLists<Glow>();
  /** The still stone of all modules, which is drawn in one call. */
  readonly stonework = new Stonework();
  /** The meshes with words that are meant to be read. */
  readonly words = new Words();
  /** Where in the sky the constellation of each agent is, as a direction, by `agentKey` of its name. */
  agentStars: ReadonlyMap<string, Readonly<Vector3>> = new Map();
  /** The groups of modules that come out of the fog after the first picture. */
  readonly arrivals = new Arrivals();
  /** Set by the quality governor; modules compare it with the level they last drew for. */
  quality: QualityLevel = 'lowest';
  /**
   * Whether the frame is drawn through passes: light then blooms. Set by the frame renderer, as the
   * three below.
   */
  composed = false;
  /** The render targets besides the canvas; they are made again after a lost context. */
  targets: readonly WebGLRenderTarget[] = [];
  /** Draws the scene in other sizes; undefined where there is no frame renderer. */
  frame: FrameCapture | undefined;
  /**
   * For shaders that count pixels: pixels per CSS pixel, and the height in pixels, of what is being
   * drawn: the canvas, or a screenshot.
   */
  readonly pixels: IUniform<Vector2> = { value: new Vector2(1, 1) };
  readonly focus = new DepthFocus();
  /** How far the camera is on its way to the overview, 0 to 1 (specification 3.4). */
  overview = 0;
  readonly shaders: ShaderCheck;
  readonly #loop: SceneLoop;
  readonly #authors = new WeakMap<Object3D, string>();

  constructor({ camera, renderer, loop }: WorldSceneOptions) {
    super();
    // First the yaw and then the pitch, as the player and the camera modes have them.
    camera.rotation.reorder('YXZ');
    this.camera = camera;
    this.renderer = renderer as WebGLRenderer;
    this.interactions = new InteractionRegistry(loop);
    this.shaders = new ShaderCheck(this);
    this.#loop = loop;
  }

  /** False where there is no picture and plugins only describe their objects as text. */
  get isDrawn(): boolean {
    return Boolean(this.renderer);
  }

  /** How far the module that runs now has arrived, 0 to 1. */
  get arrived(): number {
    return this.arrivals.shareOf(this.#loop.currentModule);
  }

  override add(...objects: Object3D[]): this {
    const author = this.#loop.currentModule;
    if (author !== undefined) for (const object of objects) this.#authors.set(object, author);
    return super.add(...objects);
  }

  /** Names a module that has a problem without having thrown. */
  report(module: string, error: unknown): void {
    this.#loop.report(module, error);
  }

  /**
   * An interactive object threw: it is disabled and its module named, and all others continue. It may be a
   * plugin's.
   */
  dismiss(object: Object3D, error: unknown): void {
    this.interactions.unregister(object);
    this.report(this.authorOf(object), error);
  }

  /** The module that added an object, or one of its ancestors. */
  authorOf(object: Object3D): string {
    for (let at: Object3D | null = object; at !== null; at = at.parent) {
      const author = this.#authors.get(at);
      if (author !== undefined) return author;
    }
    return 'unknown';
  }
}
