import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Report, reportOfHook } from '../../../harness/commands/emit-claude-code.ts';
import { UserError } from '../../../harness/core/user-error.ts';
import { recordedText } from '../../helpers/recorded.ts';

const lines = recordedText('claude-code/session.jsonl').trim().split('\n');
const reportOf = (input: object, taskFromPrompt = false): Report | undefined =>
  reportOfHook(JSON.stringify(input), taskFromPrompt);
const thinking = { state: 'thinking' };
const question = { state: 'waiting', step: 'Asks its owner a question' };
const login = { kind: 'file', name: 'src/auth/login.ts' };

describe('a session of Claude Code', () => {
  it('is reported event by event', () => {
    assert.deepEqual(
      lines.map((line) => [
        (JSON.parse(line) as { hook_event_name: string }).hook_event_name,
        reportOfHook(line, false),
      ]),
      [
        ['SessionStart', { state: 'idle' }],
        ['UserPromptSubmit', thinking],
        ['PreToolUse', { state: 'working', tool: 'Read', target: login }],
        ['PostToolUse', thinking],
        ['PreToolUse', { state: 'working', tool: 'Edit', target: login }],
        ['PostToolUse', thinking],
        ['PreToolUse', { state: 'working', tool: 'Read' }],
        ['PostToolUse', thinking],
        ['PreToolUse', { state: 'working', tool: 'Bash' }],
        ['Notification', { state: 'waiting', step: 'Asks for permission' }],
        ['PostToolUseFailure', thinking],
        ['PreToolUse', { ...question, tool: 'AskUserQuestion' }],
        ['PostToolUse', thinking],
        ['PreToolUse', { state: 'working', tool: 'Agent' }],
        ['SubagentStop', { state: 'thinking', step: 'Reads the answer of a subagent' }],
        ['PreToolUse', { state: 'working', tool: 'WebFetch' }],
        ['SessionStart', undefined],
        ['Stop', { state: 'working', step: 'Waits for a task in the background' }],
        ['Notification', undefined],
        ['StopFailure', { state: 'failed', step: 'rate limit' }],
        ['Stop', { state: 'idle' }],
        ['SessionEnd', { state: 'idle' }],
      ],
    );
  });

  it('leaves prompts, answers, commands, contents, addresses and paths elsewhere on the machine', () => {
    assert.ok(lines.filter((line) => line.includes('hunter2')).length >= 12);
    for (const line of lines)
      assert.doesNotMatch(JSON.stringify(reportOfHook(line, true) ?? {}), /hunter2|\/home/);
  });

  it('reports the first line of a prompt where its owner wants that', () => {
    const [, prompt = ''] = lines;
    assert.deepEqual(reportOfHook(prompt, true), {
      state: 'thinking',
      task: 'Fix the login that fails behind the proxy',
    });
    assert.deepEqual(reportOf({ hook_event_name: 'UserPromptSubmit', prompt: '\n\n a\nb' }, true)?.task, 'a');
    assert.deepEqual(reportOf({ hook_event_name: 'Stop', prompt: 'a' }, true), { state: 'idle' });
  });
});

describe('the input of a hook', () => {
  it('names a file by its path below the working folder, and no other file', () => {
    const target = (cwd: unknown, path: unknown, field = 'file_path') =>
      reportOf({ hook_event_name: 'PreToolUse', cwd, tool_name: 'Edit', tool_input: { [field]: path } })
        ?.target?.name;
    assert.equal(target('/a/b', '/a/b/c/d.ts'), 'c/d.ts');
    assert.equal(target('/a/b', '/a/b/n.ipynb', 'notebook_path'), 'n.ipynb');
    assert.equal(target('/a/b', '/a/b/..hidden/x'), '..hidden/x');
    for (const outside of ['/a/bc/d.ts', '/a/b/../secret', '/a', '/a/b', '', 5, null])
      assert.equal(target('/a/b', outside), undefined, String(outside));
    for (const cwd of [undefined, '', 'b', 5])
      assert.equal(reportOf({ hook_event_name: 'Stop', cwd: String(cwd) })?.target, undefined);
    assert.equal(target('', '/a/b/c.ts'), undefined);
  });

  it('may lack every field but the event, and have fields of other kinds', () => {
    assert.deepEqual(reportOf({ hook_event_name: 'PreToolUse' }), { state: 'working' });
    assert.deepEqual(reportOf({ hook_event_name: 'PreToolUse', tool_name: 'X', tool_input: 'text' }), {
      state: 'working',
      tool: 'X',
    });
    assert.deepEqual(reportOf({ hook_event_name: 'Stop', background_tasks: 'none' }), { state: 'idle' });
    assert.equal(
      reportOf({ hook_event_name: 'Stop', background_tasks: [{}, {}] })?.step,
      'Waits for 2 tasks in the background',
    );
  });

  it('names the kind of an error only if it is a word', () => {
    for (const error of ['Invalid key sk-123', 'a\nb', 'x'.repeat(41), ''])
      assert.deepEqual(reportOf({ hook_event_name: 'StopFailure', error }), { state: 'failed' });
  });

  it('says nothing with an event that is not known', () => {
    for (const event of ['PreCompact', 'toString', '__proto__', ''])
      assert.equal(reportOf({ hook_event_name: event }), undefined);
  });

  it('is refused if it is no event of a hook', () => {
    for (const input of [
      '',
      'not json',
      '[]',
      'null',
      '5',
      '{}',
      '{"hook_event_name": 5}',
      '{"hook_event_name"',
    ])
      assert.throws(() => reportOfHook(input, false), UserError, input);
  });
});
