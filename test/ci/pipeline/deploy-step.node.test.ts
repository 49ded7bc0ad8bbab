import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { type TestContext, describe, it } from 'node:test';
import { onPath } from '../../../ci/programs.ts';
import { freePort } from '../../helpers/free-port.ts';
import { until } from '../../helpers/waiting.ts';
import { folderWith } from '../folder.ts';
import { git, serverWithHome } from './server-with-home.ts';
import { runStepProgram } from './step-program.ts';

const STEP = 'deploy-over-ssh.sh';
const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nhunter2\n-----END OPENSSH PRIVATE KEY-----';
const secrets = { DEPLOY_HOST: 'home.example', DEPLOY_USER: 'deployer', DEPLOY_SSH_KEY: KEY };

/** Notes its arguments, the files of the key and what it was given in the environment. */
const SSH = `#!/usr/bin/env bash
for argument in "$@"; do printf '%s\\n' "$argument"; done
key=$4
stat -c '%a' "$key" "$(dirname "$key")"
cat "$key" "$(dirname "$key")/known_hosts"
echo "folder=$(dirname "$key")"
env | grep -E '^DEPLOY_(HOST|USER|SSH)' && exit 9
exit "\${SSH_ENDS:-0}"
`;

/** Finds this `ssh` first. */
function pathWithSsh(t: TestContext): string {
  const folder = folderWith(t, { ssh: SSH });
  chmodSync(join(folder, 'ssh'), 0o755);
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

describe('the deploy step', () => {
  it('does nothing without secrets, and names the missing ones', async () => {
    const none = await runStepProgram(STEP, {});
    assert.equal(none.code, 0);
    assert.match(none.output, /no secrets DEPLOY_HOST DEPLOY_USER DEPLOY_SSH_KEY/);
    const one = await runStepProgram(STEP, { ...secrets, DEPLOY_USER: ' ' });
    assert.equal(one.code, 2);
    assert.match(one.output, /missing: DEPLOY_USER\./);
  });

  it('refuses settings that ssh or a shell could take for something else', async (t) => {
    const env = { ...secrets, PATH: pathWithSsh(t) };
    for (const [name, value] of [
      ['DEPLOY_HOST', '-oProxyCommand=id'],
      ['DEPLOY_HOST', 'home.example;id'],
      ['DEPLOY_HOST', 'home.example\n-l'],
      ['DEPLOY_USER', '-l'],
      ['DEPLOY_USER', 'a b'],
      ['DEPLOY_SSH_KEY', 'hunter2'],
      ['DEPLOY_SERVICE', 'main; id'],
    ] as const) {
      const { code, output } = await runStepProgram(STEP, { ...env, [name]: value });
      assert.equal(code, 2, `${name}=${value}: ${output}`);
      assert.ok(output.startsWith(`${name} is not`), output);
      assert.ok(!output.includes('hunter2'));
    }
  });

  it('gives ssh host, port and folder as they are', async (t) => {
    const env = { ...secrets, PATH: pathWithSsh(t) };
    const sent = async (more: Readonly<Record<string, string>>): Promise<string> =>
      (await runStepProgram(STEP, { ...env, ...more })).output;
    const other = await sent({ DEPLOY_HOST: 'home.example:2222\n', DEPLOY_FOLDER: "it's; id" });
    assert.match(other, /^-p\n2222$/m);
    assert.ok(other.includes(String.raw`cd -- 'it'\''s; id' && ./deploy.sh --pull main`), other);
    assert.match(await sent({ DEPLOY_HOST: '2001:db8::1' }), /^-p\n22$[^]*^deployer@2001:db8::1$/m);
  });

  it('gives ssh the key in a file for this user only, removes it, and passes the exit code on', async (t) => {
    const env = { ...secrets, PATH: pathWithSsh(t), DEPLOY_KNOWN_HOSTS: 'home.example ssh-ed25519 AAAA' };
    const good = await runStepProgram(STEP, env);
    assert.equal(good.code, 0, good.output);
    assert.match(good.output, /^StrictHostKeyChecking=yes$/m);
    assert.match(
      good.output,
      /^--\ndeployer@home\.example\ncd -- 'home-world' && \.\/deploy\.sh --pull main\n600\n700\n/m,
    );
    assert.ok(good.output.includes(`${KEY}\nhome.example ssh-ed25519 AAAA\n`), good.output);
    const [, files = ''] = /^folder=(.*)$/m.exec(good.output) ?? [];
    assert.equal(existsSync(files), false);

    const back = await runStepProgram(STEP, { ...env, SSH_ENDS: '3' });
    assert.equal(back.code, 3);
    assert.match(back.output, /ended with exit code 3\.\n {2}Its messages are above/);
    const lost = await runStepProgram(STEP, { ...env, DEPLOY_KNOWN_HOSTS: '', SSH_ENDS: '255' });
    assert.equal(lost.code, 1);
    assert.match(lost.output, /set the variable DEPLOY_KNOWN_HOSTS/);
    assert.match(lost.output, /The SSH session failed\./);
  });

  it('deploys over a real SSH server what was pushed', async (t) => {
    const sshd = [...onPath(process.env, ['sshd']), '/usr/sbin/sshd'].find((path) => existsSync(path));
    if (sshd === undefined) return t.skip('there is no sshd (Debian: openssh-server)');
    const home = await serverWithHome(t);
    const origin = folderWith(t, {});
    git(origin, 'clone', '--quiet', home.checkout, '.');
    git(home.checkout, 'remote', 'add', 'origin', origin);
    writeFileSync(join(origin, 'new.txt'), 'pushed\n');
    git(origin, 'add', '.');
    git(origin, 'commit', '--quiet', '--message', 'second');

    const files = folderWith(t, {});
    for (const name of ['host', 'user'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(files, name)]);
    // sshd of the system wants it, and it is absent where the service was never started.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
    const port = await freePort();
    const variables = ['PATH', 'STAND_IN', 'HEALTH_SECONDS', 'GIT_CONFIG_GLOBAL'];
    const config = `HostKey ${files}/host
ListenAddress 127.0.0.1
PidFile none
StrictModes no
UsePAM no
AuthorizedKeysFile ${files}/user.pub
SetEnv ${variables.map((name) => `${name}="${home.env[name] ?? ''}"`).join(' ')}
`;
    writeFileSync(join(files, 'config'), config);
    const server = spawn(sshd, ['-D', '-e', '-p', String(port), '-f', join(files, 'config')]);
    t.after(() => server.kill());
    let log = '';
    server.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await until(
      () => `sshd listens: ${log}`,
      () => log.includes('listening'),
    );

    const [type = '', key = ''] = readFileSync(join(files, 'host.pub'), 'utf8').split(' ');
    const { code, output } = await runStepProgram(STEP, {
      DEPLOY_HOST: `127.0.0.1:${port}`,
      DEPLOY_USER: userInfo().username,
      DEPLOY_SSH_KEY: readFileSync(join(files, 'user'), 'utf8').replaceAll('\n', '\r\n'),
      DEPLOY_KNOWN_HOSTS: `[127.0.0.1]:${port} ${type} ${key}`,
      DEPLOY_FOLDER: home.checkout,
      DEPLOY_SERVICE: 'staging',
    });
    assert.equal(code, 0, `${output}\n${log}`);
    assert.match(output, /deploy: staging serves commit \w+ at /);
    assert.equal(readFileSync(join(home.checkout, 'new.txt'), 'utf8'), 'pushed\n');
    assert.ok(home.calls().includes('compose build staging-bridge staging'));
  });
});
