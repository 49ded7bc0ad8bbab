import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  barState,
  incidentText,
  latencyText,
  maintenanceText,
  uptimeText,
} from '../../../data/readings/format-history.ts';
import { durationText, headlineText, subjectText } from '../../../data/readings/history-words.ts';
import type { HistorySubject } from '../../../data/readings/schemas/history.ts';

type State = HistorySubject['state'];
const portals = (...states: State[]) => states.map((state) => ({ kind: 'portal', state }) as const);

test('says in one sentence how many portals answer', () => {
  for (const [states, text] of [
    [['up', 'up', 'up', 'up', 'up', 'up'], 'All 6 portals answer'],
    [['up', 'down', 'up', 'down', 'up', 'up'], '2 of 6 portals do not answer'],
    [['up', 'down', 'up'], '1 of 3 portals does not answer'],
    [['down', 'down'], '2 of 2 portals do not answer'],
    [['up'], 'The portal answers'],
    [['down'], 'The portal does not answer'],
    [['up', 'up', 'maintenance'], '2 portals answer, 1 is in maintenance'],
    [['up', 'unknown', 'unknown'], 'One portal answers, 2 are not checked'],
    [
      ['up', 'down', 'maintenance', 'unknown'],
      '1 of 2 portals does not answer, 1 is in maintenance, 1 is not checked',
    ],
    [['maintenance', 'unknown'], '1 portal in maintenance, 1 is not checked'],
    [['unknown', 'unknown'], 'No portal is checked'],
    [[], 'No portal is checked'],
  ] as const)
    assert.equal(headlineText(portals(...states)), text);
  assert.equal(
    headlineText([
      ...portals('up', 'up'),
      { kind: 'relay', state: 'down' },
      { kind: 'upstream', state: 'down' },
    ]),
    'All 2 portals answer',
    'upstreams and relays are no portals',
  );
});

test('never rounds an uptime up to 100 %', () => {
  assert.equal(uptimeText(1), '100 %');
  assert.equal(uptimeText(0.999_99), '99.99 %');
  assert.equal(uptimeText(0.999_999_99), '99.99 %');
  assert.equal(uptimeText(0.5), '50 %');
  assert.equal(uptimeText(0.57), '57 %');
  assert.equal(uptimeText(0), '0 %');
  assert.equal(uptimeText(null), 'no data');
});

test('shows of a bar the worst that counts', () => {
  for (const [bar, state] of [
    [null, 'none'],
    [[30, 0, 0], 'up'],
    [[28, 2, 0], 'partly'],
    [[0, 5, 0], 'down'],
    [[0, 0, 3], 'maintenance'],
    [[20, 0, 1], 'maintenance'],
    [[20, 4, 6], 'partly'],
  ] as const)
    assert.equal(barState(bar), state);
});

test('says how long something took', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  for (const [ms, text] of [
    [0, 'less than a minute'],
    [minute, '1 minute'],
    [59 * minute, '59 minutes'],
    [3 * hour + 20 * minute, '3 h 20 min'],
    [23 * hour + 59 * minute, '23 h 59 min'],
    [day, '1 day 0 h'],
    [2 * day + 4 * hour, '2 days 4 h'],
  ] as const)
    assert.equal(durationText(ms), text);
});

test('says of an incident when it began and ended, as far as that is known, and why', () => {
  const begin = new Date(2026, 10, 21, 14, 3).getTime();
  const end = begin + 300_000;
  const cause = 'it answered 503';
  const of = (ending: 'ongoing' | 'answered' | 'maintenance' | 'not-known') =>
    incidentText({ begin, end: ending === 'ongoing' ? null : end, ending, cause });
  assert.equal(of('answered'), '21 Nov, 14:03 to 21 Nov, 14:08: it answered 503');
  assert.equal(of('maintenance'), '21 Nov, 14:03 to 21 Nov, 14:08: it answered 503');
  assert.equal(of('ongoing'), 'since 21 Nov, 14:03: it answered 503');
  assert.equal(
    of('not-known'),
    '21 Nov, 14:03, its end is not known, last seen 21 Nov, 14:08: it answered 503',
  );
  assert.equal(
    maintenanceText({ begin, end, of: [], note: 'new disks' }),
    '21 Nov, 14:03 to 21 Nov, 14:08: new disks',
  );
});

test('says everything about a subject for readers who do not see its bars', () => {
  const wiki: Omit<HistorySubject, 'text' | 'bars'> = {
    id: 'portal:wiki',
    kind: 'portal',
    name: 'The wiki',
    state: 'down',
    cause: 'it answered 503',
    uptime: 0.9995,
    latency: { p50: 42, p95: 180 },
    incidents: [{ begin: 0, end: null, ending: 'ongoing', cause: 'it answered 503' }],
  };
  assert.equal(latencyText({ p50: 42, p95: 180 }), 'median 42 ms, 95 % within 180 ms');
  assert.equal(
    subjectText(wiki, '30d'),
    'The wiki does not answer: it answered 503. 99.95 % of the checks of the last 30 days were answered, ' +
      'latency median 42 ms, 95 % within 180 ms, 1 incident.',
  );
  assert.equal(
    subjectText({ ...wiki, state: 'unknown', cause: undefined, uptime: null, latency: null }, '24h'),
    'The wiki is not checked. No data of the last 24 hours.',
  );
});
