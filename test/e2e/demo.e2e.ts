import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import { expect, test } from '@playwright/test';
import Fastify, { type FastifyInstance } from 'fastify';
import type { DebugHandle } from '../../ci/home.ts';
import { ROLLUP, runProgram } from '../../ci/run.ts';
import { openCheaply } from './tour.ts';

const root = resolve(import.meta.dirname, '../..');
const FOLDER = '/some/folder/';
/** A policy that forbids all requests to other servers, so that one such request fails the test. */
const ONLY_THIS_HOST =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

let host: FastifyInstance;
let url: string;
test.beforeAll(async () => {
  const built = await runProgram(process.execPath, [ROLLUP, '-c', '--demo'], { cwd: root });
  expect(built.ok, built.output).toBe(true);
  host = Fastify({ forceCloseConnections: true });
  await host.register(fastifyStatic, {
    root: join(root, 'dist-demo'),
    prefix: FOLDER,
    setHeaders: (reply) => reply.header('content-security-policy', ONLY_THIS_HOST),
  });
  url = (await host.listen({ host: '127.0.0.1', port: 0 })) + FOLDER;
});
test.afterAll(() => host.close());

test('version.json of a demo names every script that its pages run, so none of them asks to be reloaded', async ({
  page,
}) => {
  const { build } = (await (await fetch(`${url}version.json`)).json()) as { build: string };
  for (const name of ['', 'heartbeat.html']) {
    await page.goto(url + name);
    const scripts = await page
      .locator('script[type=module][src]')
      .evaluateAll((all) => all.map((script) => script.getAttribute('src')?.split('/').at(-1)));
    expect(scripts).toHaveLength(2);
    expect(build.split(' ')).toEqual(expect.arrayContaining(scripts));
  }
});

test('the first HTML of a demo has the painted start view, which its host has too', async ({ request }) => {
  const html = await (await request.get(url)).text();
  const names = html.match(/painted\/[\w.-]+/g) ?? [];
  expect(names).toHaveLength(6);
  for (const name of names) expect((await request.get(url + name)).status(), name).toBe(200);
});

test('a demo in a folder of a static host is whole: readings, portals, feed and resident', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText;
    // A page that is left no longer loads its last parts.
    if (error !== 'net::ERR_ABORTED') problems.push(`${request.url()} ${error}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.url()} ${response.status()}`);
    if (!response.url().startsWith(url)) problems.push(`outside: ${response.url()}`);
  });

  await openCheaply(page, url);
  const shown = () =>
    page.evaluate(() => {
      const { state } = (window.homeWorld as DebugHandle | undefined) ?? {};
      const reading = (name: 'commits' | 'weather' | 'blockHeight') => {
        const { state: of, recorded } = state?.readings[name].get() ?? {};
        return recorded === true && of === 'live';
      };
      const portals = state?.derived.portals.get().value ?? [];
      return {
        phase: state?.world.status.get().phase,
        recorded: [reading('commits'), reading('weather'), reading('blockHeight')],
        feed: (state?.relay.events.get().length ?? 0) > 0,
        bridge: state?.bridge.get().state,
        heartbeat: portals.find(({ record }) => record.id === 'heartbeat')?.record.destination.url,
      };
    });
  await expect.poll(shown).toEqual({
    phase: 'ready',
    recorded: [true, true, true],
    feed: true,
    bridge: 'open',
    heartbeat: `${FOLDER}heartbeat.html`,
  });
  await expect(page.locator('hw-hud')).toContainText('a recording');

  await page.keyboard.press('Enter');
  const field = page.locator('hw-chat textarea');
  await field.fill('status');
  await field.press('Enter');
  await expect(page.locator('hw-chat')).toContainText('71.7°F Clear');
  await field.fill('where do you store what I write?');
  await field.press('Enter');
  await expect(page.locator('hw-chat')).toContainText('no server gets it');

  await page.goto(`${url}heartbeat.html`);
  await expect(page.locator('hw-heartbeat')).toContainText('Lukas Spirig: WORKING');
  await expect(page.locator('hw-heartbeat')).toContainText('weather, a recording');
  await expect(page.locator('hw-heartbeat')).toContainText(/\d+%/);
  await expect(page.locator('hw-heartbeat')).not.toContainText('ERROR');
  expect(problems).toEqual([]);
});
