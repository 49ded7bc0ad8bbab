/** Chromium's `gc` under `--expose-gc`: only the asynchronous form runs with an empty stack. */
type Collect = (options: { type: 'major'; execution: 'async' }) => Promise<void>;

/** About five seconds in all, for what is freed only after a task or a frame more. */
const ATTEMPTS = 50;
const PAUSE = 100;

/**
 * Collects garbage from the event loop. A plain `gc()` runs below the caller's stack and treats
 * every word there as a pointer: one stale word keeps an element, and its whole tree, alive.
 * (https://chromium-review.googlesource.com/c/chromium/src/+/5310195)
 */
export async function collectGarbage(): Promise<void> {
  const { gc } = globalThis as { gc?: Collect };
  if (!gc) throw new Error('this needs --js-flags=--expose-gc');
  await gc({ type: 'major', execution: 'async' });
}

/** How many of these are still there once no more of them go. */
export async function survivors(refs: readonly WeakRef<object>[]): Promise<number> {
  const left = (): number => refs.filter((ref) => ref.deref() !== undefined).length;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // A deref keeps its target until the task ends, so the collection has to begin in another.
    await new Promise((next) => setTimeout(next, attempt === 0 ? 0 : PAUSE));
    await collectGarbage();
    await new Promise((next) => setTimeout(next, 0));
    if (left() === 0) break;
  }
  return left();
}
