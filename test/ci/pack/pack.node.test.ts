import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findProgram } from '../../../ci/programs.ts';
import { runProgram } from '../../../ci/run.ts';
import { Client, temporaryFolder } from '../../harness/helpers.ts';
import { whyNoNginx } from '../../helpers/nginx.ts';
import { until } from '../../helpers/waiting.ts';
import { linkProductionPackages } from './production-packages.ts';

const root = resolve(import.meta.dirname, '../../..');
/** npm writes a line about a build before its JSON. */
const filenameIn = (output: string): string => /"filename": "([^"]+\.tgz)"/.exec(output)?.[1] ?? output;

describe('the npm package, installed globally into an empty folder', () => {
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  let installed: string;
  /** The command as npm links it. */
  let command: string;

  before(async () => {
    place = await temporaryFolder();
    const packed = await runProgram('npm', ['pack', '--json', '--pack-destination', place.path], {
      cwd: root,
      timeout: 110_000,
    });
    assert.ok(packed.ok, packed.output);
    const modules = join(place.path, 'prefix/lib/node_modules');
    mkdirSync(modules, { recursive: true });
    const archive = join(place.path, filenameIn(packed.output));
    const unpacked = await runProgram('tar', ['-xzf', archive, '-C', modules]);
    assert.ok(unpacked.ok, unpacked.output);
    // npm names the folder after the package. Below node_modules, Node strips no types.
    installed = join(modules, 'package');
    linkProductionPackages(installed);
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    mkdirSync(join(place.path, 'prefix/bin'));
    command = join(place.path, 'prefix/bin/home-world');
    symlinkSync(join(installed, bin['home-world']!), command);
  });

  after(() => place.dispose());

  it('has the pages, the compiled server and the documentation, and no sources', () => {
    for (const path of [
      'dist/index.html',
      'dist/sw.js',
      'compiled/harness/cli.js',
      'docs/configuration.md',
      'deploy/grafana/home-world.json',
      'deploy/systemd/home-world.service',
      'training/data/prompts_2048.yaml',
    ])
      assert.ok(existsSync(join(installed, path)), path);
    for (const path of ['harness/cli.ts', 'components', 'world', 'test', 'node_modules/rollup'])
      assert.ok(!existsSync(join(installed, path)), path);
  });

  it('serves the pages, its health and the answers of the resident', async (t) => {
    const home = spawn(process.execPath, [command, 'serve', '--port', '0', '--demo'], {
      cwd: place.path,
      env: { PATH: process.env['PATH'], HOME: place.path },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((done) => home.once('exit', done));
    t.after(async () => {
      home.kill();
      await ended;
    });
    let said = '';
    home.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
    const address = () => / at (http:\/\/\S+)/.exec(said)?.[1] ?? '';
    await until('the home says where it is', () => address() !== '', 60_000);
    const page = await (await fetch(address())).text();
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1] ?? '';
    for (const path of ['/healthz', '/heartbeat.html', script, '/api/v1/repos/timmy/lit/commits?limit=50'])
      assert.equal((await fetch(new URL(path, address()))).status, 200, path);
    const visitor = new Client(address());
    await visitor.hello();
    visitor.send({ type: 'chat', id: 'q1', text: 'status' });
    const { text } = await visitor.answerTo('q1');
    assert.match(text, /agents/i);
    await visitor.close();
  });

  it('has everything that the shipped nginx needs', { skip: whyNoNginx }, async () => {
    const [nginx, run] = [join(place.path, 'nginx'), join(place.path, 'run')];
    for (const folder of ['deploy/nginx', 'compiled/nginx'])
      cpSync(join(installed, folder), nginx, { recursive: true });
    const env = {
      PATH: process.env['PATH'],
      HOME_WORLD_NGINX: nginx,
      HOME_WORLD_PAGES: join(installed, 'dist'),
      HOME_WORLD_RUN: run,
      HOME_WORLD_GATEWAY: '127.0.0.1:4200',
      HOME_WORLD_ACCESS_LOG: '/dev/null',
    };
    const start = [join(nginx, 'start.sh'), findProgram('nginx') ?? '', '-t', '-c', join(run, 'nginx.conf')];
    const { ok, output } = await runProgram('sh', start, { env });
    assert.ok(ok, output);
  });

  it('says in one sentence which Node it needs', async () => {
    const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.11.1"}})';
    const { ok, output } = await runProgram(process.execPath, ['--import', old, command, 'serve']);
    assert.equal(ok, false);
    assert.equal(
      output,
      'home-world: This is Node 20.11.1; the home needs 22.18 or newer.\n  Install Node 24 (https://nodejs.org) and start it again.\n',
    );
  });
});
