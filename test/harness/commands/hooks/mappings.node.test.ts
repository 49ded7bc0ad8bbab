import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as v from 'valibot';
import { sessionReport } from '../../../../harness/agent-sessions/session-report.ts';
import { claudeCode } from '../../../../harness/commands/hooks/claude-code.ts';
import { codex, copilot, gemini } from '../../../../harness/commands/hooks/other-harnesses.ts';
import type { Mapping, Payload } from '../../../../harness/commands/hooks/payload.ts';
import { reportOf } from '../../../../harness/commands/hooks/report.ts';

/** A word in every field that must not leave the machine. */
const PRIVATE = 'hunter2';
const cwd = '/workshop/harbour';

/** The report that the home gets, as it goes over the network; undefined for an event without news. */
function reported(mapping: Mapping, payload: Payload, env: NodeJS.ProcessEnv = {}) {
  const found = mapping(payload, env);
  if (!found) return undefined;
  const sent = JSON.stringify(reportOf(found, env, 1_795_000_000_000));
  assert.doesNotMatch(sent, new RegExp(PRIVATE));
  return v.parse(sessionReport, JSON.parse(sent));
}

/** State, needs, tool and file in a few words. */
function words(mapping: Mapping, payload: Payload): string {
  const report = reported(mapping, payload);
  if (!report) return 'nothing';
  const { state, needs, tool, target, agent, step } = report;
  return [state, needs, tool, target?.name, agent && `by ${agent.name ?? agent.id}`, step && `(${step})`]
    .filter((word) => word)
    .join(' ');
}

const claude = (hook_event_name: string, more: Payload = {}): Payload => ({
  session_id: '5e55-10a4',
  prompt_id: 'p-77',
  transcript_path: `/home/keeper/${PRIVATE}.jsonl`,
  cwd,
  permission_mode: 'default',
  hook_event_name,
  ...more,
});
const edit = {
  tool_name: 'Edit',
  tool_input: { file_path: `${cwd}/src/quay.ts`, old_string: PRIVATE, new_string: `new ${PRIVATE}` },
};
const bash = { tool_name: 'Bash', tool_input: { command: `echo ${PRIVATE}`, description: PRIVATE } };
const agent = { agent_id: 'a17', agent_type: 'Explore' };

