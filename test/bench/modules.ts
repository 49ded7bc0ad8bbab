import type { Browser, Page } from '@playwright/test';
import type { Gl } from '../../ci/chrome.ts';
import { type Figure, quantile } from './figure.ts';
import { openPage, untilReady } from './page.ts';

const ROUNDS = 7;
/** Frames drawn without a pause, so that their duration is long compared with the resolution of the clock. */
const FRAMES = 6;

interface Cost {
  readonly name: string;
  /**
   * Milliseconds per frame, for script and picture, in each round: with everything, and without the objects
   * of this module.
   */
  readonly whole: readonly number[];
  readonly without: readonly number[];
  readonly calls: number;
  readonly triangles: number;
  readonly scriptMilliseconds: number;
}

/**
 * Runs in the page: draws frames without a pause and waits for the pixels of the last one, with the objects
 * of each module left out in turn.
 */
function measureInPage([rounds, frames, only]: readonly [number, number, string | undefined]): Cost[] {
  interface Drawn {
    readonly layers: { mask: number };
    readonly material?: unknown;
  }
  interface Scene {
    traverse(visit: (object: Drawn) => void): void;
    authorOf(object: Drawn): string;
    readonly renderer: { getContext(): WebGL2RenderingContext };
  }
  interface Loop {
    stop(): void;
    start(): void;
    onFrame: unknown;
    tick(seconds: number): void;
  }
  const { home } = window.bench;
  if (!home) throw new Error('the world is not ready');
  const scene = home.scene as Scene;
  const loop = home.ticker as unknown as Loop;
  const gl = scene.renderer.getContext();
  loop.stop();
  // The governor would react to the frames that are drawn here.
  loop.onFrame = undefined;
  const by = new Map<string, Drawn[]>();
  scene.traverse((object) => {
    if (object.material === undefined) return;
    const name = scene.authorOf(object);
    if (only !== undefined && name !== only) return;
    by.set(name, [...(by.get(name) ?? []), object]);
  });
  const pixel = new Uint8Array(4);
  const frame = (): number => {
    const began = performance.now();
    for (let i = 0; i < frames; i++) loop.tick(1 / 60);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    return (performance.now() - began) / frames;
  };
  const stats = (): { drawCalls: number; triangles: number } => ({ ...home.ticker.stats() });
  frame();
  const costs = [...by].map(([name, objects]) => {
    const masks = objects.map(({ layers }) => layers.mask);
    const whole: number[] = [];
    const without: number[] = [];
    let calls = 0;
    let triangles = 0;
    for (let round = 0; round < rounds; round++) {
      whole.push(frame());
      const all = stats();
      for (const { layers } of objects) layers.mask = 0;
      without.push(frame());
      const less = stats();
      objects.forEach(({ layers }, i) => (layers.mask = masks[i] ?? 1));
      calls = all.drawCalls - less.drawCalls;
      triangles = all.triangles - less.triangles;
    }
    const record = home.ticker.stats().modules.find((module) => module.name === name);
    return { name, whole, without, calls, triangles, scriptMilliseconds: record?.milliseconds ?? 0 };
  });
  loop.start();
  return costs;
}

/** What the objects of each module, or of one, cost in the picture of this page. */
export const moduleCosts = (page: Page, only?: string): Promise<Cost[]> =>
  page.evaluate(measureInPage, [ROUNDS, FRAMES, only] as const);

/**
 * The share of each module in a frame of 1280×720, measured by leaving out its objects. It has no bars, and
 * only shows where to look.
 */
export async function modules(browser: Browser, url: string, gl: Gl): Promise<Figure[]> {
  const { page, context } = await openPage(browser, `${url}?debug&quality=lowest`);
  try {
    await untilReady(page);
    // Waits until the governor has found its step.
    await page.waitForTimeout(5_000);
    const size = await page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      return `${canvas?.width}×${canvas?.height}`;
    });
    const costs = await moduleCosts(page);
    return costs
      .map(({ name, whole, without, calls, triangles, scriptMilliseconds }): Figure => {
        const before = quantile(whole, 0.5);
        const after = quantile(without, 0.5);
        const rates = `${(1000 / before).toFixed(0)} → ${(1000 / after).toFixed(0)} frames/s`;
        return {
          name: `picture of ${name}, ${size}, ${gl}`,
          value: before - after,
          unit: 'ms',
          note: `${rates} without it, ${calls} draw calls, ${triangles} triangles, script ${scriptMilliseconds.toFixed(2)} ms`,
        };
      })
      .sort((one, other) => (other.value ?? 0) - (one.value ?? 0));
  } finally {
    await context.close();
  }
}
