import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { openCheaply } from './tour.ts';

/** A second of a quiet tone. Browsers detect a file's type from its content, not its name. */
function toneFile(): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate * 2);
  for (let i = 0; i < rate; i++)
    samples.writeInt16LE(Math.round(3000 * Math.sin((i / rate) * Math.PI * 2 * 220)), i * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const contexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { contexts: AudioContext[] }).contexts.map(({ state }) => state));

/** What the page did, observed from outside: code evaluated in a page counts as a user gesture. */
interface Heard {
  /** Contexts created since the last load of the page. */
  contexts: number;
  readonly asked: string[];
}

async function listen(page: Page): Promise<Heard> {
  const heard: Heard = { contexts: 0, asked: [] };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) heard.contexts = 0;
    heard.asked.push(new URL(request.url()).pathname);
  });
  page.on('console', (message) => {
    if (message.text() === 'a context') heard.contexts++;
  });
  await page.addInitScript(() => {
    const all: AudioContext[] = [];
    Object.assign(window, { contexts: all });
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        all.push(this);
        console.debug('a context');
      }
    };
    let frames = 30;
    const look = (): void => {
      const { ticker } = (window.homeWorld ?? {}) as Partial<DebugHandle>;
      // The last module that is loaded.
      const isComplete = ticker?.stats().modules.some(({ name }) => name === 'video-recorder') ?? false;
      if (isComplete && --frames === 0) console.debug('everything runs');
      else requestAnimationFrame(look);
    };
    look();
  });
  return heard;
}

/** Loads the page and waits, without a gesture, until the sound's module and everything else runs. */
async function load(page: Page, go: () => Promise<unknown>): Promise<void> {
  const running = page.waitForEvent('console', (message) => message.text() === 'everything runs');
  await go();
  await running;
}

const soundButton = (page: Page) => page.locator('#more').getByRole('button', { name: 'Sound' });
const openMenu = (page: Page) => page.locator('hw-header').getByRole('button', { name: 'More' }).click();
/** Presses the button in the menu, which closes the menu. */
async function switchSound(page: Page): Promise<void> {
  await openMenu(page);
  await soundButton(page).click();
}
const phase = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { homeWorld } = window as unknown as { homeWorld: DebugHandle };
    return (homeWorld.state as { audio: { status: { get(): { phase: string } } } }).audio.status.get().phase;
  });

test('sound starts with the first gesture, never before, and is remembered until it is switched off', async ({
  page,
}) => {
  const home: TestHome = await startTestHome();
  const pressed = async (on: boolean): Promise<void> => {
    await openMenu(page);
    await expect(soundButton(page)).toHaveAttribute('aria-pressed', String(on));
    await page.keyboard.press('Escape');
  };
  try {
    const heard = await listen(page);
    await load(page, () => openCheaply(page, home.url));
    // A gesture while the sound is off.
    await page.keyboard.press('x');
    await pressed(false);
    expect(heard.contexts).toBe(0);
    expect(heard.asked).not.toContain('/ambient.mp3');
    await switchSound(page);
    await pressed(true);
    await expect.poll(() => contexts(page)).toEqual(['running']);
    await expect.poll(() => phase(page)).toBe('on');
    expect(heard.asked).not.toContain('/ambient.mp3');

    // The next visit: the setting is stored, and waits for a gesture.
    await load(page, () => page.reload());
    expect(heard.contexts).toBe(0);
    await page.keyboard.press('x');
    await pressed(true);
    await expect.poll(() => contexts(page)).toEqual(['running']);

    await switchSound(page);
    await pressed(false);
    await expect.poll(() => contexts(page)).toEqual(['suspended']);
    await load(page, () => page.reload());
    await page.keyboard.press('x');
    await pressed(false);
    expect(heard.contexts).toBe(0);
  } finally {
    await home.close();
  }
});

test('plays the owner’s ambient.mp3 where there is one', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'home-world-sound-'));
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public', 'ambient.mp3'), toneFile());
  const home = await startTestHome({ flags: ['--data', folder] });
  try {
    await listen(page);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await load(page, () => openCheaply(page, home.url));
    await switchSound(page);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const { homeWorld } = window as unknown as { homeWorld: DebugHandle };
          return (homeWorld.state as { audio: { status: { get(): { ambient: string } } } }).audio.status.get()
            .ambient;
        }),
      )
      .toBe('playing');
    expect(errors).toEqual([]);
  } finally {
    await home.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
