import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../../data/config/parse-config.ts';
import { NO_NEWER_ANSWER } from '../../../data/readings/poller.ts';
import { createState } from '../../../data/state.ts';
import { FileProblems } from '../../../harness/gateway/file-problems.ts';

test('reports a problem in the owner’s file once, and again after it was fixed', () => {
  const state = createState(parseConfig({}).config);
  const lines: string[] = [];
  const files = new FileProblems(state, (line) => lines.push(line));
  files.check();
  assert.deepEqual(lines, [], 'loading is no problem');

  const source = 'agent-status.json';
  const broken = { state: 'error', source, cause: 'no agent status file (agents.0.status: …)' } as const;
  state.readings.agentStatus.set(broken);
  files.check();
  state.readings.agentStatus.set({ ...broken });
  files.check();
  assert.deepEqual(lines, [`${source} is not used: no agent status file (agents.0.status: …)`]);

  state.readings.agentStatus.set({ state: 'empty', source, fetchedAt: 0 });
  files.check();
  state.readings.agentStatus.set(broken);
  files.check();
  assert.equal(lines.length, 2);

  state.recordProblems.portalRecords.set([{ record: 'wiki', reason: 'it has no destination' }]);
  files.check();
  assert.equal(lines[2], 'portals.json: the portal wiki is left out: it has no destination');

  state.recordProblems.portalRecords.set([
    { record: 'wiki', reason: 'color: a colour as #rrggbb', fieldOnly: true },
  ]);
  files.check();
  assert.equal(lines[3], 'portals.json: a field of the portal wiki is not used: color: a colour as #rrggbb');

  state.recordProblems.vision.set([{ record: 'orchard', reason: 'title: missing' }]);
  state.readings.adapters.set({ state: 'empty', source: 'adapters.json', fetchedAt: 0 });
  files.check();
  assert.equal(lines[4], 'vision.json: the point orchard is left out: title: missing');
  assert.equal(lines.length, 5, 'a file that is not there is no problem');

  state.recordProblems.adapters.set([{ record: 'triage', reason: 'status: missing' }]);
  files.check();
  assert.equal(lines[5], 'adapters.json: the adapter triage is left out: status: missing');

  state.readings.sovereignty.set({ state: 'error', source: 's.json', cause: 's.json is not valid JSON' });
  files.check();
  assert.equal(lines[6], 's.json is not used: it is not valid JSON', 'no file is named twice');

  const value = [{ name: 'Timmy', status: 'idle', issue: null, prs_today: 0 }] as const;
  const stale = { state: 'stale', source, value, fetchedAt: 0 } as const;
  state.readings.agentStatus.set({ ...stale, cause: NO_NEWER_ANSWER });
  files.check();
  assert.equal(lines.length, 7, 'an old value is no problem of the file');
  state.readings.agentStatus.set({ ...stale, cause: 'agent-status.json is not valid JSON' });
  files.check();
  assert.equal(
    lines[7],
    'agent-status.json is not used: it is not valid JSON',
    'the home keeps the last one',
  );
});
