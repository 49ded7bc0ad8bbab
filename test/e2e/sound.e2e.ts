import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';

/** Software WebGL on a shared machine: the world may take its time. */
const WORLD_MS = 45_000;

/** A second of a quiet tone. Browsers look into a file for what it is, whatever its name says. */
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

/** Opens the home and waits for the sound's module, without a touch: `evaluate` of a test would count as one. */
async function open(page: Page, url: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const all: AudioContext[] = [];
    Object.assign(window, { contexts: all });
    window.AudioContext = class extends AudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        all.push(this);
        document.documentElement.dataset['contexts'] = String(all.length);
      }
    };
  });
  const later = page.waitForResponse(/\/assets\/later-[^/]+\.js$/, { timeout: WORLD_MS });
  await page.goto(`${url}?debug&quality=lowest`);
  await later;
  await expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0, {
    timeout: WORLD_MS,
  });
  return asked;
}

const soundButton = (page: Page) => page.locator('hw-header').getByRole('button', { name: 'Sound' });
const phase = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { homeWorld } = window as unknown as { homeWorld: DebugHandle };
    return (homeWorld.state as { audio: { status: { get(): { phase: string } } } }).audio.status.get().phase;
  });

test('sound begins with a touch and never before, and is remembered until it is switched off', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const home: TestHome = await startTestHome();
  try {
    const asked = await open(page, home.url);
    await page.waitForTimeout(1500);
    await expect(page.locator('html')).not.toHaveAttribute('data-contexts');
    await expect(soundButton(page)).toHaveAttribute('aria-pressed', 'false');
    // A touch without the wish for sound.
    await page.keyboard.press('x');
    await page.waitForTimeout(300);
    await expect(page.locator('html')).not.toHaveAttribute('data-contexts');
    expect(asked).not.toContain('/ambient.mp3');

    await soundButton(page).click();
    await expect(soundButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => contexts(page)).toEqual(['running']);
    await expect.poll(() => asked).toContain('/ambient.mp3');
    await expect.poll(() => phase(page)).toBe('on');

    // The next visit: the wish is remembered, and waits for a touch.
    await page.waitForTimeout(1000);
    await page.reload();
    await expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0, {
      timeout: WORLD_MS,
    });
    await page.waitForTimeout(1500);
    await expect(page.locator('html')).not.toHaveAttribute('data-contexts');
    await expect(soundButton(page)).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('x');
    await expect(soundButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => contexts(page)).toEqual(['running']);

    await soundButton(page).click();
    await expect(soundButton(page)).toHaveAttribute('aria-pressed', 'false');
    await expect.poll(() => contexts(page)).toEqual(['suspended']);
    await page.waitForTimeout(1000);
    await page.reload();
    await expect(page.getByRole('progressbar', { name: 'Loading the world' })).toHaveCount(0, {
      timeout: WORLD_MS,
    });
    await page.keyboard.press('x');
    await page.waitForTimeout(500);
    await expect(page.locator('html')).not.toHaveAttribute('data-contexts');
  } finally {
    await home.close();
  }
});

test('plays the owner’s ambient.mp3 where there is one', async ({ page }) => {
  test.setTimeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'home-world-sound-'));
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public', 'ambient.mp3'), toneFile());
  const home = await startTestHome({ flags: ['--data', folder] });
  try {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await open(page, home.url);
    await soundButton(page).click();
    await expect
      .poll(
        () =>
          page.evaluate(() => {
            const { homeWorld } = window as unknown as { homeWorld: DebugHandle };
            return (
              homeWorld.state as { audio: { status: { get(): { ambient: string } } } }
            ).audio.status.get().ambient;
          }),
        { timeout: 20_000 },
      )
      .toBe('playing');
    expect(errors).toEqual([]);
  } finally {
    await home.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
