import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { RequestError } from '../../../data/core/http.ts';
import { depthOf } from '../../../harness/outbound/address-depth.ts';
import { type Lookup, guardRedirects } from '../../../harness/outbound/redirects.ts';
import { legacyPortal } from '../../helpers/sources.ts';
import { startHome, until } from '../helpers.ts';

const hosts: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['203.0.113.7', '2001:db8::7'],
  'other.example': ['198.51.100.9'],
  'inside.example': ['198.51.100.9', '10.0.0.5'],
  'owner.example': ['10.0.0.4', '192.168.1.4'],
};
const lookUpHost: Lookup = async (host) => hosts[host] ?? Promise.reject(new Error(`ENOTFOUND ${host}`));

/** Follows a table of redirects; everything else answers with its own address. */
async function follow(
  start: string,
  redirects: Readonly<Record<string, string>>,
  lookUp: Lookup = lookUpHost,
) {
  const requested: string[] = [];
  const connectedTo: (readonly string[])[] = [];
  const fetch = guardRedirects(async (url, _init, addresses) => {
    requested.push(url);
    connectedTo.push(addresses);
    const location = redirects[url];
    return location === undefined
      ? new Response(url)
      : new Response('secret', { status: 307, headers: { location } });
  }, lookUp);
  try {
    return { text: await (await fetch(start)).text(), requested, connectedTo };
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    return { refused: error.message, requested, connectedTo };
  }
}

test('an address is on the internet, in the owner’s network, or on this machine', () => {
  for (const [depth, addresses] of [
    [0, '8.8.8.8 192.0.1.1 198.17.255.255 198.20.0.1 223.255.255.255 2606:4700::1 64:ff9b::8.8.8.8'],
    [1, '192.0.0.8 198.18.0.1 198.19.255.255 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255'],
    [1, '10.1.2.3 100.127.0.1 172.31.0.1 192.168.0.1 fd00::1 fec0::1 ff02::1 100::1 2002:7f00:1::1'],
    [1, '::10.0.0.1 ::ffff:10.0.0.1 ::ffff:0:10.0.0.1 64:ff9b::a00:1 64:ff9b:1::1 2001::1'],
    [2, '127.0.0.1 0.0.0.0 169.254.169.254 :: ::1 fe80::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:0:127.0.0.1'],
    [2, '64:ff9b::7f00:1 64:ff9b::'],
  ] as const)
    for (const address of addresses.split(' ')) assert.equal(depthOf(address), depth, address);
});

describe('redirects', () => {
  test('are followed to other public hosts and to paths of the same', async () => {
    const { text } = await follow('http://public.example/', {
      'http://public.example/': 'https://other.example/a',
      'https://other.example/a': '/b',
    });
    assert.equal(text, 'https://other.example/b');
  });

  test('are not followed from a public host to a private address, in any notation', async () => {
    for (const target of [
      'http://10.0.0.5/',
      'http://192.168.1.1/',
      'http://172.20.0.1/',
      'http://100.64.0.1/',
      'http://[fd00::5]/',
      'http://[::ffff:10.0.0.5]/',
      'http://[64:ff9b::10.0.0.5]/',
      'http://inside.example/',
    ]) {
      const { refused, requested } = await follow('http://public.example/', {
        'http://public.example/': target,
      });
      assert.equal(refused, 'public.example redirects to an address of a private network', target);
      assert.deepEqual(requested, ['http://public.example/'], target);
    }
  });

  test('are not followed from another host to this machine, in any notation', async () => {
    for (const from of ['http://public.example/', 'http://owner.example/', 'http://10.0.0.4/'])
      for (const target of [
        'http://127.0.0.1:7200/latest/meta-data',
        'http://169.254.169.254/',
        'http://0.0.0.0:22/',
        'http://[::1]/',
        'http://[fe80::1]/',
        'http://[::ffff:127.0.0.1]/',
        'http://[64:ff9b::127.0.0.1]/',
        'http://2130706433/',
        'http://0x7f.1/',
      ]) {
        const { refused, requested } = await follow(from, { [from]: target });
        assert.equal(refused, `${new URL(from).host} redirects to an address of this machine`, target);
        assert.deepEqual(requested, [from], target);
      }
    const { text } = await follow('http://127.0.0.1:1/', { 'http://127.0.0.1:1/': 'http://[::1]:2/' });
    assert.equal(text, 'http://[::1]:2/', 'a server of this machine may lead to another of it');
  });

  test('of a host in the owner’s network may stay in it', async () => {
    const { text } = await follow('http://10.0.0.4/', { 'http://10.0.0.4/': 'http://10.0.0.5/new' });
    assert.equal(text, 'http://10.0.0.5/new');
    const named = await follow('http://owner.example/', { 'http://owner.example/': 'http://10.0.0.5/new' });
    assert.equal(named.text, 'http://10.0.0.5/new');
  });

  test('of a host with public and private addresses may not lead to a private one', async () => {
    const { refused, requested } = await follow('http://inside.example/', {
      'http://inside.example/': 'http://10.0.0.6/',
    });
    assert.equal(refused, 'inside.example redirects to an address of a private network');
    assert.deepEqual(requested, ['http://inside.example/']);
  });

  test('connect to the checked addresses although the name server changes its answer', async () => {
    const lookups: string[] = [];
    const changing: Lookup = async (host) => {
      lookups.push(host);
      return lookups.filter((name) => name === host).length > 1 ? ['127.0.0.1'] : lookUpHost(host);
    };
    const redirects = {
      'http://public.example/': '/again',
      'http://public.example/again': 'http://other.example/',
      'http://other.example/': 'http://other.example:8080/',
    };
    const { text, connectedTo } = await follow('http://public.example/', redirects, changing);
    assert.equal(text, 'http://other.example:8080/');
    assert.deepEqual(lookups, ['public.example', 'other.example']);
    const { 'public.example': publicAddresses, 'other.example': otherAddresses } = hosts;
    assert.deepEqual(connectedTo, [publicAddresses, publicAddresses, otherAddresses, otherAddresses]);
  });

  test('are refused when a host comes back with a private address', async () => {
    let calls = 0;
    const changing: Lookup = async (host) =>
      host === 'public.example' && calls++ > 0 ? ['127.0.0.1'] : lookUpHost(host);
    const { refused, requested } = await follow(
      'http://public.example/',
      {
        'http://public.example/': 'http://other.example/',
        'http://other.example/': 'http://public.example/b',
      },
      changing,
    );
    assert.equal(refused, 'other.example redirects to an address of this machine');
    assert.deepEqual(requested, ['http://public.example/', 'http://other.example/']);
  });

  test('are not followed when the request forbids them', async () => {
    const fetch = guardRedirects(
      async () => new Response('', { status: 307, headers: { location: 'http://10.0.0.5/' } }),
      lookUpHost,
    );
    assert.equal((await fetch('http://public.example/', { redirect: 'manual' })).status, 307);
  });

  test('end after three, and lead only to http(s)', async () => {
    const loop = await follow('http://public.example/', { 'http://public.example/': '/' });
    assert.equal(loop.refused, 'public.example redirects more than 3 times');
    assert.equal(loop.requested.length, 4);
    for (const target of ['file:///etc/passwd', 'ftp://other.example/', 'data:text/plain,x']) {
      const { refused } = await follow('http://public.example/', { 'http://public.example/': target });
      assert.match(refused ?? '', /not an http\(s\) address/, target);
    }
  });
});

