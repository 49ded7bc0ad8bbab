import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { defaultConfig } from '../../../../data/config/config.ts';
import { startHome } from '../../helpers.ts';
import { withoutDiffs } from '../../../helpers/code-host.ts';

test('config.json holds the public fields of the effective configuration, and no code-host address', async () => {
  const config = {
    ...defaultConfig,
    codeHost: {
      url: 'https://code.internal.example',
      owner: 'me',
      repo: 'thing',
      agents: ['A'],
      authors: false,
    },
    server: { adminMail: 'me@example.org' },
  };
  await using home = await startHome({
    config,
    codeHost: {
      owner: 'me',
      repo: 'thing',
      description: '',
      ...withoutDiffs,
      read: async () => ({ status: 200, records: [], isWhole: true }),
    },
  });
  const text = await (await fetch(`${home.url}/config.json`)).text();
  const body = JSON.parse(text) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body).sort(), Object.keys(defaultConfig).sort());
  assert.deepEqual(body['codeHost'], { url: '', owner: 'me', repo: 'thing', agents: ['A'], authors: false });
  assert.doesNotMatch(text, /internal|adminMail/);
});

test('config.json says whether the owner has an ambient.mp3', async () => {
  await using home = await startHome();
  const ambient = async () =>
    ((await (await fetch(`${home.url}/config.json`)).json()) as { ambient: boolean }).ambient;
  assert.equal(await ambient(), false);
  await writeFile(join(home.folder, 'public', 'ambient.mp3'), 'ID3');
  assert.equal(await ambient(), true);
});
