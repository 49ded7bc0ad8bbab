import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseConfigFile } from '../../../harness/config/config-file.ts';
import type { CodeHostKind } from '../../../harness/config/server-config.ts';
import { checkProxy } from '../../../harness/doctor/proxy.ts';
import { findCodeHosts } from '../../../harness/gateway/code-host/find-code-host.ts';
import { raw } from '../../harness/gateway/raw-requests.ts';
import { Client, type TestHome, startHome } from '../../harness/helpers.ts';
import { commitsEvery, startStandIn } from '../../helpers/code-hosts.ts';
import { type RunningNginx, dist, startNginx, whyNoNginx } from '../../helpers/nginx.ts';

const HOST = { host: 'home.example' };

describe('nginx in front of a gateway', { skip: whyNoNginx }, () => {
  let home: TestHome;
  let nginx: RunningNginx;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    raw(nginx.url, path, headers, method);
  const assets = readdirSync(join(dist, 'assets')).filter((name) => /^\w+-[\w-]{8}\.js$/.test(name));

  before(async () => {
    home = await startHome({ dist, trustProxy: 1, hostNames: ['home.example'], requestsPerMinute: 1_000 });
    nginx = await startNginx({ HOME_WORLD_GATEWAY: new URL(home.url).host });
  });
  after(async () => {
    await nginx?.[Symbol.asyncDispose]();
    await home?.close();
  });

  it('passes pages and readings on with the gateway’s own headers, once each', async () => {
    for (const path of ['/', '/config.json', '/healthz', '/manifest.json', '/badge/agents.svg', '/nothing']) {
      const [outer, inner] = [await get(path, HOST), await raw(home.url, path, HOST)];
      assert.equal(outer.status, inner.status, path);
      for (const [name, value] of Object.entries(inner.headers))
        if (
          !/^(?:connection|date|keep-alive|x-ratelimit-.+|content-security-policy|transfer-encoding)$/.test(
            name,
          ) &&
          path !== '/healthz'
        )
          assert.equal(String(outer.headers[name]), String(value), `${path}: ${name}`);
      const policies = outer.headers['content-security-policy'];
      assert.equal(
        typeof policies === 'string' ? policies.split('default-src').length : 1,
        policies ? 2 : 1,
        path,
      );
    }
  });

  it('carries a conversation over the WebSocket', async () => {
    const visitor = new Client(nginx.url);
    await visitor.hello();
    visitor.send({ type: 'chat', id: 'q1', text: 'help' });
    const { text } = await visitor.answerTo('q1');
    assert.match(text, /status/i);
    await visitor.close();
  });

  it('passes no offer of another protocol on', async () => {
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    };
    let seen: IncomingHttpHeaders = {};
    // The server answers requests for an upgrade like ordinary ones, so that the test sees their headers.
    const shouldUpgradeCallback = () => false;
    const upstream = createServer({ shouldUpgradeCallback }, ({ url, headers }, response) => {
      if (url === '/offer') seen = headers;
      response.end();
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const { port } = upstream.address() as AddressInfo;
    await using proxy = await startNginx({ HOME_WORLD_GATEWAY: `127.0.0.1:${port}` });
    await raw(proxy.url, '/offer', { ...HOST, ...offer });
    upstream.close();
    assert.deepEqual([seen.host, seen.upgrade, seen.connection], ['home.example', undefined, undefined]);
  });

  it('sends the gateway the visitor’s address, host and protocol', async () => {
    const { body } = await get('/', { host: 'home.example', 'x-forwarded-proto': 'https' });
    assert.match(String(body), /<meta property="og:url" content="https:\/\/home\.example\/"/);
    assert.equal((await get('/', { host: 'other.example' })).status, 421);
    // With one trusted proxy, what a visitor writes before nginx's own entry does not count.
    const remaining = async (forwarded: string): Promise<number> =>
      Number((await get('/config.json', { 'x-forwarded-for': forwarded })).headers['x-ratelimit-remaining']);
    const first = await remaining('203.0.113.1');
    assert.equal(await remaining('203.0.113.2'), first - 1);
  });

  it('serves the program’s files itself, and what it lacks from the gateway', async () => {
    const [own = '', gone = ''] = assets;
    rmSync(join(nginx.path, 'pages/assets', gone));
    for (const name of [own, gone]) {
      const { status, headers } = await get(`/assets/${name}`, { 'accept-encoding': 'gzip' });
      assert.equal(status, 200, name);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.match(headers.vary ?? '', /accept-encoding/i);
    }
    assert.equal((await get('/assets/none-AAAAAAAA.js')).status, 404);
  });

  it('is a proxy in which the doctor finds nothing wrong', async () => {
    const found = await checkProxy({
      publicUrl: `${nginx.url}/`,
      timeoutMs: 30_000,
      trustProxy: 1,
      home: home.url,
    });
    assert.deepEqual(
      found.map(({ name, state, says }) => [name, state === 'ok' ? 'ok' : says]),
      [
        ['public address', 'ok'],
        ['proxy headers', 'ok'],
        ['proxy websocket', 'ok'],
      ],
    );
  });

  it('refuses what the gateway refuses', async () => {
    assert.equal((await get('/', {}, 'DELETE')).status, 405);
    for (const path of [
      '/api/v1/repos/other/secret/commits',
      '/metrics',
      '/api/v1/repos/local/home/../../../user',
      '/assets/..%2f..%2fpackage.json',
    ])
      assert.ok((await get(path)).status >= 400, path);
    const big = await fetch(`${nginx.url}/api/activity`, { method: 'POST', body: 'x'.repeat(70_000) });
    assert.equal(big.status, 413);
    const hook = {
      method: 'POST',
      body: 'x'.repeat(300_000),
      headers: { 'content-type': 'application/json' },
    };
    assert.equal((await fetch(`${nginx.url}/api/hooks/code-host`, hook)).status, 403, 'not too large');
    const ask = { ...hook, body: 'x'.repeat(200_000) };
    assert.equal((await fetch(`${nginx.url}/api/asks`, ask)).status, 401, 'not too large');
    const diff = { ...hook, body: 'x'.repeat(2_900_000) };
    assert.equal((await fetch(`${nginx.url}/api/changes`, diff)).status, 401, 'not too large');
    const usage = { ...hook, body: 'x'.repeat(3_900_000) };
    assert.equal((await fetch(`${nginx.url}/api/otlp/v1/logs`, usage)).status, 401, 'not too large');
    const screen = { method: 'PUT', body: 'x'.repeat(1_900_000), headers: { 'content-type': 'image/png' } };
    const address = `${nginx.url}/api/plays/20261122-221500-driven/screens/1`;
    assert.equal((await fetch(address, screen)).status, 403, 'not too large');
  });

  it('says that the home is not there when the gateway has stopped, and still has its files', async () => {
    await home.close();
    const { status, headers, body } = await get('/');
    assert.deepEqual([status, headers['retry-after']], [502, '10']);
    assert.match(String(body), /The home is starting, or it has stopped/);
    assert.equal((await get(`/assets/${assets[0]}`)).status, 200);
  });
});

describe('a home in containers', { skip: whyNoNginx }, () => {
  const hookSecret = 'the-secret-of-the-webhooks';
  const token = 'a-token-of-the-code-host';

  /** A home behind nginx, whose `config.json` names a repository at a code host. */
  async function homeOf(kind: CodeHostKind) {
    const host = await startStandIn(kind);
    host.state.commits = commitsEvery(60_000, 3, Date.now());
    host.state.token = token;
    const { codeHost: settings } = parseConfigFile(
      'config.json',
      JSON.stringify({ codeHost: { url: host.url, kind, ...host.repository } }),
    );
    const codeHosts = await findCodeHosts(
      { codeHost: settings },
      undefined,
      { HOME_WORLD_CODE_HOST_TOKEN: token },
      false,
    );
    const home = await startHome({
      dist,
      codeHosts,
      hookSecret,
      trustProxy: 1,
      requestsPerMinute: 1_000,
      settings: { codeHost: settings, allowedOrigins: [] },
    });
    const nginx = await startNginx({ HOME_WORLD_GATEWAY: new URL(home.url).host });
    return {
      host,
      nginx,
      titles: async (): Promise<string[]> => {
        const path = `/api/v1/repos/${encodeURIComponent(host.repository.owner)}/lit/commits?limit=50`;
        const list = (await (await fetch(nginx.url + path)).json()) as { commit: { message: string } }[];
        return list.map(({ commit }) => commit.message);
      },
      async [Symbol.asyncDispose]() {
        await nginx[Symbol.asyncDispose]();
        await home.close();
        await host.close();
      },
    };
  }

  it('shows a commit that was pushed to GitHub within five seconds after the webhook', async () => {
    await using place = await homeOf('github');
    const { host, nginx, titles } = place;
    assert.deepEqual(await titles(), ['Commit 3', 'Commit 2', 'Commit 1']);
    const visitor = new Client(nginx.url);
    await visitor.hello();
    host.state.commits = commitsEvery(60_000, 4, Date.now());
    const began = performance.now();
    const body = JSON.stringify({
      repository: { full_name: 'timmy/lit' },
      head_commit: { timestamp: new Date().toISOString() },
      commits: [],
    });
    const response = await fetch(`${nginx.url}/api/hooks/code-host`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'push',
        'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
        'x-hub-signature-256': `sha256=${createHmac('sha256', hookSecret).update(body).digest('hex')}`,
      },
      body,
    });
    assert.equal(response.status, 202);
    await visitor.frame('status-update');
    assert.equal((await titles())[0], 'Commit 4');
    assert.ok(performance.now() - began < 5_000);
    await visitor.close();
    for (const path of ['/config.json', '/', '/api/v1/repos/timmy/lit/commits'])
      assert.doesNotMatch(await (await fetch(nginx.url + path)).text(), new RegExp(`${token}|${host.url}`));
  });

  it('shows the repository of a group in a group at GitLab', async () => {
    await using place = await homeOf('gitlab');
    assert.deepEqual(await place.titles(), ['Commit 3', 'Commit 2', 'Commit 1']);
  });
});
