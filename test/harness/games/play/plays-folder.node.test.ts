import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { PlayLogEntry } from '../../../../data/games/play-log.ts';
import { LOG_FILE, SCREENS_FOLDER, playsFolder } from '../../../../harness/core/folders.ts';
import { PlayFile } from '../../../../harness/games/play/play-file.ts';
import {
  createPlay,
  deleteOldPlays,
  listPlays,
  lockPlay,
  playFolder,
  readPlay,
} from '../../../../harness/games/play/plays-folder.ts';
import { progressOf } from '../../../../harness/games/play/resume.ts';
import { temporaryFolder } from '../../helpers.ts';
import { PLAY } from './scripted.ts';

const at = Date.UTC(2026, 10, 22, 22, 15);
const start: PlayLogEntry = {
  type: 'start',
  at,
  id: PLAY,
  portal: '2048',
  model: 'groq/x',
  dryRun: false,
  approval: 'ask',
  limits: { steps: 20, seconds: 600, tokens: 9_000 },
};
const thought = (step: number, time: number): PlayLogEntry => ({
  type: 'thought',
  at: time,
  step,
  text: `Thought ${step}.`,
  tokens: 100,
});

describe('the log of a play', () => {
  test('is for the owner only, and survives a torn last line', async () => {
    await using place = await temporaryFolder();
    const { id, lock } = await createPlay(place.path, '2048', at);
    assert.equal(id, PLAY);
    const folder = playFolder(place.path, id);
    const first = new PlayFile(folder);
    first.append(start);
    first.append(thought(1, at + 1000));
    first.writeScreen('0001.png', Buffer.from('picture'));
    first.close();
    const log = join(folder, LOG_FILE);
    for (const [path, mode] of [
      [playsFolder(place.path), 0o700],
      [folder, 0o700],
      [log, 0o600],
      [join(folder, SCREENS_FOLDER), 0o700],
      [join(folder, SCREENS_FOLDER, '0001.png'), 0o600],
    ] as const)
      assert.equal(statSync(path).mode & 0o777, mode, path);
    appendFileSync(log, '{"type":"thought","at":17');
    assert.deepEqual(readPlay(place.path, id), [start, thought(1, at + 1000)]);
    const second = new PlayFile(folder);
    second.append(thought(2, at + 2000));
    second.close();
    assert.deepEqual(
      readPlay(place.path, id)?.map(({ type }) => type),
      ['start', 'thought', 'thought'],
    );
    assert.equal(readFileSync(log, 'utf8').split('\n').length, 5);
    lock.release();
  });

  test('says how far the play came; the time between a crash and the resume does not count', () => {
    const entries: PlayLogEntry[] = [
      start,
      {
        type: 'screen',
        at: at + 1_000,
        number: 1,
        file: '0001.png',
        width: 4,
        height: 3,
        takenAt: '',
        sha: '0'.repeat(64),
        window: { title: '', x: 0, y: 0, width: 4, height: 3 },
      },
      thought(1, at + 10_000),
      {
        type: 'action',
        at: at + 11_000,
        step: 1,
        screen: 1,
        action: { action: 'press_key', params: { key: 'up' } },
        outcome: 'done',
      },
      { type: 'resume', at: at + 3_600_000, step: 1 },
      thought(2, at + 3_605_000),
    ];
    const progress = progressOf(entries);
    assert.deepEqual(progress?.used, { steps: 2, seconds: 16, tokens: 200 });
    assert.equal(progress?.screens, 1);
    assert.equal(progress?.end, undefined);
    assert.deepEqual(progress?.steps, ['Step 1: Thought 1. press_key key up: done.', 'Step 2: Thought 2.']);
    assert.equal(progressOf([thought(1, at)]), undefined);
  });

  test('belongs to one player at a time, and the oldest are deleted', async () => {
    await using place = await temporaryFolder();
    const data = place.path;
    const plays = [];
    for (let count = 0; count < 4; count += 1)
      plays.push(await createPlay(data, 'a b/../c', at + count * 1000));
    const same = await createPlay(data, 'a b/../c', at);
    assert.equal(same.id, '20261122-221500-a-b-c-2');
    assert.throws(() => lockPlay(data, same.id), /Another player is running the play/);
    for (const { lock } of plays.slice(1)) lock.release();
    await mkdir(join(playsFolder(data), 'not-a-play'));
    deleteOldPlays(data, 1);
    assert.deepEqual(listPlays(data), [plays[3]!.id, same.id, plays[0]!.id]);
    plays[0]!.lock.release();
    same.lock.release();
    assert.equal(readPlay(data, '../../etc'), undefined);
    assert.equal(readPlay(data, '20200101-000000-x'), undefined);
  });
});
