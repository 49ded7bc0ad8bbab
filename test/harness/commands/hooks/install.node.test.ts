import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { stableNode } from '../../../../harness/commands/hooks/command-line.ts';
import {
  type Wanted,
  fileOf,
  install,
  installedOf,
  uninstall,
} from '../../../../harness/commands/hooks/install.ts';
import { type Harness, harnesses, targets } from '../../../../harness/commands/hooks/targets.ts';
import { UserError } from '../../../../harness/core/user-error.ts';
import { program, runProgram } from '../../emit.ts';
import { startHome, temporaryFolder } from '../../helpers.ts';
import { refused } from '../../refused.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => void (place = await temporaryFolder()));
afterEach(() => place.dispose());

const wantedOf = (harness: Harness, env: NodeJS.ProcessEnv = {}): Wanted => ({
  harness,
  isProject: false,
  env: { HOME: place.path, PATH: process.env['PATH'], ...env },
  url: 'http://127.0.0.1:4200',
});
const read = (path: string): string => readFileSync(path, 'utf8');

/** A file with hooks of others, in a format of its own. */
function writeOwn(harness: Harness, text: string): string {
  const path = fileOf(wantedOf(harness));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

interface Group {
  readonly matcher?: string;
  readonly hooks: readonly { command: string; timeout: number; async?: boolean }[];
}
const groupsIn = (path: string): Record<string, Group[]> =>
  (JSON.parse(read(path)) as { hooks: Record<string, Group[]> }).hooks;

const others = `{
\t"model": "opus",   "$schema": "https://example.org/settings.json",
\t"hooks": {
\t\t"PreToolUse": [ { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./guard.sh" }] } ],
\t\t"Stop": [
\t\t\t{ "hooks": [ { "type": "command", "command": "say done" } ] }
\t\t],
\t\t"odd": 7
\t},
\t"permissions": { "deny": ["Read(.env)"],"allow":[] }
}
`;

describe('the files of the coding agents', () => {
  it('are where each reads its hooks, and in the folders of its variables', () => {
    const at = (harness: Harness, env = {}): string =>
      fileOf(wantedOf(harness, env)).slice(place.path.length);
    assert.deepEqual(
      harnesses.map((harness) => at(harness)),
      [
        '/.claude/settings.json',
        '/.codex/hooks.json',
        '/.gemini/settings.json',
        '/.copilot/hooks/home-world.json',
        '/.config/opencode/plugins/home-world.js',
      ],
    );
    assert.equal(at('codex', { CODEX_HOME: `${place.path}/c` }), '/c/hooks.json');
    assert.equal(at('copilot', { COPILOT_HOME: `${place.path}/c` }), '/c/hooks/home-world.json');
    assert.equal(at('opencode', { XDG_CONFIG_HOME: `${place.path}/x` }), '/x/opencode/plugins/home-world.js');
  });

  it('are in the root of the project with --project', () => {
    const root = join(import.meta.dirname, '../../../..');
    assert.deepEqual(
      harnesses.map((harness) => fileOf({ ...wantedOf(harness), isProject: true }).slice(root.length)),
      [
        '/.claude/settings.local.json',
        '/.codex/hooks.json',
        '/.gemini/settings.json',
        '/.github/hooks/home-world.json',
        '/.opencode/plugins/home-world.js',
      ],
    );
  });
});

describe('home-world hooks install', () => {
  for (const harness of harnesses)
    it(`writes the hooks of ${targets[harness].title} once, and uninstall removes the file again`, async () => {
      const wanted = wantedOf(harness);
      const path = fileOf(wanted);
      assert.equal(installedOf(wanted).state, 'not installed');
      assert.equal(await install(wanted), 'installed');
      const text = read(path);
      assert.equal(installedOf(wanted).state, 'installed');
      assert.equal(await install(wanted), 'already there');
      assert.equal(read(path), text);
      assert.equal(await uninstall(wanted), true);
      assert.equal(existsSync(path), false);
      assert.equal(await uninstall(wanted), false);
    });

  it('keeps every byte of others, with a copy beside the file, and uninstall brings the file back', async () => {
    const wanted = wantedOf('claude-code');
    const path = writeOwn('claude-code', others);
    assert.equal(await install(wanted), 'installed');
    const text = read(path);
    const own = /,\s+\{\s+"hooks": \[\s+\{[^{}]+hook claude-code --url '[^']+'"[^{}]+\}\s+\]\s+\}/g;
    const ownEvents =
      /,\s+"[A-Z]\w+": \[\s+\{(?:\s+"matcher": "[^"]+",)?\s+"hooks": \[\s+\{[^{}]+hook claude-code --url '[^']+'"[^{}]+\}\s+\]\s+\}\s+\]/g;
    assert.equal(text.replace(ownEvents, '').replace(own, ''), others);
    assert.equal(groupsIn(path)['PreToolUse']?.length, 2);
    assert.equal(read(`${path}.before-home-world`), others);
    assert.equal(await install(wanted), 'already there');
    assert.equal(await uninstall(wanted), true);
    assert.equal(read(path), others);
    assert.equal(read(`${path}.before-home-world`), others);
  });

  it('keeps line ends, a byte-order mark, and an empty file', async () => {
    for (const text of [
      '\uFEFF{\r\n  "a": 1\r\n}\r\n',
      '{"a":1}',
      '{\n  "hooks": {\n    "Stop": []\n  }\n}',
    ]) {
      const path = writeOwn('gemini', text);
      await install(wantedOf('gemini'));
      assert.equal(installedOf(wantedOf('gemini')).state, 'installed');
      assert.equal(read(path).startsWith('\uFEFF'), text.startsWith('\uFEFF'));
      assert.equal(/[^\r]\n/.test(read(path)), !text.includes('\r'));
      await uninstall(wantedOf('gemini'));
      if (!text.includes('hooks')) assert.equal(read(path), text);
    }
    writeOwn('codex', '');
    assert.equal(await install(wantedOf('codex')), 'installed');
  });

  for (const [what, text] of [
    [
      'before, beside and after fields',
      '// top\n{\n  // mine\n  "a": 1, // one\n  "b": 2 // two\n  // end\n}\n// bottom\n',
    ],
    [
      'in hooks and lists',
      '{\n  "hooks": { // all\n    "Stop": [\n      // say it, and no more\n      { "hooks": [] }, /* , */\n    ],\n  },\n}\n',
    ],
    ['in an empty object', '{\n  // nothing yet\n}\n'],
    ['in empty hooks', '{\n  "hooks": {\n    // none yet, {}\n  }\n}\n'],
    ['and commas at the end', '{"a": [1, 2,], "b": "// no comment",}'],
    ['with the line ends of Windows', '{\r\n  // mine\r\n  "a": 1,\r\n}\r\n'],
  ] as const)
    it(`keeps comments ${what}, and every byte after uninstall`, async () => {
      for (const harness of ['claude-code', 'codex'] as const) {
        const path = writeOwn(harness, text);
        assert.equal(await install(wantedOf(harness)), 'installed');
        assert.equal(installedOf(wantedOf(harness)).state, 'installed');
        assert.equal(await install(wantedOf(harness)), 'already there');
        for (const [comment] of text.matchAll(/\/\/[\w ,{}]*$|\/\*.*?\*\//gm))
          assert.ok(read(path).includes(comment), comment);
        assert.equal(await uninstall(wantedOf(harness)), true);
        assert.equal(read(path), text);
      }
    });

  it('leaves the comments that the owner has written beside its hooks since', async () => {
    const wanted = wantedOf('codex');
    const path = writeOwn('codex', '{"hooks": {"Stop": [{"hooks": []}]}}');
    await install(wanted);
    const text = read(path);
    const edited = text
      .replace('"Stop": [', '"Stop": [ // first\n')
      .replace(/(\{"hooks": \[\]\}),/, '$1, // second')
      .replace('"SessionStart": [', '// third\n"SessionStart": [ // fourth\n');
    writeFileSync(path, edited);
    assert.equal(await uninstall(wanted), true);
    for (const comment of ['// first', '// second', '// third'])
      assert.ok(read(path).includes(comment), comment);
    assert.equal(installedOf(wanted).state, 'not installed');
    assert.equal(await install(wanted), 'installed');
  });

  it('replaces its own hooks of another place, and events that it no longer has', async () => {
    const old = { type: 'command', command: '/of-another-place/home-world.js hook codex', timeout: 9 };
    const foreign = { type: 'command', command: 'notify hook codex' };
    const path = writeOwn(
      'codex',
      JSON.stringify({ hooks: { Stop: [{ hooks: [old, foreign] }], Gone: [{ hooks: [old] }] } }, null, 2),
    );
    assert.equal(installedOf(wantedOf('codex')).state, 'of another version or place');
    assert.equal(await install(wantedOf('codex')), 'brought up to date');
    assert.equal(installedOf(wantedOf('codex')).state, 'installed');
    const groups = groupsIn(path);
    assert.equal(groups['Gone'], undefined);
    assert.deepEqual(groups['Stop']?.[0], { hooks: [foreign] });
    assert.doesNotMatch(read(path), /of-another-place/);
  });

  for (const [what, text, message] of [
    ['is not JSON', '{"hooks": ', /is not JSON \(line 1: /],
    ['has a comment without an end', '{\n  "a": 1 /* mine\n}', /is not JSON \(line 2: /],
    ['lacks a comma', '{\n  // mine\n  "a": 1\n  "b": 2\n}', /is not JSON \(line 4: comma expected\)/],
    ['is a list', '[]', /is not a JSON object/],
    ['has hooks of another form', '{"hooks": []}', /“hooks” that are not an object/],
    ['has an event of another form', '{"hooks": {"Stop": {}}}', /“hooks.Stop” that is not a list/],
  ] as const)
    it(`never changes a file that ${what}`, async () => {
      const path = writeOwn('claude-code', text);
      await assert.rejects(install(wantedOf('claude-code')), (error) => {
        assert.ok(error instanceof UserError);
        assert.ok(error.message.startsWith(path));
        assert.match(error.message, message);
        assert.match(error.fix, /Correct the file/);
        return true;
      });
      assert.equal(read(path), text);
      assert.equal(existsSync(`${path}.before-home-world`), false);
    });

  it('never changes a plug-in of another', async () => {
    const path = writeOwn('opencode', 'export const Mine = async () => ({});\n');
    await assert.rejects(install(wantedOf('opencode')), /is not the plug-in of this program/);
    assert.equal(await uninstall(wantedOf('opencode')), false);
    assert.match(read(path), /Mine/);
  });
});

describe('the hooks that are written', () => {
  it('run where home-world is not on the PATH, also in a folder with odd characters', async () => {
    await install(wantedOf('claude-code'));
    const command = groupsIn(fileOf(wantedOf('claude-code')))['Stop']?.[0]?.hooks[0]?.command ?? '';
    assert.match(
      command,
      /^'\/[^']+' '\/[^']+\/harness\/home-world\.js' hook claude-code --url 'http:\/\/127\.0\.0\.1:4200'$/,
    );
    assert.deepEqual(await runProgram('/bin/sh', ['-c', command], { env: { PATH: '' } }), {
      code: 0,
      out: '',
      err: '',
    });
  });

  it('name the link to Node that stays when Node is updated', () => {
    const node = join(place.path, 'versions/node');
    mkdirSync(dirname(node));
    writeFileSync(node, '');
    const links = ['bin', 'node_modules/.bin'].map((folder) => join(place.path, folder, 'node'));
    for (const link of links) {
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(node, link);
    }
    const [link = '', ofNpm = ''] = links;
    const PATH = ['/nowhere', dirname(ofNpm), dirname(link)].join(delimiter);
    assert.equal(stableNode({ PATH }, node), link);
    assert.equal(stableNode({ PATH: '/nowhere' }, node), node);
    // The Node of the program itself.
    assert.equal(stableNode({ PATH }, node, place.path), realpathSync(node));
  });

  it('are waited for by Claude Code where the next event must not overtake them', async () => {
    await install(wantedOf('claude-code'));
    const groups = groupsIn(fileOf(wantedOf('claude-code')));
    const waited = Object.keys(groups).filter((event) => groups[event]?.[0]?.hooks[0]?.async !== true);
    assert.deepEqual(waited, [
      'SessionStart',
      'PreToolUse',
      'PermissionRequest',
      'Notification',
      'Stop',
      'StopFailure',
      'SessionEnd',
    ]);
    assert.equal(groups['PermissionRequest']?.[0]?.hooks[0]?.timeout, 5);
  });

  it('have the times of each agent, and cannot make Copilot refuse a tool', async () => {
    await install(wantedOf('gemini'));
    assert.equal(groupsIn(fileOf(wantedOf('gemini')))['BeforeTool']?.[0]?.hooks[0]?.timeout, 5000);
    await install(wantedOf('codex'));
    assert.equal(groupsIn(fileOf(wantedOf('codex')))['SessionEnd']?.[0]?.hooks[0]?.timeout, 3);
    await install(wantedOf('copilot'));
    const { version, hooks } = JSON.parse(read(fileOf(wantedOf('copilot')))) as {
      version: number;
      hooks: Record<string, { bash: string; timeoutSec: number }[]>;
    };
    assert.equal(version, 1);
    assert.match(hooks['preToolUse']?.[0]?.bash ?? '', / hook copilot --url '[^']+' preToolUse \|\| true$/);
    assert.equal(hooks['permissionRequest'], undefined);
  });
});

describe('the hooks that take letters', () => {
  for (const harness of harnesses)
    it(`are installed, listed and removed: ${harness}`, async () => {
      const wanted = { ...wantedOf(harness), extras: ['letters'] } as const;
      await install(wanted);
      assert.equal(installedOf(wantedOf(harness)).state, 'installed, takes letters');
      assert.equal(await install(wanted), 'already there');
      await install({ ...wanted, askSeconds: harness === 'gemini' ? undefined : 60 });
      assert.match(installedOf(wantedOf(harness)).state, /^installed(?:, asks for 60 s)?, takes letters$/);
      assert.equal(await install(wantedOf(harness)), 'brought up to date');
      assert.equal(installedOf(wantedOf(harness)).state, 'installed');
      assert.doesNotMatch(read(fileOf(wantedOf(harness))), / hook .* --letters|TAKES_LETTERS = true/);
    });

  it('let Claude Code wait for those that may print a letter, and for no others than before', async () => {
    const path = fileOf(wantedOf('claude-code'));
    const awaited = (): string[] =>
      Object.entries(groupsIn(path))
        .filter(([, [group]]) => group?.hooks[0]?.async !== true)
        .map(([event]) => event);
    await install(wantedOf('claude-code'));
    const before = new Set(awaited());
    await install({ ...wantedOf('claude-code'), extras: ['letters'] });
    assert.deepEqual(
      awaited().filter((event) => !before.has(event)),
      ['UserPromptSubmit', 'PostToolBatch'],
    );
  });
});

describe('the hooks that ask', () => {
  for (const harness of harnesses.filter((one) => one !== 'gemini'))
    it(`are written beside those of ${targets[harness].title} that report, and removed with them`, async () => {
      const wanted = { ...wantedOf(harness), askSeconds: 90 };
      const path = fileOf(wanted);
      assert.equal(await install(wanted), 'installed');
      assert.equal(installedOf(wantedOf(harness)).state, 'installed, asks for 90 s');
      assert.equal(await install(wanted), 'already there');
      assert.equal(await install({ ...wanted, askSeconds: 30 }), 'brought up to date');
      assert.equal(installedOf(wantedOf(harness)).state, 'installed, asks for 30 s');
      // Without --ask it only reports.
      assert.equal(await install(wantedOf(harness)), 'brought up to date');
      assert.equal(installedOf(wantedOf(harness)).state, 'installed');
      await install(wanted);
      assert.equal(await uninstall(wanted), true);
      assert.equal(installedOf(wantedOf(harness)).state, 'not installed');
      if (existsSync(path)) assert.doesNotMatch(read(path), /home-world/);
    });

  it('have more time than they use, and are those events alone that can be answered', async () => {
    await install({ ...wantedOf('claude-code'), askSeconds: 120 });
    const groups = groupsIn(fileOf(wantedOf('claude-code')));
    const asking = Object.entries(groups).flatMap(([event, list]) =>
      list
        .filter(({ hooks: [hook] }) => hook?.command.includes(' ask claude-code '))
        .map(({ matcher, hooks: [hook] }) => [event, matcher, hook?.timeout, hook?.async]),
    );
    assert.deepEqual(asking, [
      ['PreToolUse', 'AskUserQuestion', 150, undefined],
      ['PermissionRequest', undefined, 150, undefined],
    ]);
    assert.equal(groups['PermissionRequest']?.length, 2);
    assert.match(
      groups['PermissionRequest']?.[1]?.hooks[0]?.command ?? '',
      / ask claude-code --url 'http:\/\/127\.0\.0\.1:4200' --seconds 120$/,
    );
    await install({ ...wantedOf('copilot'), askSeconds: 120 });
    const copilot = groupsIn(fileOf(wantedOf('copilot'))) as unknown as Record<
      string,
      { bash: string; timeoutSec: number }[]
    >;
    assert.equal(copilot['permissionRequest']?.[0]?.timeoutSec, 150);
    assert.match(
      copilot['permissionRequest']?.[0]?.bash ?? '',
      / --seconds 120 permissionRequest \|\| true$/,
    );
  });
});

describe('home-world hooks', () => {
  const token = 'the-secret-of-the-bridge';
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    runProgram(process.execPath, [program, 'hooks', ...args], { env: { HOME: place.path, ...env } });
  const refuses = (args: readonly string[]) => refused(['hooks', ...args], { HOME: place.path });

  it('says what it did, and what is still to do', async () => {
    const { code, out, err } = await run(['install', 'codex']);
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^The hooks of Codex are installed: .*\.codex\/hooks\.json\n.*\/hooks\.\nThey report to http:\/\/127\.0\.0\.1:4200\. The key: HOME_WORLD_AGENT_KEY is not set/,
    );
    assert.match((await run(['uninstall', 'codex'])).out, /^The hooks of Codex are removed: /);
  });

  it('says whether the hooks are there, whether the home answers, and whether it takes the secret', async () => {
    await using home = await startHome({ bridge: { token } });
    await run(['install', 'codex', '--url', home.url]);
    const status = async (secret: string, url = home.url): Promise<string> =>
      (await run(['status', '--url', url], { HOME_WORLD_BRIDGE_TOKEN: secret })).out;
    const found = await status(token);
    assert.match(found, /^Claude Code {2}not installed: .*\nCodex {8}installed: /);
    assert.match(found, /answers, and takes this key\.\n$/);
    assert.match(
      await status('another-secret-altogether'),
      /answers, and refuses the key: This home does not know the key that was sent\. .*keys add NAME.*\n$/,
    );
    assert.match(await status(''), /The key: HOME_WORLD_AGENT_KEY is not set\./);
    assert.match(await status(token, 'http://127.0.0.1:1'), /No home answers at http:\/\/127\.0\.0\.1:1: /);
  });

  it('asks the home that stands in the hooks, whatever its address', async () => {
    await using home = await startHome({ bridge: { token } });
    await run(['install', 'codex', '--url', `${home.url}/`]);
    const { out } = await run(['status'], { HOME_WORLD_BRIDGE_TOKEN: token });
    assert.match(out, new RegExp(`^Codex +installed: .*, reports to ${home.url}$`, 'm'));
    assert.match(out, new RegExp(`\\nThe home at ${home.url} answers, and takes this key\\.\\n$`));
    await run(['install', 'gemini', '--url', 'http://127.0.0.1:1']);
    const both = await run(['status'], { HOME_WORLD_BRIDGE_TOKEN: token });
    assert.match(both.out, /answers, and takes this key\.\nNo home answers at http:\/\/127\.0\.0\.1:1: /);
  });

  it('sends the key to no home that only a file of a project or another machine names', async () => {
    await using home = await startHome({ bridge: { token } });
    const env = { HOME_WORLD_BRIDGE_TOKEN: token };
    const inProject = (args: readonly string[], more = {}) =>
      runProgram(process.execPath, [program, 'hooks', ...args, '--project'], {
        env: { HOME: place.path, ...env, ...more },
        cwd: place.path,
      });
    await inProject(['install', 'codex', '--url', home.url]);
    const { out } = await inProject(['status']);
    assert.match(out, new RegExp(`\\nThe home at ${home.url} gets no key, .* give --url ${home.url} to`));
    assert.doesNotMatch(out, /answers/);
    for (const named of [
      await inProject(['status', '--url', home.url]),
      await inProject(['status'], { HOME_WORLD_URL: `${home.url}/` }),
    ])
      assert.match(named.out, /answers, and takes this key\.\n$/);
    await inProject(['uninstall', 'codex']);
    await run(['install', 'codex', '--url', 'http://192.0.2.1']);
    assert.match((await run(['status'], env)).out, /\nThe home at http:\/\/192\.0\.2\.1 gets no key, /);
  });

  it('takes several agents, each once, and says what it did for each', async () => {
    const { code, out } = await run(['install', 'codex', 'opencode', 'codex']);
    assert.equal(code, 0);
    assert.deepEqual(out.match(/The hooks of \w+ are installed/g), [
      'The hooks of Codex are installed',
      'The hooks of OpenCode are installed',
    ]);
    assert.equal(out.match(/They report to/g)?.length, 1);
    assert.equal((await run(['status', 'codex', 'opencode'])).out.match(/ installed: /g)?.length, 2);
    const removed = await run(['uninstall', 'codex', 'opencode', 'gemini']);
    assert.match(removed.out, /Codex are removed.*\n.*OpenCode are removed.*\nGemini CLI had no hooks/);
    assert.deepEqual(readdirSync(join(place.path, '.codex')), []);
  });

  it('installs none of several if one is unknown', async () => {
    const { code, err } = await run(['install', 'codex', 'amp']);
    assert.deepEqual([code, existsSync(join(place.path, '.codex'))], [2, false]);
    assert.match(err, /got “amp”/);
    const cannot = await refuses(['install', 'codex', 'gemini', '--usage']);
    assert.deepEqual([cannot.code, existsSync(join(place.path, '.codex'))], [2, false]);
  });

  it('says the address that stands in each file, also that of another home', async () => {
    for (const harness of harnesses) await run(['install', harness, '--url', 'https://home.example:8443/a/']);
    await run(['install', 'gemini', '--url', 'http://127.0.0.1:4300']);
    const rows = (await run(['status'])).out.split('\n').slice(0, harnesses.length);
    assert.deepEqual(
      rows.map((row) => / installed: .*, reports to (\S+)$/.exec(row)?.[1]),
      harnesses.map((harness) =>
        harness === 'gemini' ? 'http://127.0.0.1:4300' : 'https://home.example:8443/a',
      ),
    );
    writeFileSync(
      fileOf(wantedOf('codex')),
      JSON.stringify({
        hooks: {
          Stop: [{ hooks: [{ type: 'command', command: "home-world hook codex --url '\u001b]0;x\u0007'" }] }],
        },
      }),
    );
    const { out } = await run(['status', 'codex']);
    assert.doesNotMatch(out, /reports to/);
    assert.ok(!out.includes('\u001b'), 'no character that controls the terminal');
  });

  it('installs an agent that asks, and refuses one that takes no answer', async () => {
    const { out } = await run(['install', 'codex', '--ask', '--seconds', '60']);
    assert.match(out, /Its terminal asks only after the home has no answer\./);
    assert.match((await run(['status', 'codex'])).out, /^Codex +installed, asks for 60 s: /);
    const gemini = await refuses(['install', 'gemini', '--ask']);
    assert.equal(gemini.code, 2);
    assert.match(gemini.err, /Gemini CLI takes no answer from a hook, so it can only report/);
    for (const seconds of ['0', '601', '1.5', 'long'])
      assert.match((await refuses(['install', 'codex', '--ask', '--seconds', seconds])).err, /from 1 to 600/);
  });

  it('lets Codex send what is left of its windows, and no other agent', async () => {
    await run(['install', 'codex', '--usage', '--letters']);
    assert.match((await run(['status', 'codex'])).out, /^Codex +installed, takes letters, sends usage: /);
    await run(['install', 'codex']);
    assert.match((await run(['status', 'codex'])).out, /^Codex +installed: /);
    const claude = await refuses(['install', 'claude-code', '--usage']);
    assert.equal(claude.code, 2);
    assert.match(claude.err, /Claude Code tells its hooks nothing of its windows: leave out --usage/);
  });

  it('refuses a wrong command line', async () => {
    for (const [args, message] of [
      [[], /hooks needs install, status, uninstall or probe, got nothing/],
      [['remove'], /got “remove”/],
      [
        ['install'],
        /hooks needs a coding agent \(claude-code, codex, gemini, copilot, opencode\), got nothing/,
      ],
      [['install', 'amp'], /got “amp”/],
      [['probe', 'codex'], /probe asks claude-code only/],
      [
        ['install', 'codex', '--url', 'http://u:p@h/'],
        /--url needs the http\(s\) address of the home, got “http:\/\/\(not repeated\)@h”/,
      ],
    ] as const) {
      const { code, err } = await refuses(args);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  });
});

describe('the hooks that send what a session has changed', () => {
  for (const harness of harnesses)
    it(`are installed, listed and removed: ${harness}`, async () => {
      await install({ ...wantedOf(harness), extras: ['changes'] });
      assert.equal(installedOf(wantedOf(harness)).state, 'installed, sends changes');
      const both = { ...wantedOf(harness), extras: ['letters', 'changes'] } as const;
      assert.equal(await install(both), 'brought up to date');
      assert.equal(installedOf(wantedOf(harness)).state, 'installed, takes letters, sends changes');
      assert.equal(await install(both), 'already there');
      await install(wantedOf(harness));
      assert.equal(installedOf(wantedOf(harness)).state, 'installed');
      assert.doesNotMatch(read(fileOf(wantedOf(harness))), / hook .* --changes|CHANGES_PROGRAM = \[/);
    });
});
