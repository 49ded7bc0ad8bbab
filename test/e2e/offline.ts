import { expect } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import type { TestHome } from '../helpers/home.ts';
import { builtShell, deployBuild } from './another-build.ts';
import { WORLD_MS, becomes } from './tour.ts';

/** What a page of Playwright and one of Puppeteer have in common. */
export interface Visit {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate<T>(read: () => T | Promise<T>): Promise<T>;
}

interface Shown {
  readonly build: string;
  readonly phase: string | undefined;
  readonly reading: string | undefined;
  readonly score: number | undefined;
  readonly hud: string;
  readonly notice: string;
}

/** The state of the page in words: its build, whether it is complete, a reading and the notice. */
export const shown = (visit: Visit): Promise<Shown> =>
  visit.evaluate(() => {
    const { state } = (window.homeWorld as DebugHandle | undefined) ?? {};
    const sovereignty = state?.readings.sovereignty.get();
    const inside = (tag: string) =>
      document.querySelector('hw-home')?.shadowRoot?.querySelector(tag)?.shadowRoot?.textContent ?? '';
    return {
      build: document.documentElement.dataset['build'] ?? 'first',
      phase: state?.world.status.get().phase,
      reading: sovereignty?.state,
      score: sovereignty?.value?.score,
      hud: inside('hw-hud'),
      notice: inside('hw-reload-notice').trim(),
    };
  });

/** The page looks for its home at once. Otherwise it waits, after some failures for many seconds. */
export const looksForHome = (visit: Visit): Promise<void> =>
  visit.evaluate(() => (window.homeWorld as DebugHandle).state.bridgeLine.restart());

/**
 * Waits until the service worker has copied this build, and the page has kept its readings. The worker copies one file
 * after the other while the world loads, so this may take as long as the world.
 */
export const isCopied = (visit: Visit, build: string): Promise<void> =>
  expect
    .poll(
      () =>
        visit.evaluate(async () => {
          const shell = (await caches.keys()).findLast((name) => name.startsWith('home-world shell'));
          const files = shell === undefined ? 0 : (await (await caches.open(shell)).keys()).length;
          const registration = await navigator.serviceWorker.getRegistration();
          const worker = registration?.installing ?? registration?.waiting ?? registration?.active;
          if (worker?.state !== 'activated')
            return `the worker is ${worker?.state ?? 'not there'}, ${files} files are copied`;
          const answers = await (await caches.open('home-world answers')).keys();
          return answers.length < 8 ? `${answers.length} answers are kept` : shell?.split(' ').at(-1);
        }),
      { message: `the copy of ${build}`, intervals: [200], timeout: WORLD_MS },
    )
    .toBe(build);

/** Opens the page of a home that is gone: it is whole, and its readings are the last ones. */
async function opensWithoutServer(visit: Visit, build: string, phase: string): Promise<void> {
  await visit.reload();
  await becomes(async () => {
    const { build: of, phase: now, reading, score } = await shown(visit);
    return { of, now, reading, hasScore: score !== undefined };
  }, 'the page opens').toEqual({ of: build, now: phase, reading: 'stale', hasScore: true });
  expect((await shown(visit)).hud).toMatch(/stale · this home cannot be reached · last answer/);
}

/** Does this twice: the server stops, the page opens without it, and the server starts with another build. */
export async function updatesTwice(visit: Visit, phase: string, home: TestHome): Promise<void> {
  await visit.goto(`${home.url}?debug&quality=lowest`);
  await becomes(async () => (await shown(visit)).phase, 'the world').toBe(phase);
  await isCopied(visit, await builtShell());
  let build = 'first';
  for (const number of [2, 3]) {
    let next = '';
    await home.restart(async () => {
      await opensWithoutServer(visit, build, phase);
      next = await deployBuild(home.ownerFiles, number);
    });
    await looksForHome(visit);
    await becomes(async () => (await shown(visit)).notice, 'the prompt').toContain('This home was updated.');
    expect((await shown(visit)).build, 'the old page stays until the visitor reloads').toBe(build);
    await isCopied(visit, next);
    await visit.evaluate(() =>
      document
        .querySelector('hw-home')
        ?.shadowRoot?.querySelector('hw-reload-notice')
        ?.shadowRoot?.querySelector<HTMLButtonElement>('.action')
        ?.click(),
    );
    build = next;
    await becomes(async () => {
      const { build: of, phase: now, reading, notice } = await shown(visit).catch(() => ({}) as never);
      return { of, now, reading, notice };
    }, 'the new build').toEqual({ of: next, now: phase, reading: 'live', notice: '' });
  }
}
