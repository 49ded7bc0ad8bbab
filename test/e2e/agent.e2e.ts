import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type RunningHome, startHome } from '../../ci/home.ts';
import { TOKEN } from '../harness/agent.ts';
import { connectMcp } from '../harness/mcp/mcp-client.ts';
import { answers, ask, complete, openChat } from './conversation.ts';

const VARIABLE = 'HOME_WORLD_BRIDGE_TOKEN';
const example = join(import.meta.dirname, '../../docs/examples/resident.mjs');

let home: RunningHome;
let agent: ChildProcess | undefined;

test.beforeAll(async () => {
  process.env[VARIABLE] = TOKEN;
  home = await startHome('--demo');
});

test.afterAll(async () => {
  agent?.kill();
  await home.stop();
  delete process.env[VARIABLE];
});

test('agents move in, answer in the page’s chat, offer a flight, and take over from each other', async ({
  page,
}) => {
  await page.goto(`${home.url}?quality=lowest`);
  await openChat(page);
  agent = spawn(process.execPath, [example, home.url.replace(/\/$/, '')], { stdio: 'ignore' });
  await expect(async () => {
    await ask(page, 'hello');
    await expect(answers(page).last()).toContainText('You wrote: hello', { timeout: 15_000 });
  }).toPass();

  const mcp = await connectMcp(home.url.replace(/\/$/, ''), { name: 'Scout' });
  await mcp.questions({ wait_seconds: 0 });
  await ask(page, 'where is the oath?');
  const [question] = await mcp.questions();
  expect(question?.text).toBe('where is the oath?');
  await mcp.call('act', { question: question?.id, action: 'fly', detail: { panel: 'oath' } });
  await mcp.call('say', { question: question?.id, text: 'On its stone, over there.' });
  await expect(answers(page).last()).toContainText('On its stone, over there.');
  await expect(page.getByRole('button', { name: /take me there/i })).toBeVisible();

  await mcp.questions({ wait_seconds: 0 });
  const before = await complete(page).count();
  await ask(page, 'still there?');
  await mcp.questions();
  await mcp.kill();
  await expect(answers(page).last()).toContainText('You wrote: still there?');
  await expect(complete(page)).toHaveCount(before + 1);
});
