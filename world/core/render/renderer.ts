import {
  AgXToneMapping,
  Color,
  FogExp2,
  PerspectiveCamera,
  type WebGLRenderer,
  WebGLRenderer as Renderer,
} from 'three';
import { defaultSettings } from '../../../data/config/settings/settings.ts';
import type { Theme } from '../../../theme/theme.ts';
import { patchRenderLists } from './render-list-patch.ts';
import { type SceneLoop, WorldScene } from '../scene/scene.ts';
import { START } from '../scene/start.ts';

const NEAR_METRES = 0.1;
/** The far plane: behind the farthest islets (140 m), with space for the sky. */
const FAR_METRES = 600;
/** Portals across the island lose a fifth of their contrast, islets most of it. */
const FOG_DENSITY = 0.0075;
/**
 * The exposure for AgX. With ACES, the dark blues of stone and glass would all be the same saturated blue.
 */
const EXPOSURE = 1;

/**
 * The most that a tall window adds to the field of view, and the largest field of view: a larger one
 * distorts. Degrees.
 */
const TALLER = 18;
const WIDEST = 100;

/**
 * The camera's vertical field of view in degrees. A square or wide window has the `chosen` one. A tall window
 * has a larger one, so that a phone shows two portals at the start.
 */
export const fieldOfView = (aspect: number, chosen = defaultSettings.fieldOfView): number =>
  aspect >= 1 ? chosen : Math.min(WIDEST, chosen + Math.min(TALLER, (1 - aspect) * 36));

interface WorldRenderer {
  readonly scene: WorldScene;
  readonly renderer: WebGLRenderer;
}

/** Creates the renderer, the camera and an empty scene with fog. */
export function createRenderer(
  canvas: HTMLCanvasElement,
  context: WebGL2RenderingContext,
  theme: Theme,
  loop: SceneLoop,
): WorldRenderer {
  const renderer = new Renderer({ canvas, context });
  // Sends these queries now: the first query of each kind waits for all queued GPU commands, and the queue is
  // empty. three.js caches the answers.
  renderer.extensions.has('KHR_parallel_shader_compile');
  renderer.capabilities.getMaxAnisotropy();
  renderer.toneMapping = AgXToneMapping;
  renderer.toneMappingExposure = EXPOSURE;
  // Checking a program blocks until the driver has linked it: shader-check.ts checks all of them later.
  renderer.debug.checkShaderErrors = false;
  patchRenderLists(renderer);
  // The counts include all passes of a frame, so they are reset once per frame, not by three.js.
  renderer.info.autoReset = false;
  const camera = new PerspectiveCamera(defaultSettings.fieldOfView, 1, NEAR_METRES, FAR_METRES);
  camera.position.set(START.x, START.y, START.z);
  const scene = new WorldScene({ camera, renderer, loop });
  scene.background = new Color(theme.colors.background);
  scene.fog = new FogExp2(theme.colors.background, FOG_DENSITY);
  scene.add(camera);
  return { scene, renderer };
}
