import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { NOTICES } from '../../ci/build/notices.ts';

const root = resolve(import.meta.dirname, '../..');
const notices = join(root, 'dist', NOTICES);
const skip = existsSync(notices) ? false : 'dist/ is not built';

/** These licences set no conditions for the home's own code: those of MPL-2.0 are for its own files only. */
const ALLOWED = /^(?:0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|ISC|MIT|MPL-2\.0|Unlicense)$/;
/** Its package.json names no licence; its licence file is that of MIT. */
const READ_BY_HAND: readonly string[] = ['node_modules/css-color-converter/node_modules/color-convert'];

/** An SPDX expression: one part of an OR is enough, all parts of an AND are needed. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((part) => part.split(' AND ').every((licence) => ALLOWED.test(licence)));

interface Entry {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

describe('the licence of a package that reaches an owner', () => {
  it('is in the list, for what npm installs without the tools of the build', () => {
    const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
    const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Entry>> };
    const installed = Object.entries(packages).filter(
      ([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional,
    );
    assert.ok(installed.some(([path]) => path === 'node_modules/fastify'));
    const refused = installed.filter(([, { license = '' }]) => !isAllowed(license)).map(([path]) => path);
    assert.deepEqual(refused, READ_BY_HAND);
  });

  it('is in the list, for what is in the pages', { skip }, () => {
    const headings = [...readFileSync(notices, 'utf8').matchAll(/^## (\S+) \d\S+ \((.+)\)$/gm)];
    assert.ok(headings.some(([, name]) => name === 'lit-html'));
    assert.deepEqual(
      headings.filter(([, , licence = '']) => !isAllowed(licence)).map(([, name]) => name),
      [],
    );
  });
});
