import { test } from '@playwright/test';
import { startTestHome } from '../helpers/home.ts';
import { permission, sendAsk } from '../harness/asks/asking.ts';

const TOKEN = 'the-secret-of-the-door-shots';
const diff = `diff --git a/src/cart.ts b/src/cart.ts
index 1a2b3c4..5d6e7f8 100644
--- a/src/cart.ts
+++ b/src/cart.ts
@@ -10,7 +10,8 @@ export function total(items: Item[]): number {
   let sum = 0;
   for (const item of items) {
-    sum += item.price;
+    // The price is for one piece.
+    sum += item.price * item.count;
   }
   return sum;
 }
@@ -40,3 +41,3 @@
-export const CURRENCY = 'EUR';
+export const CURRENCY = process.env.CURRENCY ?? 'EUR';
 export { format } from './format.ts';
`;
const asks = {
  command: permission({ title: 'Bash: run the tests', note: 'Run the unit tests of the shop', command: 'npm test -- --run src/cart.test.ts', folder: '~/projects/shop', seconds: 300 }),
  long: permission({ title: 'Bash', call: 'c-2', session: { id: 's-2', harness: 'Codex', folder: 'infra', branch: 'main' }, command: `set -euo pipefail\n${Array.from({ length: 12 }, (_, i) => `kubectl --context production-eu-west-1 --namespace shop rollout restart deployment/worker-${i} && kubectl rollout status deployment/worker-${i} --timeout=120s`).join('\n')}\nrm -rf /var/tmp/build-cache   /srv/data`, seconds: 600, rules: [] }),
  diff: permission({ title: 'Edit src/cart.ts', call: 'c-3', session: { id: 's-3', harness: 'Claude Code', folder: 'shop', branch: 'fix/cart' }, command: undefined, diff, seconds: 120, rules: [{ id: 'r0', label: 'Edit(src/**)' }, { id: 'r1', label: 'Edit for the rest of this session' }] }),
  question: { ...permission({ kind: 'question', title: 'Which database should the shop use?', call: 'c-4', command: undefined, rules: [], mayWrite: true, options: [{ id: 'o0', label: 'SQLite', note: 'One file, no server; enough for one machine.' }, { id: 'o1', label: 'PostgreSQL', note: 'A server of its own, for several machines.' }, { id: 'o2', label: 'Keep JSON files' }], seconds: 300 }) },
  several: permission({ kind: 'question', title: 'Which parts may I change?', call: 'c-5', session: { id: 's-5', harness: 'Claude Code', folder: 'docs' }, command: undefined, rules: [], several: true, options: [{ id: 'o0', label: 'README' }, { id: 'o1', label: 'docs/' }, { id: 'o2', label: 'Tests' }], seconds: 300 }),
  plan: permission({ kind: 'plan', title: 'Ready to code?', call: 'c-6', session: { id: 's-6', harness: 'Claude Code', folder: 'shop' }, command: undefined, rules: [{ id: 'auto', label: 'Approve, and edit files without asking' }], plan: '# Count the pieces\n\n1. Add `count` to `Item`.\n2. Multiply in `total`.\n3. <b>Tests</b> for 0, 1 and many.\n\nNothing else changes.', seconds: 600 }),
};
const sizes = { '390': [390, 844], '360': [360, 640], '1280': [1280, 720] } as const;

test('pictures of the door', async ({ browser }) => {
  const home = await startTestHome({ env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } });
  const url = home.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const shoot = async (name: string) => {
    for (const [key, [width, height]] of Object.entries(sizes)) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `/tmp/shots/${name}-${key}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 390, height: 844 });
  };
  await page.goto(`${url}door`);
  await page.getByRole('button', { name: 'Sign in with the code' }).waitFor();
  await shoot('sign-in');
  await page.goto(`${url}door#code=${home.code()}`);
  await page.getByRole('button', { name: 'Sign in with the code' }).click();
  await page.getByText('Nothing is asked').waitFor();
  await shoot('empty');
  const say = (body: object) => sendAsk(home.url.replace(/\/$/, ''), TOKEN, body);
  const only = async (name: string, body: object, act?: () => Promise<unknown>) => {
    const asking = say(body);
    await page.getByText('1 open ask').first().waitFor();
    await act?.();
    await shoot(name);
    asking.leave();
    await page.getByText('Nothing is asked').first().waitFor();
  };
  await only('command', asks.command);
  await only('hinted', asks.command, async () => page.getByRole('button', { name: 'Allow once, hold' }).click());
  await only('long', asks.long);
  await only('diff', asks.diff, async () => {
    await page.getByRole('button', { name: 'Show the diff' }).click();
    await page.getByRole('button', { name: 'Always allow…' }).click();
  });
  await only('question', asks.question);
  await only('several', asks.several, async () => page.getByLabel('docs/').check());
  await only('plan', asks.plan, async () => page.getByRole('button', { name: 'Refuse…' }).click());
  const three = [asks.command, asks.question, asks.diff].map(say);
  await page.getByText('3 open asks').first().waitFor();
  await shoot('three');
  for (const one of three) one.leave();
  await page.getByText('Nothing is asked').first().waitFor();
  await page.getByRole('button', { name: 'Devices and keys' }).click();
  await page.getByText('Signed in').first().waitFor();
  await shoot('devices');
  await home.close();
});