test('visitors learn the status of a failed upstream, and nothing that it wrote', async () => {
  const bodies = ['reason', 'message', 'error'].map((field) => JSON.stringify({ [field]: 'db=10.0.0.5' }));
  for (const [body, status, says] of [
    ...bodies.map((text) => [text, 404, 'answered 404'] as const),
    ['"db=10.0.0.5"', 200, '(?:sent is not a forecast|sent is not a block height)'] as const,
  ]) {
    await using home = await startHome({
      poll: true,
      settings: {
        weather: { url: 'http://203.0.113.7', latitude: 0, longitude: 0, place: '', timeZone: '' },
        chain: { url: 'http://203.0.113.8' },
      },
      fetch: async () => new Response(body, { status }),
    });
    const { weather, blockHeight } = home.app.home.state.readings;
    await until(() => weather.get().state === 'error' && blockHeight.get().state === 'error');
    for (const [path, host] of [
      ['weather.json', '203.0.113.7'],
      ['block-height.json', '203.0.113.8'],
    ] as const) {
      const shown = await (await fetch(`${home.url}/api/readings/${path}`)).text();
      assert.match(shown, new RegExp(`${host.replaceAll('.', '\\.')} ${says}`));
      assert.doesNotMatch(shown, /10\.0\.0\.5/);
    }
  }
});

test('never read private addresses for weather, chain or portals', async () => {
  const requested: string[] = [];
  await using home = await startHome({
    poll: true,
    settings: {
      weather: { url: 'http://203.0.113.7', latitude: 0, longitude: 0, place: '', timeZone: '' },
      chain: { url: 'http://203.0.113.8' },
    },
    fetch: async (url) => {
      requested.push(url);
      if (url.includes('127.0.0.1')) return new Response('{"reason":"INTERNAL-SECRET"}', { status: 404 });
      return new Response('', { status: 307, headers: { location: 'http://127.0.0.1:7200/latest' } });
    },
  });
  const portal = legacyPortal('away', { destination: { url: 'http://203.0.113.9/' } });
  await writeFile(join(home.folder, 'public', 'portals.json'), JSON.stringify([portal]));
  const { weather, blockHeight } = home.app.home.state.readings;
  await until(() => weather.get().state === 'error' && blockHeight.get().state === 'error');
  assert.equal(weather.get().cause, '203.0.113.7 redirects to an address of this machine');
  await home.app.home.checkPortals();
  await home.app.home.checkPortals();
  const health = await (await fetch(`${home.url}/api/health/portals`)).text();
  assert.match(health, /203\.0\.113\.9 redirects to an address of this machine/);
  assert.deepEqual(
    requested.filter((url) => url.includes('127.0.0.1')),
    [],
  );
});
