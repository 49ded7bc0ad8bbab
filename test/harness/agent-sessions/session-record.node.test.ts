import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import {
  SILENT_AFTER_MS,
  type SessionRecord,
  nextRecord,
  presentActor,
  stateOf,
} from '../../../harness/agent-sessions/session-record.ts';
import { type SessionReportInput, sessionReport } from '../../../harness/agent-sessions/session-report.ts';
import { claudeCode } from '../../../harness/commands/hooks/claude-code.ts';
import { codex } from '../../../harness/commands/hooks/other-harnesses.ts';
import type { Mapping, Payload } from '../../../harness/commands/hooks/payload.ts';
import { reportOf } from '../../../harness/commands/hooks/report.ts';

const START = 1_700_000_000_000;
const MINUTE = 60_000;
const who = { id: 'b1', harness: 'Claude Code', folder: 'shop', branch: 'main' };

type Step = Partial<SessionReportInput> & Pick<SessionReportInput, 'state'> & { readonly minute?: number };

/** The record after these reports, each at its minute. */
function after(...steps: readonly Step[]): SessionRecord {
  let record: SessionRecord | undefined;
  for (const { minute = 0, ...report } of steps)
    record = nextRecord(record, v.parse(sessionReport, { session: who, ...report }), START + minute * MINUTE);
  if (!record) throw new Error('no report');
  return record;
}
const stateAt = (record: SessionRecord, minute: number): string =>
  stateOf(record, START + minute * MINUTE).state;

describe('a session', () => {
  test('goes through a turn, and its age is that of the work, not of each tool', () => {
    const record = after(
      { state: 'done' },
      { state: 'thinking', minute: 1 },
      { state: 'working', tool: 'Edit', target: { kind: 'file', name: 'a.ts' }, minute: 2 },
      { state: 'thinking', minute: 3 },
      { state: 'working', tool: 'Edit', target: { kind: 'file', name: 'a.ts' }, minute: 4 },
    );
    assert.equal(stateAt(record, 4), 'working');
    assert.equal(record.since, START + MINUTE);
    assert.equal(record.tools, 2);
    assert.equal(record.files.length, 1, 'one file, twice');
    assert.doesNotMatch(JSON.stringify(record.files), /a\.ts/);
    assert.equal(record.began, START);
  });

  test('never works for ever: it falls silent, and later it has ended', () => {
    const record = after({ state: 'working', tool: 'Bash' });
    assert.equal(stateAt(record, SILENT_AFTER_MS / MINUTE), 'working');
    assert.equal(stateAt(record, SILENT_AFTER_MS / MINUTE + 1), 'silent');
    assert.equal(stateAt(record, 12 * 60 + 1), 'ended');
  });

  test('counts as silent, not as at work, if its last report came while the clock was ahead', () => {
    const record = after({ state: 'working', minute: 60 });
    assert.equal(stateAt(record, 0), 'silent');
  });

  test('that waits does so until another report, however long that takes', () => {
    const record = after(
      { state: 'working', tool: 'Bash' },
      { state: 'waiting', needs: 'permission', minute: 2 },
    );
    assert.deepEqual(stateOf(record, START + 50 * 24 * 60 * MINUTE), {
      state: 'waiting',
      needs: 'permission',
    });
    assert.equal(record.since, START + 2 * MINUTE);
    assert.equal(stateAt(after({ state: 'waiting' }, { state: 'ended', minute: 9 }), 9), 'ended');
  });

  test('waits on while other tool calls of the same agent report', () => {
    const waiting = [
      { state: 'working', tool: 'Bash', call: 'one' },
      { state: 'waiting', needs: 'permission', tool: 'Bash', call: 'one', minute: 1 },
    ] as const;
    const other = after(...waiting, { state: 'thinking', call: 'two', minute: 2 });
    assert.equal(stateAt(other, 2), 'waiting');
    assert.equal(other.since, START + MINUTE);
    assert.equal(stateAt(after(...waiting, { state: 'thinking', call: 'one', minute: 2 }), 2), 'thinking');
    assert.equal(stateAt(after(...waiting, { state: 'thinking', minute: 2 }), 2), 'thinking');
  });

  test('takes the later of two reports that arrive in the wrong order, unless the clock was set back', () => {
    const begun = { state: 'working', tool: 'Read', at: START + 2_000 } as const;
    assert.equal(stateAt(after(begun, { state: 'thinking', at: START + 1_900 }), 0), 'working');
    assert.equal(stateAt(after(begun, { state: 'thinking', at: START - 3_600_000 }), 0), 'thinking');
  });

  test('is not changed by a report that arrives after a newer one: it neither begins again nor ends', () => {
    const ended = after(
      { state: 'working', at: START },
      { state: 'ended', at: START + 300 },
      { state: 'thinking', at: START + 100 },
    );
    assert.equal(stateAt(ended, 0), 'ended');
    const living = after(
      { state: 'working', at: START },
      { state: 'done', at: START + 300 },
      { state: 'ended', at: START + 100 },
    );
    assert.equal(stateAt(living, 0), 'done');
  });

  test('that has ended and reports again is there again', () => {
    const record = after({ state: 'ended' }, { state: 'thinking', minute: 5 });
    assert.equal(stateAt(record, 5), 'thinking');
    assert.equal(record.since, START + 5 * MINUTE);
  });

  test('keeps the folder and the branch until a report has others', () => {
    const record = nextRecord(
      after({ state: 'done' }),
      v.parse(sessionReport, {
        state: 'thinking',
        session: { id: 'b1', harness: 'Claude Code', branch: 'fix' },
      }),
      START,
    );
    assert.equal(record.folder, 'shop');
    assert.equal(record.branch, 'fix');
  });
});

