import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Notes } from '../../../../harness/resident/model/notes.ts';
import { OutsideText } from '../../../../harness/model/requests.ts';
import { systemPrompt } from '../../../../harness/resident/model/prompt.ts';
import { temporaryFolder } from '../../helpers.ts';
import { liveState } from '../live-state.ts';

/** The most notes of all visitors together, and of the owner. */
const MAX_NOTES = 200;

const DAY = new Date('2026-05-01T12:00:00Z');

test('keeps what the owner wrote around the notes, and counts only list items', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'notes.md');
  await writeFile(file, '\uFEFF# Mine\r\n\r\n- One\r\n* Two: with a colon\r\nno note\r\n');
  const notes = new Notes(file);
  assert.deepEqual(
    notes.all().map(({ words }) => words),
    ['One', 'Two: with a colon'],
  );
  notes.add('Three\nin  one line', DAY, 'abc123');
  assert.equal(notes.delete(1), true);
  assert.equal(notes.delete(9), false);
  const text = await readFile(file, 'utf8');
  assert.equal(
    text,
    '# Mine\n\n* Two: with a colon\nno note\n- 2026-05-01 (visitor abc123): Three in one line\n',
  );
});

test('gives a visitor the notes for all and their own', async () => {
  await using place = await temporaryFolder();
  const notes = new Notes(join(place.path, 'notes.md'));
  assert.deepEqual(notes.all(), []);
  notes.add('For all', DAY);
  notes.add('For one', DAY, 'abc123');
  notes.add('(visitor abc123): not a mark of the home', DAY, 'other9');
  assert.deepEqual(
    notes.for('abc123').map(({ words }) => words),
    ['For all', 'For one'],
  );
});

test('gives the model the owner’s notes first, however many a visitor has', async () => {
  await using place = await temporaryFolder();
  const notes = new Notes(join(place.path, 'notes.md'));
  notes.add('The workshop is private', DAY);
  for (let count = 0; count < 20; count++) notes.add(`${count} ${'x'.repeat(290)}`, DAY, 'abc123');
  const prompt = systemPrompt({
    persona: '',
    state: liveState(),
    notes: notes.for('abc123'),
    outside: new OutsideText(),
    acts: [],
    acting: true,
  });
  assert.match(prompt, /The workshop is private\n- \d+ x/, 'in the order of the file');
  assert.match(prompt, /- 19 x/);
  assert.doesNotMatch(prompt, /- 0 x/);
});

test('limits the length and the number of notes', async () => {
  await using place = await temporaryFolder();
  const notes = new Notes(join(place.path, 'notes.md'));
  notes.add('x'.repeat(1_000), DAY, 'abc123');
  assert.equal(notes.all()[0]?.words.length, 300);
  assert.throws(() => notes.add('  ', DAY), /needs a text/);
  for (let count = 1; count < 20; count++) notes.add(`note ${count}`, DAY, 'abc123');
  assert.throws(() => notes.add('one more', DAY, 'abc123'), /too many notes for this visitor/);
  for (let count = 0; count < 200; count++) notes.add(`note ${count}`, DAY);
  assert.throws(() => notes.add('one more', DAY), /too many notes; the owner can delete/);
});

test('makes room for a visitor in the notes of those who have most', async () => {
  await using place = await temporaryFolder();
  const notes = new Notes(join(place.path, 'notes.md'));
  notes.add('of the owner', DAY);
  notes.add('of an earlier visitor', DAY, 'early');
  for (let session = 0; session < 11; session++)
    for (let count = 0; count < 20 && notes.all().length <= MAX_NOTES; count++)
      notes.add(`${session} ${count}`, DAY, `flood${session}`);
  assert.equal(notes.all().length, 1 + MAX_NOTES);
  notes.add('of an honest visitor', DAY, 'honest');
  const words = notes.all().map((note) => note.words);
  assert.equal(words.length, 1 + MAX_NOTES);
  assert.deepEqual(
    [words[0], words[1], words[2], words.at(-1)],
    ['of the owner', 'of an earlier visitor', '0 0', 'of an honest visitor'],
  );
});

test('counts the notes of a household together, in however many sessions and before a restart', async () => {
  await using place = await temporaryFolder();
  const file = join(place.path, 'notes.md');
  const own = (notes: Notes): number => notes.for('honest').length;
  const flood = (notes: Notes, from: number, to: number): void => {
    for (let session = from; session < to; session++)
      notes.add('a note', DAY, `flood${session}`, `f0${(session % 21).toString(16).padStart(2, '0')}`);
  };
  const notes = new Notes(file);
  for (const words of ['one', 'two', 'three']) notes.add(words, DAY, 'honest', '0bad');
  flood(notes, 0, 210);
  assert.equal(notes.all().length, MAX_NOTES);
  assert.equal(own(notes), 3);
  const again = new Notes(file);
  flood(again, 210, 420);
  assert.equal(own(again), 3);
  assert.equal(again.all()[0]?.words, 'one');
});

test('where every household has one note, the newest makes room: old ones stay', async () => {
  await using place = await temporaryFolder();
  const notes = new Notes(join(place.path, 'notes.md'));
  notes.add('of yesterday', DAY, 'early', 'ffff');
  for (let visitor = 0; visitor < 300; visitor++)
    notes.add('a note', DAY, `v${visitor}`, visitor.toString(16).padStart(4, '0'));
  const left = notes.all();
  assert.deepEqual([left.length, left[0]?.words, left.at(-1)?.visitor], [MAX_NOTES, 'of yesterday', 'v299']);
});

test('writes one line without characters that control a terminal', async () => {
  await using place = await temporaryFolder();
  const notes = new Notes(join(place.path, 'notes.md'));
  notes.add('a \u001b[31mred\u202e\u0085- b', DAY, 'abc123');
  assert.deepEqual(
    notes.all().map(({ words }) => words),
    ['a [31mred - b'],
  );
});

test('keeps the rights of the file, and a link to it', async () => {
  await using place = await temporaryFolder();
  const [file, target] = [join(place.path, 'notes.md'), join(place.path, 'elsewhere', 'mine.md')];
  const notes = new Notes(file);
  notes.add('One', DAY);
  assert.equal((await stat(file)).mode & 0o777, 0o600, 'a new file is for its owner only');
  notes.delete(1);
  await mkdir(join(place.path, 'elsewhere'));
  await writeFile(target, '- Two\n');
  await chmod(target, 0o640);
  const linked = new Notes(join(place.path, 'linked.md'));
  await symlink(target, linked.file);
  linked.add('Three', DAY);
  assert.ok((await lstat(linked.file)).isSymbolicLink());
  assert.match(await readFile(target, 'utf8'), /^- Two\n- .*Three\n$/);
  assert.equal((await stat(target)).mode & 0o777, 0o640);
});
