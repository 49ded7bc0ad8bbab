import type { Flag } from '../core/options.ts';

/** Every flag of `emit`; docs/configuration.md has a line for each, and a test that it does. */
export const flags: readonly Flag[] = [
  {
    name: 'task',
    value: 'TEXT',
    help: 'what the agent works on; it stays until the next task, or until idle',
  },
  { name: 'step', value: 'TEXT', help: 'the part of the task that it does now' },
  { name: 'tool', value: 'NAME', help: 'the tool that it uses' },
  { name: 'progress', value: 'PART', help: 'how much of the task is done, from 0 to 1' },
  {
    name: 'target',
    value: 'KIND:NAME',
    help: 'what it works on: file:src/a.ts, issue:12 or url:https://example.org/',
  },
  { name: 'target-url', value: 'URL', help: 'the http(s) address of a file or an issue' },
  { name: 'url', value: 'URL', fallback: 'http://127.0.0.1:4200', help: 'address of the home' },
  {
    name: 'timeout',
    range: [1, 60],
    value: 'SECONDS',
    fallback: 2,
    help: 'how long the home may take to answer',
  },
  { name: 'claude-code', help: 'read an event of a Claude Code hook from standard input, instead of STATE' },
  {
    name: 'task-from-prompt',
    help: 'with --claude-code: the first line of each prompt is the task; without it no text of a prompt is sent',
  },
  { name: 'quiet', help: 'print nothing and exit with 0 also after an error, for hooks' },
];
