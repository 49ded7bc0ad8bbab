import { Vector4, type WebGLRenderTarget } from 'three';
import type { WorldScene } from '../scene/scene.ts';

const ONE_PIXEL = new Vector4(0, 0, 1, 1);

/**
 * Draws a single pixel into a target, or into the canvas. Software WebGL compiles a program again for each kind of
 * target and each way of blending, when something is first drawn so.
 */
export function drawPixel(
  { renderer }: WorldScene,
  target: WebGLRenderTarget | null,
  draw: () => void,
): void {
  renderer.setRenderTarget(target);
  renderer.state.setScissorTest(true);
  renderer.state.scissor(ONE_PIXEL);
  try {
    draw();
  } finally {
    // This also restores the scissor.
    renderer.setRenderTarget(null);
  }
}
