import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { runProgram } from '../../../ci/run.ts';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { nginxFolder, testConfiguration, whyNoNginx } from '../../helpers/nginx.ts';
import { root } from './stages.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/deploying.md');
const composeText = read('docker-compose.yml');
const startScript = read('deploy/nginx/start.sh');
const { services, volumes } = parse(composeText, { merge: true }) as {
  services: Record<string, { profiles?: string[]; ports?: string[] }>;
  volumes: Record<string, unknown>;
};

const blocks = (language: string, markdown = page): string[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );
/** The commands of a page's shell blocks, without the comments behind them. */
const commands = (markdown: string): string[] =>
  blocks('sh', markdown)
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/ +#.*/, ''))
    .filter((line) => line !== '');
/** The variables that a row of one of the page's tables explains. */
const explained = [...page.matchAll(/^\| (`[A-Z_]+`(?:, (?:`[A-Z_]+`|…))*) \|/gm)]
  .flatMap(([, cell = '']) => [...cell.matchAll(/[A-Z_]{3,}/g)])
  .map(([name]) => name);
const interpolated = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));

describe('the page about servers', () => {
  const ours = [...commands(page), ...commands(read('README.md'))].filter((line) =>
    /^(?:docker|\.\/|curl)/.test(line),
  );

  it('names every header that a proxy of the owner has to forward, and the size of a body', () => {
    const [, server = ''] = /^server \{\n  listen 443 ([\s\S]*?)^\}/m.exec(read('docs/operations.md')) ?? [];
    const headers = [...server.matchAll(/proxy_set_header (Host|X-\S+)/g)].map(([, name = '']) => name);
    assert.equal(headers.length, 4);
    const [sentence = ''] = /^Behind a proxy of your own, [\s\S]*?\n\n/m.exec(page) ?? [];
    for (const part of [
      ...headers.map((name) => `\`${name}\``),
      '4 MB',
      'operations.md#behind-another-proxy',
    ])
      assert.ok(sentence.includes(part), part);
  });

  it('has only commands for services, profiles and ports that exist', () => {
    assert.ok(ours.length >= 15);
    for (const line of ours) {
      for (const pattern of [
        / up -d.* (\S+)$/,
        / (?:restart|stop) (\S+)$/,
        / (?:exec|run --rm) (\S+) /,
        / cp \S+ (\S+):/,
        / cp (\S+):/,
        /^\.\/deploy\.sh (\S+)$/,
      ]) {
        const service = pattern.exec(line)?.[1];
        if (service !== undefined) assert.ok(service in services, line);
      }
      const profile = /--profile (\S+)/.exec(line)?.[1];
      const known = Object.values(services).flatMap(({ profiles = [] }) => profiles);
      if (profile !== undefined) assert.ok(known.includes(profile), line);
      const port = /127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (port !== undefined) assert.match(String(services['main']?.ports), new RegExp(`:${port}:80$`), line);
      const path = /bridge:(\S+)/.exec(line)?.[1];
      if (path !== undefined) assert.match(path, /^\/data\/(?:public\/)?[\w-]+\.(?:json|tar\.gz)$/);
    }
    for (const [name = ''] of page.matchAll(/(?<=the volume `)[\w-]+/g)) assert.ok(name in volumes, name);
  });

  it('has only commands that the home has', async () => {
    const { output } = await runProgram(process.execPath, [join(root, 'harness/cli.ts'), '--help']);
    const named = ours.flatMap(
      (line) => / (?:harness\/home-world\.js|run --rm bridge) (\w+)/.exec(line)?.[1] ?? [],
    );
    assert.deepEqual(named, ['doctor', 'backup', 'restore']);
    for (const name of named) assert.match(output, new RegExp(`^ {2}${name} `, 'm'));
  });

  it('explains every setting, and no other', () => {
    const ofNginx = [...startScript.matchAll(/^: "\$\{(HOME_WORLD_\w+):?=/gm)].map(([, name = '']) => name);
    // These variables are folders of the image, not settings.
    const inside = ['HOME_WORLD_NGINX', 'HOME_WORLD_PAGES', 'HOME_WORLD_FILES', 'HOME_WORLD_RUN'];
    const ofModels = /^(?:HOME_WORLD_)?[A-Z]+_(?:MODEL|API_KEY|URL)$/;
    const settings = [...interpolated].filter(
      (name) => !ofModels.test(name) || name === 'HOME_WORLD_PUBLIC_URL',
    );
    for (const name of [...settings, ...ofNginx.filter((variable) => !inside.includes(variable))])
      assert.ok(explained.includes(name), name);
    for (const name of explained) assert.ok(interpolated.has(name) || ofNginx.includes(name), name);
    for (const line of blocks('ini').join('').trim().split('\n'))
      assert.ok(interpolated.has(line.split('=')[0] ?? ''), line);
  });

  it('has configurations that the home accepts', () => {
    for (const text of blocks('json')) assert.deepEqual(parseConfig(JSON.parse(text)).problems, []);
  });

  it('has settings for a home without a gateway that nginx accepts', { skip: whyNoNginx }, async (t) => {
    const [text = ''] = blocks('yaml');
    const { services: own } = parse(text) as {
      services: { main: { volumes: string[]; environment: Record<string, string> } };
    };
    const { HOME_WORLD_CODE_HOST_TOKEN: token, ...settings } = own.main.environment;
    assert.equal(token, '${HOME_WORLD_CODE_HOST_TOKEN:-}');
    const files = /HOME_WORLD_FILES:=([^}]+)/.exec(startScript)?.[1];
    assert.deepEqual(own.main.volumes, [`./.home-world/public:${files}:ro`]);
    const folder = await nginxFolder();
    t.after(folder.dispose);
    const { status, output } = testConfiguration(folder, settings);
    assert.equal(status, 0, output);
    assert.ok(existsSync(join(folder.path, 'run/code-host.conf')));
  });
});
