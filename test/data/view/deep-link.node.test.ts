import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DeepLink, formatLink, noLink, parseLink } from '../../../data/view/deep-link.ts';
import { viewpointPanels } from '../../../data/view/viewpoint.ts';
import { toggledModes } from '../../../data/view/view.ts';

/** A seeded generator, so that a failure can be repeated. */
function randomFrom(seed: number): () => number {
  let at = seed;
  return () => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at / 2 ** 32;
  };
}

const views = ['normal', 'zoom', ...toggledModes] as const;

function randomLink(random: () => number): DeepLink {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const metres = (reach: number): number => Math.round((random() - 0.5) * 2 * reach * 100) / 100 || 0;
  const view = one(views);
  const lapse = view === 'time-lapse';
  return {
    view,
    navigation: one(['walk', 'orbit'] as const),
    ...(view === 'zoom' && {
      target: {
        label: 'Object',
        at: [metres(200), metres(40), metres(200)] as const,
        distance: Math.round((1.5 + random() * 3.5) * 100) / 100,
      },
    }),
    ...(random() < 0.5 && {
      viewpoint:
        random() < 0.5
          ? { kind: 'portal' as const, id: `p${Math.floor(random() * 1e6).toString(36)}-x_1` }
          : { kind: 'panel' as const, name: one(viewpointPanels) },
    }),
    ...(lapse &&
      random() < 0.5 && {
        day: `20${String(Math.floor(10 + random() * 80))}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 9)}`,
      }),
    ...(lapse && random() < 0.5 && { moment: Math.floor(random() * 86_401) }),
  };
}

test('reads 5,000 links back as they were written', () => {
  const random = randomFrom(7);
  for (let i = 0; i < 5_000; i++) {
    const link = randomLink(random);
    assert.deepEqual(parseLink(formatLink(link)), link, formatLink(link));
  }
});

test('reads 20,000 random hashes without an error, and writes each result back the same', () => {
  const random = randomFrom(11);
  const pieces = [
    'view=',
    'photo',
    'zoom',
    'time-lapse',
    '&',
    '&',
    '#',
    '=',
    'portal=',
    'panel=',
    'agents',
    'nav=orbit',
    'day=',
    '2026-02-30',
    't=',
    '99999',
    'at=',
    '1,2,3',
    '1e999,0,0',
    'from=',
    '3',
    '-0',
    '%',
    '%00',
    '%E0%A4%A',
    '\u0000',
    '…',
    '<script>',
    'javascript:',
    '__proto__',
    'constructor',
    '../../',
    '😀',
    ' ',
  ];
  for (let i = 0; i < 20_000; i++) {
    let hash = random() < 0.5 ? '#' : '';
    for (let n = Math.floor(random() * 14); n > 0; n--) hash += pieces[Math.floor(random() * pieces.length)];
    const link = parseLink(hash);
    const written = formatLink(link);
    assert.match(written, /^(?:#[\w=&.,-]+)?$/, hash);
    assert.deepEqual(parseLink(written), link, hash);
  }
});

for (const [hash, expected] of [
  ['', noLink],
  ['#', noLink],
  ['#top', noLink],
  ['#view=photo', { ...noLink, view: 'photo' }],
  ['view=overview', { ...noLink, view: 'overview' }],
  ['#view=warp', noLink],
  ['#view=zoom&at=201,0,0&from=3', noLink],
  [
    '#view=zoom&at=1,2,3&from=3&label=Pay+here',
    { ...noLink, view: 'zoom', target: { label: 'Object', at: [1, 2, 3], distance: 3 } },
  ],
  [`#${'x=1&'.repeat(200)}view=photo`, noLink],
  ['#view=reading', noLink],
  ['#view=PHOTO', noLink],
  ['#view=photo&view=oath', { ...noLink, view: 'photo' }],
  ['#portal=garden', { ...noLink, viewpoint: { kind: 'portal', id: 'garden' } }],
  ['#portal=../../etc&nav=orbit', { ...noLink, navigation: 'orbit' }],
  [`#portal=${'a'.repeat(65)}`, noLink],
  ['#panel=agents', { ...noLink, viewpoint: { kind: 'panel', name: 'agents' } }],
  ['#panel=authors', { ...noLink, viewpoint: { kind: 'panel', name: 'authors' } }],
  ['#panel=two%20words', noLink],
  ['#portal=garden&panel=agents', { ...noLink, viewpoint: { kind: 'portal', id: 'garden' } }],
  ['#view=zoom', noLink],
  ['#view=zoom&at=1,2&from=3', noLink],
  ['#view=zoom&at=1,2,NaN&from=3', noLink],
  ['#view=zoom&at=1,2,3000&from=3', noLink],
  ['#view=zoom&at=1,2,3&from=0', noLink],
  [
    '#view=zoom&at=1,2,3&from=2',
    { ...noLink, view: 'zoom', target: { label: 'Object', at: [1, 2, 3], distance: 2 } },
  ],
  ['#view=time-lapse&day=2026-02-29&t=10', { ...noLink, view: 'time-lapse', moment: 10 }],
  ['#play=20261122-221500-garden', { ...noLink, play: '20261122-221500-garden' }],
  ['#play=../../etc', noLink],
  ['#view=time-lapse&day=2024-02-29&t=86401', { ...noLink, view: 'time-lapse', day: '2024-02-29' }],
  ['#view=time-lapse&t=-1', { ...noLink, view: 'time-lapse' }],
  ['#view=photo&day=2026-03-01&t=10', { ...noLink, view: 'photo' }],
  ['#token=secret&view=oath', { ...noLink, view: 'oath' }],
  [`#${'x'.repeat(100_000)}&view=photo`, noLink],
] as const)
  test(`reads ${hash.slice(0, 50) || 'nothing'}`, () => assert.deepEqual(parseLink(hash), expected));

test('the first view of a visit has no hash', () => assert.equal(formatLink(noLink), ''));
