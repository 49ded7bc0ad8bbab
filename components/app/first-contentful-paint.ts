/** The page continues after this time if the browser reports no first paint (hidden page, old browser). */
const GIVE_UP_MS = 3_000;

/**
 * Resolves at the first contentful paint, or after `giveUpMs`. Waiting for two animation frames is not
 * enough: both may come before the paint, and work that starts then delays the paint.
 */
export function firstContentfulPaint(giveUpMs = GIVE_UP_MS): Promise<void> {
  const painted = (): boolean => performance.getEntriesByName('first-contentful-paint').length > 0;
  if (painted()) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      if (painted()) finish();
    });
    const timer = setTimeout(() => finish(), giveUpMs);
    const finish = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    try {
      observer.observe({ type: 'paint', buffered: true });
    } catch {
      // This browser does not report paints: the timeout applies.
    }
  });
}
