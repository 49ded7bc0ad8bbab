import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { captionLetter } from '../../../data/photo/photo.ts';
import { photoCaption } from '../../../data/photo/take-photo.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { createState } from '../../../data/state.ts';

const HOUR = 3_600_000;
const now = new Date(2026, 10, 27, 12).getTime();

function captionOf(
  commits: readonly Commit[] | undefined,
  agents: readonly string[] = [],
): readonly string[] {
  const state = createState();
  state.now.set(now);
  const of = { source: 'local/home', fetchedAt: now } as const;
  if (commits) state.readings.commits.set({ ...of, state: 'live', value: commits });
  const derived = {
    ...state.derived,
    agents: {
      get: () => ({ ...of, state: 'live', value: agents.map((name) => ({ name, status: 'idle' })) }),
    },
  } as unknown as typeof state.derived;
  return photoCaption({ ...state, derived }).facts;
}
const commit = (author: string, hoursAgo: number): Commit => ({
  sha: `${author}${hoursAgo}`,
  title: 'One',
  author,
  authoredAt: now - hoursAgo * HOUR,
});

describe('the caption of a photo', () => {
  it('has the date, and the commits and agents of the last 24 hours', () => {
    assert.deepEqual(
      captionOf([commit('Ada', 1), commit('Bo', 2), commit('ada', 3), commit('Bo', 30)], ['Ada', 'Bo']),
      ['27 November 2026', '3 commits', '2 agents'],
    );
    assert.deepEqual(captionOf([commit('Ada', 1)], ['Ada']), ['27 November 2026', '1 commit', '1 agent']);
  });

  it('leaves out counts that are unknown or zero', () => {
    assert.deepEqual(captionOf(undefined, ['Ada']), ['27 November 2026']);
    assert.deepEqual(captionOf([commit('Ada', 30)], ['Ada']), ['27 November 2026']);
    assert.deepEqual(captionOf([commit('Cleo', 1)], ['Ada']), ['27 November 2026', '1 commit']);
  });

  it('has letters that fit the shorter side', () => {
    assert.equal(captionLetter(1200, 640), 20);
    assert.equal(captionLetter(1080, 1920), 30);
  });
});
