import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { startHome } from '../../ci/home.ts';

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

describe('the words for people', () => {
  for (const page of pages) {
    it(`name only npm scripts that exist, in ${page}`, () => {
      const named = [...read(page).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
        ([, script, short]) => script ?? short ?? '',
      );
      assert.deepEqual(
        named.filter((script) => !Object.hasOwn(scripts, script)),
        [],
      );
    });

    it(`link only to files that exist, in ${page}`, () => {
      const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(
        ([, link = '']) => link,
      );
      assert.deepEqual(
        links.filter((link) => !existsSync(join(root, dirname(page), link))),
        [],
      );
    });
  }

  it('offer on the README’s first screen one line that runs the home and one that passes all tests', () => {
    const first = read('README.md').split('\n').slice(0, 20).join('\n');
    assert.match(first, /!\[[^\]]+\]\(docs\/pictures\/[\w-]+\.jpg\)/);
    assert.match(first, /^npm install && npm start /m);
    assert.match(first, /^npm install && npm run verify /m);
  });
});

describe('what npm start runs after the build', () => {
  const command = scripts['start'] ?? '';

  it('is the built home’s own command', () => {
    assert.match(command, /ci\/build\.ts --if-needed && node harness\/cli\.ts serve$/);
  });

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
