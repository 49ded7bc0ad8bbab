import type { Browser, Page } from '@playwright/test';
import type { DebugHandle } from '../home.ts';

/** The screens, each with the part of the picture that must stay free there. */
const screens = [
  { name: 'phone, portrait', width: 390, height: 844, phone: true, free: 0.8 },
  { name: 'phone, landscape', width: 844, height: 390, phone: true, free: 0.75 },
  { name: 'tablet', width: 1024, height: 768, phone: true, free: 0.7 },
  { name: 'laptop', width: 1280, height: 720, phone: false, free: 0.7 },
  { name: 'desktop', width: 1920, height: 1080, phone: false, free: 0.8 },
  { name: 'ultra-wide', width: 2560, height: 1080, phone: false, free: 0.8 },
] as const;

/** Pixels between two samples: the smallest part of the HUD is 24 high. */
const STEP = 4;

/** The part of the window that header, panels, cards and the touch stick cover, 0 to 1. */
const hudShare = (page: Page): Promise<number> =>
  page.evaluate((step) => {
    const boxes: DOMRect[] = [];
    const collect = (root: ParentNode): void => {
      for (const element of root.children) {
        // What only screen readers get is clipped away.
        if (getComputedStyle(element).clipPath !== 'none') continue;
        if (
          element.matches('header, .panel, .box, .ring') &&
          element.checkVisibility({ visibilityProperty: true })
        )
          boxes.push(element.getBoundingClientRect());
        if (element.shadowRoot) collect(element.shadowRoot);
        collect(element);
      }
    };
    collect(document);
    let covered = 0;
    let all = 0;
    for (let y = step / 2; y < innerHeight; y += step)
      for (let x = step / 2; x < innerWidth; x += step) {
        all++;
        if (boxes.some(({ left, right, top, bottom }) => x > left && x < right && y > top && y < bottom))
          covered++;
      }
    return covered / all;
  }, STEP);

/** Prints which part of each screen the HUD takes at the start, once the words of a first visit are gone. */
export async function printHudShares(browser: Browser, url: string): Promise<void> {
  for (const { name, width, height, phone, free } of screens) {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: phone,
      isMobile: phone,
    });
    const page = await context.newPage();
    // The words of a first visit are gone after 6 s.
    await page.addInitScript(() => localStorage.setItem('home-world.first-words', 'yes'));
    await page.goto(`${url}?quality=lowest&debug`);
    await page.waitForFunction(
      () => (window.homeWorld as DebugHandle | undefined)?.state.world.status.get().phase === 'ready',
      undefined,
      { timeout: 60_000 },
    );
    await page.evaluate(() => (window.homeWorld as DebugHandle).state.panels.debug.set(false));
    await page.locator('hw-hints .panel').first().waitFor();
    const share = await hudShare(page);
    const result = 1 - share >= free ? 'ok' : 'MISSED';
    console.log(
      `HUD  ${name.padEnd(18)}${`${width} × ${height}`.padEnd(13)}${(share * 100).toFixed(1).padStart(5)} %  (at most ${Math.round((1 - free) * 100)} % ${result})`,
    );
    await context.close();
  }
}
