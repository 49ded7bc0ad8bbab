import {
  DepthTexture,
  HalfFloatType,
  type Material,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  SRGBColorSpace,
  WebGLRenderTarget,
} from 'three';
import { OutputPass } from 'three/addons/postprocessing/OutputPass.js';
import { tile as part } from '../utils/tile.ts';
import { DepthOfFieldPass, blurMargin } from '../core/render/depth-of-field.ts';
import { SAMPLES } from '../core/render/passes.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import type { Tile } from './tiles.ts';

/** A part takes about 70 MB of the graphics card, and no longer than a frame. Pixels. */
const EDGE = 1024;

/** Draws parts of a picture larger than the screen, each into the same target, and gives their pixels. */
export interface Exposure {
  /** The largest part it draws, without what lies beside it. Pixels. */
  readonly edge: number;
  /** RGBA, row by row from the lower left; the same array each time. */
  draw(tile: Tile): Promise<Uint8Array>;
  dispose(): void;
}

/** Where a part lies in its target, with a margin for what blurs into it. */
interface Frame {
  readonly margin: number;
  readonly edge: number;
  readonly width: number;
  readonly height: number;
}

function frameOf(width: number, height: number, margin: number, most: number): Frame {
  const edge = Math.max(1, Math.min(EDGE, most) - 2 * margin);
  return {
    margin,
    edge,
    width: Math.min(edge, width) + 2 * margin,
    height: Math.min(edge, height) + 2 * margin,
  };
}

/** Sends a part of the camera's view to the target that is set, and leaves the camera as it was. */
function drawPart(scene: WorldScene, width: number, height: number, frame: Frame, tile: Tile): void {
  const { renderer, camera } = scene;
  const { aspect } = camera;
  const canvas = renderer.domElement;
  part.value.set(width / canvas.width, height / frame.height, frame.width / frame.height / (width / height));
  camera.setViewOffset(
    width,
    height,
    tile.x - frame.margin,
    tile.y - frame.margin,
    frame.width,
    frame.height,
  );
  try {
    renderer.render(scene, camera);
  } finally {
    part.value.set(1, 1, 1);
    camera.view = null;
    camera.aspect = aspect;
    camera.updateProjectionMatrix();
  }
}

/** The same passes as on the screen; the glow, which reaches across the whole picture, is the screen's own. */
function composedExposure(
  scene: WorldScene,
  glowMaterial: Material,
  width: number,
  height: number,
): Exposure {
  const { renderer, camera, focus } = scene;
  const frame = frameOf(width, height, blurMargin(focus, width), renderer.capabilities.maxTextureSize);
  const size = [frame.width, frame.height] as const;
  const depthTexture = new DepthTexture(...size);
  const drawn = new WebGLRenderTarget(...size, { type: HalfFloatType, samples: SAMPLES, depthTexture });
  const blurred = new WebGLRenderTarget(...size, { type: HalfFloatType, depthBuffer: false });
  const shown = new WebGLRenderTarget(...size, { depthBuffer: false });
  const depthOfField = new DepthOfFieldPass(camera, focus, depthTexture);
  depthOfField.setSize(...size);
  depthOfField.parts = width / frame.width;
  const output = new OutputPass();
  output.renderToScreen = false;
  const plane = new PlaneGeometry(2, 2);
  const glow = new Mesh(plane, glowMaterial);
  glow.frustumCulled = false;
  const flat = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  const pixels = new Uint8Array(frame.edge * frame.edge * 4);
  return {
    edge: frame.edge,
    async draw(tile) {
      renderer.setRenderTarget(drawn);
      drawPart(scene, width, height, frame, tile);
      depthOfField.render(renderer, blurred, drawn);
      const left = (tile.x - frame.margin) / width;
      const right = left + frame.width / width;
      const top = 1 - (tile.y - frame.margin) / height;
      const bottom = top - frame.height / height;
      const uv = plane.getAttribute('uv');
      uv.setXY(0, left, top).setXY(1, right, top).setXY(2, left, bottom).setXY(3, right, bottom);
      uv.needsUpdate = true;
      const { autoClear } = renderer;
      renderer.autoClear = false;
      renderer.render(glow, flat);
      renderer.autoClear = autoClear;
      output.render(renderer, shown, blurred, 0, false);
      renderer.setRenderTarget(null);
      return read(scene, shown, frame, tile, pixels);
    },
    dispose() {
      for (const target of [drawn, blurred, shown]) target.dispose();
      depthOfField.dispose();
      output.dispose();
      plane.dispose();
    },
  };
}

/** Without passes: the materials map the tones themselves, as they do for the canvas. */
function directExposure(scene: WorldScene, width: number, height: number): Exposure {
  const { renderer } = scene;
  const frame = frameOf(width, height, 0, renderer.capabilities.maxTextureSize);
  const drawn = new WebGLRenderTarget(frame.width, frame.height, {
    samples: SAMPLES,
    colorSpace: SRGBColorSpace,
    // The materials write sRGB already: the target must not convert it once more.
    internalFormat: 'RGBA8',
  });
  // What three.js draws into the screens of a headset it draws as for a canvas, with the same programs.
  Object.assign(drawn, { isXRRenderTarget: true });
  const pixels = new Uint8Array(frame.edge * frame.edge * 4);
  return {
    edge: frame.edge,
    async draw(tile) {
      renderer.setRenderTarget(drawn);
      drawPart(scene, width, height, frame, tile);
      renderer.setRenderTarget(null);
      return read(scene, drawn, frame, tile, pixels);
    },
    dispose: () => drawn.dispose(),
  };
}

/** The part without its margin; waits for the graphics card without stopping the page. */
async function read(
  { renderer }: WorldScene,
  from: WebGLRenderTarget,
  frame: Frame,
  { width, height }: Tile,
  into: Uint8Array,
): Promise<Uint8Array> {
  const pixels = into.subarray(0, width * height * 4);
  const bottom = frame.height - frame.margin - height;
  await renderer.readRenderTargetPixelsAsync(from, frame.margin, bottom, width, height, pixels);
  return pixels;
}

/** The exposure of a picture of that size, in the look that is on the screen now. */
export function createExposure(scene: WorldScene, width: number, height: number): Exposure {
  return scene.glow
    ? composedExposure(scene, scene.glow, width, height)
    : directExposure(scene, width, height);
}
