import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServerConfig } from '../../../harness/config/server-config.ts';

test('lets origins and “*” frame widgets, and refuses anything else by name', () => {
  const frames = (...frameAncestors: string[]) => parseServerConfig({ frameAncestors });
  assert.deepEqual(frames('https://blog.example', '*').config.frameAncestors, ['https://blog.example', '*']);
  for (const wrong of ['https://blog.example/path', 'blog.example', "'none'; script-src *"]) {
    const { config, problems } = frames('https://blog.example', wrong);
    assert.deepEqual(config.frameAncestors, [], wrong);
    assert.equal(problems[0]?.field, 'frameAncestors');
  }
});
