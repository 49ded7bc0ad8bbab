import type { CDPSession, Page } from '@playwright/test';

const SAMPLE_SECONDS = 8;
/** Bytes between samples of the allocation profile; small, as a frame allocates little. */
const SAMPLE_BYTES = 256;
/**
 * A forced collection discards compiled code that refers to collected objects. Until the code is compiled
 * again, every number is boxed. This garbage does not belong to a frame, so the measurement waits for it.
 */
const STEADY_SECONDS = 12;

export interface Recording {
  readonly spent: number[];
  readonly at: number[];
}

/**
 * Records each frame for some seconds, in preallocated arrays, so that the recording itself allocates
 * nothing.
 */
export const record = (page: Page, seconds: number): Promise<Recording> =>
  page.evaluate(
    (duration) =>
      new Promise<Recording>((done) => {
        const { home } = window.bench;
        if (!home) throw new Error('the world is not ready');
        const { ticker } = home;
        const spent = new Float64Array(20_000);
        const at = new Float64Array(20_000);
        let count = 0;
        const { tick } = ticker;
        ticker.tick = function recorded(delta) {
          const began = performance.now();
          tick.call(ticker, delta);
          spent[count] = performance.now() - began;
          at[count] = began;
          count += 1;
        };
        setTimeout(() => {
          ticker.tick = tick;
          done({ spent: [...spent.subarray(0, count)], at: [...at.subarray(0, count)] });
        }, duration * 1000);
      }),
    seconds,
  );

interface ProfileNode {
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly selfSize: number;
  readonly children: readonly ProfileNode[];
}

export interface Garbage {
  readonly bytesPerFrame: number;
  /** The functions that allocate most, with bytes per frame. */
  readonly top: readonly string[];
}

/** All bytes allocated while frames run, collected or not, by V8's sampling profiler. */
export async function garbage(page: Page, cdp: CDPSession): Promise<Garbage> {
  await cdp.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(STEADY_SECONDS * 1000);
  await cdp.send('HeapProfiler.startSampling', {
    samplingInterval: SAMPLE_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  const { at } = await record(page, SAMPLE_SECONDS);
  const { profile } = await cdp.send('HeapProfiler.stopSampling');
  const by = new Map<string, number>();
  let total = 0;
  const walk = (node: ProfileNode): void => {
    const { functionName, url } = node.callFrame;
    const name = `${functionName === '' ? '(anonymous)' : functionName} ${url.split('/').pop() ?? ''}`.trim();
    by.set(name, (by.get(name) ?? 0) + node.selfSize);
    total += node.selfSize;
    node.children.forEach(walk);
  };
  walk(profile.head);
  const frames = Math.max(1, at.length);
  const top = [...by]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([name, bytes]) => `${name} ${Math.round(bytes / frames)}`);
  return { bytesPerFrame: total / frames, top };
}
