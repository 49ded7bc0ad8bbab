import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { type Locator, type Page, expect, test } from '@playwright/test';
import type { DebugHandle } from '../../ci/home.ts';
import { Client } from '../harness/helpers.ts';
import { bearer, postJson } from '../harness/requests.ts';
import { type TestHome, startTestHome } from '../helpers/home.ts';
import { passes } from './tour.ts';

const TOKEN = 'the-secret-of-the-sessions';
const program = resolve(import.meta.dirname, '../../harness/home-world.js');
let home: TestHome;

test.beforeAll(async () => {
  home = await startTestHome({ env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } });
});
test.afterAll(() => home.close());

/** Runs the hook as a coding agent does, with its event on standard input. */
async function hook(harness: string, event: object): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    HOME: '/nowhere',
    HOME_WORLD_BRIDGE_TOKEN: TOKEN,
    HOME_WORLD_URL: home.url,
  };
  const child = spawn(process.execPath, [program, 'hook', harness], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(JSON.stringify({ cwd: join(import.meta.dirname, '../..'), ...event }));
  expect(await new Promise((done) => child.on('close', done))).toBe(0);
}

test('a session that waits is seen in header, title, Today and text, and goes when it ends', async ({
  page,
}) => {
  await page.goto(`${home.url}?quality=lowest`);
  const header = page.locator('hw-hud');
  await expect(header).toContainText('Agents');
  const title = await page.title();
  const claude = { session_id: '6f1c2c1e-0000-4000-8000-000000000001', prompt: 'PRIVATE-PROMPT' };
  await hook('claude-code', { ...claude, hook_event_name: 'UserPromptSubmit' });
  await expect(header).toContainText('Agent sessions: 1 at work');
  const tool = { tool_name: 'Bash', tool_input: { command: 'PRIVATE-COMMAND' } };
  await hook('claude-code', { ...claude, ...tool, hook_event_name: 'PermissionRequest' });
  await hook('codex', { session_id: 'c2', hook_event_name: 'UserPromptSubmit', prompt: 'PRIVATE-PROMPT' });
  await expect(header).toContainText('Agent sessions: 1 waits · 1 at work');
  await expect(page).toHaveTitle(`1 waits · ${title}`);
  await expect(page.locator('hw-today')).toContainText('Claude Code: waits for permission');
  const rows = page
    .locator('hw-directory')
    .getByRole('listitem')
    .filter({ hasText: /^(?:Claude Code|Codex):/ });
  await expect(rows).toHaveText([/Claude Code: waits for permission/, /Codex: thinking/]);
  await hook('claude-code', { ...claude, ...tool, hook_event_name: 'PostToolUse' });
  await expect(page).toHaveTitle(title);
  const ended = { hook_event_name: 'SessionEnd', reason: 'other' };
  await Promise.all([
    hook('claude-code', { ...claude, ...ended }),
    hook('codex', { session_id: 'c2', ...ended }),
  ]);
  await expect(header).not.toContainText('Agent sessions');
  expect(await page.content()).not.toContain('PRIVATE');
});

/** Sends a report as another program does. */
async function report(state: string, harness: string, more: object = {}): Promise<void> {
  const body = { state, session: { id: 'queue', harness }, ...more };
  const response = await postJson(`${home.url}api/events`, body, bearer(TOKEN));
  expect(response.status).toBe(200);
}

/** The names before the colons of rows that are about one of the sessions. */
const QUEUE = ['Codex', 'Aider', 'OpenCode', 'Bake'];
const inOrder = (rows: readonly string[]): string[] =>
  rows.map((row) => /^\W*(\w+):/.exec(row)?.[1] ?? '').filter((name) => QUEUE.includes(name));
const shows = async (rows: Locator): Promise<void> =>
  expect.poll(async () => inOrder(await rows.allInnerTexts())).toEqual(QUEUE);
const json = async (path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(`${home.url}${path}`)).json()) as Record<string, unknown>;

/** Presses the key for the next session that waits, until the visitor stands in front of its figure. */
const nextWaiting = async (page: Page, expected: string): Promise<void> => {
  await page.keyboard.press('n');
  // The flight at once, not in real time.
  await passes(page, 2);
  await page.waitForFunction((name) => {
    const { scene } = window.homeWorld as DebugHandle;
    return scene?.interactions.all.some(
      ({ object, interaction }) =>
        object.name.startsWith('agent session') &&
        interaction.name?.() === name &&
        Math.hypot(object.position.x - scene.player.x, object.position.z - scene.player.z) < 2.7,
    );
  }, expected);
};

