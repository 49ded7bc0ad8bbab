import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { raw } from '../../harness/gateway/raw-requests.ts';
import { common, dist, end, fails, place, quietConfig, serving, start } from '../../harness/program.ts';
import { refused } from '../../harness/refused.ts';
import { nginxFolder, testConfiguration, whyNoNginx } from '../../helpers/nginx.ts';
import { root } from './stages.ts';

const units = ['home-world', 'home-world-nginx'];
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const unit = (name: string): string => read(`deploy/systemd/${name}.service`);
/** The values of a key of a unit, in order. */
const values = (name: string, key: string): string[] =>
  [...unit(name).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const variables = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)="?(.*?)"?$/.exec(line) ?? [];
      return [name, value];
    }),
  );

const analyze = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const noSystemd = analyze('--version').status !== 0 && 'no systemd-analyze on this machine';

describe('the units of deploy/systemd/', () => {
  it('are right for systemd, and give the services few rights', { skip: noSystemd }, () => {
    for (const name of units) {
      const file = join(place.path, `${name}.service`);
      // The program of the unit is not installed here.
      writeFileSync(file, unit(name).replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      assert.deepEqual(analyze('verify', file), { status: 0, output: '' });
      // systemd rates the exposure of a unit from 0 (safe) to 10 (open); a unit without limits has 9.6. The
      // flag takes ten times the rating, so 20 allows 2.0.
      const { status, output } = analyze('security', '--offline=true', '--threshold=20', file);
      assert.equal(status, 0, output);
    }
  });

  it('start the home with the settings of the documented file', async () => {
    const [, lines = ''] = /^```ini\n(HOME_WORLD_[\s\S]*?)^```/m.exec(read('docs/operations.md')) ?? [];
    const settings = variables(lines.trim().split('\n'));
    const env = variables(values('home-world', 'Environment'));
    assert.equal(env['HOME_WORLD_DATA'], `/var/lib/${values('home-world', 'StateDirectory')[0]}`);
    const [program, ...args] = (values('home-world', 'ExecStart')[0] ?? '').split(' ');
    assert.equal(program, 'home-world');
    const run = start([...args, '--port', '0', '--config', await quietConfig('unit.json')], {
      ...env,
      ...settings,
      HOME_WORLD_BRIDGE_TOKEN: randomBytes(32).toString('hex'),
      HOME_WORLD_DATA: join(place.path, 'state'),
    });
    const url = await serving(run);
    const answer = (host: string) => raw(url, '/config.json', { host, 'x-forwarded-for': '203.0.113.1' });
    assert.deepEqual(
      [(await answer('home.example')).status, (await answer('other.example')).status],
      [200, 421],
    );
    await end(run);
  });

  it('do not start a home again that says what its owner has to change', async () => {
    const [final = ''] = values('home-world', 'RestartPreventExitStatus');
    const noKey = { HOME_WORLD_GROQ_MODEL: 'groq/some-model' };
    const typo = join(place.path, 'typo.json');
    writeFileSync(typo, '{ "codehost": {} }');
    const refuses = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
      refused(args, { HOME_WORLD_DIST: dist, ...env });
    const wrong = [
      await fails(['serve', '--prot', '4200']),
      await refuses(['serve', '--config', typo]),
      await refuses(await common('guessable'), { HOME_WORLD_BRIDGE_TOKEN: '1234' }),
      await refuses(await common('nats'), { HOME_WORLD_NATS: 'http://127.0.0.1' }),
      await refuses(['serve'], noKey),
    ];
    for (const { code, err } of wrong) assert.ok(final.split(' ').includes(String(code)), `${code}: ${err}`);
  });

  it('start nginx with settings that it accepts', { skip: whyNoNginx }, async (t) => {
    const folder = await nginxFolder();
    t.after(folder.dispose);
    const { status, output } = testConfiguration(
      folder,
      variables(values('home-world-nginx', 'Environment')),
    );
    assert.equal(status, 0, output);
  });
});
