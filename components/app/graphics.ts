/** What draws this browser's WebGL, by the name the browser gives it (empty where it gives none), or in plain words why nothing does. */
export type Graphics = { readonly renderer: string } | { readonly missing: string };

const NO_API = 'this browser has no WebGL 2.';
const REFUSED = 'WebGL 2 is switched off, or the graphics driver refused it.';
/** A worker that is silent for this long is not waited for: the page asks by itself. */
const TIMEOUT_MS = 4_000;

export const hasWebGL = (): boolean => typeof WebGL2RenderingContext !== 'undefined';

/** Asks on the page's own thread, which waits for the graphics process. */
export function askHere(create = (): HTMLCanvasElement => document.createElement('canvas')): Graphics {
  let context: WebGL2RenderingContext | null = null;
  try {
    context = create().getContext('webgl2');
  } catch {
    context = null;
  }
  if (!context) return { missing: REFUSED };
  // Browsers allow few contexts at a time; the probe gives its own back.
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { renderer: '' };
}

const startWorker = (): Worker =>
  new Worker(new URL('./graphics-worker.ts', import.meta.url), { type: 'module' });

/** What the worker says; undefined where it says nothing, or that it has no WebGL: some browsers have it on the page only. */
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
      // Its context goes with it.
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
 * Finds out what draws here. The worker is made at once and asks when `after` is settled, which is when the page has painted: the graphics
 * process paints the page too.
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
