import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import { startCodexServer } from '../harness/commands/hooks/codex-server.ts';
import { codexConfig, whyNot, writeBelow } from '../harness/commands/hooks/real-programs.ts';
import { program, runProgram } from '../harness/emit.ts';
import { temporaryFolder } from '../harness/helpers.ts';
import { startScriptedModel } from '../helpers/scripted-model.ts';
import { sharedHome } from './shared-home.ts';

const TOKEN = 'the-secret-of-the-door';
const COMMAND = 'echo hello > said.txt';
const REASON = 'Not in this folder, please.';
/** A command that runs until the file `go` exists. */
const LONG_COMMAND = 'touch runs; until [ -e go ]; do sleep 0.1; done';
const home = sharedHome({ env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } });

test.skip(whyNot('codex') !== false, 'Codex cannot be installed here');
test.use({ viewport: { width: 390, height: 844 } });

let place: Awaited<ReturnType<typeof temporaryFolder>>;
let model: Awaited<ReturnType<typeof startScriptedModel>>;
let work: string;
test.beforeAll(async () => {
  place = await temporaryFolder();
  model = await startScriptedModel();
  model.model.command = COMMAND;
  model.model.codex = { sandbox_permissions: 'require_escalated', justification: 'To say hello' };
  work = join(place.path, 'shop');
  execFileSync('git', ['init', '-q', '-b', 'main', work]);
  await writeBelow(place.path, '.codex/config.toml', codexConfig(model.url));
});
test.afterAll(async () => {
  await model.close();
  await place.dispose();
});

const hasRun = (): boolean => existsSync(join(work, 'said.txt'));

/** The real Codex, which asks its owner in this home, or takes letters. */
async function codex(way: 'asks' | 'letters') {
  const env = { HOME: place.path, HOME_WORLD_BRIDGE_TOKEN: TOKEN };
  const flags = way === 'letters' ? ['--letters'] : ['--ask', '--seconds', '120'];
  const args = ['hooks', 'install', 'codex', ...flags, '--url', home.url];
  const installed = await runProgram(program, args, { env });
  expect(installed.code, installed.err).toBe(0);
  const agent = startCodexServer(work, env);
  await agent.trustHooks();
  await agent.begin('Say hello', way === 'letters' ? 'danger-full-access' : 'read-only');
  return agent;
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${home.url}door#code=${home.code()}`);
  await page.getByRole('button', { name: 'Sign in with the code' }).click();
  await expect(page.getByRole('button', { name: 'Sign out here' })).toBeVisible();
}

test('refused on the phone, the command of Codex does not run, and its model reads why', async ({ page }) => {
  await signIn(page);
  const agent = await codex('asks');
  await expect(page.getByText(COMMAND)).toBeVisible();
  await page.getByRole('button', { name: 'Refuse…' }).click();
  await page.getByRole('textbox').fill(REASON);
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect.poll(() => agent.hasEnded()).toBe(true);
  expect([hasRun(), agent.hasAsked()]).toEqual([false, false]);
  expect(model.bodies.at(-1)).toContain(REASON);
  await agent.stop();
});

test('a letter from the phone changes what Codex does, and the page says that it is read', async ({
  page,
}) => {
  await signIn(page);
  model.model.command = LONG_COMMAND;
  model.model.codex = {};
  model.model.more = { word: 'PLEASE-SAY-IT', command: COMMAND };
  const agent = await codex('letters');
  await page.getByRole('button', { name: 'Write to an agent' }).click();
  await page.getByRole('button', { name: 'Write… shop · main' }).click();
  await page.getByLabel('Letter to shop · main').fill('PLEASE-SAY-IT after this.');
  await page.getByRole('button', { name: 'Send the letter' }).click();
  await expect(page.getByText('waits, next')).toBeVisible();
  await expect.poll(() => existsSync(join(work, 'runs'))).toBe(true);
  await writeFile(join(work, 'go'), '');
  await expect.poll(() => agent.hasEnded()).toBe(true);
  expect(hasRun()).toBe(true);
  await expect(page.getByText(/^read, /)).toBeVisible();
  await agent.stop();
  for (const file of ['said.txt', 'runs', 'go']) await rm(join(work, file));
  model.model.command = COMMAND;
  model.model.codex = { sandbox_permissions: 'require_escalated', justification: 'To say hello' };
  model.model.more = undefined;
});

test('held on the phone, the command of Codex runs', async ({ page }) => {
  await signIn(page);
  const agent = await codex('asks');
  await expect(page.getByText(COMMAND).first()).toBeVisible();
  const button = page.getByRole('button', { name: /^Hold to allow/ });
  await button.hover();
  await page.mouse.down();
  await expect(button).toHaveCount(0);
  await page.mouse.up();
  await expect.poll(() => agent.hasEnded()).toBe(true);
  expect([hasRun(), agent.hasAsked()]).toEqual([true, false]);
  await agent.stop();
});
