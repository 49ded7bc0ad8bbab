import { SRGBColorSpace, WebGLRenderTarget } from 'three';

/**
 * A render target with the same shader programs and colours as the canvas: the materials do the tone mapping.
 * `samples`: for antialiasing, 0 for none.
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
  // three.js treats a target with this flag, which is meant for headsets, like the canvas.
  return Object.assign(target, { isXRRenderTarget: true });
}
