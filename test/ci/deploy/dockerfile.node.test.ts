import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runProgram } from '../../../ci/run.ts';
import { temporaryFolder } from '../../harness/helpers.ts';
import { until } from '../../helpers/waiting.ts';
import { type Stage, dockerfile, isSent, root, runStages } from './stages.ts';

const built = existsSync(join(root, 'dist/version.json'));

describe('the Dockerfile', () => {
  it('names a version of each base image, and no image runs as root', () => {
    const tags = dockerfile()
      .getFROMs()
      .map((from) => from.getImageTag() ?? '');
    assert.ok(
      tags.every((tag) => /^\d+\.\d+/.test(tag)),
      tags.join(' '),
    );
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: { node: string };
    };
    assert.ok(tags[0]?.startsWith(devDependencies.node.replace('^', '')), 'the Node of package.json');
  });

  it('sends no secret, data or test to the build', () => {
    for (const path of [
      '.env',
      '.home-world/config.json',
      '.git/config',
      'node_modules/x',
      'test/x.ts',
      'deploy.sh',
    ])
      assert.equal(isSent(path), false, path);
    assert.equal(isSent('harness/cli.ts'), true);
  });

  describe('its stages, in folders', { skip: built ? false : 'dist/ is not built' }, () => {
    let place: Awaited<ReturnType<typeof temporaryFolder>>;
    let stages: ReadonlyMap<string, Stage>;
    const stage = (name: string): Stage => {
      const found = stages.get(name);
      assert.ok(found, name);
      return found;
    };

    before(async () => {
      place = await temporaryFolder();
      stages = await runStages(place.path);
    });
    after(() => place.dispose());

    it('end with the pages, the configuration and an ordinary user', () => {
      const { folder, entrypoint, command, user } = stage('static');
      for (const path of [
        'srv/home-world/pages/index.html',
        'srv/home-world/pages/index.html.br',
        entrypoint[0]!,
      ])
        assert.ok(existsSync(join(folder, path)), path);
      for (const path of [
        'connect-to',
        'maps.conf',
        'templates/headers.conf.template',
        'templates/nginx.conf.template',
      ])
        assert.ok(existsSync(join(folder, 'etc/home-world/nginx', path)), path);
      assert.deepEqual([user, command], ['www-data', ['nginx']]);
    });

    it('end with a gateway that runs with runtime packages only, and stops when it gets a signal', async (t) => {
      const { folder, workdir, env, entrypoint, command, user } = stage('gateway');
      assert.equal(user, 'node');
      assert.ok(!existsSync(join(folder, workdir, 'node_modules/rollup')));
      const [program, ...args] = [...entrypoint, ...command];
      assert.equal(program, 'node');
      const cwd = join(folder, workdir);
      const data = join(folder, env['HOME_WORLD_DATA'] ?? '');
      const settings = {
        PATH: process.env['PATH'],
        ...env,
        HOME_WORLD_DATA: data,
        HOME_WORLD_HOST: '127.0.0.1',
        HOME_WORLD_PORT: '0',
        HOME_WORLD_BRIDGE_PORT: '0',
        HOME_WORLD_DEMO: '1',
      };
      const home = spawn(process.execPath, args, {
        cwd,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: settings,
      });
      const runs = async (...command: string[]): Promise<void> => {
        const { ok, output } = await runProgram(process.execPath, [...entrypoint.slice(1), ...command], {
          cwd,
          env: settings,
        });
        assert.ok(ok, output);
      };
      const code = new Promise<number | null>((done) => home.once('exit', done));
      t.after(() => home.kill('SIGKILL'));
      let text = '';
      home.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const address = (): string | undefined => / at (http:\/\/\S+)[\s\S]* bridge +ws:/.exec(text)?.[1];
      await until('the home says where it is', () => address() !== undefined, 60_000);
      const check = dockerfile()
        .getHEALTHCHECKs()[1]!
        .getArguments()
        .slice(1)
        .map((argument) => argument.getValue())
        .join(' ');
      const [, ...probe] = JSON.parse(check.replace('http://127.0.0.1:4200', address()!)) as string[];
      const { ok, output } = await runProgram(process.execPath, probe);
      assert.ok(ok, output);
      const backup = join(data, 'home-backup.tar.gz');
      await runs('backup', backup);
      home.kill('SIGTERM');
      assert.equal(await code, 0);
      await runs('restore', backup);
    });
  });

  const engine = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
  it(
    'builds images that serve',
    { skip: engine ? false : 'no container engine answers (docker info)', timeout: 900_000 },
    async (t) => {
      for (const target of ['static', 'gateway']) {
        const image = `home-world-test-${target}`;
        const made = await runProgram('docker', ['build', '--target', target, '--tag', image, '.'], {
          cwd: root,
        });
        assert.ok(made.ok, made.output);
        const hardening = ['--read-only', '--cap-drop=ALL', '--security-opt=no-new-privileges'];
        const writable =
          target === 'static'
            ? ['--tmpfs=/run/home-world:uid=33,gid=33', '--sysctl=net.ipv4.ip_unprivileged_port_start=0']
            : ['--env=HOME_WORLD_DEMO=1'];
        const port = target === 'static' ? 80 : 4200;
        const started = await runProgram('docker', [
          'run',
          '--detach',
          '--rm',
          '--publish',
          `127.0.0.1::${port}`,
          ...hardening,
          ...writable,
          image,
        ]);
        assert.ok(started.ok, started.output);
        const container = started.output.trim();
        t.after(() => runProgram('docker', ['rm', '--force', container]));
        const { output: where } = await runProgram('docker', ['port', container, String(port)]);
        const address = `http://${where.trim().split('\n')[0]}/healthz`;
        let healthy = false;
        const ask = (): void =>
          void fetch(address).then(
            ({ ok }) => (healthy ||= ok),
            () => undefined,
          );
        await until(`${target} is healthy`, () => (ask(), healthy), 60_000);
      }
    },
  );
});
