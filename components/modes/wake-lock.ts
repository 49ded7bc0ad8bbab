/** The part of `navigator` that keeps the screen on; absent in older browsers, and on pages without HTTPS. */
export interface WakeLocks {
  readonly wakeLock?: { request(type: 'screen'): Promise<{ release(): Promise<void> }> };
}

/**
 * Keeps the screen on while the page is visible. Browsers release the lock of a hidden page, so it is requested
 * again when the page is visible again. Calls `refused` once if this browser keeps no screen on. Returns a
 * function that ends this.
 */
export function keepScreenOn(refused: () => void, { wakeLock }: WakeLocks = navigator): () => void {
  if (!wakeLock) {
    refused();
    return () => undefined;
  }
  const ending = new AbortController();
  let isRefused = false;
  let lock: { release(): Promise<void> } | undefined;
  const request = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    try {
      lock = await wakeLock.request('screen');
      if (ending.signal.aborted) await lock.release();
    } catch {
      // The page may have been hidden meanwhile: then it is requested again.
      if (isRefused || document.visibilityState !== 'visible' || ending.signal.aborted) return;
      isRefused = true;
      refused();
    }
  };
  document.addEventListener('visibilitychange', () => void request(), ending);
  void request();
  return () => {
    ending.abort();
    void lock?.release().catch(() => undefined);
  };
}