describe('sub-agents', () => {
  const one = { id: 'x1', name: 'Explore' };
  const two = { id: 'x2', name: 'Plan' };

  test('keep their order, and go when they are done', () => {
    const record = after(
      { state: 'working', tool: 'Task' },
      { state: 'thinking', agent: one, minute: 1 },
      { state: 'working', agent: two, tool: 'Grep', minute: 2 },
      { state: 'working', agent: one, tool: 'Read', minute: 3 },
    );
    assert.deepEqual(
      record.agents.map(({ name, tool }) => [name, tool]),
      [
        ['Explore', 'Read'],
        ['Plan', 'Grep'],
      ],
    );
    const done = nextRecord(
      record,
      v.parse(sessionReport, { session: who, state: 'done', agent: one }),
      START,
    );
    assert.deepEqual(
      done.agents.map(({ id }) => id),
      ['x2'],
    );
  });

  test('wait for the owner in place of their session, the longest first', () => {
    const record = after(
      { state: 'working', tool: 'Task' },
      { state: 'waiting', agent: two, needs: 'permission', tool: 'Bash', minute: 2 },
      { state: 'waiting', agent: one, needs: 'answer', minute: 3 },
      { state: 'thinking', minute: 4 },
    );
    assert.deepEqual(stateOf(record, START), { state: 'waiting', needs: 'permission' });
    assert.equal(presentActor(record).name, 'Plan');
    assert.equal(record.since, START + 2 * MINUTE);
  });

  test('keep a session at work while its main agent is done, and end with it', () => {
    const background = after(
      { state: 'working', agent: one },
      { state: 'working', step: 'Waits for a task' },
    );
    assert.equal(stateAt(background, 0), 'working');
    assert.equal(stateAt(after({ state: 'working', agent: one }, { state: 'done' }), 0), 'done');
    assert.deepEqual(after({ state: 'working', agent: one }, { state: 'ended' }).agents, []);
  });

  test('do not come back with a report that arrives after that of their end', () => {
    const record = after(
      { state: 'working', agent: one, at: START },
      { state: 'done', agent: one, at: START + 200 },
      { state: 'thinking', agent: one, at: START + 100 },
    );
    assert.deepEqual(record.agents, []);
    const turn = after(
      { state: 'working', agent: one, at: START },
      { state: 'done', at: START + 200 },
      { state: 'thinking', agent: one, at: START + 100 },
    );
    assert.equal(stateAt(turn, 0), 'done', 'the end of the turn has ended it too');
    const resumed = nextRecord(
      record,
      v.parse(sessionReport, { session: who, state: 'thinking', agent: one, at: START + 300 }),
      START,
    );
    assert.equal(resumed.agents.length, 1);
  });

  test('also end with a report that arrives after a newer one', () => {
    const record = after(
      { state: 'thinking', agent: one, at: START + 200 },
      { state: 'done', agent: one, at: START + 100 },
      { state: 'working', agent: one, at: START + 150 },
    );
    assert.deepEqual(record.agents, []);
  });

  test('are limited in number', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      state: 'working' as const,
      agent: { id: `x${index}` },
    }));
    assert.equal(after(...many).agents.length, 64);
  });
});

/** The record after these events of the hooks of a coding agent, one a minute. */
function afterEvents(mapping: Mapping, ...payloads: readonly Payload[]): SessionRecord {
  let record: SessionRecord | undefined;
  for (const [minute, payload] of payloads.entries()) {
    const news = mapping({ session_id: '5e55-10a4', cwd: '/workshop/harbour', ...payload }, {});
    if (!news) continue;
    const now = START + minute * MINUTE;
    record = nextRecord(record, v.parse(sessionReport, reportOf(news, {}, now)), now);
  }
  if (!record) throw new Error('no report');
  return record;
}

