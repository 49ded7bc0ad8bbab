import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { startHome } from '../../ci/home.ts';
import { viewpointPanels } from '../../data/view/viewpoint.ts';
import { viewShortcuts, worldKeys } from '../../data/view/shortcuts.ts';
import { toggledModes } from '../../data/view/view.ts';
import { commands } from '../../harness/commands/commands.ts';

const allCommands = await Promise.all(Object.values(commands).map(({ load }) => load()));

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

/** The text in backticks and shell blocks, word by word. */
const code = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n([\s\S]*?)^```|`([^`\n]+)`/gm)].flatMap(([, block, span]) =>
    (block ?? span ?? '').split(/\s+/),
  );

/** Paths of the repository, except built files and an owner's. */
const A_FILE = /^(?:ci|components|data|deploy|docs|harness|public|test|theme|world)\/[\w./-]*$/;
/** Flags of other programs than the home, as the pages name them. */
const otherFlags = [
  'help',
  'version',
  // Flags of npm.
  'sbom-format',
  // Flags of the bench.
  'all',
  'kills',
  'moments',
  'json',
  'global',
  'files',
  'test',
  'fail',
  'silent',
  'show-error',
  'no-verify',
  'unset',
  // Flags of docker compose.
  'build',
  'no-deps',
  'profile',
  'rm',
  // Flags of Debian's tools and systemd.
  'home-dir',
  'no-install-recommends',
  'now',
  'pipe',
  'shell',
  'system',
  'user',
  'wait',
];
/** The flags of `deploy.sh`, from its help. */
const deployFlags = [...read('deploy.sh').matchAll(/^ {2}--([a-z-]+)/gm)].map(([, flag = '']) => flag);

/** The addresses of the headings, made from their words. */
const anchors = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('the documentation', () => {
  for (const page of pages) {
    it(`names only existing npm scripts, in ${page}`, () => {
      const named = [...read(page).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, script, short]) => script ?? short ?? '',
      );
      assert.deepEqual(
        named.filter((script) => !Object.hasOwn(scripts, script)),
        [],
      );
    });

    it(`links only to existing files, in ${page}`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
        ([, link = '']) => link,
      );
      assert.deepEqual(
        links.filter((link) => !existsSync(join(root, dirname(page), link))),
        [],
      );
    });

    it(`links only to existing headings, in ${page}`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)];
      assert.deepEqual(
        links
          .filter(([, file = '', anchor = '']) => {
            const to = file === '' ? page : join(dirname(page), file);
            return !anchors(read(to)).includes(anchor);
          })
          .map(([link]) => link),
        [],
      );
    });

    it(`names only existing files, in ${page}`, () => {
      const files = code(read(page)).filter((word) => A_FILE.test(word));
      assert.deepEqual(
        files.filter((file) => !existsSync(join(root, file))),
        [],
      );
    });

    it(`names only existing flags, in ${page}`, () => {
      const known = allCommands
        .flatMap(({ flags }) => flags)
        .map(({ name }) => name)
        .concat(otherFlags, deployFlags);
      const named = code(read(page)).flatMap((word) => /^--(?!hw-)([a-z][a-z-]*)$/.exec(word)?.[1] ?? []);
      assert.deepEqual(
        named.filter((flag) => !known.includes(flag)),
        [],
      );
    });
  }

  it('names every key that changes the view or zooms, and every view and viewpoint of a link', () => {
    const controls = read('docs/controls.md');
    const keys = [...viewShortcuts, ...worldKeys].map(({ shown }) => shown);
    assert.deepEqual(
      keys.filter((key) => !new RegExp(`[|,] ${key}[ ,]`).test(controls)),
      [],
    );
    const links = read('docs/links.md');
    assert.deepEqual(
      [...toggledModes, ...viewpointPanels].filter((name) => !links.includes(`\`${name}\``)),
      [],
    );
  });

  it('has one line on the README’s first screen that runs the home and one that runs all tests', () => {
    const first = read('README.md').split('\n').slice(0, 20).join('\n');
    assert.match(first, /!\[[^\]]+\]\(docs\/pictures\/[\w-]+\.jpg\)/);
    assert.match(first, /^npm install && npm start /m);
    assert.match(first, /^npm install && npm run verify /m);
  });
});

describe('the home that npm start runs after the build', () => {
  it(
    'serves both pages and /healthz',
    { skip: existsSync(join(root, 'dist/version.json')) ? false : 'dist/ is not built' },
    async (t) => {
      const home = await startHome('--demo');
      t.after(() => home.stop());
      for (const [path, expected] of [
        ['', /<hw-home/],
        ['heartbeat.html', /<hw-heartbeat/],
        ['healthz', /ok/i],
      ] as const) {
        const response = await fetch(new URL(path, home.url));
        assert.equal(response.status, 200, path);
        assert.match(await response.text(), expected);
      }
    },
  );
});
