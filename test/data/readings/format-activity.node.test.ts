import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { activityText, targetText } from '../../../data/readings/format-activity.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';

const MINUTE = 60_000;
const NOW = 1_000 * MINUTE;
const text = (more: Partial<ResidentActivity>): string =>
  activityText({ state: 'working', since: NOW - 4 * MINUTE, updatedAt: NOW, ...more }, NOW);

describe('the words for the resident’s activity', () => {
  it('name the state, and the task if there is one', () => {
    assert.deepEqual(
      (['idle', 'thinking', 'working', 'waiting', 'failed'] as const).map((state) => text({ state })),
      [
        'idle (stopped 4 min ago)',
        'thinking (began 4 min ago)',
        'working (began 4 min ago)',
        'waiting for its owner (began 4 min ago)',
        'failed (began 4 min ago)',
      ],
    );
    assert.deepEqual(
      (['thinking', 'working', 'waiting', 'failed'] as const).map((state) =>
        text({ state, task: 'the login' }),
      ),
      [
        'thinking about the login (began 4 min ago)',
        'working on the login (began 4 min ago)',
        'waiting for its owner, on the login (began 4 min ago)',
        'failed at the login (began 4 min ago)',
      ],
    );
  });

  it('have all details in one order', () => {
    const target = { kind: 'file', name: 'src/a.ts' } as const;
    assert.equal(
      text({ task: 'the login', step: 'tests', tool: 'Bash', progress: 0.404, target }),
      'working on the login (tests, with Bash, src/a.ts, 40 %, began 4 min ago)',
    );
  });

  it('begin with the age of a report that is stale', () => {
    assert.equal(
      text({ since: NOW - 60 * MINUTE, updatedAt: NOW - 25 * MINUTE }),
      'last report 25 min ago: working (began 1 h ago)',
    );
  });

  it('say what the number of an issue is', () => {
    assert.match(text({ target: { kind: 'issue', name: '12' } }), /\(issue 12, /);
  });

  it('name the kind of a target once', () => {
    assert.deepEqual(
      [
        targetText({ kind: 'issue', name: '12' }),
        targetText({ kind: 'issue', name: 'Issue 12' }),
        targetText({ kind: 'file', name: 'src/a.ts' }),
        targetText({ kind: 'url', name: 'the docs' }),
      ],
      ['issue 12', 'Issue 12', 'file src/a.ts', 'the docs'],
    );
  });
});
