import { isAbsolute, relative, sep } from 'node:path';
import * as v from 'valibot';
import type { reportedActivity } from '../../data/readings/schemas/resident-activity.ts';
import { UserError } from '../core/user-error.ts';

export type Report = v.InferInput<typeof reportedActivity>;

const text = v.optional(v.string(), '');
/**
 * The fields that are used of a hook's input, from https://code.claude.com/docs/en/hooks. Other
 * versions of Claude Code may leave out any of them or send other events.
 */
const hookInput = v.object({
  hook_event_name: v.string(),
  cwd: text,
  /** SessionStart: `startup`, `resume`, `clear`, `compact` or `fork`. */
  source: text,
  prompt: text,
  tool_name: text,
  tool_input: v.fallback(v.object({ file_path: text, notebook_path: text }), {
    file_path: '',
    notebook_path: '',
  }),
  notification_type: text,
  message: text,
  /** StopFailure: `rate_limit`, `overloaded`, … */
  error: text,
  background_tasks: v.fallback(v.array(v.unknown()), []),
});
type HookInput = v.InferOutput<typeof hookInput>;

/** Tools that ask the owner and wait for the answer. */
const ASKING_TOOLS: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode']);
const QUESTION = 'Asks its owner a question';
const PERMISSION = 'Asks for permission';
/** Notifications that the agent cannot continue without its owner. Others say nothing about its work. */
const waitingFor: Readonly<Record<string, string>> = {
  permission_prompt: PERMISSION,
  elicitation_dialog: QUESTION,
  elicitation_url_dialog: QUESTION,
  agent_needs_input: QUESTION,
  quota_auto_resume_stale: 'Waits for permission to continue',
};

/** A file's path below the working folder. The path of any other file may tell what visitors must not know. */
function fileBelow(folder: string, path: string): string | undefined {
  if (!isAbsolute(folder) || !isAbsolute(path)) return undefined;
  const below = relative(folder, path);
  const outside = below === '' || below.split(sep)[0] === '..' || isAbsolute(below);
  return outside ? undefined : below.split(sep).join('/');
}

function beforeTool({ cwd, tool_name: tool, tool_input: input }: HookInput): Report {
  if (ASKING_TOOLS.has(tool)) return { state: 'waiting', step: QUESTION, tool };
  const name = fileBelow(cwd, input.file_path || input.notebook_path);
  return { state: 'working', tool, ...(name !== undefined && { target: { kind: 'file', name } }) };
}

function notified({ notification_type: type, message }: HookInput): Report | undefined {
  // Early versions send no type.
  const step = waitingFor[type] ?? (type === '' && /permission/i.test(message) ? PERMISSION : undefined);
  return step === undefined ? undefined : { state: 'waiting', step };
}

/** A turn ends; tasks in the background wake the agent again. */
const stopped = ({ background_tasks: { length } }: HookInput): Report =>
  length === 0
    ? { state: 'idle' }
    : {
        state: 'working',
        step: `Waits for ${length === 1 ? 'a task' : `${length} tasks`} in the background`,
      };

/** The kind of error is a word such as `rate_limit`. Another text may have what visitors must not know. */
const failed = ({ error }: HookInput): Report => ({
  state: 'failed',
  ...(/^[a-z_]{1,40}$/.test(error) && { step: error.replaceAll('_', ' ') }),
});

/** The report for each event; undefined if the event says nothing about the work. */
const reports: Readonly<Record<string, (input: HookInput) => Report | undefined>> = {
  // After compaction the work continues where it was.
  SessionStart: ({ source }) => (source === 'compact' ? undefined : { state: 'idle' }),
  UserPromptSubmit: () => ({ state: 'thinking' }),
  PreToolUse: beforeTool,
  PostToolUse: () => ({ state: 'thinking' }),
  PostToolUseFailure: () => ({ state: 'thinking' }),
  SubagentStop: () => ({ state: 'thinking', step: 'Reads the answer of a subagent' }),
  Notification: notified,
  Stop: stopped,
  StopFailure: failed,
  SessionEnd: () => ({ state: 'idle' }),
};

const firstLine = (prompt: string): string => prompt.trim().split('\n')[0] ?? '';

/**
 * The report for the input of a Claude Code hook; undefined if the event says nothing about the
 * work. It has the name of the tool, and the path of its file below the working folder: no text of
 * the owner, the model, a command or a file. Throws a `UserError`.
 * @param taskFromPrompt Whether the first line of each prompt becomes the task.
 */
export function reportOfHook(json: string, taskFromPrompt: boolean): Report | undefined {
  let raw: unknown;
  try {
    raw = JSON.parse(json);
  } catch {
    raw = undefined;
  }
  const input = v.safeParse(hookInput, raw);
  if (!input.success)
    throw new UserError(
      'Standard input is not the event of a Claude Code hook.',
      'Let a hook of Claude Code run this command: docs/agents.md has the settings.',
    );
  const { hook_event_name: event, prompt } = input.output;
  const report = Object.hasOwn(reports, event) ? reports[event]?.(input.output) : undefined;
  const isPrompt = event === 'UserPromptSubmit' && taskFromPrompt;
  return report && isPrompt ? { ...report, task: firstLine(prompt) } : report;
}
