import type { WebGLRenderer } from 'three';

/** How often the page asks what the graphics process has done; it never blocks to wait for it. Milliseconds. */
const POLL_MS = 4;
/** The page stops waiting for a graphics process that takes longer than this. */
const GIVE_UP_MS = 20_000;

interface Scheduler {
  yield?(): Promise<void>;
}

/** Lets the browser run other work, so that no single task grows long. */
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

/** A program as three.js keeps it; its types lack `isReady`. */
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

/** Resolves when the graphics process has executed all commands until now. */
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
