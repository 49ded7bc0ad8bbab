import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { openPrivateHome } from '../../../data/view/private-home.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';

const SECRET = 'a'.repeat(43);

describe('opening a home that is not public', () => {
  let did: string[];
  let storage: MemoryStorage;
  beforeEach(() => {
    did = [];
    storage = new MemoryStorage();
  });

  /** Opens a page with this fragment; the home answers with these statuses and bodies. */
  const open = async (
    hash: string,
    answers: Readonly<Record<string, readonly [number, object]>>,
    more: { isClosed?: boolean; now?: number } = {},
  ): Promise<string[]> => {
    await openPrivateHome({
      location: { hash, pathname: '/wall', search: '?a=1', reload: () => void did.push('load') },
      history: { replaceState: (_state, _title, url) => void did.push(`address ${String(url)}`) },
      storage,
      fetch: async (input, init) => {
        const { pathname } = new URL(new Request(input).url);
        did.push(
          `${init?.method ?? 'GET'} ${pathname} ${typeof init?.body === 'string' ? init.body : ''}`.trim(),
        );
        const [status, body] = answers[pathname] ?? [];
        if (status === undefined) throw new TypeError('failed');
        return Response.json(body, { status });
      },
      now: () => more.now ?? 1_000_000,
      base: 'https://home.example/',
      isClosed: more.isClosed ?? true,
      say: (sentence) => void did.push(`says ${sentence}`),
      forget: async () => void did.push('forget'),
    });
    return did;
  };

  it('removes the secret from the address first, and exchanges it', async () => {
    assert.deepEqual(await open(`#link=${SECRET}`, { '/api/link': [200, {}] }), [
      'address /wall?a=1',
      `POST /api/link {"secret":"${SECRET}"}`,
      'load',
    ]);
  });

  it('says why a link does not work, and does not load again', async () => {
    const ended = await open(`#link=${SECRET}`, { '/api/link': [401, { message: 'It has ended.' }] });
    assert.deepEqual(ended.slice(2), ['says It has ended.']);
    did = [];
    assert.match((await open(`#link=${SECRET}`, {})).at(-1) ?? '', /says The home does not answer/);
    did = [];
    const isOpen = await open(`#link=${SECRET}`, { '/api/link': [401, {}] }, { isClosed: false });
    assert.equal(isOpen.length, 2, 'a page that is open stays as it is');
  });

  it('shows the home to an owner whose browser sent no cookie, once in ten seconds', async () => {
    const answers = { '/api/owner': [200, { signedIn: true }] } as const;
    assert.deepEqual(await open('', answers), ['GET /api/owner', 'load']);
    did = [];
    assert.deepEqual(await open('', answers, { now: 1_009_999 }), ['GET /api/owner']);
    did = [];
    assert.deepEqual(await open('', answers, { now: 1_010_001 }), ['GET /api/owner', 'load']);
  });

  it('forgets what is stored of a home that stays closed, and asks nothing on an open page', async () => {
    assert.deepEqual(await open('#panel=now', { '/api/owner': [200, { signedIn: false }] }), [
      'GET /api/owner',
      'forget',
    ]);
    did = [];
    assert.deepEqual(await open('#panel=now', {}, { isClosed: false }), []);
  });
});
