/** Prints how many of the words of a start view can be read (docs/look.md, "words"). */
import type { Page } from '@playwright/test';
import { decode } from 'fast-png';
import type { FrameRenderer } from '../../world/core/render/frame-renderer.ts';
import type { ShownText } from '../../world/core/scene/words.ts';
import { hasTesseract, legible } from './legible.ts';
import { type World, showShell } from './world-page.ts';

/**
 * The minimum font size in pixels. The height of capitals is seven tenths of the font size. Letters lower
 * than eight pixels are meant to be read from nearer.
 */
const MIN_PIXELS = 12;
/** The lowest pixel ratio that the governor chooses. */
const COARSE = 0.5;
const LIMITS = { highest: 0.95, lowest: 0.9, moving: 0.8, phone: 0.9 } as const;

/**
 * The texts that are wholly in the picture and large enough to be read from the camera. `of` is the name of
 * one object; without this name all objects are searched. Only the middle `share` of the picture's width is
 * searched.
 */
export const textsInView = (world: World, of = '', share = 1): Promise<string[]> =>
  world.evaluate(
    ({ scene }, [least, name, part]) => {
      const { camera, renderer } = scene;
      const perMetre = renderer.domElement.clientHeight / 2 / Math.tan((camera.fov * Math.PI) / 360);
      const right = camera.position.clone();
      const found: string[] = [];
      const subject = name === '' ? scene : scene.getObjectByName(name);
      // The words of some objects have no position. All words of such an object are returned.
      if (subject !== scene)
        subject?.traverse(({ userData }) =>
          found.push(...((userData['texts'] ? [] : userData['lines']) ?? [])),
        );
      subject?.traverseVisible((object) => {
        const texts = (object.userData['texts'] ?? []) as readonly ShownText[];
        for (const { text, size, at } of texts) {
          const half = (text.length * size * 0.6) / 2;
          const ends = [-half, half].map((x) =>
            object.localToWorld(camera.position.clone().set(at[0] + x, at[1], at[2])),
          );
          const isInside = ends.every((end) => {
            const { x, y, z } = right.copy(end).project(camera);
            return Math.abs(x) < part && Math.abs(y) < 1 && z < 1;
          });
          const away = ends[0]?.distanceTo(camera.position) ?? Infinity;
          if (isInside && (size / away) * perMetre >= least) found.push(text);
        }
      });
      return found;
    },
    [MIN_PIXELS, of, share] as const,
  );

/**
 * Draws one frame with the lowest pixel ratio of the governor, as the world draws it while the visitor turns.
 */
const drawMoving = (world: World): Promise<void> =>
  world.evaluate(({ scene }, ratio) => {
    const frame = scene.frame.renderer as FrameRenderer;
    frame.setQuality('lowest', ratio, devicePixelRatio);
    frame.still = false;
    frame.render(0, 0);
  }, COARSE);

async function line(page: Page, file: string, texts: readonly string[], limit: number): Promise<string> {
  const { share, missed } = await legible(decode(await page.screenshot({ timeout: 60_000 })), texts);
  const mark = share >= limit ? 'ok' : 'MISSED';
  const not = missed.length === 0 ? '' : `; not: ${missed.join(' ')}`;
  return `${file.padEnd(30)}words read ${(share * 100).toFixed(0)} % (≥ ${limit * 100} % ${mark})${not}`;
}

/**
 * Prints how many words of the world can be read. Hides the interface, which covers some of these words on
 * purpose.
 */
export async function printWords(page: Page, world: World, file: string): Promise<void> {
  if (!hasTesseract()) {
    console.log(`${' '.repeat(22)}words: tesseract is not installed (Debian: tesseract-ocr), not measured`);
    return;
  }
  const isLowest = file.endsWith('-lowest');
  const limit = file.includes('phone') ? LIMITS.phone : LIMITS[isLowest ? 'lowest' : 'highest'];
  await showShell(page, 'hidden');
  const texts = await textsInView(world);
  console.log(await line(page, file, texts, limit));
  if (isLowest) {
    await drawMoving(world);
    console.log(await line(page, `${file}, moving`, texts, LIMITS.moving));
  }
  await showShell(page, '');
}
