/**
 * When the browser never reports a first paint (hidden page, old browser), the page continues after
 * this long.
 */
const GIVE_UP_MS = 3_000;

/**
 * Resolves when something is on the screen, or after `giveUpMs`. The browser itself measures it:
 * two animation frames still come before the paint, and what starts in between delays it.
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
      // This browser does not report paints: the timer decides.
    }
  });
}
