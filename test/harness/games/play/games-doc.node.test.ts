import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import * as v from 'valibot';
import { portalRecord } from '../../../../data/readings/schemas/portal.ts';
import { playFlags } from '../../../../harness/commands/games/play-flags.ts';
import { parsePromptFile } from '../../../../harness/games/play/prompt-file.ts';

test('the examples of the page about games can be used, and every flag of “play” is in it', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/games.md'), 'utf8');
  const example = (language: string): string =>
    new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'm').exec(page)?.[1] ?? '';
  const portal = v.parse(portalRecord, JSON.parse(example('json portal')));
  assert.deepEqual([portal.portal_type, portal.window_title], ['game-world', '2048 Game']);
  assert.equal(parsePromptFile('docs/games.md', example('yaml')).name, '2048');
  for (const { name } of playFlags) assert.ok(page.includes(`\`--${name}\``), name);
});
