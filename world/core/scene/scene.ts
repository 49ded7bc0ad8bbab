import {
  type Object3D,
  type PerspectiveCamera,
  Scene,
  type WebGLRenderer,
  type WebGLRenderTarget,
} from 'three';
import type { QualityLevel } from '../../../data/config/settings/quality.ts';
import { PanelSlots } from './panel-slots.ts';
import { StickInput } from './input-state.ts';
import type { InteractionRegistry } from './interaction-registry.ts';
import { DepthFocus } from './depth-focus.ts';
import type { Passes } from '../render/passes.ts';
import { Obstacles } from './obstacles.ts';
import type { CameraRig, CameraMode, CameraModeName } from './camera-modes.ts';
import type { PortalDoor } from './portal-colliders.ts';
import { SceneWeather } from './weather.ts';
import { ShaderCheck } from '../render/shader-check.ts';
import { Player } from './player.ts';

/**
 * The scene, and everything else a module may need: so that `init(scene, state, theme)` is enough to reach it all.
 */
export class WorldScene extends Scene {
  readonly camera: PerspectiveCamera;
  /** Undefined, whatever its type says, in the scene of `text-guests.ts`: see `isDrawn`. */
  readonly renderer: WebGLRenderer;
  readonly interactions: InteractionRegistry;
  readonly obstacles = new Obstacles();
  /** Where the visitor stands. */
  readonly player = new Player();
  /** What sticks and fingers ask for. */
  readonly input = new StickInput();
  /** Where one gets out; another list when the portals change. */
  doors: readonly PortalDoor[] = [];
  /** Where else than with the visitor the camera may be. Setting and deleting are mirror images. */
  readonly cameraModes = new Map<CameraModeName, CameraMode>();
  /** Puts the camera; while there is none, it is with the visitor. */
  cameraRig: CameraRig | undefined;
  /** Where panels hang. */
  readonly panelSlots = new PanelSlots();
  readonly weather = new SceneWeather();
  /** Set by the quality governor; modules compare it with the level they last drew for. */
  quality: QualityLevel = 'lowest';
  /** Whether passes put the picture together, as the picture sets it: light may then add up beyond white, and blooms. */
  composed = false;
  readonly focus = new DepthFocus();
  /** How far the eye is on its way to the overview, 0 to 1 (specification 3.4): the stars turn the slower for it. */
  overview = 0;
  readonly shaders: ShaderCheck;
  /** Where the picture may draw the scene: straight into the canvas (`null`), and into the passes' target once there are passes. */
  targets: () => readonly (WebGLRenderTarget | null)[] = () => [null];
  /** The passes that the picture is drawn through just now. */
  passes: () => Passes | undefined = () => undefined;
  /** Stops the time of the world, and its picture, until what it returns is called. */
  hold: () => () => void = () => () => undefined;
  /** The module at work, which is the author of what is added meanwhile. */
  author: () => string | undefined = () => undefined;
  /** Hears what is wrong with a module that nobody called just then. */
  report: (module: string, error: unknown) => void = () => undefined;
  readonly #authors = new WeakMap<Object3D, string>();

  constructor(camera: PerspectiveCamera, renderer: WebGLRenderer, interactions: InteractionRegistry) {
    super();
    // Whoever puts it says how far it is turned and then tilted, as the stance does.
    camera.rotation.reorder('YXZ');
    this.camera = camera;
    this.renderer = renderer;
    this.interactions = interactions;
    interactions.author = () => this.author();
    this.shaders = new ShaderCheck(this);
  }

  /** False where there is no picture and modules of others only say what they would show. */
  get isDrawn(): boolean {
    return Boolean(this.renderer);
  }

  override add(...objects: Object3D[]): this {
    const author = this.author();
    if (author !== undefined) for (const object of objects) this.#authors.set(object, author);
    return super.add(...objects);
  }

  /** Things that answer may be anybody's: one that throws is asked no more and its module named, and all others go on answering. */
  dismiss(object: Object3D, error: unknown): void {
    this.interactions.unregister(object);
    this.report(this.authorOf(object), error);
  }

  /** The module that added an object, or what it is part of. */
  authorOf(object: Object3D): string {
    for (let at: Object3D | null = object; at !== null; at = at.parent) {
      const author = this.#authors.get(at);
      if (author !== undefined) return author;
    }
    return 'nobody';
  }
}