describe('the events of Claude Code', () => {
  const rows: readonly (readonly [string, Payload, string])[] = [
    ['SessionStart', { source: 'startup', session_title: PRIVATE }, 'done'],
    ['SessionStart', { source: 'resume' }, 'done'],
    ['SessionStart', { source: 'clear' }, 'done'],
    ['SessionStart', { source: 'compact' }, 'nothing'],
    ['UserPromptSubmit', { prompt: PRIVATE }, 'thinking'],
    ['UserPromptSubmit', { prompt: `<task-notification>${PRIVATE}</task-notification>` }, 'thinking'],
    ['PreToolUse', { ...edit, tool_use_id: 't1' }, 'working Edit src/quay.ts'],
    ['PreToolUse', { ...bash, tool_use_id: 't2' }, 'working Bash'],
    ['PreToolUse', { ...edit, ...agent }, 'working Edit src/quay.ts by Explore'],
    ['PreToolUse', { tool_name: 'Read', tool_input: { file_path: `/etc/${PRIVATE}` } }, 'working Read'],
    ['PreToolUse', { tool_name: 'Read', tool_input: { file_path: `${cwd}/../${PRIVATE}` } }, 'working Read'],
    [
      'PreToolUse',
      { tool_name: 'NotebookEdit', tool_input: { notebook_path: `${cwd}/a.ipynb` } },
      'working NotebookEdit a.ipynb',
    ],
    ['PreToolUse', { tool_name: 'Odd', tool_input: PRIVATE }, 'working Odd'],
    [
      'PreToolUse',
      { tool_name: 'AskUserQuestion', tool_input: { questions: [{ question: PRIVATE }] } },
      'waiting answer AskUserQuestion',
    ],
    ['PreToolUse', { tool_name: 'ExitPlanMode', tool_input: { plan: PRIVATE } }, 'waiting plan ExitPlanMode'],
    ['PermissionRequest', bash, 'waiting permission Bash'],
    ['PermissionRequest', { ...edit, ...agent }, 'waiting permission Edit src/quay.ts by Explore'],
    ['PermissionRequest', { tool_name: 'AskUserQuestion', tool_input: {} }, 'waiting answer AskUserQuestion'],
    ['PermissionRequest', { tool_name: 'ExitPlanMode', tool_input: {} }, 'waiting plan ExitPlanMode'],
    ['PostToolUse', { ...edit, tool_response: { content: PRIVATE } }, 'thinking'],
    ['PostToolUseFailure', { ...bash, error: PRIVATE }, 'thinking'],
    ['PostToolBatch', { tool_calls: [{ ...bash, tool_response: PRIVATE }] }, 'thinking'],
    ['SubagentStart', agent, 'thinking by Explore'],
    ['SubagentStop', { ...agent, last_assistant_message: PRIVATE }, 'done by Explore'],
    ['SubagentStop', { agent_id: 'a18', agent_type: '' }, 'nothing'],
    ['Notification', { notification_type: 'elicitation_dialog', message: PRIVATE }, 'waiting answer'],
    ['Notification', { notification_type: 'agent_needs_input', message: PRIVATE }, 'waiting answer'],
    ['Notification', { notification_type: 'permission_prompt', message: PRIVATE }, 'nothing'],
    ['Notification', { notification_type: 'idle_prompt', message: PRIVATE }, 'nothing'],
    ['Stop', { background_tasks: [], session_crons: [], last_assistant_message: PRIVATE }, 'done'],
    ['Stop', {}, 'done'],
    [
      'Stop',
      { background_tasks: [{ id: 'b1', status: 'running', command: PRIVATE }] },
      'working (Waits for a task in the background)',
    ],
    [
      'Stop',
      { background_tasks: [{ status: 'running' }, { status: 'running' }, { status: 'completed' }] },
      'working (Waits for 2 tasks in the background)',
    ],
    ['StopFailure', { error: 'rate_limit', error_details: PRIVATE }, 'failed (rate limit)'],
    ['StopFailure', { error: `The key ${PRIVATE}` }, 'failed'],
    ['SessionEnd', { reason: 'clear' }, 'ended'],
    ['SessionEnd', { reason: 'other' }, 'ended'],
    ['PreCompact', { custom_instructions: PRIVATE }, 'nothing'],
    ['constructor', {}, 'nothing'],
  ];
  for (const [event, more, expected] of rows)
    it(`makes “${expected}” of ${event} ${JSON.stringify(more).slice(0, 60)}`, () => {
      assert.equal(words(claudeCode, claude(event, more)), expected);
    });

  it('are of one session, with its id, its program and its name', () => {
    const report = reported(claudeCode, claude('Stop'), { HOME_WORLD_SESSION_NAME: ' The harbour ' });
    assert.deepEqual(report?.session, {
      id: '5e55-10a4',
      harness: 'Claude Code',
      name: 'The harbour',
      folder: 'harbour',
      branch: null,
      repository: null,
    });
    assert.equal(report.at, 1_795_000_000_000);
    assert.equal(reported(claudeCode, { ...claude('Stop'), session_id: '' }), undefined);
    assert.match(
      reported(claudeCode, claude('Stop', { session_id: `a b ${PRIVATE}` }))?.session.id ?? '',
      /^[\da-f]{16}$/,
    );
  });

  it('have one call for a request, the tool and its end, and another one for another input or session', () => {
    const call = (event: string, more: Payload) => reported(claudeCode, claude(event, more))?.call;
    const asked = call('PermissionRequest', edit);
    assert.match(asked ?? '', /^[\da-f]{16}$/);
    const { file_path, old_string, new_string } = edit.tool_input;
    const reordered = { ...edit, tool_input: { new_string, old_string, file_path } };
    for (const event of ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'])
      assert.equal(call(event, { ...reordered, tool_use_id: 't1' }), asked);
    assert.notEqual(
      call('PostToolUse', { ...edit, tool_input: { ...edit.tool_input, old_string: 'b' } }),
      asked,
    );
    assert.notEqual(call('PostToolUse', { ...edit, session_id: 'another' }), asked);
    assert.equal(call('PostToolBatch', { tool_calls: [edit] }), undefined);
    // The answer comes back in the input.
    const question = { tool_name: 'AskUserQuestion', tool_input: { questions: [] } };
    const answered = { tool_name: 'AskUserQuestion', tool_input: { questions: [], answers: { a: 'b' } } };
    assert.equal(call('PostToolUse', answered), call('PreToolUse', question));
  });
});

describe('the hooks of Claude Code that another program runs', () => {
  it('are sessions of Cursor there', () => {
    const cursor = {
      conversation_id: 'conv-9',
      cursor_version: '3.1',
      user_email: PRIVATE,
      workspace_roots: [cwd],
    };
    const payload = { ...cursor, hook_event_name: 'preToolUse', ...bash };
    const report = reported(claudeCode, payload);
    assert.deepEqual([report?.session.harness, report?.session.id], ['Cursor', 'conv-9']);
    assert.deepEqual(
      [report?.session.folder, report?.state, report?.call],
      ['harbour', 'working', undefined],
    );
    assert.equal(words(claudeCode, { ...cursor, hook_event_name: 'Stop', status: 'error' }), 'failed');
  });

  it('are silent in Copilot, which has its own', () => {
    assert.equal(
      words(claudeCode, { ...claude('PreToolUse', bash), timestamp: '2026-11-27T12:00:00Z' }),
      'nothing',
    );
    assert.equal(claudeCode(claude('Stop'), { COPILOT_CLI: '1' }), undefined);
    assert.notEqual(claudeCode(claude('Stop'), { COPILOT_CLI: '1', CLAUDECODE: '1' }), undefined);
  });
});

const ofCodex = (hook_event_name: string, more: Payload = {}): Payload => ({
  session_id: 'thr_0c',
  turn_id: 'turn_1',
  transcript_path: null,
  cwd,
  model: 'm',
  hook_event_name,
  ...more,
});
const ofGemini = (hook_event_name: string, more: Payload = {}): Payload => ({
  session_id: 'g-1',
  transcript_path: `/home/keeper/${PRIVATE}.json`,
  cwd,
  timestamp: '2026-11-27T12:00:00.000Z',
  hook_event_name,
  ...more,
});

describe('the events of Codex and Gemini CLI', () => {
  const rows: readonly (readonly [Mapping, Payload, string])[] = [
    [codex, ofCodex('SessionStart', { source: 'startup' }), 'done'],
    [codex, ofCodex('SessionStart', { source: 'compact' }), 'nothing'],
    [codex, ofCodex('UserPromptSubmit', { prompt: PRIVATE }), 'thinking'],
    [codex, ofCodex('PreToolUse', { ...bash, tool_use_id: 'c1' }), 'working Bash'],
    [
      codex,
      ofCodex('PreToolUse', { tool_name: 'request_user_input', tool_input: { questions: [PRIVATE] } }),
      'waiting answer request_user_input',
    ],
    [codex, ofCodex('PermissionRequest', bash), 'waiting permission Bash'],
    [codex, ofCodex('PostToolUse', { ...bash, tool_response: PRIVATE }), 'thinking'],
    [codex, ofCodex('SubagentStart', agent), 'thinking by Explore'],
    [codex, ofCodex('SubagentStop', { ...agent, last_assistant_message: PRIVATE }), 'done by Explore'],
    [codex, ofCodex('SubagentStop'), 'nothing'],
    [codex, ofCodex('Stop', { last_assistant_message: PRIVATE }), 'done'],
    [codex, ofCodex('SessionEnd', { reason: 'other' }), 'ended'],
    [codex, ofCodex('PreCompact', { trigger: 'auto' }), 'nothing'],
    [gemini, ofGemini('SessionStart', { source: 'startup' }), 'done'],
    [gemini, ofGemini('BeforeAgent', { prompt: PRIVATE }), 'thinking'],
    [
      gemini,
      ofGemini('BeforeTool', {
        tool_name: 'write_file',
        tool_input: { file_path: 'src/a.ts', content: PRIVATE },
      }),
      'working write_file src/a.ts',
    ],
    [
      gemini,
      ofGemini('BeforeTool', { tool_name: 'run_shell_command', tool_input: { command: PRIVATE } }),
      'working run_shell_command',
    ],
    [
      gemini,
      ofGemini('AfterTool', { tool_name: 'write_file', tool_response: { llmContent: PRIVATE } }),
      'thinking',
    ],
    [
      gemini,
      ofGemini('Notification', {
        notification_type: 'ToolPermission',
        message: PRIVATE,
        details: { command: PRIVATE },
      }),
      'waiting permission',
    ],
    ...(
      [
        ['edit', 'permission'],
        ['ask_user', 'answer'],
        ['exit_plan_mode', 'plan'],
      ] as const
    ).map(
      ([type, needs]) =>
        [
          gemini,
          ofGemini('Notification', {
            notification_type: 'ToolPermission',
            details: { type, title: PRIVATE },
          }),
          `waiting ${needs}`,
        ] as const,
    ),
    [gemini, ofGemini('Notification', { notification_type: 'Other' }), 'nothing'],
    [gemini, ofGemini('AfterAgent', { prompt: PRIVATE, prompt_response: PRIVATE }), 'done'],
    [gemini, ofGemini('SessionEnd', { reason: 'exit' }), 'ended'],
  ];
  for (const [mapping, payload, expected] of rows)
    it(`make “${expected}” of ${JSON.stringify(payload['hook_event_name'])} of ${JSON.stringify(payload['session_id'])}`, () => {
      assert.equal(words(mapping, payload), expected);
      assert.equal(reported(mapping, payload)?.call, undefined);
    });
});

// The licence of `@github/copilot` allows no changes, so the tests do not install it.
describe('the events of Copilot CLI, as its documentation has them: it is not free software', () => {
  const camel = { sessionId: 'cop-1', timestamp: 1_795_000_000_000, cwd };
  const snake = { session_id: 'cop-1', timestamp: '2026-11-27T12:00:00Z', cwd };
  const rows: readonly (readonly [string, Payload, string])[] = [
    ['sessionStart', { ...camel, source: 'new', initialPrompt: PRIVATE }, 'done'],
    ['userPromptSubmitted', { ...camel, prompt: PRIVATE }, 'thinking'],
    [
      'preToolUse',
      { ...camel, toolName: 'edit', toolArgs: { path: `${cwd}/a/b.ts`, old_str: PRIVATE } },
      'working edit a/b.ts',
    ],
    [
      'preToolUse',
      { ...camel, toolName: 'view', toolArgs: `{"path":"${cwd}/c.ts","note":"${PRIVATE}"}` },
      'working view c.ts',
    ],
    ['preToolUse', { ...camel, toolName: 'bash', toolArgs: PRIVATE }, 'working bash'],
    ['postToolUse', { ...camel, toolName: 'bash', toolResult: { textResultForLlm: PRIVATE } }, 'thinking'],
    ['postToolUseFailure', { ...camel, toolName: 'bash', error: PRIVATE }, 'thinking'],
    ['permissionRequest', { ...camel, toolName: 'bash', toolArgs: PRIVATE }, 'nothing'],
    [
      'notification',
      { ...camel, notification_type: 'permission_prompt', message: PRIVATE },
      'waiting permission',
    ],
    [
      'notification',
      { ...camel, notificationType: 'elicitation_dialog', message: PRIVATE },
      'waiting answer',
    ],
    ['notification', { ...camel, notification_type: 'agent_idle', message: PRIVATE }, 'nothing'],
    ['subagentStart', { ...camel, agentName: 'explore', agentDescription: PRIVATE }, 'thinking by explore'],
    ['subagentStop', { ...camel, agentId: 'x', agentName: 'explore', response: PRIVATE }, 'done by explore'],
    ['errorOccurred', { ...camel, error: { message: PRIVATE }, recoverable: true }, 'nothing'],
    ['errorOccurred', { ...camel, error: { message: PRIVATE }, recoverable: false }, 'failed'],
    ['agentStop', { ...camel, stopReason: 'end_turn', transcriptPath: PRIVATE }, 'done'],
    ['sessionEnd', { ...camel, reason: 'abort' }, 'ended'],
    [
      '',
      { ...snake, hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input: { path: `${cwd}/d.ts` } },
      'working Edit d.ts',
    ],
    ['', { ...snake, hook_event_name: 'UserPromptSubmit', prompt: PRIVATE }, 'thinking'],
    ['', { ...snake, hook_event_name: 'Stop', transcript_path: PRIVATE }, 'done'],
  ];
  for (const [event, payload, expected] of rows)
    it(`make “${expected}” of ${event || JSON.stringify(payload['hook_event_name'])}`, () => {
      assert.equal(words(copilot(event), payload), expected);
    });
});
