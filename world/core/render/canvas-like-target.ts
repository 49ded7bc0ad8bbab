import { SRGBColorSpace, WebGLRenderTarget } from 'three';

/**
 * A target that materials draw into as into the canvas, with tone mapping in the materials: the same
 * programs, and the same colours. `samples`: of its edges, 0 for none.
 */
export function canvasLikeTarget(
  width: number,
  height: number,
  samples: number,
  depthBuffer = true,
): WebGLRenderTarget {
  const target = new WebGLRenderTarget(width, height, {
    samples,
    depthBuffer,
    colorSpace: SRGBColorSpace,
    // The materials write sRGB already: the target must not convert it again.
    internalFormat: 'RGBA8',
  });
  // three.js treats the target of a headset as a canvas.
  return Object.assign(target, { isXRRenderTarget: true });
}
