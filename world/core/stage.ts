import {
  AgXToneMapping,
  Color,
  FogExp2,
  PerspectiveCamera,
  type WebGLRenderer,
  WebGLRenderer as Renderer,
} from 'three';
import type { Theme } from '../../theme/theme.ts';
import { Interactions } from './interactions.ts';
import { WorldScene } from './scene.ts';

/** Where a visit begins (art direction, "Composition"). */
export const START = { x: 0, y: 1.7, z: 17 } as const;
export const START_LOOK = { x: 0, y: 2.4, z: 0 } as const;
const FIELD_OF_VIEW = 60;
const NEAR_METRES = 0.1;
/** Beyond the farthest islets (140 m) with room for a sky. */
const FAR_METRES = 600;
/** Portals across the island lose a fifth of their contrast, islets most of it. */
const FOG_DENSITY = 0.0075;
/** AgX keeps the blue-black family of stone and glass apart where ACES turns all of it into one saturated blue. */
const EXPOSURE = 1;

/** A tall window sees more height than a wide one, or a phone would look through a keyhole: two portals stand in its first look. */
export const fieldOfView = (aspect: number): number =>
  aspect >= 1 ? FIELD_OF_VIEW : Math.min(78, FIELD_OF_VIEW + (1 - aspect) * 36);

/** Why the browser gives no picture, or what draws it. */
export type Probe =
  | { readonly ok: true; readonly renderer: string; readonly software: boolean }
  | { readonly ok: false; readonly reason: string };

const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** Asks with a context of its own, because smoothing of edges is decided when the real one is made. */
export function probe(make: () => HTMLCanvasElement = () => document.createElement('canvas')): Probe {
  const gl = make().getContext('webgl2');
  if (!gl)
    return {
      ok: false,
      reason: 'This browser offers no WebGL 2, so there is no picture; everything else is here as text.',
    };
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return { ok: true, renderer, software: isSoftware(renderer) };
}

export interface Stage {
  readonly scene: WorldScene;
  readonly renderer: WebGLRenderer;
}

interface Drawn {
  readonly groupOrder: number;
  readonly renderOrder: number;
  readonly z: number;
  readonly id: number;
}

/** Whole numbers only: three's own order hands on distances, and each makes garbage. Programs lie together as modules do. */
const opaqueOrder = (a: Drawn, b: Drawn): number =>
  a.groupOrder !== b.groupOrder
    ? a.groupOrder - b.groupOrder
    : a.renderOrder !== b.renderOrder
      ? a.renderOrder < b.renderOrder
        ? -1
        : 1
      : a.id - b.id;

/** From far to near, where no order is given. */
const transparentOrder = (a: Drawn, b: Drawn): number => {
  if (a.groupOrder !== b.groupOrder) return a.groupOrder - b.groupOrder;
  if (a.renderOrder !== b.renderOrder) return a.renderOrder < b.renderOrder ? -1 : 1;
  if (a.z !== b.z) return a.z > b.z ? -1 : 1;
  return a.id - b.id;
};

/** Renderer, camera and an empty scene in the home's fog. */
export function createStage(
  canvas: HTMLCanvasElement,
  theme: Theme,
  software: boolean,
  checkShaders = false,
): Stage {
  const renderer = new Renderer({
    canvas,
    antialias: !software,
    powerPreference: 'high-performance',
    alpha: false,
    stencil: false,
  });
  renderer.toneMapping = AgXToneMapping;
  renderer.toneMappingExposure = EXPOSURE;
  // Asking each program whether it is well waits for the graphics driver, one by one; whoever looks for a mistake asks for it.
  renderer.debug.checkShaderErrors = checkShaders;
  renderer.setOpaqueSort(opaqueOrder);
  renderer.setTransparentSort(transparentOrder);
  // The passes of one frame add up; the picture resets the count itself.
  renderer.info.autoReset = false;
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, NEAR_METRES, FAR_METRES);
  camera.position.set(START.x, START.y, START.z);
  camera.lookAt(START_LOOK.x, START_LOOK.y, START_LOOK.z);
  const scene = new WorldScene(camera, renderer, new Interactions());
  scene.background = new Color(theme.colors.background);
  scene.fog = new FogExp2(theme.colors.background, FOG_DENSITY);
  scene.add(camera);
  return { scene, renderer };
}
