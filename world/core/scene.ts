import { type PerspectiveCamera, Scene, type WebGLRenderer } from 'three';
import type { QualityLevel } from '../../data/state.ts';
import { ArcPlaces } from '../panels/arc.ts';
import type { Interactions } from './interactions.ts';
import { Obstacles } from './obstacles.ts';

/**
 * The scene, and everything else a module may need: so that `init(scene, state, theme)` is enough to reach it all.
 */
export class WorldScene extends Scene {
  readonly camera: PerspectiveCamera;
  readonly renderer: WebGLRenderer;
  readonly interactions: Interactions;
  readonly obstacles = new Obstacles();
  /** Where panels hang. */
  readonly arc = new ArcPlaces();
  /** Set by the quality governor; modules compare it with the level they last drew for. */
  quality: QualityLevel = 'lowest';

  constructor(camera: PerspectiveCamera, renderer: WebGLRenderer, interactions: Interactions) {
    super();
    this.camera = camera;
    this.renderer = renderer;
    this.interactions = interactions;
  }
}
