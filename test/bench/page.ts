import { type Browser, type BrowserContext, type CDPSession, type Page, chromium } from '@playwright/test';
import { type Gl, chromeFlags } from '../../ci/chrome.ts';
import type { DebugHandle } from '../../ci/home.ts';

/**
 * The values that the instruments in the page have recorded; times in milliseconds since the navigation
 * began.
 */
export interface Instruments {
  firstDraw: number | undefined;
  /** When the graphics process had executed all commands of the first frame. */
  firstDrawn: number | undefined;
  ready: number | undefined;
  /** When all modules had been added to the world. */
  whole: number | undefined;
  firstPaint: number | undefined;
  /** When the painted picture was first shown. */
  picturePaint: number | undefined;
  /** The largest paint that Chrome counts: it leaves out a picture as large as the window. */
  largestPaint: number | undefined;
  readonly longTasks: { readonly start: number; readonly duration: number }[];
  /** When each shader program was linked, and whether this happened in a frame, which then waited for it. */
  readonly links: { readonly at: number; readonly inFrame: boolean }[];
  /** JavaScript milliseconds of each frame, and when it began, while recording. */
  frames: { readonly spent: number[]; readonly at: number[] } | undefined;
  home: DebugHandle | undefined;
}

declare global {
  interface Window {
    bench: Instruments;
  }
  /** https://wicg.github.io/element-timing/ */
  interface PerformanceElementTiming extends PerformanceEntry {
    readonly renderTime: number;
  }
}

/**
 * Runs in the page before its own scripts. It only observes, and changes nothing that the page can detect.
 */
function instrument(): void {
  const bench: Instruments = {
    firstDraw: undefined,
    firstDrawn: undefined,
    ready: undefined,
    whole: undefined,
    firstPaint: undefined,
    picturePaint: undefined,
    largestPaint: undefined,
    longTasks: [],
    links: [],
    frames: undefined,
    home: undefined,
  };
  window.bench = bench;
  const observe = (type: string, take: (entry: PerformanceEntry) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('longtask', ({ startTime, duration }) => bench.longTasks.push({ start: startTime, duration }));
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') bench.firstPaint = startTime;
  });
  // Chrome times only elements with this attribute.
  new MutationObserver((_changes, observer) => {
    const picture = document.querySelector('.paint img');
    if (!picture) return;
    picture.setAttribute('elementtiming', 'painted');
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  observe('element', (entry) => (bench.picturePaint ??= (entry as PerformanceElementTiming).renderTime));
  observe('largest-contentful-paint', ({ startTime }) => (bench.largestPaint = startTime));
  // A browser without WebGL lacks this class.
  const gl = (window.WebGL2RenderingContext as typeof WebGL2RenderingContext | undefined)?.prototype;
  if (!gl) return;
  const draws = ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const;
  const originals = draws.map((name) => [name, gl[name]] as const);
  for (const [name, original] of originals)
    Object.assign(gl, {
      [name](this: WebGL2RenderingContext, ...args: never[]) {
        bench.firstDraw ??= performance.now();
        queueMicrotask(() => {
          const fence = this.fenceSync(this.SYNC_GPU_COMMANDS_COMPLETE, 0);
          this.flush();
          const timer = setInterval(() => {
            if (fence && this.getSyncParameter(fence, this.SYNC_STATUS) === this.UNSIGNALED) return;
            clearInterval(timer);
            bench.firstDrawn = performance.now();
          }, 2);
        });
        // Only the first draw call is recorded, and later frames use the browser's own functions.
        for (const [own, back] of originals) Object.assign(gl, { [own]: back });
        Reflect.apply(original, this, args);
      },
    });
  let inFrame = false;
  const { requestAnimationFrame: nextFrame } = window;
  window.requestAnimationFrame = (callback) =>
    nextFrame.call(window, (time) => {
      inFrame = true;
      try {
        callback(time);
      } finally {
        inFrame = false;
      }
    });
  const { linkProgram } = gl;
  gl.linkProgram = function linked(program) {
    bench.links.push({ at: performance.now(), inFrame });
    linkProgram.call(this, program);
  };
  observe('mark', ({ name, startTime }) => {
    if (name === 'home-world: interaction-system') bench.whole = startTime;
  });
  const watch = setInterval(() => {
    const { state } = (document.querySelector('hw-home') ?? {}) as Partial<DebugHandle>;
    if (state?.world.status.get().phase !== 'ready') return;
    bench.ready ??= performance.now();
    // The handle exists only if the page's address asks for it.
    const home = window.homeWorld as DebugHandle | undefined;
    if (!home) return;
    clearInterval(watch);
    bench.home = home;
    // The overlay draws text four times a second; a visitor's page does not.
    home.state.panels.debug.set(false);
  }, 5);
}

/** With `cold` nothing is left of an earlier run: all shaders are compiled again. */
export async function launch(executablePath: string, gl: Gl, cold = false): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      ...chromeFlags(gl),
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
      ...(cold ? ['--disable-gpu-shader-disk-cache'] : []),
    ],
  });
}

export interface BenchPage {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly cdp: CDPSession;
}

/** In pixels. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly touch?: boolean;
}

export async function openPage(
  browser: Browser,
  url: string,
  { touch = false, ...viewport }: Screen = { width: 1280, height: 720 },
  prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<BenchPage> {
  const context = await browser.newContext({ viewport, hasTouch: touch, isMobile: touch });
  const page = await context.newPage();
  await prepare(page);
  // Starts the world at once. Otherwise the page might measure a slow world on a busy machine, and only offer
  // it.
  await page.addInitScript(() => sessionStorage.setItem('home-world.entered', 'yes'));
  await page.addInitScript(instrument);
  await page.goto(url);
  return { page, context, cdp: await context.newCDPSession(page) };
}

/** Waits until the world is ready and its handle exists. Only for pages with `?debug`. */
export const untilReady = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.bench.home !== undefined, undefined, { timeout: 90_000, polling: 100 });
