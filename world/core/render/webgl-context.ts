const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** The WebGL context, and whether the processor renders it. */
export interface Graphics {
  readonly gl: WebGL2RenderingContext;
  readonly software: boolean;
}

export const NO_WEBGL =
  'This browser offers no WebGL 2, so there is no picture; everything else is here as text.';

/**
 * The one context of the page; undefined where the browser refuses it. Antialiasing is fixed when the
 * context is made, and costs too much without a GPU: pass the `renderer`'s name where it is known.
 */
export function createContext(canvas: HTMLCanvasElement, renderer = ''): Graphics | undefined {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: !isSoftware(renderer),
    stencil: false,
    powerPreference: 'high-performance',
  });
  if (!gl) return undefined;
  if (renderer !== '') return { gl, software: isSoftware(renderer) };
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return { gl, software: isSoftware(name) };
}
