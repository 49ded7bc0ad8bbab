import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { filesIn } from '../../ci/files.ts';
import { MAX_SCRIPT_BYTES, MAX_SOURCE_LINES } from '../../ci/limits.ts';
import { type Config, defaultConfig } from '../../data/config/config.ts';
import { windowEvents } from '../../data/chat/window-events.ts';
import { FOCUS, NORMAL_APERTURE, PHOTO_APERTURE } from '../../data/photo/photo.ts';
import { blockHeight } from '../../data/readings/sources/block-height.ts';
import { createPortalHealth } from '../../data/readings/sources/portal-health.ts';
import { commits } from '../../data/readings/sources/commits.ts';
import { merged } from '../../data/readings/sources/merged.ts';
import { weather } from '../../data/readings/sources/weather.ts';
import { weatherLabels } from '../../data/readings/records.ts';
import { portalRecord } from '../../data/readings/schemas/portal.ts';
import { LAPSE_SECONDS } from '../../data/time-lapse/time-lapse.ts';
import { WARP_ARRIVES, WARP_SECONDS, ZOOM_METRES } from '../../data/view/view.ts';
import { theme } from '../../theme/theme.ts';
import { droneFrequency } from '../../world/audio/harmony.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * As `specification 3.4`, `specification 4.B`, `Specification 8.` or `specification 2.5, 3.5 and
 * 6.2`, across lines of a comment too.
 */
const CITATION =
  /\bspecification[\s*]+(\d(?:\.(?:\d+|[A-F]\b))?(?:(?:,| and| or)[\s*]+\d\.(?:\d+|[A-F]\b))*)/gi;
const cited = (text: string): string[] =>
  [...text.matchAll(CITATION)].flatMap(([, sections = '']) => sections.match(/\d(?:\.\w+)?/g) ?? []);

describe('what a comment cites', () => {
  let sources: readonly string[] = [];
  before(async () => {
    sources = (await filesIn(root, '**/*.{ts,js,css,html,md}')).filter(
      (path) => !path.startsWith('test/recorded/') && !path.startsWith('test/bad-samples/'),
    );
    assert.notEqual(sources.length, 0);
  });

  it('is read one by one', () => {
    assert.deepEqual(
      cited('(specification 2.5, 3.5 and 6.2), Specification 8: as specification\n * 4.B says'),
      ['2.5', '3.5', '6.2', '8', '4.B'],
    );
  });

  it('is a section of the specification', () => {
    const headings = new Set(
      [...read('docs/specification.md').matchAll(/^#{2,3} (\d(?:\.\w+)?) /gm)].map(([, section]) => section),
    );
    const missing = sources
      .filter((path) => path !== 'test/ci/specification.node.test.ts')
      .flatMap((path) =>
        cited(read(path))
          .filter((section) => !headings.has(section))
          .map((section) => `${path}: ${section}`),
      );
    assert.deepEqual(missing, []);
  });

  it('is a page that exists', () => {
    // Tests write their own sample pages.
    const missing = sources
      .filter((path) => !path.startsWith('test/'))
      .flatMap((path) =>
        [...read(path).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
          .filter(([page]) => !existsSync(join(root, page)))
          .map(([page]) => `${path}: ${page}`),
      );
    assert.deepEqual(missing, []);
  });
});

describe('the specification', () => {
  /** The text of one section, down to the next heading. */
  const section = (name: string): string =>
    new RegExp(`^#{2,3} ${name.replace('.', '\\.')} .*\\n((?:(?!#).*\\n?)*)`, 'm').exec(
      read('docs/specification.md'),
    )?.[1] ?? '';
  /** Whether the words contain the value. A number must be complete: 0.5 does not contain 5. */
  const isIn = (words: string, value: string | number): boolean =>
    typeof value === 'string'
      ? words.includes(value)
      : words.split(/[^\d.]|\.(?!\d)/).includes(String(value));
  const { colors } = theme;
  const held: Record<string, readonly (string | number)[]> = {
    '2.1': Object.keys(portalRecord.entries),
    '2.4': [colors.chrome],
    '2.7': weatherLabels,
    '2.11': [
      colors.background,
      colors.accent,
      colors.panelBackground,
      colors.panelText,
      colors.agentIdle,
      colors.agentDormant,
      colors.agentDead,
      colors.sovereigntyHigh,
      colors.sovereigntyMid,
      colors.sovereigntyLow,
    ],
    '3.3': [WARP_SECONDS, WARP_ARRIVES * 100],
    '3.4': [
      ...Object.values({ ...NORMAL_APERTURE }),
      ...Object.values({ ...PHOTO_APERTURE }),
      ...Object.values(FOCUS),
      ...Object.values(ZOOM_METRES),
      LAPSE_SECONDS,
    ],
    '6.1': windowEvents,
    '6.4': [0, 1, 2, 3, 4].map(droneFrequency),
    '8': [MAX_SCRIPT_BYTES.toLocaleString('en-US'), MAX_SOURCE_LINES],
  };

  it('has the addresses that are requested, and how often', () => {
    const config: Config = {
      ...defaultConfig,
      codeHost: { url: 'https://code-host', owner: '<owner>', repo: '<repo>', agents: [], authors: false },
      weather: { url: 'https://weather', latitude: 1, longitude: 2, place: '', timeZone: '' },
      chain: { url: 'https://chain' },
    };
    const inWords = (url: string): string =>
      decodeURIComponent(url)
        .replace(/^https:..([\w-]+)/, (_address, host: string) => `{${host.replace('-', ' ')}}`)
        .replace(/(itude)=\d/g, '$1=…');
    const rows = section('4.B').split('\n');
    for (const source of [commits, merged, weather, blockHeight]) {
      const address = inWords(source.url(config, 'https://home.example/'));
      const row = rows.find((line) => line.includes(`\`${address}\``)) ?? assert.fail(address);
      const [, every, unit] = /\| (\d+) (s|min)\b[^|]*\|$/.exec(row) ?? [];
      assert.equal(Number(every) * (unit === 'min' ? 60 : 1), source.intervalSeconds, address);
    }
  });

  it('has how often portals are checked, and how many relays there are without a setting', () => {
    const { intervalSeconds } = createPortalHealth(() => []);
    assert.match(section('3.2'), new RegExp(`Checks run at start and every ${intervalSeconds} s;`));
    const row = section('4.B')
      .split('\n')
      .find((line) => line.startsWith('| relays |'));
    assert.match(row ?? '', new RegExp(`\\b${defaultConfig.relays.length} by default\\b`));
  });

  it('has a page that exists for each difference from the first specification', () => {
    const rows = section('10')
      .split('\n')
      .filter((line) => /^\| \d/.test(line));
    assert.notEqual(rows.length, 0);
    for (const row of rows) {
      const [, page = '', anchor] = /\]\(([\w/.-]+)(?:#([\w-]+))?\) \|$/.exec(row) ?? assert.fail(row);
      const slugs = [...read(join('docs', page)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
      );
      assert.ok(anchor === undefined || slugs.includes(anchor), row);
    }
  });

  for (const [name, values] of Object.entries(held))
    it(`has the code’s values for ${name}`, () => {
      const words = section(name);
      assert.deepEqual(
        values.filter((value) => !isIn(words, value)),
        [],
      );
    });
});
