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
/** Beyond the farthest islets (140 m) with room for a sky. */
const FAR_METRES = 600;
/** Portals across the island lose a fifth of their contrast, islets most of it. */
const FOG_DENSITY = 0.0075;
/** AgX keeps the blue-black family of stone and glass apart where ACES turns all of it into one saturated blue. */
const EXPOSURE = 1;

/** How much a tall window adds to the field of view at most, and the widest that does not distort. Degrees. */
const TALLER = 18;
const WIDEST = 100;

/**
 * The camera's field of view, degrees, where a window as high as it is wide has the `chosen` one. A taller window sees more height, or a phone
 * would look through a keyhole: two portals stand in its first look.
 */
export const fieldOfView = (aspect: number, chosen = defaultSettings.fieldOfView): number =>
  aspect >= 1 ? chosen : Math.min(WIDEST, chosen + Math.min(TALLER, (1 - aspect) * 36));

interface WorldRenderer {
  readonly scene: WorldScene;
  readonly renderer: WebGLRenderer;
}

/** Renderer, camera and an empty scene in the home's fog. */
export function createRenderer(
  canvas: HTMLCanvasElement,
  context: WebGL2RenderingContext,
  theme: Theme,
  loop: SceneLoop,
): WorldRenderer {
  const renderer = new Renderer({ canvas, context });
  // Asked now, while nothing is on its way to the graphics process: each first question waits for all that is. three.js keeps the answers.
  renderer.extensions.has('KHR_parallel_shader_compile');
  renderer.capabilities.getMaxAnisotropy();
  renderer.toneMapping = AgXToneMapping;
  renderer.toneMappingExposure = EXPOSURE;
  // Asking a program whether it is well waits for the graphics driver: shader-check.ts asks once all of them are made.
  renderer.debug.checkShaderErrors = false;
  patchRenderLists(renderer);
  // The passes of one frame add up; the picture resets the count itself.
  renderer.info.autoReset = false;
  const camera = new PerspectiveCamera(defaultSettings.fieldOfView, 1, NEAR_METRES, FAR_METRES);
  camera.position.set(START.x, START.y, START.z);
  const scene = new WorldScene({ camera, renderer, loop });
  scene.background = new Color(theme.colors.background);
  scene.fog = new FogExp2(theme.colors.background, FOG_DENSITY);
  scene.add(camera);
  return { scene, renderer };
}
