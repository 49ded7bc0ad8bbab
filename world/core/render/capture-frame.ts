import type { WebGLRenderTarget } from 'three';
import type { WorldScene } from '../scene/scene.ts';
import { canvasLikeTarget } from './canvas-like-target.ts';
import type { Passes } from './passes.ts';

/**
 * Draws the current frame into a new render target with the pixels and samples of a photograph. `width` and
 * `height` are in CSS pixels. The caller disposes of the target.
 */
export function captureFrame(
  scene: WorldScene,
  passes: Passes | undefined,
  width: number,
  height: number,
  pixelRatio: number,
  samples: number,
): WebGLRenderTarget {
  const { renderer, camera } = scene;
  const size = [Math.floor(width * pixelRatio), Math.floor(height * pixelRatio)] as const;
  const target = canvasLikeTarget(...size, passes ? 0 : samples, !passes);
  const pixels = scene.frame.pixels.value;
  const { x, y } = pixels;
  pixels.set(pixelRatio, target.height);
  try {
    if (passes) passes.capture(target, samples);
    else {
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
    }
    return target;
  } catch (error) {
    target.dispose();
    throw error;
  } finally {
    renderer.setRenderTarget(null);
    pixels.set(x, y);
  }
}
