import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type APIRequestContext,
  type BrowserContext,
  type CDPSession,
  type Page,
  expect,
  test,
} from '@playwright/test';
import { type Asking, permission, sendAsk } from '../harness/asks/asking.ts';
import { bearer, postJson } from '../harness/requests.ts';
import { violations } from './axe.ts';
import { sharedHome } from './shared-home.ts';

const TOKEN = 'the-secret-of-the-door';
const home = sharedHome({ env: { HOME_WORLD_BRIDGE_TOKEN: TOKEN } });

/** Under a name: browsers allow no passkeys at an IP address. */
const door = (fragment = ''): string => `${home.url.replace('127.0.0.1', 'localhost')}door${fragment}`;
const ask = (more: Parameters<typeof permission>[0] = {}): Asking =>
  sendAsk(home.url.replace(/\/$/, ''), TOKEN, permission({ title: 'Run the tests', ...more }));

const codeField = (page: Page) => page.getByLabel(/One-time code|Or with a one-time code/i);
const isSignedIn = (page: Page) => page.getByRole('button', { name: 'Sign out here' });

async function signInWithCode(page: Page): Promise<void> {
  await page.goto(door(`#code=${home.code()}`));
  await page.getByRole('button', { name: 'Sign in with the code' }).click();
  await expect(isSignedIn(page)).toBeVisible();
}

/** A page for all tests of a group, signed in once. No test leaves an open ask in it. */
function signedInPage(): () => Page {
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await signInWithCode(page);
  });
  test.afterAll(() => page.close());
  return () => page;
}

/** A virtual authenticator that confirms at once: https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/ */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** A browser with a passkey of its own, signed out. */
async function withPasskey(page: Page): ReturnType<typeof addAuthenticator> {
  const authenticator = await addAuthenticator(page);
  await signInWithCode(page);
  await page.getByRole('button', { name: 'Add a passkey', exact: true }).click();
  await expect(page.getByText('Add a passkey for this device?')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(passkeyButton(page)).toBeVisible();
  return authenticator;
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function removeAllPasskeys(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await signInWithCode(page);
  await page.getByRole('button', { name: 'Devices and keys' }).click();
  await expect(page.getByRole('heading', { name: 'Agent keys' })).toBeVisible();
  const remove = page.getByRole('list', { name: 'Passkeys' }).getByRole('button', { name: /^Remove / });
  for (let left = await remove.count(); left > 0; left--) {
    await remove.first().click();
    await page.getByRole('button', { name: 'Remove: yes' }).click();
    await expect(remove).toHaveCount(left - 1);
  }
  await page.close();
}

/** Removes all passkeys as another browser of the owner does, without its page. */
async function forgetPasskeys(request: APIRequestContext): Promise<void> {
  const owner = `${home.url}api/owner`;
  await request.post(owner, { data: { code: home.code() } });
  const devices = await request.get(`${owner}/devices`);
  const { passkeys } = (await devices.json()) as { passkeys: { id: number }[] };
  for (const { id } of passkeys) expect((await request.delete(`${owner}/passkeys/${id}`)).ok()).toBe(true);
}

/** Holds the button with the mouse until the ask is decided. */
async function hold(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  await button.hover();
  await page.mouse.down();
  await expect(button).toHaveCount(0);
  await page.mouse.up();
}

test.describe('the sign-in', () => {
  test('takes the code out of the address at once, and signs in with one press; the code works once', async ({
    page,
  }) => {
    const code = home.code();
    await page.goto(door(`#code=${code}`));
    await expect(codeField(page)).toHaveValue(code);
    expect(page.url()).toBe(door());
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with the code' }).click();
    await expect(isSignedIn(page)).toBeVisible();
    await isSignedIn(page).click();
    await codeField(page).fill(code);
    await page.getByRole('button', { name: 'Sign in with the code' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'was used' })).toBeVisible();
    await expect(codeField(page)).toHaveValue('');
    await expect(isSignedIn(page)).toHaveCount(0);
  });

  test('works with a passkey that was added after a code', async ({ page, browser }) => {
    await withPasskey(page);
    await passkeyButton(page).click();
    await expect(isSignedIn(page)).toBeVisible();
    // One browser is one sign-in, however often it signs in.
    await page.getByRole('button', { name: 'Devices and keys' }).click();
    await expect(page.getByRole('list', { name: 'Signed in' }).getByText('(this page)')).toHaveCount(1);
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Rename / })
      .first()
      .click();
    await page.getByLabel('New name').fill('My phone');
    await page.getByRole('button', { name: 'Save the name' }).click();
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('My phone');

    // A lost device: another browser of the owner removes its passkey, and so its sign-in.
    const other = await browser.newContext();
    await removeAllPasskeys(other);
    await other.close();
    await expect(page.getByRole('heading', { name: 'Sign in as the owner' })).toBeVisible();
    await expect(page.getByText('There is no passkey yet')).toBeVisible();
  });

  test('refuses a passkey that was removed, also from a page that still offers it', async ({
    page,
    request,
  }) => {
    await withPasskey(page);
    await forgetPasskeys(request);
    await passkeyButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'does not know the passkey' })).toBeVisible();
    await expect(isSignedIn(page)).toHaveCount(0);
  });

  test('refuses the copy of a passkey, whose counter is behind', async ({ page, request }) => {
    const { cdp, authenticatorId } = await withPasskey(page);
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    const [copy] = credentials;
    expect(copy).toBeDefined();
    for (let times = 0; times < 2; times++) {
      await passkeyButton(page).click();
      await isSignedIn(page).click();
    }
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copy! });
    await passkeyButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: /counter/i })).toBeVisible();
    await expect(isSignedIn(page)).toHaveCount(0);
    await forgetPasskeys(request);
  });

  test('refuses the answer of a passkey that was given to another origin', async ({ page, request }) => {
    await withPasskey(page);
    let sent: { body: string; cookie: string } | undefined;
    await page.route('**/api/owner/sign-in', async (route) => {
      const asked = route.request();
      sent = { body: asked.postData() ?? '', cookie: (await asked.allHeaders())['cookie'] ?? '' };
      await route.abort();
    });
    await passkeyButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'does not answer' })).toBeVisible();
    const answer = (host: string): Promise<{ status: number; body: string }> =>
      new Promise((resolve, reject) => {
        const headers = {
          host,
          origin: `http://${host}`,
          cookie: sent?.cookie,
          'content-type': 'application/json',
        };
        send(`${home.url}api/owner/sign-in`, { method: 'POST', headers }, (response) => {
          text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
        })
          .on('error', reject)
          .end(sent?.body);
      });
    const refused = await answer('localhost:1');
    expect(refused.status).toBe(401);
    expect(refused.body).toContain('origin');
    await forgetPasskeys(request);
  });

  test('says where passkeys cannot work, and why', async ({ page }) => {
    await page.goto(`${home.url}door`);
    await expect(page.getByText(/No passkeys here.*IP address/)).toBeVisible();
    await expect(codeField(page)).toBeVisible();
  });
});

