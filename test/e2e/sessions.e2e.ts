import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { type TestHome, startTestHome } from '../helpers/home.ts';

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
  for (const [harness, session_id] of [
    ['claude-code', claude.session_id],
    ['codex', 'c2'],
  ] as const)
    await hook(harness, { session_id, hook_event_name: 'SessionEnd', reason: 'other' });
  await expect(header).not.toContainText('Agent sessions');
  expect(await page.content()).not.toContain('PRIVATE');
});

test('the owner ends a session that waits, and every page follows', async ({ page, browser }) => {
  const claude = { session_id: '6f1c2c1e-0000-4000-8000-000000000002' };
  await hook('claude-code', { ...claude, hook_event_name: 'PermissionRequest', tool_name: 'Bash' });
  const owner = await browser.newContext();
  const theirs = await owner.newPage();
  const signedIn = await owner.request.post(`${home.url}api/owner`, { data: { token: TOKEN } });
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
  await hook('claude-code', { ...claude, hook_event_name: 'UserPromptSubmit' });
  for (const one of [theirs, page]) await expect(one.locator('hw-hud')).toContainText('1 at work');
  await hook('claude-code', { ...claude, hook_event_name: 'SessionEnd', reason: 'other' });
  await owner.close();
});
