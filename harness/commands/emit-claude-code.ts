import type * as v from 'valibot';
import type { reportedActivity } from '../../data/readings/schemas/resident-activity.ts';
import { UserError } from '../core/user-error.ts';
import { claudeCodeEvents } from './hooks/claude-code.ts';
import { type News, type Payload, isObject, newsIn, textIn } from './hooks/payload.ts';
import { fileBelow } from './hooks/work-tree.ts';

export type Report = v.InferInput<typeof reportedActivity>;

const steps: Readonly<Record<NonNullable<News['needs']>, string>> = {
  permission: 'Asks for permission',
  answer: 'Asks its owner a question',
  plan: 'Asks its owner a question',
};

/** What an event says about the agent of the home. For a few events this is not the same as for a session. */
function newsOf(event: string, payload: Payload): News | undefined {
  const type = textIn(payload, 'notification_type');
  if (event === 'SubagentStop') return { state: 'thinking', step: 'Reads the answer of a subagent' };
  if (event === 'Notification' && /^(?:permission_prompt|quota_auto_resume_stale)$/.test(type))
    return { state: 'waiting', needs: 'permission' };
  return newsIn(claudeCodeEvents, event, payload);
}

function parse(json: string): Payload | undefined {
  try {
    const payload: unknown = JSON.parse(json);
    return isObject(payload) && typeof payload['hook_event_name'] === 'string' ? payload : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The report for the input of a Claude Code hook; undefined if the event says nothing about the work. The
 * report contains the name of the tool and the path of its file below the working folder, but no text of the
 * owner, the model, a command or a file. Throws a `UserError`.
 * @param taskFromPrompt Whether the first line of each prompt becomes the task.
 */
export function reportOfHook(json: string, taskFromPrompt: boolean): Report | undefined {
  const payload = parse(json);
  if (!payload)
    throw new UserError(
      'Standard input is not the event of a Claude Code hook.',
      'Let a hook of Claude Code run this command: docs/agents.md has the settings.',
    );
  const event = textIn(payload, 'hook_event_name');
  const news = newsOf(event, payload);
  if (!news) return undefined;
  const { state, needs, tool, file, step = needs && steps[needs] } = news;
  const cwd = textIn(payload, 'cwd');
  const name = file === undefined || cwd === '' ? undefined : fileBelow(cwd, cwd, file);
  const isPrompt = event === 'UserPromptSubmit' && taskFromPrompt;
  return {
    state: state === 'done' || state === 'ended' ? 'idle' : state,
    ...(isPrompt && { task: textIn(payload, 'prompt').trim().split('\n')[0] }),
    ...(step !== undefined && { step }),
    ...(tool !== undefined && { tool }),
    ...(name !== undefined && { target: { kind: 'file' as const, name } }),
  };
}