test.describe('asks on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const ownersPage = signedInPage();

  test('a card has the whole command and the diff; a short press decides nothing, a hold allows', async () => {
    const page = ownersPage();
    await expect(page.getByText('No open asks')).toBeVisible();
    await expect(page.getByText('No agent waits for you.')).toBeVisible();
    const command = `npm test -- ${'--flag=a-long-value '.repeat(30)}&& rm -rf "/srv/data"`;
    const diff = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n-const one = 1;\n+const one = 2;\n same\n';
    const asking = ask({ command, diff, note: 'Before the release', seconds: 300 });
    const card = page.locator('hw-ask-card');
    await expect(card.locator('pre.command')).toHaveText(command);
    await expect(card).toContainText('shop asks for permission');
    await expect(card).toContainText('Claude Code');
    await expect(card).toContainText('Before the release');
    await expect(card).toContainText(/\d:\d\d until its terminal asks/);
    await card.getByRole('button', { name: 'Show the diff' }).click();
    await expect(card.locator('hw-diff .removed')).toHaveText(/1\s+−\s+removed: const one = 1;/);
    await expect(card.locator('hw-diff .added')).toHaveText(/1\s+\+\s+added: const one = 2;/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await violations(page)).toEqual([]);

    await card.getByRole('button', { name: 'Hold to allow once' }).click();
    await expect(card.getByText('Too short: nothing was decided')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect(asking.said().trim()).toBe('');
    await hold(page, 'Hold to allow once');
    expect(await asking.answer).toMatchObject({ state: 'decided', decision: { choice: 'allow' } });
    await expect(page.getByText('Allowed once').first()).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Run the tests' }).first()).toContainText(
      'Chrome on',
    );
    expect(await violations(page)).toEqual([]);
  });

  test('a refusal has a reason for the agent', async () => {
    const page = ownersPage();
    const asking = ask();
    await page.getByRole('button', { name: 'Refuse…' }).click();
    await page.getByLabel('Why not?').fill('Use the staging server.');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    expect(await asking.answer).toMatchObject({
      decision: { choice: 'refuse', text: 'Use the staging server.' },
    });
    await expect(page.getByText('Refused: Use the staging server.').first()).toBeVisible();
  });
});

