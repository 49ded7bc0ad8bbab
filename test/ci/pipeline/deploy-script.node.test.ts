import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { onPath, installWithApt, thisHost } from '../../../ci/programs.ts';
import { filesIn } from '../../../ci/files.ts';
import { folderWith } from '../folder.ts';
import { git, serverWithHome } from './server-with-home.ts';

const root = resolve(import.meta.dirname, '../../..');

const before = [
  'compose ps --quiet bridge',
  'inspect --format {{.Image}} of-bridge',
  'inspect --format {{.Config.Image}} of-bridge',
  'compose ps --quiet main',
  'inspect --format {{.Image}} of-main',
  'inspect --format {{.Config.Image}} of-main',
  'compose --profile gateways ps --quiet second-bridge',
];
const build = 'compose build bridge main';
const configTest = 'compose run --rm --no-deps -T main nginx -t';
const start = 'compose up --detach --no-deps --no-build --force-recreate bridge main';
const port = 'compose port main 80';
const keep = ['image tag sha256:old-of-bridge name-of-bridge', 'image tag sha256:old-of-main name-of-main'];
const log = 'compose logs --no-color --tail 30 bridge main';
const startSecond = start.replace(/bridge main$/, '--wait --wait-timeout 0 second-bridge');

describe('deploy.sh', () => {
  it('builds, tests the configuration, starts the new containers and asks them', async (t) => {
    const { deploy, calls, checkout, health } = await serverWithHome(t);
    const { code, output } = await deploy([]);
    assert.equal(code, 0, output);
    assert.deepEqual(calls(), [...before, build, configTest, start, port]);
    const commit = git(checkout, 'rev-parse', '--short', 'HEAD').trim();
    assert.ok(output.endsWith(`deploy: main serves commit ${commit} at ${health.url}/\n`), output);
  });

  it('deploys staging, also where nothing runs yet, from any folder', async (t) => {
    const { calls, checkout, env } = await serverWithHome(t, { running: false });
    const { status, stderr } = await new Promise<{ status: number | null; stderr: string }>((done) => {
      let text = '';
      const child = spawn(join(checkout, 'deploy.sh'), ['staging'], { cwd: '/', env });
      child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
      child.on('close', (code) => done({ status: code, stderr: text }));
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      calls(),
      ['compose ps --quiet bridge', 'compose ps --quiet main', build, configTest, start, port].map((call) =>
        call.replace(/\bbridge\b/, 'staging-bridge').replace(/\bmain\b/, 'staging'),
      ),
    );
  });

  it('waits until the new containers answer', async (t) => {
    const home = await serverWithHome(t, { status: (_, questions) => (questions === 1 ? 503 : 200) });
    const { code, output } = await home.deploy([], { HEALTH_SECONDS: '60' });
    assert.equal(code, 0, output);
    assert.equal(home.health.seen.length, 2);
  });

  it('leaves the old containers alone after a failed build', async (t) => {
    const { deploy, calls } = await serverWithHome(t, { fails: ['compose build'] });
    const { code, output } = await deploy(['main']);
    assert.equal(code, 1);
    assert.deepEqual(calls(), [...before, build]);
    assert.match(output, /The build failed, so nothing has changed: the old container serves\.\n {2}Correct/);
  });

  it('leaves the old containers alone after a failed test of the configuration, and keeps their images', async (t) => {
    const { deploy, calls } = await serverWithHome(t, { fails: ['compose run'] });
    const { code, output } = await deploy(['main']);
    assert.equal(code, 1);
    assert.deepEqual(calls(), [...before, build, configTest, ...keep]);
    assert.match(
      output,
      /nginx in the new image failed its test, so the old container still serves\.\n {2}Correct/,
    );
  });

  it('goes back to the old images if the new containers do not answer', async (t) => {
    const { deploy, calls } = await serverWithHome(t, { status: (starts) => (starts === 1 ? 503 : 200) });
    const { code, output } = await deploy(['main']);
    assert.equal(code, 3);
    assert.deepEqual(calls(), [...before, build, configTest, start, port, log, ...keep, start, port]);
    assert.match(output, /a line of the log/);
    assert.match(output, /did not answer at \/healthz; the old images serve again\.\n {2}Correct/);
  });

  it('says so if the old images do not answer either, and if there are none', async (t) => {
    const both = await (await serverWithHome(t, { status: () => 503 })).deploy([]);
    assert.equal(both.code, 4);
    assert.match(
      both.output,
      /of main did not answer at \/healthz, and the old image of main does not answer either\.\n {2}Look at "docker compose ps"/,
    );
    const home = await serverWithHome(t, { status: () => 503, running: false });
    const first = await home.deploy([]);
    assert.equal(first.code, 4);
    assert.match(first.output, /does not answer at \/healthz, and there is no old image\./);
    assert.equal(home.calls().filter((call) => call === start).length, 1);
  });

  it('goes back if the new containers do not start', async (t) => {
    const { deploy, calls } = await serverWithHome(t, { fails: ['compose up'] });
    const { code } = await deploy([]);
    assert.equal(code, 4);
    assert.deepEqual(calls().slice(-5), [start, log, ...keep, start]);
  });

  it('gives a second gateway the new image when the first one answers, and the old one when it fails', async (t) => {
    const good = await serverWithHome(t, { second: true });
    const { code, output } = await good.deploy([]);
    assert.equal(code, 0, output);
    assert.deepEqual(good.calls(), [...before, build, configTest, start, port, startSecond]);

    const bad = await serverWithHome(t, { second: true, status: (starts) => (starts === 1 ? 503 : 200) });
    assert.equal((await bad.deploy([])).code, 3);
    assert.deepEqual(bad.calls().slice(-7), [
      port,
      `${log} second-bridge`,
      ...keep,
      start,
      port,
      startSecond,
    ]);

    const broken = await serverWithHome(t, { second: true, fails: [startSecond] });
    const stuck = await broken.deploy([]);
    assert.equal(stuck.code, 4);
    assert.match(stuck.output, /new containers of second-bridge did not answer/);
    assert.deepEqual(broken.calls().slice(-4), [...keep.slice(1), start, port, startSecond]);
  });

  it('refuses a checkout with changes, and names them', async (t) => {
    const { deploy, calls, checkout } = await serverWithHome(t);
    writeFileSync(join(checkout, 'docker-compose.yml'), 'services: { main: {} }\n');
    writeFileSync(join(checkout, 'notes.txt'), 'mine\n');
    for (const args of [['main'], ['--pull'], ['--dry-run']]) {
      const { code, output } = await deploy(args);
      assert.equal(code, 1, args.join(' '));
      assert.match(output, / M docker-compose\.yml\n\?\? notes\.txt\n/);
      assert.match(
        output,
        /not committed, so nothing has changed: the old container serves\.\n {2}Commit them/,
      );
    }
    assert.deepEqual(calls(), []);
    assert.equal(readFileSync(join(checkout, 'notes.txt'), 'utf8'), 'mine\n');
  });

  it('says so where the container tool has no Compose', async (t) => {
    const { deploy, calls } = await serverWithHome(t, { fails: ['compose ps'] });
    const { code, output } = await deploy([]);
    assert.equal(code, 1);
    assert.match(output, /"docker compose" does not work here\.\n {2}Its message is above\. Install Compose/);
    assert.equal(calls().length, 1);
  });

  it('names services of docker-compose.yml that can be built', async (t) => {
    const { deploy } = await serverWithHome(t, { running: false });
    const file = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
      readonly services: Readonly<Record<string, { readonly build?: unknown }>>;
    };
    for (const service of ['main', 'staging']) {
      const { output } = await deploy([service, '--dry-run']);
      const [, named = ''] = /^would run: compose build (.*)$/m.exec(output) ?? [];
      assert.equal(named.split(' ').at(-1), service);
      for (const name of named.split(' ')) assert.ok(file.services[name]?.build, name);
    }
  });

  it('refuses an unknown argument, two services and a wrong setting, and explains itself', async (t) => {
    const { deploy, calls } = await serverWithHome(t);
    const unknown = await deploy(['production']);
    assert.deepEqual(
      [unknown.code, unknown.output],
      [2, 'deploy: Unknown argument: production\n  Run "./deploy.sh --help".\n'],
    );
    assert.equal((await deploy(['main', 'staging'])).code, 2);
    assert.equal((await deploy([], { HEALTH_SECONDS: 'soon' })).code, 2);
    const help = await deploy(['--help']);
    assert.equal(help.code, 0);
    for (const word of ['main|staging', '--pull', '--reload-proxy', '--dry-run', 'Exit codes'])
      assert.ok(help.output.includes(word), word);
    assert.deepEqual(calls(), []);
  });

  it('only prints what it would change in a dry run', async (t) => {
    const { deploy, calls, checkout } = await serverWithHome(t);
    const { code, output } = await deploy(['--dry-run', '--pull', '--reload-proxy']);
    assert.equal(code, 0, output);
    assert.deepEqual(calls(), before);
    assert.deepEqual(
      [...output.matchAll(/^would run: (.*)$/gm)].map(([, command]) => command),
      [
        'git fetch origin main',
        'git reset --hard origin/main',
        build,
        configTest,
        'nginx -t',
        start,
        'nginx -s reload',
      ],
    );
    assert.equal(existsSync(join(checkout, '.git/deploy.lock')), false);
  });

  it('prints the same in a dry run on a machine without a container tool', async (t) => {
    const { deploy } = await serverWithHome(t);
    for (const tool of ['/nothing/docker', 'false']) {
      const { code, output } = await deploy(['--dry-run'], { CONTAINER_TOOL: tool });
      assert.equal(code, 0, output);
      assert.match(output, /compose" does not work here: this dry run assumes that no container runs\n/);
      assert.deepEqual(
        [...output.matchAll(/^would run: (.*)$/gm)].map(([, command]) => command),
        [build, configTest, start],
      );
    }
    assert.equal((await deploy([], { CONTAINER_TOOL: '/nothing/docker' })).code, 1);
  });

  it('deploys origin/main with the script that is there with --pull', async (t) => {
    const { deploy, calls, checkout } = await serverWithHome(t);
    const origin = folderWith(t, {});
    git(origin, 'clone', '--quiet', checkout, '.');
    git(checkout, 'remote', 'add', 'origin', origin);
    const script = join(origin, 'deploy.sh');
    // Makes the new script longer before the place where bash continues to read the old one.
    writeFileSync(
      script,
      readFileSync(script, 'utf8').replace(
        "say 'testing the",
        `: '${'x'.repeat(5000)}'\n  say 'NEW: testing the`,
      ),
    );
    git(origin, 'commit', '--quiet', '--all', '--message', 'second');
    const { code, output } = await deploy(['--pull', 'staging']);
    assert.equal(code, 0, output);
    assert.match(output, /deploy: NEW: testing the configuration\n/);
    assert.equal(git(checkout, 'rev-parse', 'HEAD'), git(origin, 'rev-parse', 'HEAD'));
    assert.ok(calls().includes('compose build staging-bridge staging'));

    git(checkout, 'remote', 'set-url', 'origin', join(origin, 'gone'));
    const later = await deploy(['--pull']);
    assert.equal(later.code, 1);
    assert.match(later.output, /git could not fetch origin\/main, so nothing has changed\.\n {2}Check/);
  });

  it('tests the reverse proxy before the switch and reloads it after the check', async (t) => {
    const proxy = { PROXY_TEST: 'docker proxy test', PROXY_RELOAD: 'docker proxy reload' };
    const good = await serverWithHome(t);
    assert.equal((await good.deploy(['--reload-proxy'], proxy)).code, 0);
    assert.deepEqual(good.calls().slice(-5), [configTest, 'proxy test', start, port, 'proxy reload']);

    const broken = await serverWithHome(t, { fails: ['proxy test'] });
    const refused = await broken.deploy(['--reload-proxy'], proxy);
    assert.equal(refused.code, 1);
    assert.match(
      refused.output,
      /reverse proxy failed its test \(docker proxy test\), so the old container still serves\./,
    );
    assert.deepEqual(broken.calls().slice(-4), [configTest, 'proxy test', ...keep]);

    const stuck = await serverWithHome(t, { fails: ['proxy reload'] });
    const late = await stuck.deploy(['--reload-proxy'], proxy);
    assert.equal(late.code, 5);
    assert.match(
      late.output,
      /serve, but the reverse proxy was not reloaded\.\n {2}Run "docker proxy reload"/,
    );
  });

  it('does not run twice at the same time', async (t) => {
    if (onPath(process.env, ['flock']).every((path) => !existsSync(path))) return t.skip('there is no flock');
    const { deploy, calls, checkout } = await serverWithHome(t);
    const holder = spawn('flock', [join(checkout, '.git/deploy.lock'), 'sh', '-c', 'echo held; cat']);
    await new Promise((held) => holder.stdout.once('data', held));
    const { code, output } = await deploy([]);
    holder.stdin.end();
    assert.equal(code, 1);
    assert.match(output, /Another deployment is running\.\n {2}Wait/);
    assert.deepEqual(calls(), []);
  });

  it('and every other shell script pass shellcheck', async (t) => {
    const find = (): string | undefined =>
      onPath(process.env, ['shellcheck']).find((path) => existsSync(path));
    const host = thisHost(find);
    const shellcheck = find() ?? (host.canUseApt ? installWithApt(host, ['shellcheck']) : undefined);
    if (shellcheck === undefined) return t.skip('there is no shellcheck');
    const scripts = await filesIn(root, ['**/*.sh', '.ci/*', 'ci/hooks/*']);
    assert.ok(scripts.includes('deploy.sh'));
    const { status, stdout } = spawnSync(shellcheck, scripts, { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout);
  });
});
