import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { rename, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { create } from 'tar';
import { makeBackup } from '../../../harness/backup/backup.ts';
import { restoreBackup } from '../../../harness/backup/restore.ts';
import { backup, restore } from '../../../harness/commands/backup.ts';
import { openDataFolder } from '../../../harness/store/data-folder.ts';
import { UserError } from '../../../harness/core/user-error.ts';
import { Client, temporaryFolder } from '../helpers.ts';
import { end, place, quietConfig, serving, start } from '../program.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const failure = (fits: RegExp) => (error: unknown) => error instanceof UserError && fits.test(error.message);

describe('home-world backup and restore', () => {
  it('says in its help that the agent sessions and their usage are in the file', () => {
    for (const { details } of [backup, restore])
      assert.match(details ?? '', /agent sessions and their usage/);
  });

  it('brings a conversation back after the folder is lost, from a backup of a running home', async () => {
    const data = join(place.path, 'home');
    mkdirSync(join(data, 'public'), { recursive: true });
    writeFileSync(join(data, 'public/soul.md'), 'An oath.');
    writeFileSync(join(data, '.env'), 'HOME_WORLD_BRIDGE_TOKEN=secret-in-the-folder');
    const config = await quietConfig('config-of-backup.json');
    writeFileSync(join(data, 'config.json'), readFileSync(config));
    const args = ['serve', '--port', '0', '--data', data];
    const file = join(place.path, 'home.tar.gz');

    let home = start(args);
    let visitor = new Client(await serving(home));
    const { session } = await visitor.hello();
    visitor.send({ type: 'chat', id: 'q1', text: 'help' });
    const { text } = await visitor.answerTo('q1');
    const made = start(['backup', file, '--data', data]);
    assert.equal(await made.code, 0, made.err());
    assert.match(made.out(), /Backup of .* in .*home\.tar\.gz: \d files, \d+ kB\./);
    const running = start(['restore', file, '--data', data]);
    assert.equal(await running.code, 1);
    assert.match(
      running.err(),
      /Another home is running with the data folder .*\n {2}Stop that home, restore, and start it again/,
    );
    await visitor.close();
    await end(home);
    rmSync(data, { recursive: true });

    const restored = start(['restore', file, '--data', data]);
    assert.equal(await restored.code, 0, restored.err());
    assert.doesNotMatch(restored.out(), /before-restore/, 'there was nothing before');
    assert.equal(readFileSync(join(data, 'public/soul.md'), 'utf8'), 'An oath.');
    for (const name of ['conversations.sqlite', 'history.sqlite'])
      assert.equal(statSync(join(data, name)).mode & 0o077, 0, `${name} is for its owner only`);
    home = start(args);
    visitor = new Client(await serving(home));
    assert.equal((await visitor.hello({ session })).session, session);
    assert.equal((await visitor.answerTo('q1')).text, text);
    await visitor.close();
    await end(home);

    const listed = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).trim().split('\n');
    assert.deepEqual(listed.toSorted(), [
      'backup.json',
      'config.json',
      'conversations.sqlite',
      'history.sqlite',
      'public/soul.md',
      'sessions.sqlite',
      'usage.sqlite',
    ]);
    assert.equal(statSync(file).mode & 0o077, 0, 'for its owner only');
  });

  it('keeps what was there, and overwrites no backup', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    (await openDataFolder(data, { maxBytes: 10_000_000 })).close();
    writeFileSync(join(data, 'notes.md'), 'old');
    const file = join(folder.path, 'a.tar.gz');
    await makeBackup(data, file, '1.2.3', NOW);
    await assert.rejects(makeBackup(data, file, '1.2.3', NOW), failure(/is there already/));
    writeFileSync(join(data, 'notes.md'), 'new');
    const { before, madeAt } = await restoreBackup(data, file, NOW);
    assert.equal(madeAt, NOW.toISOString());
    assert.equal(readFileSync(join(data, 'notes.md'), 'utf8'), 'old');
    assert.equal(readFileSync(join(before ?? '', 'notes.md'), 'utf8'), 'new');
    assert.deepEqual(
      readdirSync(folder.path).filter((name) => name.includes('making')),
      [],
    );
  });

  it('refuses other archives, and changes nothing', async () => {
    await using folder = await temporaryFolder();
    const [data, made] = [join(folder.path, 'data'), join(folder.path, 'made')];
    (await openDataFolder(data, { maxBytes: 10_000_000 })).close();
    writeFileSync(join(data, 'notes.md'), 'mine');
    mkdirSync(join(made, 'public'), { recursive: true });
    const facts = { format: 'home-world backup', version: 1, program: '1', madeAt: NOW.toISOString() };
    const text = JSON.stringify(facts);
    writeFileSync(join(made, 'conversations.sqlite'), 'no database');
    writeFileSync(join(made, 'evil.sh'), 'x');
    writeFileSync(join(made, 'notes.md'), 'not mine');
    const file = join(folder.path, 'bad.tar.gz');
    const archives: readonly (readonly [string, readonly string[], RegExp])[] = [
      [text, ['backup.json', 'evil.sh'], /it holds “evil\.sh”/],
      [text, ['evil.sh'], /it holds “evil\.sh”/],
      [text, ['backup.json', 'notes.md', 'notes.md'], /it holds “notes\.md” twice/],
      [text, ['conversations.sqlite'], /it has no backup\.json/],
      [text, ['backup.json', 'conversations.sqlite'], /not a database/],
      [text.replace('"version":1', '"version":2'), ['backup.json'], /not a backup/],
    ];
    for (const [manifest, paths, fits] of archives) {
      writeFileSync(join(made, 'backup.json'), manifest);
      await create({ cwd: made, file, gzip: true }, [...paths]);
      await assert.rejects(restoreBackup(data, file, NOW), failure(fits));
    }
    writeFileSync(file, 'no archive at all');
    await assert.rejects(restoreBackup(data, file, NOW), failure(/is not a backup of a home/));
    await assert.rejects(restoreBackup(data, join(made, 'none'), NOW), failure(/There is no file/));
    assert.equal(readFileSync(join(data, 'notes.md'), 'utf8'), 'mine');
    assert.ok(!readdirSync(data).some((name) => name.includes('restore')));
    assert.ok(existsSync(join(data, 'conversations.sqlite')));
  });

  it('gives no restored file the rights of a program', async () => {
    await using folder = await temporaryFolder();
    const [data, made] = [join(folder.path, 'data'), join(folder.path, 'made')];
    mkdirSync(join(made, 'public'), { recursive: true });
    const facts = { format: 'home-world backup', version: 1, program: '1', madeAt: NOW.toISOString() };
    writeFileSync(join(made, 'backup.json'), JSON.stringify(facts));
    writeFileSync(join(made, 'public/run'), '#!/bin/sh');
    chmodSync(join(made, 'public/run'), 0o4755);
    const file = join(folder.path, 'e.tar.gz');
    await create({ cwd: made, file, gzip: true }, ['backup.json', 'public/run']);
    await restoreBackup(data, file, NOW);
    assert.equal(statSync(join(data, 'public/run')).mode & 0o7777, 0o644);
  });

  it('puts everything back where one part cannot be moved, such as a file that is mounted', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    (await openDataFolder(data, { maxBytes: 10_000_000 })).close();
    writeFileSync(join(data, 'notes.md'), 'mine');
    const file = join(folder.path, 'a.tar.gz');
    await makeBackup(data, file, '1', NOW);
    const before = readdirSync(data).toSorted();
    const move: typeof rename = (from, to) =>
      String(from).endsWith('notes.md')
        ? Promise.reject(new Error('EBUSY: resource busy or locked'))
        : rename(from, to);
    await assert.rejects(
      restoreBackup(data, file, NOW, { rename: move, statfs }),
      failure(/notes\.md in .* cannot be moved: EBUSY.*Nothing has changed/),
    );
    assert.deepEqual(readdirSync(data).toSorted(), before);
    assert.equal(readFileSync(join(data, 'notes.md'), 'utf8'), 'mine');
  });

  it('unpacks nothing onto a disk without room for it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    (await openDataFolder(data, { maxBytes: 10_000_000 })).close();
    writeFileSync(join(data, 'notes.md'), 'mine');
    const file = join(folder.path, 'a.tar.gz');
    await makeBackup(data, file, '1', NOW);
    const before = readdirSync(data).toSorted();
    const almostFull = { rename, statfs: async () => ({ bavail: 2, bsize: 4_096 }) };
    await assert.rejects(
      restoreBackup(data, file, NOW, almostFull),
      failure(/^The backup unpacks to \d+ kB, and the disk of .* has 9 kB left\. Nothing has changed\.$/),
    );
    assert.deepEqual(readdirSync(data).toSorted(), before);
  });

  it('has the files that links in public/ lead to, and names the files that it leaves out', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    mkdirSync(join(data, 'public'), { recursive: true });
    mkdirSync(join(folder.path, 'texts'));
    writeFileSync(join(folder.path, 'texts/soul.md'), 'An oath.');
    symlinkSync('../../texts/soul.md', join(data, 'public/soul.md'));
    symlinkSync('../../texts', join(data, 'public/texts'));
    symlinkSync('.', join(data, 'public/again'));
    const file = join(folder.path, 'c.tar.gz');
    const run = start(['backup', file, '--data', data]);
    assert.equal(await run.code, 0, run.err());
    assert.match(run.out(), /: 2 files, .*\nNot in it: public\/again, /);
    await restoreBackup(data, file, NOW);
    for (const path of ['public/soul.md', 'public/texts/soul.md'])
      assert.equal(readFileSync(join(data, path), 'utf8'), 'An oath.');
    assert.ok(!lstatSync(join(data, 'public/soul.md')).isSymbolicLink());
  });

  it('has the prompt files of games, and keeps those that were there before', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const prompts = join(data, 'training/data/prompts_2048.yaml');
    mkdirSync(join(data, 'training/data'), { recursive: true });
    mkdirSync(join(data, 'plays/one'), { recursive: true });
    writeFileSync(prompts, 'name: mine');
    writeFileSync(join(data, 'plays/one/log.jsonl'), '');
    const file = join(folder.path, 'e.tar.gz');
    const { parts } = await makeBackup(data, file, '1', NOW);
    assert.deepEqual(parts, ['training/data/prompts_2048.yaml']);
    writeFileSync(prompts, 'name: newer');
    const { before } = await restoreBackup(data, file, NOW);
    assert.equal(readFileSync(prompts, 'utf8'), 'name: mine');
    assert.equal(
      readFileSync(join(String(before), 'training/data/prompts_2048.yaml'), 'utf8'),
      'name: newer',
    );
  });

  it('makes no backup that it could not restore', async () => {
    await using folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'public'));
    for (let file = 0; file < 10_001; file++) writeFileSync(join(folder.path, 'public', `${file}`), '');
    await assert.rejects(
      makeBackup(folder.path, join(folder.path, 'd.tar.gz'), '1', NOW),
      failure(/at most 10000/),
    );
  });

  it('makes no backup in the folder whose files are served', async () => {
    await using folder = await temporaryFolder();
    mkdirSync(join(folder.path, 'public'));
    writeFileSync(join(folder.path, 'notes.md'), 'mine');
    const file = join(folder.path, 'public', 'b.tar.gz');
    await assert.rejects(makeBackup(folder.path, file, '1', NOW), failure(/every visitor can read/));
    assert.ok(!existsSync(file));
  });

  it('says what is wrong with a command line and with an empty folder', async () => {
    await using folder = await temporaryFolder();
    await assert.rejects(
      makeBackup(folder.path, join(folder.path, 'b.tar.gz'), '1', NOW),
      failure(/nothing to back up/),
    );
    const run = start(['backup', '--data', folder.path]);
    assert.equal(await run.code, 2);
    assert.match(run.err(), /backup needs the name of one file/);
  });
});
