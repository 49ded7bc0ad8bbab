import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockHeight } from '../../../../data/readings/sources/block-height.ts';
import { recorded } from '../../../helpers/recorded.ts';
import { listen } from '../../../helpers/loopback.ts';
import { causeOf, outcomeOf, recordedUpstreams, valueOf } from '../../../helpers/sources.ts';

const { upstreams, config } = recordedUpstreams();

test('asks the explorer for the height of its newest block', async () => {
  await using explorer = await listen(({ url }, response) =>
    response.writeHead(url === '/blocks/api/blocks/tip/height' ? 200 : 404).end('900123'),
  );
  for (const slash of ['', '/']) {
    const found = await valueOf(blockHeight, { ...config, chain: { url: `${explorer.url}/blocks${slash}` } });
    assert.equal(found, 900_123);
    await outcomeOf(blockHeight, { ...config, chain: { url: `${upstreams.chain.url}${slash}` } });
    assert.equal(upstreams.chain.seen.at(-1)?.url, '/api/blocks/tip/height');
  }
});

test('accepts only digits as a block height', async () => {
  const answers = recorded<{ name: string; status: number; text: string }[]>('chain/tip-height.json');
  for (const { name, status, text } of answers) {
    upstreams.chain.mode = { status, body: text };
    if (status === 200 && /^\d+\s*$/.test(text))
      assert.equal(await valueOf(blockHeight, config), Number(text), name);
    else assert.ok((await causeOf(outcomeOf(blockHeight, config))).length > 0, name);
  }
  upstreams.chain.mode = { body: '9'.repeat(40) };
  await causeOf(outcomeOf(blockHeight, config));
});

test('refuses a truncated block height', async () => {
  await using cut = await listen(({ url }, response) => {
    const whole = url.startsWith('/chunks') ? {} : { 'content-length': '6' };
    response.writeHead(200, whole).write('900');
    setTimeout(() => response.destroy(), 20);
  });
  for (const path of ['', '/chunks'])
    assert.match(
      await causeOf(outcomeOf(blockHeight, { ...config, chain: { url: `${cut.url}${path}` } })),
      /broke off in the middle of its answer$/,
    );
});
