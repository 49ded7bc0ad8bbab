const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** What browsers report if they hide the GPU: every WebKit, and a Firefox that resists fingerprinting. */
const HIDDEN = /^(?:apple gpu|webkit webgl|mozilla|)$/i;
const isHidden = (renderer: string): boolean => HIDDEN.test(renderer);

/** How WebGL is rendered. */
export interface Graphics {
  /** Whether the CPU renders. */
  readonly software: boolean;
  /** Whether the browser hides the name of the GPU. */
  readonly hidden: boolean;
}

export interface GraphicsContext extends Graphics {
  readonly gl: WebGL2RenderingContext;
}

export const NO_WEBGL = 'this browser offers no WebGL 2.';

/**
 * Creates the only context of the page. Returns undefined if the browser refuses it. Antialiasing cannot be
 * changed later and is too slow without a GPU, so pass the name of the `renderer` if it is known.
 */
export function createContext(canvas: HTMLCanvasElement, renderer = ''): GraphicsContext | undefined {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: !isSoftware(renderer),
    stencil: false,
    powerPreference: 'high-performance',
  });
  if (!gl) return undefined;
  const info = renderer === '' ? gl.getExtension('WEBGL_debug_renderer_info') : null;
  const name = renderer || String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return { gl, software: isSoftware(name), hidden: isHidden(name) };
}
