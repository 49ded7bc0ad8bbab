/** Much longer than anything here takes, for a busy machine. Milliseconds. */
export const PATIENCE_MS = 90_000;

/**
 * Waits until a condition holds and checks it every few milliseconds; fails with `what`. As a
 * function, `what` is called only then and can name what is still missing.
 */
export async function until(
  what: string | (() => string),
  isSo: () => boolean,
  milliseconds = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!isSo()) {
    if (Date.now() > end)
      throw new Error(`waited ${milliseconds} ms in vain until ${typeof what === 'string' ? what : what()}`);
    await new Promise((next) => setTimeout(next, 5));
  }
}

/**
 * Calls `update` as a ticker would, every few milliseconds, until the returned function is called.
 */
export function ticking(...modules: readonly { update(elapsed: number, delta: number): void }[]): () => void {
  let elapsed = 0;
  const timer = setInterval(() => {
    elapsed += 0.005;
    for (const module of modules) module.update(elapsed, 0.005);
  }, 5);
  return () => clearInterval(timer);
}

/** Waits until nothing in the element fades or moves: a half-faded text has too little contrast. */
export const animationsEnded = (element: Element): Promise<unknown> =>
  Promise.all(
    (element.shadowRoot ?? element)
      .getAnimations()
      .map((animation) => animation.finished.catch(() => undefined)),
  );
