import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { it } from 'node:test';
import { NOTICES } from '../../../ci/build/notices.ts';

const path = join(resolve(import.meta.dirname, '../../..'), 'dist', NOTICES);
const skip = existsSync(path) ? false : 'dist/ is not built';

it('the notices have the licence text of each package whose code is in the pages', { skip }, () => {
  const parts = readFileSync(path, 'utf8')
    .split(/^## (?=\S+ \d\S+ \()/m)
    .slice(1);
  assert.ok(parts.some((part) => part.startsWith('lit-html ')));
  for (const part of parts) assert.match(part, /copyright|unencumbered/i, part.slice(0, 60));
});
