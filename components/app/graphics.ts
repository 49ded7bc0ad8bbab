export interface Renderer {
  /** The name that the browser reports for WebGL. */
  readonly renderer: string;
  /** About how long a frame of the moving world takes; absent if it is not measured. Milliseconds. */
  readonly frameMs?: Promise<number>;
}

/** What renders WebGL, or the reason in plain words why WebGL is not available. */
export type Graphics = Renderer | { readonly missing: string };

/** Why there is no picture, in words for visitors. */
const NO_API = 'this browser has no WebGL 2.';
const REFUSED = 'WebGL 2 is off, or the driver refused it.';
/**
 * If the worker has not answered after this time, it is terminated, and the page creates a context itself.
 */
const TIMEOUT_MS = 4_000;

/** Whether the browser has the WebGL 2 API; the driver may still refuse a context. */
export const hasWebGL = (): boolean => typeof WebGL2RenderingContext !== 'undefined';

/** Creates a context on the main thread, which is blocked until the GPU process has answered. */
function askHere(): Graphics {
  let context: WebGL2RenderingContext | null = null;
  try {
    context = document.createElement('canvas').getContext('webgl2');
  } catch {
    context = null;
  }
  if (!context) return { missing: REFUSED };
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const renderer = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  // Browsers limit the number of contexts, so this context is released at once.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { renderer };
}

const startWorker = (): Worker =>
  new Worker(new URL('./graphics-worker.ts', import.meta.url), { type: 'module' });

/**
 * The answer of the worker. Undefined if it does not answer or has no WebGL: some browsers support WebGL only
 * on the main thread.
 */
function askWorker(
  start: () => Worker,
  after: Promise<void>,
  timeoutMs: number,
): Promise<Renderer | undefined> {
  return new Promise((resolve) => {
    let worker: Worker | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let measured = (_frameMs: number): void => undefined;
    const frameMs = new Promise<number>((done) => (measured = done));
    const settle = (frame = 0): void => {
      clearTimeout(timer);
      // This also releases the context of the worker.
      worker?.terminate();
      measured(frame);
      // Has no effect after the name of the renderer.
      resolve(undefined);
    };
    try {
      worker = start();
      worker.onmessage = ({ data }: MessageEvent<string | number | null>) => {
        if (typeof data === 'string') resolve({ renderer: data, frameMs });
        else settle(data ?? 0);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        settle();
      };
      void after.then(() => {
        worker?.postMessage('now');
        timer = setTimeout(() => settle(timeoutMs), timeoutMs);
      });
    } catch {
      // This browser has no workers, or the page's content security policy forbids them.
      settle();
    }
  });
}

/**
 * Finds the renderer. The worker starts at once, but creates its context only when `after` resolves (the page
 * has painted), because the GPU process also paints the page.
 */
export async function findGraphics(
  after: Promise<void>,
  start = startWorker,
  timeoutMs = TIMEOUT_MS,
): Promise<Graphics> {
  if (!hasWebGL()) return { missing: NO_API };
  const renderer =
    typeof OffscreenCanvas === 'undefined' ? undefined : await askWorker(start, after, timeoutMs);
  if (renderer) return renderer;
  await after;
  return askHere();
}
