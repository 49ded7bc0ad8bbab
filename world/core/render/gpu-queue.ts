import type { WebGLRenderer } from 'three';

/** Between two looks at what the graphics process has done; it is never waited for on the page's thread. Milliseconds. */
const POLL_MS = 4;
/** A graphics process that takes longer than this is not waited for any more. */
const GIVE_UP_MS = 20_000;

interface Scheduler {
  yield?(): Promise<void>;
}

/** Hands the main thread back, so that no single task grows long. */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}

/** The main thread is handed back only after this much work: each time costs a frame's worth of the shell's own work. */
const SLICE_MS = 12;

export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await yieldToMain();
    since = performance.now();
  };
}

/** A program as three.js keeps it; its types leave out what tells whether it is ready. */
export interface MadeProgram {
  readonly program: WebGLProgram;
  isReady(): boolean;
  getUniforms(): object;
}
export const programsOf = (renderer: WebGLRenderer): readonly MadeProgram[] =>
  (renderer.info.programs ?? []) as unknown as readonly MadeProgram[];

async function poll(gl: WebGL2RenderingContext, done: () => boolean): Promise<void> {
  const limit = performance.now() + GIVE_UP_MS;
  while (!done() && !gl.isContextLost() && performance.now() < limit)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
}

/** Resolves when the graphics process has done all that it was told so far. */
export async function gpuIdle(renderer: WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return;
  gl.flush();
  await poll(gl, () => gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED);
  gl.deleteSync(fence);
}

/**
 * Resolves when every program is linked. Asked too early, a question about a program stops the page until the answer is there; so where
 * the browser does not say by itself that one is done, it is the end of the queue that is waited for.
 */
export async function programsLinked(renderer: WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  if (!renderer.extensions.has('KHR_parallel_shader_compile')) await gpuIdle(renderer);
  else await poll(gl, () => programsOf(renderer).every((program) => program.isReady()));
}
