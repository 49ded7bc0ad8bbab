import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forgetHome } from '../../../data/offline/forget.ts';
import { ANSWERS_CACHE } from '../../../data/offline/last-answers.ts';
import { MemoryCaches } from '../../helpers/memory-caches.ts';

const BASE = 'https://home.example/';

it('removes what shows the home, and keeps the files of the program and other homes', async () => {
  const memory = new MemoryCaches();
  const fill = async (name: string, ...urls: readonly string[]): Promise<void> => {
    const cache = await memory.open(name);
    for (const url of urls) await cache.put(url, new Response('x'));
  };
  const own = [`home-world shell ${BASE} one`, `home-world shell ${BASE} two`];
  for (const name of own)
    await fill(
      name,
      `${BASE}index.html?__WB_REVISION__=1`,
      `${BASE}config.json?__WB_REVISION__=1`,
      `${BASE}manifest.json`,
      `${BASE}assets/index-AbCd1234.js`,
      `${BASE}vendor/three-0.183.0/three.module.min.js`,
    );
  const others = ['https://other.example/', `${BASE}second/`];
  for (const other of others) await fill(`home-world shell ${other} one`, `${other}index.html`);
  await fill(ANSWERS_CACHE, `${BASE}api/sessions.json`);
  await forgetHome(BASE, memory);
  assert.equal(memory.stored.has(ANSWERS_CACHE), false);
  for (const name of own)
    assert.deepEqual(
      [...(memory.stored.get(name)?.keys() ?? [])],
      [`${BASE}assets/index-AbCd1234.js`, `${BASE}vendor/three-0.183.0/three.module.min.js`],
    );
  for (const other of others) assert.equal(memory.stored.get(`home-world shell ${other} one`)?.size, 1);
});
