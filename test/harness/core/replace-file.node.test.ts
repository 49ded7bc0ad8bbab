import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { replaceFile } from '../../../harness/core/replace-file.ts';
import { temporaryFolder } from '../helpers.ts';

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

/** Runs `write` as a process that keeps its files from all others. */
function withPrivateUmask(write: () => void): void {
  const before = process.umask(0o077);
  try {
    write();
  } finally {
    process.umask(before);
  }
}

test('a replaced file keeps its rights, whatever the umask; a new one is for its owner only', async () => {
  await using place = await temporaryFolder();
  const [shared, fresh] = [join(place.path, 'portals.json'), join(place.path, 'new.json')];
  await writeFile(shared, '[]');
  // As for a web server of another user, which serves the file.
  await chmod(shared, 0o664);
  withPrivateUmask(() => replaceFile(shared, '[1]'));
  assert.equal(await readFile(shared, 'utf8'), '[1]');
  assert.equal(await modeOf(shared), 0o664);
  replaceFile(fresh, '{}');
  assert.equal(await modeOf(fresh), 0o600);
});

test('a file that cannot be replaced leaves nothing beside it', async () => {
  await using place = await temporaryFolder();
  const folder = join(place.path, 'notes.md');
  await mkdir(folder);
  assert.throws(() => replaceFile(folder, 'text'), /EISDIR|ENOTEMPTY|EEXIST/);
  assert.deepEqual(await readdir(place.path), ['notes.md']);
});

test('the file that a link leads to is replaced, and the link stays', async () => {
  await using place = await temporaryFolder();
  const [file, link] = [join(place.path, 'portals.json'), join(place.path, 'link.json')];
  await writeFile(file, '[]');
  await symlink(file, link);
  replaceFile(link, '[1]');
  assert.equal(await readFile(file, 'utf8'), '[1]');
  assert.ok((await lstat(link)).isSymbolicLink());
});
