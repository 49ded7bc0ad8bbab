import { type Page, expect } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { type Toured, becomes, mode } from './tour.ts';

type Panel = 'chat' | 'today' | 'directory' | 'log' | 'visitors' | 'settings' | 'help' | 'debug';

/** One state of the page: how a toured page gets there from its start, in the same document. */
export interface PageState {
  readonly name: string;
  readonly enter: (page: Page) => Promise<unknown>;
}

const home = (page: Page) => page.evaluateHandle(() => (window as unknown as Toured).toured.state);

async function openPanel(page: Page, name: Panel): Promise<void> {
  await (
    await home(page)
  ).evaluate((state, wanted) => {
    state.panels[wanted].set(true);
  }, name);
  const tag = { log: 'hw-session-log' }[name as string] ?? `hw-${name}`;
  await expect(page.locator(`${tag} section.panel`)).toBeVisible();
}

async function enterView(page: Page, link: string, wanted: string): Promise<void> {
  await page.evaluate((hash) => (location.hash = hash), link);
  await becomes(() => mode(page), link).toBe(wanted);
}

async function read(page: Page, what: 'podcast' | 'soul'): Promise<void> {
  await (
    await home(page)
  ).evaluate(({ narrate }, name) => {
    narrate.set({ count: narrate.get().count + 1, detail: { kind: 'start', what: name } });
  }, what);
  await expect(page.locator('hw-captions section.panel')).toBeVisible();
}

async function makeOffer(page: Page): Promise<void> {
  await (
    await home(page)
  ).evaluate(({ offer, now }) => {
    const act = { kind: 'view', mode: 'time-lapse' } as const;
    offer.set({ text: 'Timmy shows you the time-lapse of the day', act, until: now.get() + 30_000 });
  });
  await expect(page.locator('hw-action-banner .panel')).toBeAttached();
}

/**
 * Every state of the world's page, in an order in which none disturbs the next. Each starts where
 * `backToStart` ends.
 */
