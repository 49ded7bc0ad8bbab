import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../../helpers/free-port.ts';
import { TOKEN } from '../../harness/agent.ts';
import { raw } from '../../harness/gateway/raw-requests.ts';
import { Client, type TestHome, startHome } from '../../harness/helpers.ts';
import { bearer, postJson } from '../../harness/requests.ts';

const NGINX = [
  process.env['NGINX_PATH'] ?? '',
  '/usr/sbin/nginx',
  '/usr/bin/nginx',
  '/usr/local/bin/nginx',
].find((path) => existsSync(path));
/** `me` with the password `a password`, as `htpasswd -p` writes it. */
const PASSWORDS = 'me:{PLAIN}a password\n';
const basic = { authorization: `Basic ${Buffer.from('me:a password').toString('base64')}` };
const HEADERS = `
  proxy_http_version 1.1;
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $remote_addr;
  proxy_set_header Upgrade $http_upgrade;
  proxy_set_header Connection $connection_upgrade;
  client_max_body_size 4m;`;

/** The locations that docs/deploying.md shows. */
async function documented(): Promise<string> {
  const page = await readFile(join(import.meta.dirname, '../../../docs/deploying.md'), 'utf8');
  const [, example = ''] = /^## Behind another gate$[\s\S]*?```nginx\n([\s\S]*?)```/m.exec(page) ?? [];
  return example;
}

/** nginx with a sign-in of its own in front of a home. */
async function startGate({ folder, url: home }: TestHome, locations: string) {
  const own = join(folder, 'nginx');
  await mkdir(own, { recursive: true });
  const passwords = join(own, 'passwords');
  await writeFile(passwords, PASSWORDS);
  const port = await freePort();
  const site = locations
    .replaceAll('http://127.0.0.1:4200', home)
    .replaceAll('/etc/nginx/home-world.htpasswd', passwords);
  await writeFile(
    join(own, 'nginx.conf'),
    `daemon off; pid ${own}/nginx.pid; error_log ${own}/error.log; worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  client_body_temp_path ${own}; proxy_temp_path ${own}; fastcgi_temp_path ${own};
  uwsgi_temp_path ${own}; scgi_temp_path ${own};
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  server { listen 127.0.0.1:${port}; ${HEADERS} ${site} }
}`,
  );
  const nginx = spawn(NGINX ?? '', ['-c', join(own, 'nginx.conf'), '-e', join(own, 'error.log')]);
  const ended = new Promise((done) => nginx.on('close', done));
  const url = `http://127.0.0.1:${port}`;
  for (let isUp = false; !isUp;) {
    if (nginx.exitCode !== null) assert.fail(await readFile(join(own, 'error.log'), 'utf8'));
    isUp = await fetch(url).then(
      () => true,
      () => false,
    );
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

const report = (url: string, headers: Record<string, string>): Promise<Response> =>
  postJson(`${url}/api/events`, { state: 'working', session: { id: 'one', harness: 'Codex' } }, headers);

describe(
  'a sign-in of nginx in front of a home',
  { skip: NGINX === undefined && 'there is no nginx' },
  () => {
    it('keeps agents out where every address needs it, unless they know its password', async () => {
      await using home = await startHome({ bridge: { token: TOKEN } });
      const key = home.app.home.keys.agents.add('laptop') ?? '';
      await using gate = await startGate(
        home,
        `auth_basic "Home"; auth_basic_user_file /etc/nginx/home-world.htpasswd;
       location / { proxy_pass http://127.0.0.1:4200; }`,
      );
      assert.equal((await report(gate.url, bearer(key))).status, 401);
      assert.equal((await report(gate.url, { 'x-home-world-key': key })).status, 401);
      assert.equal((await report(gate.url, { 'x-home-world-key': key, ...basic })).status, 200);
      assert.equal((await report(gate.url, { 'x-home-world-key': 'hwk_wrong', ...basic })).status, 401);
    });

    it('lets agents through at the documented addresses, and no other client anywhere', async () => {
      const example = await documented();
      assert.match(example, /auth_basic off/);
      await using home = await startHome({ bridge: { token: TOKEN }, hookSecret: 'the-secret-of-the-hook' });
      const key = home.app.home.keys.agents.add('laptop') ?? '';
      await using gate = await startGate(home, example);
      assert.equal((await report(gate.url, { 'x-home-world-key': key })).status, 200);
      assert.equal((await report(gate.url, bearer(key))).status, 200);
      assert.equal((await fetch(`${gate.url}/healthz`)).status, 200);
      const answers = await Promise.all([
        fetch(`${gate.url}/mcp`, { method: 'POST', headers: { 'x-home-world-key': 'wrong' } }),
        fetch(`${gate.url}/api/hooks/code-host`, { method: 'POST' }),
        fetch(`${gate.url}/api/otlp/v1/logs`, { method: 'POST' }),
        fetch(`${gate.url}/api/usage`, { method: 'POST' }),
        fetch(`${gate.url}/api/changes`, { method: 'POST' }),
        fetch(`${gate.url}/api/plays/20261122-221500-driven/screens/1`, { method: 'PUT' }),
      ]);
      for (const { url, headers } of answers)
        assert.equal(headers.get('www-authenticate')?.startsWith('Basic') ?? false, false, url);
      for (const path of [
        '/',
        '/config.json',
        '/api/status.json',
        '/api/world/ws',
        '/api/plays/20261122-221500-driven/screens/1',
        '/api/events/../status.json',
        '/api/events/..%2fstatus.json',
        '/healthz/../config.json',
        '/healthz%2f..%2fconfig.json',
        '/mcp%3f/../config.json',
        '//config.json',
      ]) {
        const answer = await raw(gate.url, path);
        assert.match(String(answer.headers['www-authenticate']), /^Basic/, path);
        assert.equal((await raw(gate.url, '/config.json', basic)).status, 200);
      }
    });

    it('leaves the bridge open to agents, where the home is for its owner only', async () => {
      const example = (await documented()).replace('(?:events|', '(?:events|world/ws|');
      await using home = await startHome({ bridge: { token: TOKEN }, settings: { access: 'owner' } });
      await using gate = await startGate(home, example);
      const agent = await new Client(gate.url).open();
      agent.send({ type: 'hello', version: 1, role: 'resident', token: TOKEN });
      await agent.frame('welcome');
      await agent.close();
      const stranger = await new Client(gate.url).open();
      stranger.send({ type: 'hello', version: 1 });
      assert.equal((await stranger.frame('error')).code, 'unauthorized');
      await stranger.closed;
    });
  },
);
