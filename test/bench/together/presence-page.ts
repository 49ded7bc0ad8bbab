import type { Browser, Page } from '@playwright/test';
import { MAX_NAMED_PLAYERS } from '../../../data/core/limits.ts';
import type { Figure } from '../figure.ts';
import { openPage, untilReady } from '../page.ts';

const SECONDS = 10;
/** The frame rate of the page; the home sends ten frames a second. */
const FRAMES_A_SECOND = 60;

interface Spent {
  /** Milliseconds of one frame of the page, and of one frame of the home. */
  readonly page: number;
  readonly home: number;
}

/** Simulates the home's frames about visitors who walk for some seconds: all near, each with a name. */
const crowd = (page: Page, count: number): Promise<Spent> =>
  page.evaluate(
    async ([visitors, seconds]) => {
      const { state, ticker } = window.bench.home ?? {};
      if (!state || !ticker) throw new Error('no home');
      const say = (frame: unknown): void => state.bridgeLine.listeners.forEach((listen) => listen(frame));
      for (let number = 1; number <= visitors; number++)
        say({ type: 'player', number, name: `Visitor ${number}`, color: (number * 77) % 360 });
      let spent = 0;
      let frames = 0;
      const walking = setInterval(() => {
        const turn = performance.now() / 4_000;
        const p = Array.from({ length: visitors }, (_none, i) => {
          const [angle, radius] = [turn + i, 3 + (i % 10)];
          return [i + 1, Math.cos(angle) * radius, 2, Math.sin(angle) * radius, angle];
        });
        const began = performance.now();
        say({ type: 'players', at: Date.now(), p, gone: [], count: 0 });
        spent += performance.now() - began;
        frames += 1;
      }, 100);
      await new Promise((done) => setTimeout(done, seconds * 1000));
      clearInterval(walking);
      const { modules } = ticker.stats();
      const ours = modules.filter(({ name }) => name === 'presence' || name === 'visitors');
      const all = ours.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      const numbers = Array.from({ length: visitors }, (_none, i) => i + 1);
      say({ type: 'players', at: Date.now(), p: [], gone: numbers, count: 0 });
      return { page: all, home: spent / Math.max(1, frames) };
    },
    [count, SECONDS] as const,
  );

/** The cost of other visitors for a page: the maximum number that it draws, all walking. */
export async function presencePage(browser: Browser, url: string): Promise<Figure[]> {
  const { page, context } = await openPage(browser, `${url}?debug&quality=lowest`);
  try {
    await untilReady(page);
    await page.waitForFunction(
      () =>
        window.bench.home?.state.world.complete.get() && window.bench.home.state.presence.line.get() === 'on',
      undefined,
      { timeout: 90_000 },
    );
    const alone = await crowd(page, 0);
    const many = await crowd(page, MAX_NAMED_PLAYERS);
    const name = `${MAX_NAMED_PLAYERS} visitors walking`;
    return [
      {
        name: `JavaScript a frame, ${name}`,
        value: many.page + (many.home * 10) / FRAMES_A_SECOND,
        unit: 'ms',
        bar: { at: 'most', value: 0.3 },
        note: `of which ${many.page.toFixed(3)} ms in the modules, and ${many.home.toFixed(3)} ms for each frame of the home`,
      },
      { name: 'JavaScript a frame, no other visitor', value: alone.page, unit: 'ms' },
    ];
  } finally {
    await context.close();
  }
}
