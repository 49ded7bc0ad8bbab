import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import type { Mesh, MeshBasicMaterial, Object3D, Vector3 } from 'three';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { openCheaply } from './tour.ts';

const guide = readFileSync(new URL('../../docs/modules.md', import.meta.url), 'utf8');
/** The guide's files, by the name in their first line. */
const files = new Map(
  [...guide.matchAll(/^```js\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [
    name,
    code,
  ]),
);

interface Handle {
  readonly scene: WorldScene;
  readonly ticker: { remove(name: string): void };
}

let folder: string;
let home: TestHome;
/** The world with every plugin in it; the visitor stands before a panel of one of them. */
let page: Page;
const errors: string[] = [];

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), 'home-world-modules-'));
  for (const [name, code] of [
    ...files,
    ['modules/broken.js', 'export const init = () => { throw 1; };'],
  ] as const) {
    const path = join(folder, 'public', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  home = await startTestHome({
    config: { modules: ['/modules/broken.js', ...[...files.keys()].map((name) => `/${name}`)] },
    flags: ['--data', folder],
  });
  page = await browser.newPage();
  page.on('pageerror', ({ message }) => errors.push(message));
  await open();
});
test.afterAll(async () => {
  await page.close();
  await home.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<void> {
  await openCheaply(page, home.url, '#panel=authors');
  await page.waitForFunction(() => {
    const { scene } = (window.homeWorld ?? {}) as Partial<Handle>;
    return scene?.getObjectByName('authors') && scene.getObjectByName('lantern');
  });
}

/** Stands two metres before an object, looking at it. */
const standBefore = (name: string): Promise<void> =>
  page.evaluate((wanted) => {
    const { scene, ticker } = window.homeWorld as Handle;
    ticker.remove('camera-rig');
    const { camera } = scene;
    const object = scene.getObjectByName(wanted) as Object3D;
    const at = object.getWorldPosition(camera.position.clone()) as Vector3;
    const towardsMiddle = at.clone().setY(0).normalize();
    camera.position.copy(at).addScaledVector(towardsMiddle, -2);
    camera.lookAt(at);
  }, name);

test('the guide’s files are the ones tested here', () => {
  expect([...files.keys()]).toEqual(['modules/authors.js', 'modules/lantern.js']);
  expect(guide).toContain('{ "modules": ["/modules/authors.js"] }');
});

test('a panel in one file outside the bundle stands in the ring and says what it shows', async () => {
  const hint = page.locator('hw-hints .hint');
  await expect(hint).toContainText('Authors: 17 · wrote recently — timmy/lit');
  // From two metres it shows its rows: text in the requested colour stands on the slab.
  const inked = await page.evaluate(() => {
    const { scene } = window.homeWorld as Handle;
    const canvases: HTMLCanvasElement[] = [];
    scene.getObjectByName('authors')?.traverse((object) => {
      const { map } = ((object as Mesh).material ?? {}) as MeshBasicMaterial;
      if (map && 'isCanvasTexture' in map) canvases.push(map.image as HTMLCanvasElement);
    });
    const [canvas] = canvases;
    const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
      data: [],
    };
    let pixels = 0;
    for (let i = 0; i < data.length; i += 4) pixels += Number((data[i + 1] ?? 0) > 200);
    return pixels;
  });
  expect(inked).toBeGreaterThan(500);
  expect(errors).toEqual([]);
});

test('a plugin’s own object uses the one copy of three, and its datum is named', async () => {
  await standBefore('lantern');
  await expect(page.locator('hw-hints .hint')).toContainText(/Lantern: \d+ — sovereignty-status\.json/);
  const isOurs = await page.evaluate(async () => {
    const { scene } = window.homeWorld as Handle;
    const { Mesh } = await import('three');
    return scene.getObjectByName('lantern') instanceof Mesh;
  });
  expect(isOurs).toBe(true);
});

test('the home as text lists what plugins show, with and without a picture', async ({ browser }) => {
  const text = (of: Page) => of.locator('hw-directory');
  await expect(text(page)).toContainText('Authors: 17 · wrote recently — timmy/lit');
  await expect(text(page)).toContainText(/Lantern: \d+ — sovereignty-status\.json/);

  const blind = await browser.newPage();
  await blind.addInitScript(() => Reflect.deleteProperty(window, 'WebGL2RenderingContext'));
  await blind.goto(home.url);
  await blind.getByRole('button', { name: 'All of the home as text' }).click();
  const heading = blind.getByRole('heading', { name: 'Authors' });
  await expect(heading).toBeVisible();
  await expect(text(blind)).toContainText('Authors: 17 · wrote recently — timmy/lit');
  await expect(text(blind)).toContainText(/Lantern: \d+ — sovereignty-status\.json/);
  await blind.close();
});

test('a plugin that throws is named, and the page continues', async () => {
  await expect(page.locator('hw-debug')).toContainText('/modules/broken.js');
});
