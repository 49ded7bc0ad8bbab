import type { WebGLRenderer } from 'three';

/** The interval of asking whether the GPU process has finished; the page never blocks. Milliseconds. */
const POLL_MS = 4;
/** After this time the page stops waiting for the GPU process. */
const GIVE_UP_MS = 20_000;

interface Scheduler {
  yield?(): Promise<void>;
}

/** Lets the browser run other work, so that no single task grows long. */
export function yieldToMain(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0));
}

/** The main thread is released only after this much work: each release costs the time of a frame. */
const SLICE_MS = 12;

export function createYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await yieldToMain();
    since = performance.now();
  };
}

/** A program of three.js, whose types lack `isReady`. */
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

/** Resolves when the GPU process has executed all previous commands. */
export async function gpuIdle(renderer: WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (!fence) return;
  gl.flush();
  await poll(gl, () => gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.UNSIGNALED);
  gl.deleteSync(fence);
}

/**
 * Resolves when every program is linked. A query before that blocks the page until the answer is available.
 * So if the browser cannot report the completion of a program, this waits for the end of the command queue.
 */
export async function programsLinked(renderer: WebGLRenderer): Promise<void> {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  if (!renderer.extensions.has('KHR_parallel_shader_compile')) await gpuIdle(renderer);
  else await poll(gl, () => programsOf(renderer).every((program) => program.isReady()));
}