test('the queue is the same in world, header, Today, text, API, badge, widget and answers', async ({
  page,
}) => {
  await page.goto(`${home.url}?quality=lowest&debug`);
  await page.waitForFunction(
    () => (window.homeWorld as DebugHandle | undefined)?.state.world.status.get().phase === 'ready',
  );
  await report('waiting', 'Codex', { needs: 'permission' });
  await report('failed', 'OpenCode', { step: 'rate limit' });
  await report('waiting', 'Aider', { needs: 'answer' });
  await report('working', 'Bake', { tool: 'cc' });
  const counts = '2 wait · 1 failed · 1 at work';

  const { sessions } = (await json('api/sessions.json')) as {
    sessions: { sessions: { name: string; state: string }[] };
  };
  expect(sessions.sessions.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    'Codex: waiting',
    'Aider: waiting',
    'OpenCode: failed',
    'Bake: working',
  ]);
  const status = (await json('api/status.json')) as { readings: { sessions: { text: string[] } } };
  expect(inOrder(status.readings.sessions.text)).toEqual(QUEUE);
  expect((await json('badge/team.json'))['message']).toBe(counts);

  await expect(page.locator('hw-hud')).toContainText(`Agent sessions: ${counts}`);
  await expect(page).toHaveTitle(/^2 wait · 1 failed · /);
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /icon-waiting\.svg$/);
  await shows(page.locator('hw-today .session'));
  await shows(page.locator('hw-directory').getByRole('listitem'));
  await page.waitForFunction((queue) => {
    const { scene } = window.homeWorld as DebugHandle;
    const panel = scene?.interactions.all.find(({ object }) => object.name === 'agent-board');
    const rows = panel?.interaction.rows?.().map((row) => row.split(':')[0] ?? '') ?? [];
    return rows.slice(0, queue.length).join() === queue.join();
  }, QUEUE);
  for (const name of ['Codex', 'Aider', 'Codex']) await nextWaiting(page, name);

  const visitor = new Client(home.url.replace(/\/$/, ''));
  await visitor.hello();
  const answer = async (id: string, text: string): Promise<string[]> => {
    visitor.send({ type: 'chat', id, text });
    return inOrder((await visitor.answerTo(id)).text.split('\n'));
  };
  expect(await answer('q1', 'status')).toEqual(QUEUE);
  expect(await answer('q2', 'who waits for me?')).toEqual(QUEUE.slice(0, 3));
  await visitor.close();

  await page.goto(`${home.url}heartbeat.html`);
  await shows(page.locator('hw-team').getByRole('listitem'));
  await expect(page).toHaveTitle(/^2 wait · 1 failed · /);
  const icon = page.locator('link[rel=icon]');
  await expect(icon).toHaveAttribute('href', /icon-waiting\.svg$/);
  const image = await page.request.get(new URL((await icon.getAttribute('href')) ?? '', page.url()).href);
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
  for (const harness of QUEUE) await report('ended', harness);
});

test('the owner ends a session that waits, and every page follows', async ({ page, browser }) => {
  await report('waiting', 'Claude Code', { needs: 'permission' });
  const owner = await browser.newContext();
  const theirs = await owner.newPage();
  const signedIn = await owner.request.post(`${home.url}api/owner`, { data: { code: home.code() } });
  expect(signedIn.status()).toBe(200);
  for (const one of [page, theirs]) {
    await one.goto(`${home.url}?quality=lowest`);
    await expect(one.locator('hw-today')).toContainText('waits for permission');
  }
  const button = theirs.getByRole('button', { name: /^Mark as ended: / });
  await expect(button).toBeVisible();
  await expect(page.getByRole('button', { name: /^Mark as ended: / })).toHaveCount(0);
  await button.click();
  for (const one of [theirs, page]) await expect(one.locator('hw-hud')).not.toContainText('Agent sessions');
  await report('thinking', 'Claude Code');
  for (const one of [theirs, page]) await expect(one.locator('hw-hud')).toContainText('1 at work');
  await report('ended', 'Claude Code');
  await owner.close();
});
