import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { relayFeed } from '../../../../data/readings/sources/relay-feed.ts';
import { recordedEvents } from '../../../helpers/home.ts';
import { recorded } from '../../../helpers/recorded.ts';
import { type TestRelay, startRelay } from '../../../helpers/relay.ts';
import { listen } from '../../../helpers/loopback.ts';
import { causeOf, pageIo } from '../../../helpers/sources.ts';
import { until } from '../../../helpers/waiting.ts';
import { type TestHome, startHome } from '../../helpers.ts';
import { raw } from '../raw-requests.ts';

const PATH = '/api/readings/relay-feed.json';
const { signal } = new AbortController();
/** The reading of a widget on another page, from the answer of the home. */
const asWidget = (base: string) => relayFeed.read(pageIo(`${base}/`), defaultConfig, signal);

describe('the relay feed for pages elsewhere', () => {
  const events = recordedEvents();
  const ofKind = (kind: number) => events.filter((event) => event.kind === kind);
  const stored = [...ofKind(9735).slice(0, 6), ...ofKind(7).slice(0, 6), ...ofKind(1).slice(0, 8)];
  let relay: TestRelay;
  let home: TestHome;
  before(async () => {
    relay = await startRelay(stored);
    home = await startHome({
      poll: true,
      settings: {
        relays: [relay.url],
        allowedOrigins: ['https://blog.example'],
        codeHost: { url: '', owner: 'local', repo: 'home', agents: ['Ada'], authors: false },
      },
    });
    const { relay: feed } = home.app.home.state;
    await until('the recorded events are verified', () => feed.events.get().length === 20);
  });
  after(async () => {
    await home.close();
    await relay.close();
  });

  it('has the recorded events, with a kind in words and the sats of zaps', async () => {
    const outcome = await asWidget(home.url);
    assert.ok(outcome.kind === 'value');
    const { events: shown, connected, relays, state } = outcome.value;
    assert.deepEqual([shown.length, connected, relays, state], [20, 1, 1, 'live']);
    const known = new Map(events.map(({ id, pubkey }) => [id.slice(0, 8), pubkey.slice(0, 8)]));
    for (const { id, pubkey, content } of shown) {
      assert.equal(known.get(id), pubkey);
      assert.ok(content.length <= 60);
    }
    const times = shown.map(({ created_at: at }) => at);
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    const { text } = (await (await fetch(home.url + PATH)).json()) as { text: string[] };
    assert.match(text.join('\n'), /^zap [\d,]+ sats \[[0-9a-f]{8}\] /m);
  });

  it('is not sent again while no event comes, is compressed, and is for allowed origins', async () => {
    const headers = { 'accept-encoding': 'br', origin: 'https://blog.example' };
    const first = await raw(home.url, PATH, headers);
    assert.equal(first.headers['content-encoding'], 'br');
    assert.ok(first.body.length < 2_500, `${first.body.length} bytes`);
    assert.equal(first.headers['access-control-allow-origin'], 'https://blog.example');
    const again = await raw(home.url, PATH, { ...headers, 'if-none-match': String(first.headers.etag) });
    assert.equal(again.status, 304);
    const other = await raw(home.url, PATH, { origin: 'https://other.example' });
    assert.equal(other.headers['access-control-allow-origin'], undefined);
  });

  it('has no forged event', async () => {
    const forged = recorded<{ event: { id: string } }[]>('nostr/events-forged.json').map(
      ({ event }) => event,
    );
    for (const event of forged) relay.inject(event);
    const { relays } = home.app.home.state.relay;
    await until('each was checked', () => {
      const [status] = relays.get();
      return (status?.rejected ?? 0) + (status?.dropped ?? 0) >= forged.length;
    });
    const outcome = await asWidget(home.url);
    assert.ok(outcome.kind === 'value');
    assert.ok(outcome.value.events.length === 20);
    const valid = new Set(events.map(({ id }) => id.slice(0, 8)));
    for (const { id } of outcome.value.events) assert.ok(valid.has(id), id);
  });

  it('keeps the events as old ones when the relays are lost, and says why', async () => {
    await relay.stop();
    const { relays } = home.app.home.state.relay;
    await until('the loss is noticed', () => relays.get()[0]?.state !== 'open');
    const outcome = await asWidget(home.url);
    assert.ok(outcome.kind === 'value');
    assert.deepEqual([outcome.value.state, outcome.value.connected], ['stale', 0]);
    assert.match(String(outcome.value.cause), /^no relay is connected \(127\.0\.0\.1:\d+: /);
    assert.ok(Number(outcome.value.fetchedAt) <= Date.now());
  });

  it('says that no relay is set, and that a relay cannot be reached', async () => {
    await using bare = await startHome();
    assert.deepEqual(await asWidget(bare.url), { kind: 'empty', cause: 'no relay is set in config.json' });
    const { state } = bare.app.home;
    state.config.set({ ...state.config.get(), relays: ['wss://nos.example'] });
    const counts = { accepted: 0, rejected: 0, dropped: 0 };
    const away = { url: 'wss://nos.example', ...counts };
    state.relay.relays.set([{ ...away, state: 'connecting' }]);
    assert.deepEqual(await asWidget(bare.url), {
      kind: 'empty',
      cause: 'the home is connecting to its relays',
    });
    state.relay.relays.set([{ ...away, state: 'waiting', cause: 'the relay cannot be reached' }]);
    assert.equal(
      await causeOf(asWidget(bare.url)),
      'no relay is connected (nos.example: the relay cannot be reached)',
    );
  });

  it('needs a gateway, and refuses what is not a feed', async () => {
    let body = '';
    await using host = await listen((_request, response) => {
      if (body === '') response.writeHead(404);
      response.end(body);
    });
    assert.deepEqual(await asWidget(host.url), {
      kind: 'empty',
      cause: 'this home is served without its gateway, which verifies the events',
    });
    const event = { id: 'a'.repeat(8), pubkey: 'b'.repeat(8), content: 'x', kind: 1, created_at: 1 };
    for (const bad of [
      { ...event, content: 'x'.repeat(61) },
      { ...event, kind: 0 },
      { ...event, id: '<b>' },
      { ...event, sats: -1 },
    ]) {
      body = JSON.stringify({ state: 'live', value: { events: [bad], connected: 1, relays: 1 } });
      assert.match(await causeOf(asWidget(host.url)), /^relay-feed\.json is not a relay feed \(value\./);
    }
    const many = Array.from({ length: 21 }, () => event);
    body = JSON.stringify({ state: 'live', value: { events: many, connected: 1, relays: 1 } });
    assert.match(await causeOf(asWidget(host.url)), /is not a relay feed/);
  });
});
