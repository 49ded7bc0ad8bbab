import { type Object3D, type PerspectiveCamera, Scene, type WebGLRenderer } from 'three';
import { event } from '../../../data/core/event.ts';
import { ShaderCheck } from '../render/shader-check.ts';
import { InteractionRegistry } from './interaction-registry.ts';
import { Player, StickInput } from './player.ts';
import { SceneFrame } from './scene-frame.ts';
import { SceneRegistry } from './scene-registry.ts';
import { SceneWeather } from './weather.ts';

/** Short movements of the resident's head: a greeting or a yes (nod), news (look up), and a no (shake). */
export type Gesture = 'nod' | 'look-up' | 'shake-head';

/** The part of the loop (`Ticker`) that the scene needs. */
export interface SceneLoop {
  /** The module whose `init` or `update` runs now; it owns the objects it adds. */
  readonly currentModule: string | undefined;
  /** Reports a module that has a problem but did not throw. */
  report(module: string, error: unknown): void;
}

interface WorldSceneOptions {
  readonly camera: PerspectiveCamera;
  /** Undefined without a picture (`text-plugins.ts`): see `isDrawn`. */
  readonly renderer: WebGLRenderer | undefined;
  readonly loop: SceneLoop;
}

/** The scene, with everything else that modules need, so that `init(scene, state, theme)` is sufficient. */
export class WorldScene extends Scene {
  readonly camera: PerspectiveCamera;
  /** Undefined, contrary to its type, without a picture: see `isDrawn`. */
  readonly renderer: WebGLRenderer;
  readonly interactions: InteractionRegistry;
  readonly player = new Player();
  readonly input = new StickInput();
  readonly weather = new SceneWeather();
  /** The next movement of the resident's head. */
  readonly gesture = event<Gesture>('nod');
  readonly frame: SceneFrame;
  readonly registry = new SceneRegistry();
  readonly #loop: SceneLoop;
  readonly #authors = new WeakMap<Object3D, string>();

  constructor({ camera, renderer, loop }: WorldSceneOptions) {
    super();
    // The player and the camera modes also apply first the yaw and then the pitch.
    camera.rotation.reorder('YXZ');
    this.camera = camera;
    this.renderer = renderer as WebGLRenderer;
    this.interactions = new InteractionRegistry(loop);
    this.frame = new SceneFrame(new ShaderCheck(this), () => loop.currentModule);
    this.#loop = loop;
  }

  /** False without a picture, when plugins only describe their objects as text. */
  get isDrawn(): boolean {
    return Boolean(this.renderer);
  }

  override add(...objects: Object3D[]): this {
    const author = this.#loop.currentModule;
    if (author !== undefined) for (const object of objects) this.#authors.set(object, author);
    return super.add(...objects);
  }

  /** Reports a module that has a problem but did not throw. */
  report(module: string, error: unknown): void {
    this.#loop.report(module, error);
  }

  /** Disables an interactive object that threw, for example a plugin's, and reports its module. */
  dismiss(object: Object3D, error: unknown, author = this.authorOf(object)): void {
    this.interactions.unregister(object);
    this.report(author, error);
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
