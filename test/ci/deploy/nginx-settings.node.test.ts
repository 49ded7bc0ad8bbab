import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { From } from 'dockerfile-ast';
import { temporaryFolder } from '../../harness/helpers.ts';
import { nginxFolder, testConfiguration, whyNoNginx } from '../../helpers/nginx.ts';
import { dockerfile, root } from './stages.ts';

const REPOSITORY = {
  HOME_WORLD_CODE_HOST: 'https://git.example.org',
  HOME_WORLD_CODE_HOST_OWNER: 'me',
  HOME_WORLD_CODE_HOST_REPO: 'harbour',
};

describe('the settings of nginx', { skip: whyNoNginx }, () => {
  it('make a configuration that nginx accepts, for each kind of home', async (t) => {
    const folder = await nginxFolder();
    t.after(folder.dispose);
    for (const settings of [
      {},
      { HOME_WORLD_GATEWAY: 'bridge:4200' },
      { HOME_WORLD_CONNECT_TO: '' },
      REPOSITORY,
      {
        ...REPOSITORY,
        HOME_WORLD_CODE_HOST: 'http://10.0.0.2:3000/git/',
        HOME_WORLD_CODE_HOST_TOKEN: 'abc_DEF-0.1~2+/=',
      },
      { HOME_WORLD_RESOLVER: '[fd00::1]' },
    ]) {
      const { status, output } = testConfiguration(folder, settings);
      assert.equal(status, 0, output);
      assert.match(output, /test is successful/);
      assert.doesNotMatch(output, /warn/);
    }
  });

  it('are written for the user of nginx only: the token is among them', async (t) => {
    const folder = await nginxFolder();
    t.after(folder.dispose);
    testConfiguration(folder, { ...REPOSITORY, HOME_WORLD_CODE_HOST_TOKEN: 'abc' });
    const { mode } = statSync(join(folder.env['HOME_WORLD_RUN'] ?? '', 'code-host.conf'));
    assert.equal(mode & 0o077, 0);
  });

  it('are refused in a sentence with what to do, and without the value of a secret', async (t) => {
    const folder = await nginxFolder();
    t.after(folder.dispose);
    for (const [settings, message] of [
      [{ HOME_WORLD_LISTEN: '80; server_tokens on' }, /HOME_WORLD_LISTEN is not a port/],
      [{ HOME_WORLD_GATEWAY: 'bridge:4200; }' }, /HOME_WORLD_GATEWAY is not a host/],
      [{ HOME_WORLD_GATEWAY: '$host' }, /HOME_WORLD_GATEWAY is not a host/],
      [
        { HOME_WORLD_CONNECT_TO: "https://a.example; script-src 'unsafe-inline'" },
        /HOME_WORLD_CONNECT_TO holds/,
      ],
      [{ HOME_WORLD_CONNECT_TO: 'api.example' }, /api\.example is not an origin/],
      [{ HOME_WORLD_RESOLVER: 'dns.example' }, /HOME_WORLD_RESOLVER is not an IP address/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST: 'file:///etc' }, /not an http\(s\) address/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST: 'https://github.com' }, /GitHub.*\n.*with its gateway/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST: 'https://gitlab.com/' }, /GitLab.*\n.*with its gateway/],
      [
        { ...REPOSITORY, HOME_WORLD_CODE_HOST: 'https://git.example.org/$args' },
        /character that no address has/,
      ],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST_REPO: '..' }, /not a name of a repository/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST_OWNER: 'me/../you' }, /not a name of a repository/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST_REPO: '' }, /not which repository/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST_TOKEN: 'sekret"; add_header X $host' }, /no token has/],
      [{ ...REPOSITORY, HOME_WORLD_CODE_HOST_TOKEN: 'sekret\nsekret' }, /no token has/],
      [{ ...REPOSITORY, HOME_WORLD_GATEWAY: 'bridge:4200' }, /both set/],
    ] as const) {
      const { status, output } = testConfiguration(folder, settings);
      assert.equal(status, 2, output);
      assert.match(output, message);
      assert.match(output, /^home-world: .+\.\n {2}.+\.\n$/);
      assert.doesNotMatch(output, /sekret/);
    }
  });
});

const noEnvsubst = spawnSync('envsubst', ['--version']).status === 0 ? false : 'there is no envsubst';

describe('the port of nginx', { skip: noEnvsubst }, () => {
  it('is 80 without a setting, as the image says', async (t) => {
    const folder = await temporaryFolder();
    t.after(() => folder.dispose());
    const nginx = join(folder.path, 'nginx');
    cpSync(join(root, 'deploy/nginx'), nginx, { recursive: true });
    // The build writes it.
    writeFileSync(join(nginx, 'templates/headers.conf.template'), '');
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME_WORLD_NGINX: nginx,
      HOME_WORLD_RUN: folder.path,
      HOME_WORLD_CONNECT_TO: '',
    };
    const command = [join(nginx, 'start.sh'), 'cat', join(folder.path, 'nginx.conf')];
    const { stdout, stderr } = spawnSync('sh', command, { env, encoding: 'utf8' });
    assert.equal(/^\s*listen (\S+);/m.exec(stdout)?.[1], '80', stderr);
    let stage: string | null | undefined;
    for (const instruction of dockerfile().getInstructions())
      if (instruction instanceof From) stage = instruction.getBuildStage();
      else if (stage === 'static' && instruction.getKeyword() === 'EXPOSE')
        return assert.equal(instruction.getArgumentsContent(), '80');
    assert.fail('the image exposes no port');
  });
});