describe('the events of a coding agent', () => {
  const event = (hook_event_name: string, more: Payload = {}): Payload => ({ hook_event_name, ...more });
  const outer = { agent_id: 'a17', agent_type: 'Explore' };
  const inner = { agent_id: 'a18', agent_type: 'Plan' };
  const task = { tool_name: 'Agent', tool_input: { prompt: 'Look' }, tool_use_id: 't1' };
  const push = { tool_name: 'Bash', tool_input: { command: 'git push' } };
  const read = { tool_name: 'Read', tool_input: { file_path: 'a.ts' } };
  const asked = [
    event('UserPromptSubmit', { prompt: 'Look' }),
    event('PreToolUse', task),
    event('SubagentStart', outer),
    event('PreToolUse', { ...push, ...outer }),
    event('PermissionRequest', { ...push, ...outer }),
  ];
  const statesAfter = (...more: readonly Payload[]): readonly [string, number] => {
    const record = afterEvents(claudeCode, ...asked, ...more);
    return [stateAt(record, asked.length + more.length), record.agents.length];
  };

  test('end the wait of a sub-agent when it goes on or ends, although the turn continues', () => {
    assert.deepEqual(statesAfter(), ['waiting', 1]);
    assert.deepEqual(statesAfter(event('PostToolUse', { ...push, ...outer })), ['working', 1], 'allowed');
    const goesOn = event('PreToolUse', { ...read, ...outer });
    assert.deepEqual(statesAfter(goesOn), ['working', 1], 'refused: it begins another call');
    assert.deepEqual(statesAfter(event('SubagentStop', outer)), ['working', 0]);
    const others = [event('PostToolUse', { ...read, ...outer }), event('PreToolUse', read)];
    assert.deepEqual(statesAfter(...others), ['waiting', 1], 'calls beside it, and those of the main agent');
  });

  test('of a sub-agent inside a sub-agent end neither the other one nor its wait', () => {
    const both = [event('PreToolUse', { ...task, ...outer }), event('SubagentStart', inner)];
    const innerAsks = event('PermissionRequest', { ...push, ...inner });
    const nested = [...both, innerAsks, event('PostToolUse', { ...read, ...outer })];
    assert.deepEqual(statesAfter(...nested), ['waiting', 2]);
    assert.deepEqual(statesAfter(...nested, event('SubagentStop', inner)), ['working', 1]);
    assert.deepEqual(statesAfter(...nested, event('SubagentStop', outer)), ['waiting', 1]);
    assert.deepEqual(statesAfter(...nested, event('Stop')), ['done', 0]);
  });

  test('of a session that is resumed continue it', () => {
    const record = afterEvents(
      claudeCode,
      event('SessionStart', { source: 'startup' }),
      event('PreToolUse', read),
      event('PermissionRequest', push),
      event('SessionEnd', { reason: 'prompt_input_exit' }),
      event('SessionStart', { source: 'resume' }),
    );
    assert.deepEqual([stateAt(record, 4), record.tools, record.began], ['done', 1, START]);
    assert.equal(record.since, START + 4 * MINUTE);
  });

  for (const [name, mapping] of [
    ['Claude Code', claudeCode],
    ['Codex', codex],
  ] as const)
    test(`of a compaction change neither the work nor the sub-agents of ${name}`, () => {
      const before = [event('UserPromptSubmit', { prompt: 'Look' }), event('SubagentStart', outer)];
      const compacted = [
        event('PreCompact', { trigger: 'auto' }),
        event('SessionStart', { source: 'compact', model: 'm' }),
        // The compaction itself ends as a sub-agent without a type.
        ...(mapping === claudeCode ? [event('SubagentStop', { agent_id: 'acompact', agent_type: '' })] : []),
      ];
      assert.deepEqual(afterEvents(mapping, ...before, ...compacted), afterEvents(mapping, ...before));
    });
});

describe('a report', () => {
  const refused = (part: object): boolean =>
    !v.is(sessionReport, { state: 'working', session: who, ...part });

  test('is refused without an id, a program, or with a state that there is not', () => {
    assert.ok(refused({ session: { harness: 'Codex' } }));
    assert.ok(refused({ session: { id: 'a b', harness: 'Codex' } }));
    assert.ok(refused({ session: { id: 'x'.repeat(129), harness: 'Codex' } }));
    assert.ok(refused({ session: { id: 'a', harness: '' } }));
    assert.ok(refused({ state: 'sleeping' }));
  });

  test('has texts of one line, without secrets', () => {
    const report = v.parse(sessionReport, {
      state: 'working',
      step: 'line\nof two',
      session: { ...who, repository: 'https://me:pass@host/x' },
    });
    assert.equal(report.step, 'line of two');
    assert.doesNotMatch(JSON.stringify(report), /pass/);
  });
});
