/**
 * What draws WebGL in this browser, by the name that the browser gives (empty if it gives none), or
 * in plain words why WebGL cannot be had.
 */
export type Graphics = { readonly renderer: string } | { readonly missing: string };

/** Why there is no picture, in words for visitors. */
const NO_API = 'this browser has no WebGL 2.';
const REFUSED = 'WebGL 2 is switched off, or the graphics driver refused it.';
/** A worker that has not answered by then is given up, and the page asks by itself. */
const TIMEOUT_MS = 4_000;

/** Whether the browser knows WebGL 2 at all; the driver may still refuse it. */
export const hasWebGL = (): boolean => typeof WebGL2RenderingContext !== 'undefined';

/** Creates a context on the page's own thread, which waits for the graphics process meanwhile. */
export function askHere(create = (): HTMLCanvasElement => document.createElement('canvas')): Graphics {
  let context: WebGL2RenderingContext | null = null;
  try {
    context = create().getContext('webgl2');
  } catch {
    context = null;
  }
  if (!context) return { missing: REFUSED };
  // Browsers allow few contexts at a time, so this one is given back at once.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { renderer: '' };
}

const startWorker = (): Worker =>
  new Worker(new URL('./graphics-worker.ts', import.meta.url), { type: 'module' });

/**
 * What the worker answers. Undefined if it does not answer, or answers that it has no WebGL: some
 * browsers have it on the page only.
 */
function askWorker(
  start: () => Worker,
  after: Promise<void>,
  timeoutMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let worker: Worker | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = (renderer: string | undefined): void => {
      clearTimeout(timer);
      // Its context ends with it.
      worker?.terminate();
      resolve(renderer);
    };
    try {
      worker = start();
      worker.onmessage = ({ data }: MessageEvent<string | null>) => settle(data ?? undefined);
      worker.onerror = (event) => {
        event.preventDefault();
        settle(undefined);
      };
      void after.then(() => {
        worker?.postMessage('now');
        timer = setTimeout(() => settle(undefined), timeoutMs);
      });
    } catch {
      // No workers here, or the page's policy forbids them.
      settle(undefined);
    }
  });
}

/**
 * Finds out what draws here. The worker is started at once, and asked when `after` is resolved,
 * which is when the page has painted: the graphics process paints the page too.
 */
export async function findGraphics(
  after: Promise<void>,
  start = startWorker,
  timeoutMs = TIMEOUT_MS,
): Promise<Graphics> {
  if (!hasWebGL()) return { missing: NO_API };
  const renderer =
    typeof OffscreenCanvas === 'undefined' ? undefined : await askWorker(start, after, timeoutMs);
  if (renderer !== undefined) return { renderer };
  await after;
  return askHere();
}
