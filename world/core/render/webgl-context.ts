const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
export const isSoftware = (renderer: string): boolean => SOFTWARE.test(renderer);

/** The names of browsers that hide the graphics card: every WebKit, and a Firefox that resists fingerprinting. */
const HIDDEN = /^(?:apple gpu|webkit webgl|mozilla|)$/i;
export const isHidden = (renderer: string): boolean => HIDDEN.test(renderer);

/** What renders WebGL here. */
export interface Graphics {
  /** Whether the processor draws. */
  readonly software: boolean;
  /** Whether the browser hides what draws. */
  readonly hidden: boolean;
}

export interface GraphicsContext extends Graphics {
  readonly gl: WebGL2RenderingContext;
}

export const NO_WEBGL =
  'This browser offers no WebGL 2, so there is no picture; everything else is here as text.';

/**
 * The one context of the page; undefined where the browser refuses it. Antialiasing is fixed when the
 * context is made, and costs too much without a GPU: pass the `renderer`'s name where it is known.
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
