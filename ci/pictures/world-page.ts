/** The world in a page that is opened for a picture: waits, advances time, places the camera. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { JSHandle, Page } from '@playwright/test';
import * as v from 'valibot';
import type { SkyHour } from '../../data/config/config.ts';
import { recordedSessions, sessionsAt } from '../../harness/demo/recorded-sessions.ts';
import type { WorldScene } from '../../world/core/scene/scene.ts';
import type { DebugHandle } from '../home.ts';
import type { CameraPose, View } from './views.ts';

/**
 * Time in the world after which eased values have settled. Books that fly and the light of a merge take the
 * longest.
 */
export const SETTLED_SECONDS = 7;
const TICK_SECONDS = 0.05;
const READY_SECONDS = 90;
/** The last module of world/deferred-modules.ts: once it runs, all modules run. */
const LAST_MODULE = 'video-recorder';

type DebugWorld = DebugHandle & { readonly scene: WorldScene };
export type World = JSHandle<DebugWorld>;

/** Waits until all modules of the world run, and hides the debug overlay, which `?debug` shows. */
export async function openWorld(page: Page): Promise<World> {
  await page.waitForFunction(
    (last) => {
      const home = window.homeWorld as DebugHandle | undefined;
      return home?.ticker.stats().modules.some(({ name }) => name === last) ?? false;
    },
    LAST_MODULE,
    { timeout: READY_SECONDS * 1000 },
  );
  const world = await page.evaluateHandle(() => window.homeWorld as DebugWorld);
  // The last group of modules is still hidden while its shaders are compiled, and no frame is drawn.
  await page.waitForFunction(
    ({ scene }) => {
      let hidden = 0;
      scene.traverse(({ layers }) => {
        if (layers.mask === 0) hidden++;
      });
      return hidden === 0;
    },
    world,
    { timeout: READY_SECONDS * 1000 },
  );
  // Waits until the painted start view has faded out. It fades in real time, not in the time of the world.
  await page.waitForFunction(() => document.querySelector('.paint') === null, undefined, {
    timeout: READY_SECONDS * 1000,
  });
  await world.evaluate(({ state, ticker }) => {
    state.panels.debug.set(false);
    // The resident's greeting would cover the sky.
    ticker.remove('resident-notices');
  });
  return world;
}

/**
 * Advances the world by `seconds`. Draws only the last frame, because software WebGL draws only a few frames
 * a second.
 */
export const advance = (world: World, seconds: number): Promise<void> =>
  world.evaluate(
    async ({ ticker, scene }, [all, step]) => {
      const draw = scene.frame.renderer?.hold();
      for (let at = 0; at < all; at += step) ticker.tick(step);
      draw?.();
      // Nothing has moved meanwhile, so this frame is sharp.
      ticker.tick(step);
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done));
    },
    [seconds, TICK_SECONDS] as const,
  );

/** Removes the visitor's controls and places the camera. */
export const placeCamera = (world: World, pose: CameraPose): Promise<void> =>
  world.evaluate(({ scene, ticker, state }, to) => {
    ticker.remove('walk');
    ticker.remove('camera-rig');
    state.panels.today.set(false);
    const { camera } = scene;
    if ('at' in to) {
      camera.position.set(...to.at);
      camera.lookAt(...to.look);
    } else {
      const object = scene.getObjectByName(to.before);
      if (!object) throw new Error(`nothing in the world is called “${to.before}”`);
      const target = object.getWorldPosition(camera.position.clone());
      const front = object.getWorldDirection(camera.position.clone());
      camera.position.copy(target).addScaledVector(front, to.metres);
      camera.position.y += to.raisedBy ?? 0;
      camera.lookAt(target);
    }
    camera.updateMatrixWorld();
  }, pose);

/** `hidden` hides the interface, so that only the world is in the picture. */
export const showShell = (page: Page, visibility: '' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    const shell = document.querySelector('hw-home')?.shadowRoot?.querySelector<HTMLElement>('.shell');
    if (shell) shell.style.visibility = value;
  }, visibility);

const demoData = resolve(import.meta.dirname, '../../harness/demo/data');
const sessions = v.parse(
  recordedSessions,
  JSON.parse(readFileSync(resolve(demoData, 'agent-sessions.json'), 'utf8')),
);
/** Into the recording of the sessions: one waits, two are at work, one is done. */
const SESSIONS_MS = 60_000;

/**
 * Makes the page receive the weather and the files of the view instead of those of the home, and always the
 * same sessions, which would otherwise depend on how long the page was loading.
 */
export async function answerFor(
  page: Page,
  { weather, files = {} }: Pick<View, 'files' | 'weather'>,
): Promise<void> {
  if (weather !== undefined)
    await page.route(/\/v1\/forecast\?/, (route) =>
      route.fulfill({
        json: {
          current: { temperature_2m: weather >= 71 && weather <= 77 ? 29.3 : 58.6, weather_code: weather },
        },
      }),
    );
  await page.route('**/api/sessions.json', (route) => {
    const now = Date.now();
    return route.fulfill({
      json: { sessions: sessionsAt(sessions, now - SESSIONS_MS, now), recorded: true },
    });
  });
  for (const [name, json] of Object.entries(files))
    await page.route(
      (requested) => requested.pathname === `/${name}`,
      (route) => route.fulfill({ json }),
    );
}

/** Sets the sky to this hour, so that pictures do not depend on the clock. */
export const setHour = (world: World, hour: SkyHour): Promise<void> =>
  world.evaluate(({ state }, kept) => {
    const config = state.config.get();
    state.config.set({ ...config, sky: { hour: kept } });
  }, hour);