export const pageStates: readonly PageState[] = [
  { name: 'start', enter: async () => undefined },
  {
    name: 'hint',
    enter: async (page) => {
      await page.evaluate(() => (location.hash = '#panel=agents'));
      await expect(page.locator('hw-hints .hint')).toBeVisible();
    },
  },
  {
    name: 'chat with text',
    enter: async (page) => {
      await openPanel(page, 'chat');
      const answers = page.locator('hw-chat-message div.resident.complete');
      if ((await answers.count()) > 0) return;
      await page.getByRole('textbox', { name: /^Message to/ }).fill('help');
      await page.keyboard.press('Enter');
      await expect(answers).toHaveCount(1);
    },
  },
  {
    name: 'chat before the first talk',
    enter: async (page) => {
      await openPanel(page, 'chat');
      await page.getByRole('button', { name: 'Talk', exact: true }).click();
      await expect(page.getByRole('group', { name: 'Before you talk' })).toBeVisible();
    },
  },
  ...(['today', 'directory', 'log', 'visitors', 'settings', 'help', 'debug'] as const).map((name) => ({
    name,
    enter: (page: Page) => openPanel(page, name),
  })),
  {
    name: 'menu',
    enter: async (page) => {
      await page.locator('hw-header .menu').click();
      await expect(page.locator('hw-header ul.more')).toBeVisible();
    },
  },
  {
    name: 'captions',
    enter: (page) => read(page, 'podcast'),
  },
  { name: 'overview', enter: (page) => enterView(page, '#view=overview', 'overview') },
  { name: 'orbit', enter: (page) => enterView(page, '#nav=orbit', 'normal') },
  {
    name: 'photo',
    enter: async (page) => {
      await enterView(page, '#view=photo', 'photo');
      await expect(page.locator('hw-photo-bar section.panel')).toBeVisible();
    },
  },
  {
    name: 'oath',
    enter: async (page) => {
      await enterView(page, '#view=oath', 'oath');
      await expect(page.locator('hw-document section.panel')).toBeVisible();
    },
  },
  {
    name: 'time-lapse',
    enter: async (page) => {
      await enterView(page, '#view=time-lapse', 'time-lapse');
      await expect(page.locator('hw-time-lapse section.panel')).toBeVisible();
    },
  },
  {
    name: 'offer',
    enter: async (page) => {
      await makeOffer(page);
      await expect(page.locator('hw-action-banner .panel')).toBeVisible();
    },
  },
  {
    name: 'offer with the chat that made it',
    enter: async (page) => {
      await openPanel(page, 'chat');
      await makeOffer(page);
      await expect(page.locator('hw-chat-message').last()).toBeInViewport();
    },
  },
  {
    name: 'offer with the home as text',
    enter: async (page) => {
      await openPanel(page, 'directory');
      await makeOffer(page);
    },
  },
  {
    name: 'offer with the debug panel',
    enter: async (page) => {
      await openPanel(page, 'debug');
      await makeOffer(page);
    },
  },
  {
    name: 'offline',
    enter: async (page) => {
      await (await home(page)).evaluate(({ online }) => online.set(false));
      await expect(page.getByRole('button', { name: /^Network: Offline/ })).toHaveCount(1);
      await expect(page.locator('hw-offline-banner .panel')).toContainText('No network.');
    },
  },
  {
    name: 'loading',
    enter: async (page) => {
      await (
        await home(page)
      ).evaluate(({ world }) => {
        world.hint.set({ label: 'The Earth: day and night as they are now' });
        world.status.set({ phase: 'loading', progress: 0.4, note: 'Compiling the shaders' });
      });
      await expect(page.locator('hw-loading-overlay .note')).toBeVisible();
    },
  },
  {
    name: 'lost picture',
    enter: async (page) => {
      await (
        await home(page)
      ).evaluate(({ world }) => world.status.set({ phase: 'lost', progress: 1, note: '' }));
      await expect(page.locator('hw-lost-picture [role=status]')).toHaveText(/lost/);
    },
  },
  {
    name: 'home as text in place of the picture',
    enter: async (page) => {
      await (
        await home(page)
      ).evaluate(({ world }) => {
        world.status.set({ phase: 'unavailable', progress: 0, note: 'This browser has no WebGL.' });
      });
      await expect(page.locator('.page hw-directory section.panel').first()).toBeVisible();
    },
  },
];

/** Closes everything, and moves the visitor back to the start. */
export async function backToStart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { state } = (window as unknown as { toured: DebugHandle }).toured;
    for (const panel of [state.panels.chat, state.panels.debug, ...Object.values(state.panels)])
      panel.set(false);
    state.offer.set(undefined);
    state.online.set(true);
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    state.narrate.set({ count: state.narrate.get().count + 1, detail: { kind: 'stop' } });
  });
  // The banner announces the return for some seconds, also in the next state.
  const banner = page.locator('hw-offline-banner').getByRole('button', { name: 'Dismiss' });
  if (await banner.isVisible()) await banner.press('Enter');
  // A tooltip would cover the next state.
  await page.mouse.move(1, 1);
  if (await page.locator('hw-header ul.more').isVisible()) await page.locator('hw-header .menu').click();
  // Again until it is so: the page may still have to write the last view into its address, and an address that does
  // not change is no order.
  await becomes(async () => {
    await page.evaluate(() => (location.hash = '#view=normal&nav=walk'));
    return mode(page);
  }).toBe('normal');
  await expect(page.locator('hw-time-lapse, hw-photo-bar, hw-document, hw-captions')).toHaveCount(0);
  // The notice about a missing voice stays until it is closed.
  await (
    await home(page)
  ).evaluate(({ narrate }) => narrate.set({ count: narrate.get().count + 1, detail: { kind: 'dismiss' } }));
  await expect(page.locator('hw-narrator-error')).toHaveCount(0);
}
