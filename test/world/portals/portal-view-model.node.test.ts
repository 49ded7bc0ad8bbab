import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinPortals, portalLine, portalStatus } from '../../../data/readings/portals.ts';
import type { Reading } from '../../../data/readings/reading.ts';
import type { Portal, PortalHealth, PortalRecord } from '../../../data/readings/records.ts';
import { type PortalViewModel, portalViewModels } from '../../../world/portals/portal-view-model.ts';
import { PortalOrder } from '../../../data/readings/portal-order.ts';
import { portalPresence } from '../../../data/readings/portals.ts';
import { health, portal } from '../../helpers/home-readings.ts';

const live = <T>(value: T): Reading<T> => ({ state: 'live', source: 'portals.json', value, fetchedAt: 1 });
const old = <T>(value: T): Reading<T> => ({
  state: 'offline',
  source: 'checks',
  value,
  fetchedAt: 1,
  cause: 'no network',
});

const join = (
  records: Reading<readonly PortalRecord[]>,
  checks: Reading<readonly PortalHealth[]>,
): Reading<readonly Portal[]> => joinPortals(records, checks, 'https://home.example/');
const first = (reading: Reading<readonly Portal[]>): Portal =>
  (reading.value as readonly Portal[])[0] as Portal;

test('a portal has one word for online, offline or unknown, for any source of the state', () => {
  for (const differs of [{ status: 'offline' }, { readiness_state: 'offline' }]) {
    const reading = join(live([portal('a', differs)]), live([health('a', 'online')]));
    assert.equal(portalStatus(first(reading)), 'offline');
    assert.equal(portalPresence(first(reading)), 'offline');
  }
});

test('a disc shines only for current data', () => {
  const records = [portal('a')];
  const checks = [health('a', 'online')];
  const presence = (one: Reading<readonly Portal[]>): unknown => portalViewModels(one)[0]?.presence;
  assert.equal(presence(join(live(records), live(checks))), 'online');
  assert.equal(presence(join(live(records), old(checks))), 'unknown', 'the checks are old');
  assert.equal(presence(join(old(records), live(checks))), 'unknown', 'the registry is old');
  assert.equal(presence(join(live(records), live([]))), 'unknown', 'never checked');
});

test('the hint of a stale registry says so, without an age that changes each minute', () => {
  const label = (one: Reading<readonly PortalRecord[]>): string =>
    portalViewModels(join(one, live([health('a', 'online')])))[0]?.label ?? '';
  assert.doesNotMatch(label(live([portal('a')])), /offline|stale/);
  assert.match(label(old([portal('a')])), /, offline\)\. /);
});

test('a portal says what is not checked, and why it is closed', () => {
  const view = (differs: object, checks: readonly PortalHealth[]) =>
    portalViewModels(join(live([portal('a', { ...differs })]), live(checks)))[0] ?? assert.fail();
  assert.match(view({}, []).line, / · not checked$/);
  assert.doesNotMatch(view({}, [health('a', 'online')]).line, /not checked/);
  assert.match(view({ readiness_state: 'blocked' }, []).label, /\)\. Closed\. \S/);
  assert.doesNotMatch(view({}, [health('a', 'online')]).label, /Closed/);
});

test('a portal without an address is a ruin: dark, with its own words, whatever else its record says', () => {
  const of = (differs: Record<string, unknown>) =>
    first(join(live([portal('a', differs)]), live([health('a', 'online')])));
  for (const differs of [
    { destination: {} },
    { destination: { url: '' } },
    { destination: { url: ' ' }, access_mode: 'operator' },
    { destination: {}, status: 'offline' },
    { destination: {}, readiness_state: 'blocked' },
  ]) {
    const one = of(differs);
    assert.deepEqual(one.entrance, { open: false, reason: 'No address yet.', isRuin: true });
    assert.equal(portalPresence(one), 'offline');
    assert.equal(portalLine(one, false), 'No address yet');
    const seen = portalViewModels({ ...live([one]) })[0] ?? assert.fail();
    assert.deepEqual([seen.readiness, seen.presence, seen.access], ['ruin', 'offline', 'public']);
    assert.equal(seen.label, 'World a — Closed. No address yet. What a is.');
  }
  // An address that leads nowhere says what is wrong with it.
  const wrong = of({ destination: { url: 'TODO' } });
  assert.match(wrong.entrance.open ? '' : wrong.entrance.reason, /not an http\(s\) address/);
  assert.equal(portalViewModels(live([wrong]))[0]?.readiness, 'ruin');
});

test('what needs no address for visitors is no ruin', () => {
  for (const differs of [
    { destination: { type: 'harness' } },
    { destination: {}, window_title: '2048 Game' },
    { destination: {}, access_mode: 'local-only' },
  ]) {
    const [one] = portalViewModels(join(live([portal('a', differs)]), live([])));
    assert.equal(one?.readiness, 'playable');
    assert.equal(one?.entrance.open, false);
    assert.doesNotMatch(one?.label ?? '', /address/);
  }
});

test('the disc of a world that is offline shows no picture', () => {
  const glimpse = (status: 'online' | 'offline') =>
    portalViewModels(join(live([portal('a', { image: '/a.jpg' })]), live([health('a', status)])))[0]?.glimpse;
  assert.deepEqual(glimpse('online'), { kind: 'image', path: '/a.jpg' });
  assert.equal(glimpse('offline'), undefined);
});

const view = (id: string, presence: PortalViewModel['presence']): PortalViewModel => ({
  record: { id, world_category: 'sim' },
  id,
  name: id,
  line: '',
  color: undefined,
  presence,
  readiness: 'active',
  access: 'public',
  glimpse: undefined,
  label: id,
  entrance: { open: false, reason: '' },
  actionLabel: '',
});
const ids = (views: readonly PortalViewModel[]): string[] => views.map(({ id }) => id);

test('portals that are offline at first get the last places, the others keep the order of the registry', () => {
  const order = new PortalOrder();
  const first = [view('a', 'offline'), view('b', 'unknown'), view('c', 'offline'), view('d', 'online')];
  assert.deepEqual(ids(order.sort(first)), ['b', 'd', 'a', 'c']);
});

test('a portal keeps its place when its state changes, and a new one follows', () => {
  const order = new PortalOrder();
  order.sort([view('a', 'unknown'), view('b', 'offline')]);
  const later = [view('n', 'online'), view('a', 'offline'), view('b', 'online')];
  assert.deepEqual(ids(order.sort(later)), ['a', 'b', 'n']);
});

test('the arch that stands for a missing registry takes no place', () => {
  const order = new PortalOrder();
  assert.deepEqual(ids(order.sort([view('', 'offline')])), ['']);
  assert.deepEqual(ids(order.sort([view('a', 'offline'), view('b', 'online')])), ['b', 'a']);
});