test.describe('answers', () => {
  const ownersPage = signedInPage();

  test('choose options, write, take a rule of the agent, and approve a plan, which is text, never HTML', async () => {
    const page = ownersPage();
    const options = ['SQLite', 'PostgreSQL', 'Files'].map((label, index) => ({ id: `o${index}`, label }));
    const question = { kind: 'question' as const, title: 'Which?', command: undefined, rules: [], options };
    const one = ask({ ...question });
    await page.getByLabel('PostgreSQL').check();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the choice' }).click();
    expect(await one.answer).toMatchObject({ decision: { choice: 'choose', chosen: ['o1'] } });
    await expect(page.getByText('Chosen: PostgreSQL').first()).toBeVisible();

    const several = ask({ ...question, several: true });
    await page.getByLabel('SQLite').check();
    await page.getByLabel('Files').check();
    await page.getByRole('button', { name: 'Send the choice' }).click();
    expect(await several.answer).toMatchObject({ decision: { chosen: ['o0', 'o2'] } });

    const written = ask({ ...question, mayWrite: true });
    await page.getByLabel('Or in your own words').fill('None: <b>ask</b> Ada.');
    await page.getByRole('button', { name: 'Send the answer' }).click();
    expect(await written.answer).toMatchObject({
      decision: { choice: 'write', text: 'None: <b>ask</b> Ada.' },
    });
    await expect(page.getByText('Answered: None: <b>ask</b> Ada.').first()).toBeVisible();

    const always = ask({ rules: [{ id: 'r0', label: 'Bash(npm test:*)' }] });
    await page.getByRole('button', { name: 'Always…' }).click();
    await expect(page.getByText('Bash(npm test:*)')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await hold(page, 'Hold to always allow');
    expect(await always.answer).toMatchObject({ decision: { choice: 'always', chosen: ['r0'] } });

    const plan = '# Plan\n<img src=x onerror="document.title=\'hostile\'"> **bold**';
    const planned = ask({ kind: 'plan', command: undefined, plan });
    await expect(page.locator('pre.plan')).toHaveText(plan);
    await hold(page, 'Hold to approve the plan');
    expect(await planned.answer).toMatchObject({ decision: { choice: 'allow' } });
    expect(await page.title()).not.toContain('hostile');
  });

  test('the first answer counts; the other page reads it, and an ask that the agent leaves goes', async () => {
    const page = ownersPage();
    const asking = ask({ title: 'Deploy' });
    await expect(page.getByRole('button', { name: 'Hold to allow once' })).toBeVisible();
    const asks = new URL('api/asks', door()).href;
    const open = async (): Promise<{ id: string; nonce: string }> => {
      const response = await page.request.get(asks);
      const list = (await response.json()) as { asks: { id: string; nonce: string; state: string }[] };
      return list.asks.find(({ state }) => state === 'open')!;
    };
    // The refusal of this page arrives after the answer of another one.
    await page.route('**/answer', async (route) => {
      const { id, nonce } = await open();
      const first = await page.request.post(`${asks}/${id}/answer`, { data: { nonce, choice: 'allow' } });
      expect(first.status()).toBe(200);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Refuse…' }).click();
    await page.getByRole('button', { name: 'Refuse', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'was not the first. Allowed once' }),
    ).toBeVisible();
    expect(await asking.answer).toMatchObject({ decision: { choice: 'allow' } });
    await page.unrouteAll();

    const leaving = ask({ title: 'Never mind' });
    await expect(page.getByText('1 open ask').first()).toBeVisible();
    leaving.leave();
    await expect(page.getByText('The agent left, or its key was revoked').first()).toBeVisible();
  });

  test('the keyboard alone: Tab reaches all, Enter held allows, a short Enter does not', async () => {
    const page = ownersPage();
    // Nothing has the focus in a new page.
    await page.goto(door());
    await expect(isSignedIn(page)).toBeVisible();
    const asking = ask({ rules: [] });
    const button = page.getByRole('button', { name: 'Hold to allow once' });
    await expect(button).toBeVisible();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    // Keys count only on a focused control.
    for (const key of ['Enter', ' ', 'y', 'a']) await page.keyboard.press(key);
    await tabTo(page, button);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Too short: nothing was decided')).toBeVisible();
    expect(asking.said().trim()).toBe('');
    await page.keyboard.down(' ');
    await expect(button).toHaveCount(0);
    await page.keyboard.up(' ');
    expect(await asking.answer).toMatchObject({ decision: { choice: 'allow' } });
    await expect(page.getByRole('heading', { name: 'No open asks' })).toBeFocused();
  });

  test('a single switch, which can neither hold nor point, allows in two steps', async () => {
    const page = ownersPage();
    const asking = ask({ rules: [] });
    await tabTo(page, page.getByRole('button', { name: 'Hold to allow once' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Allow once in two steps' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('group', { name: 'Allow once?' })).toBeFocused();
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await tabTo(page, confirm);
    await expect(confirm).toHaveAttribute('aria-disabled', 'false');
    expect(await violations(page)).toEqual([]);
    expect(asking.said().trim()).toBe('');
    await page.keyboard.press('Enter');
    expect(await asking.answer).toMatchObject({ decision: { choice: 'allow' } });
    await expect(page.getByRole('status').filter({ hasText: 'Run the tests: Allowed once.' })).toHaveCount(1);
  });

  test('says that the connection is lost, and reads the asks again when it is back', async () => {
    const page = ownersPage();
    await home.restart(async () => {
      await expect(page.getByText('Connection lost')).toBeVisible();
    });
    const asking = ask({ title: 'After the restart' });
    await expect(page.getByText('After the restart', { exact: true })).toBeVisible();
    await expect(page.getByText('Connection lost')).toHaveCount(0);
    asking.leave();
  });
});

test.describe('letters to agents', () => {
  /** A report as a hook sends it. Resolves with the texts of the letters in the answer. */
  async function report(
    id: string,
    harness: string,
    state: string,
    letters?: object,
    more?: object,
  ): Promise<string[]> {
    const body = { state, session: { id, harness, name: `${harness} here` }, letters, ...more };
    const response = await postJson(`${home.url}api/events`, body, bearer(TOKEN));
    const answer = (await response.json()) as { letters?: { id: string; text: string }[] };
    given.push(...(answer.letters ?? []).map((one) => ({ id: one.id, at: Date.now() })));
    return (answer.letters ?? []).map(({ text: words }) => words.split('\n\n')[1] ?? '');
  }
  let given: { id: string; at: number }[] = [];
  test.afterEach(async () => {
    given = [];
    for (const [id, harness] of [
      ['l-1', 'Codex'],
      ['l-2', 'Cursor'],
      ['l-3', 'Gemini CLI'],
      ['l-4', 'Codex'],
    ] as const)
      await report(id, harness, 'ended');
  });

  test('say what a session has changed with its next report, and are about a line of it', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const sends = { changes: true };
    await report('l-4', 'Codex', 'working', {}, sends);
    await signInWithCode(page);
    await page.getByRole('button', { name: 'Write to an agent' }).click();
    await page.getByRole('button', { name: 'What it has changed: Codex here' }).click();
    const dialog = page.getByRole('dialog', { name: 'What Codex here has changed' });
    await expect(dialog).toContainText(/Asked \d+ s ago\. Codex answers with its next step\./);
    await report('l-4', 'Codex', 'working', {}, sends);
    const lines = Array.from({ length: 60 }, (_, index) => ` const line${index} = ${index};`).join('\n');
    const diff = `diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,60 +1,61 @@\n${lines}\n+const added = '<b>';\n`;
    const notShown = [{ path: 'huge.bin', why: '20000000 bytes are too many' }];
    const sent = await postJson(
      `${home.url}api/changes`,
      { session: { id: 'l-4', harness: 'Codex' }, changes: { diff, notShown, more: 0, isCut: false } },
      bearer(TOKEN),
    );
    expect(sent.status).toBe(200);
    await expect(dialog).toContainText('1 file, 1 line added, 0 removed.');
    await expect(dialog).toContainText('huge.bin: 20000000 bytes are too many');
    expect(await violations(page)).toEqual([]);
    // The keyboard goes to the last line, which is out of view at first.
    const last = dialog.getByText("added: const added = '<b>';");
    await expect(last).not.toBeInViewport();
    await dialog.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await expect(last).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('src/a.ts:61');
    await expect(last).toBeInViewport();
    await dialog.getByRole('button', { name: 'Write about this line' }).click();
    const field = dialog.getByLabel('Letter to Codex here');
    await expect(field).toBeFocused();
    await expect(last).toBeInViewport();
    expect(await violations(page)).toEqual([]);
    await field.fill('Why a tag?');
    await dialog.getByRole('button', { name: 'Send the letter' }).click();
    await expect(dialog).toContainText('The letter about src/a.ts:61 waits for the agent.');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('About src/a.ts:61')).toBeVisible();
    expect(await report('l-4', 'Codex', 'thinking', { moment: 'prompt' })).toEqual(['Why a tag?']);
  });

  test('try to load their file once by themselves, and after a failure only when the button is pressed', async ({
    page,
  }) => {
    await report('l-1', 'Codex', 'working', {});
    const key = await page.request
      .get(`${home.url}api/sessions.json`, { headers: bearer(TOKEN) })
      .then(
        async (response) =>
          ((await response.json()) as { sessions: { sessions: { key: string }[] } }).sessions,
      );
    let requests = 0;
    await page.route(/\/door-letters-[^/]*\.js$/, (route) => {
      requests++;
      return route.abort();
    });
    await signInWithCode(page);
    await page.goto(door(`#letter=${key.sessions[0]?.key}`));
    await expect(page.getByText(/Load the page again/)).toBeVisible();
    await page.waitForTimeout(500);
    expect(requests).toBeLessThan(4);
    await page.unroute(/\/door-letters-[^/]*\.js$/);
    await page.getByRole('button', { name: 'Write to an agent' }).click();
    await expect(page.getByLabel('Letter to Codex here')).toBeFocused();
  });

  test('wait in a queue, can be taken back, and the page shows their states', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await report('l-1', 'Codex', 'working', {});
    await report('l-2', 'Cursor', 'working');
    await report('l-3', 'Gemini CLI', 'working');
    await signInWithCode(page);
    await page.getByRole('button', { name: 'Write to an agent' }).click();
    // Where an agent cannot take a letter, its button says so.
    await expect(page.getByRole('button', { name: 'Cursor takes no letters' })).toBeDisabled();
    await expect(
      page.getByRole('button', { name: 'Its hooks take no letters Gemini CLI here' }),
    ).toBeDisabled();
    await expect(page.getByText('home-world hooks install gemini --letters')).toBeVisible();
    await page.getByRole('button', { name: 'Write… Codex here' }).click();
    const field = page.getByLabel('Letter to Codex here');
    await expect(field).toBeFocused();
    for (const words of ['The first.', 'The <b>second</b>.', 'The third.']) {
      await field.fill(words);
      await page.getByRole('button', { name: 'Send the letter' }).click();
      await expect(page.getByText(words, { exact: true })).toBeVisible();
      await expect(field).toHaveValue('');
    }
    const letters = page.getByRole('list', { name: 'Letters to Codex here' }).getByRole('listitem');
    await expect(letters).toContainText(['waits, next', 'waits, 1 ahead', 'waits, 2 ahead']);
    expect(await violations(page)).toEqual([]);
    await letters.nth(1).getByRole('button', { name: 'Take back' }).click();
    await expect(letters.nth(1)).toContainText('taken back');
    await expect(letters.nth(2)).toContainText('waits, 1 ahead');

    expect(await report('l-1', 'Codex', 'thinking', { moment: 'prompt' })).toEqual([
      'The first.',
      'The third.',
    ]);
    await expect(letters.nth(0)).toContainText('on its way since');
    await report('l-1', 'Codex', 'thinking', { printed: given });
    await expect(letters.nth(0)).toContainText('not read yet');
    await report('l-1', 'Codex', 'working', {});
    await expect(letters).toContainText(['read, ', 'taken back', 'read, ']);
    await expect(page.getByRole('status').filter({ hasText: 'Letter to Codex here: read' })).toHaveCount(1);
  });

  test('a link leads to the field of a session', async ({ page }) => {
    await report('l-1', 'Codex', 'done', {});
    await signInWithCode(page);
    const { sessions } = (await (
      await page.request.get(`${home.url.replace('127.0.0.1', 'localhost')}api/letters`)
    ).json()) as {
      sessions: { key: string; name: string }[];
    };
    const { key } = sessions.find(({ name }) => name === 'Codex here') ?? { key: '' };
    await page.goto(door(`#letter=${key}`));
    await expect(page.getByLabel('Letter to Codex here')).toBeFocused();
    await expect(page.getByText('It is idle, and gets the letter in its next turn')).toBeVisible();
    expect(new URL(page.url()).hash).toBe('');
  });
});

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element))
      return;
  }
  throw new Error('Tab does not reach it');
}
