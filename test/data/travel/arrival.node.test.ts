import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Arrival,
  isReturnPortal,
  parseArrival,
  withReturnPortal,
} from '../../../data/travel/arrival.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { RequestError } from '../../../data/core/http.ts';
import { joinPortals } from '../../../data/readings/portals.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import { createPortals } from '../../../data/readings/sources/portals.ts';
import type { Outcome, SourceIo } from '../../../data/readings/sources/source.ts';
import type { Portal, PortalHealth, PortalRecord } from '../../../data/readings/records.ts';
import { health, portal } from '../../helpers/home-readings.ts';

test('reads the visitor and the previous world from the address', () => {
  assert.deepEqual(parseArrival('?portal=true&ref=game.example&username=Ada&color=f80'), {
    ref: 'https://game.example/',
    username: 'Ada',
    color: '#ff8800',
  });
  assert.equal(
    parseArrival('?portal=true&ref=http://game.example:8080/a')?.ref,
    'http://game.example:8080/a',
  );
  assert.equal(parseArrival('?portal=true&ref=localhost:8080')?.ref, 'https://localhost:8080/');
  assert.equal(parseArrival(''), undefined);
  assert.equal(parseArrival('?ref=game.example'), undefined);
});

test('checks every value of the address', () => {
  for (const ref of [
    ['javascript', 'alert(1)'].join(':'),
    'data:text/html,x',
    '//',
    'https://a:b@c.example',
    `x${'y'.repeat(600)}.example`,
  ])
    assert.equal(parseArrival(`?portal=true&ref=${encodeURIComponent(ref)}`)?.ref, undefined, ref);
  const odd = parseArrival(
    `?portal=true&username=${encodeURIComponent(`a\u202eb\u0000c${'d'.repeat(100)}`)}&color=url(x)`,
  );
  assert.equal(odd?.username, `ab c${'d'.repeat(36)}`);
  assert.equal(odd?.color, undefined);
  const cut = parseArrival(`?portal=true&username=${encodeURIComponent(`${'d'.repeat(39)}😀😀`)}`);
  assert.equal(cut?.username, 'd'.repeat(39));
});

const read = (
  registry: () => Promise<Outcome<readonly PortalRecord[]>>,
  arrival?: Arrival,
): Promise<Outcome<readonly PortalRecord[]>> =>
  withReturnPortal({ ...createPortals(), read: registry }, () => arrival).read(
    {} as SourceIo,
    defaultConfig,
    new AbortController().signal,
  );

/** The portal back, in a home without other portals. */
async function returnPortal(arrival: Arrival): Promise<PortalRecord | undefined> {
  const outcome = await read(async () => ({ kind: 'empty' }), arrival);
  return outcome.kind === 'value' ? outcome.value[0] : undefined;
}

function entranceOf(record: PortalRecord, health: PortalHealth): Portal['entrance'] {
  const live = { state: 'live', source: 's', fetchedAt: 0 } as const;
  const portals = joinPortals(
    { ...live, value: [record] },
    { ...live, value: [health] },
    'https://home.example/',
  );
  return currentValue(portals)?.[0]?.entrance ?? assert.fail();
}

test('offers a way back to a visitor from another world', async () => {
  const arrival = parseArrival('?portal=true&ref=game.example') ?? assert.fail();
  const record = (await returnPortal(arrival)) ?? assert.fail();
  assert.equal(record.name, 'Back to game.example');
  assert.deepEqual(entranceOf(record, health('return', 'unknown')), {
    open: true,
    href: 'https://game.example/',
  });
  assert.equal(await returnPortal({ username: 'Ada' }), undefined);
  assert.equal((await returnPortal({ ...arrival, color: '#ff8800' }))?.color, '#ff8800');
  assert.ok(isReturnPortal(record));
  assert.ok(!isReturnPortal({ ...record, world_category: 'sim' }));
});

const ids = (outcome: Outcome<readonly PortalRecord[]>): unknown =>
  outcome.kind === 'value' ? outcome.value.map(({ id }) => id) : outcome.kind;

test('refuses a record of the registry as the way back', async () => {
  const registry = async () => ({ kind: 'value', value: [portal('a'), portal('return')] }) as const;
  const outcome = await read(registry, { ref: 'https://game.example/' });
  assert.deepEqual(ids(outcome), ['a', 'return']);
  assert.ok(outcome.kind === 'value' && outcome.value[1] && isReturnPortal(outcome.value[1]));
  assert.match(outcome.problems?.[0]?.reason ?? '', /is reserved for the visitor’s way back/);
  assert.deepEqual(ids(await read(registry)), ['a']);
  assert.equal(ids(await read(async () => ({ kind: 'value', value: [portal('return')] }))), 'empty');
});

test('offers the way back when the registry cannot be read, and reports the problem', async () => {
  const registry = async (): Promise<never> => {
    throw new Error('portals.json answered 404');
  };
  const outcome = await read(registry, { ref: 'https://game.example/' });
  assert.deepEqual(ids(outcome), ['return']);
  assert.deepEqual(outcome.problems, [{ record: 'portals.json', reason: 'portals.json answered 404' }]);
  await assert.rejects(read(registry), /answered 404/);
});

test('offers the way back beside the portals that were there, while the registry cannot be read', async () => {
  const kept = { state: 'stale', value: [portal('a'), portal('return')], fetchedAt: 5 } as const;
  let failure = new RequestError('this home cannot be reached', 502);
  let registry = async (): Promise<Outcome<readonly PortalRecord[]>> => ({
    kind: 'value',
    value: [portal('a')],
  });
  const source = withReturnPortal({ ...createPortals(), read: () => registry() }, () => ({
    ref: 'https://game.example/',
  }));
  const ask = () => source.read({} as SourceIo, defaultConfig, new AbortController().signal);
  assert.deepEqual(ids(await ask()), ['a', 'return']);
  registry = () => Promise.reject(failure);
  await assert.rejects(ask(), failure);
  failure.last = kept;
  await assert.rejects(ask(), failure);
  const { last } = failure;
  assert.equal(last?.fetchedAt, 5);
  assert.ok(last.state === 'stale' && Array.isArray(last.value));
  assert.deepEqual(last.value.map(isReturnPortal), [false, true]);
  failure.last = { state: 'empty', value: undefined, fetchedAt: 5 };
  await assert.rejects(ask(), failure);
  assert.equal(failure.last.state, 'stale');
  failure = new RequestError('this home answered 404', 404);
  assert.deepEqual(ids(await ask()), ['return']);
});

test('keeps the end of a long host, which names its owner', async () => {
  const ref = `https://accounts.google.com.${'x'.repeat(60)}.evil.example/`;
  const { name } = (await returnPortal({ ref })) ?? assert.fail();
  assert.match(name, /^Back to ….*\.evil\.example$/);
  assert.ok(name.length <= 80);
});

test('gives the cause of a closed portal once, as a sentence', () => {
  const record = portal('return');
  const reason = (cause?: string): string => {
    const entrance = entranceOf(record, { ...health('return', 'offline'), ...(cause && { cause }) });
    return entrance.open ? 'open' : entrance.reason;
  };
  assert.equal(reason('no answer within 8 s'), 'No answer within 8 s.');
  assert.equal(reason('game.example cannot be reached'), 'game.example cannot be reached.');
  assert.equal(reason(), 'This world does not answer.');
});
