import {
  type Events,
  type Mapping,
  type News,
  type Payload,
  agentOf,
  failureStep,
  isObject,
  newsIn,
  safeId,
  shortHash,
  textIn,
  toolOf,
} from './payload.ts';

/** The tools that ask the owner and wait for the answer, and what each of them needs. */
const asking = new Map<string, NonNullable<News['needs']>>([
  ['AskUserQuestion', 'answer'],
  ['ExitPlanMode', 'plan'],
]);

/** JSON in which the names of each object are sorted. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

/**
 * An id for the tool call of an event: a permission request does not contain the id of its call, so the
 * session, the tool and its input are hashed. For a tool that asks the owner, the input is left out, because
 * it gets the answer, and only one such call can be open. The session is in the hash so that a known command
 * cannot be found in the reports of other sessions.
 */
function callOf(payload: Payload): string {
  const tool = textIn(payload, 'tool_name');
  const input = asking.has(tool) ? '' : canonical(payload['tool_input']);
  return shortHash(`${textIn(payload, 'session_id')}\n${tool}\n${input}`);
}

function beforeTool(payload: Payload): News {
  const needs = asking.get(textIn(payload, 'tool_name'));
  return {
    ...(needs ? { state: 'waiting', needs } : { state: 'working' }),
    ...toolOf(payload),
    call: callOf(payload),
    ...agentOf(payload),
  };
}

const afterTool = (payload: Payload): News => ({
  state: 'thinking',
  call: callOf(payload),
  ...agentOf(payload),
});

/** The beginning of the step of a session that waits for its own background tasks. */
export const WAITS_IN_BACKGROUND = 'Waits for ';

/** The news at the end of a turn: `working` while background tasks run, because they wake the agent again. */
function stopped(payload: Payload): News {
  const tasks = payload['background_tasks'];
  const running = Array.isArray(tasks)
    ? tasks.filter((task) => !isObject(task) || /^(?:running|pending|)$/.test(textIn(task, 'status'))).length
    : 0;
  if (running === 0) return { state: 'done' };
  return {
    state: 'working',
    step: `${WAITS_IN_BACKGROUND}${running === 1 ? 'a task' : `${running} tasks`} in the background`,
  };
}

/** The news of each event, for a session. */
export const claudeCodeEvents: Events = {
  // After a compaction the work continues, so the session is not done.
  SessionStart: (payload) => (textIn(payload, 'source') === 'compact' ? undefined : { state: 'done' }),
  // A finished background task comes as a prompt too, and the agent works on it.
  UserPromptSubmit: () => ({ state: 'thinking' }),
  PreToolUse: beforeTool,
  PermissionRequest: (payload) => ({ needs: 'permission', ...beforeTool(payload), state: 'waiting' }),
  PostToolUse: afterTool,
  PostToolUseFailure: afterTool,
  // This event is the only sign that the owner refused a call with a message. It names no call, so it ends
  // the wait for any call.
  PostToolBatch: (payload) => ({ state: 'thinking', ...agentOf(payload) }),
  SubagentStart: (payload) => ({ state: 'thinking', ...agentOf(payload) }),
  // The end of a compaction looks like the end of a sub-agent without a type, which never began.
  SubagentStop: (payload) =>
    textIn(payload, 'agent_type') && textIn(payload, 'agent_id')
      ? { state: 'done', ...agentOf(payload) }
      : undefined,
  // `permission_prompt` is not used: it comes seconds after PermissionRequest, and perhaps after the answer.
  Notification: (payload) =>
    /^(?:elicitation_dialog|elicitation_url_dialog|agent_needs_input)$/.test(
      textIn(payload, 'notification_type'),
    )
      ? { state: 'waiting', needs: 'answer' }
      : undefined,
  Stop: stopped,
  StopFailure: (payload) => ({ state: 'failed', ...failureStep(textIn(payload, 'error')) }),
  SessionEnd: () => ({ state: 'ended' }),
};

/**
 * Cursor runs the hooks of Claude Code too, with its own fields. It has no permission request. At the end of
 * a turn, its event says whether the turn failed.
 */
const cursorEvents: Events = {
  ...claudeCodeEvents,
  PreToolUse: (payload) => ({ state: 'working', ...toolOf(payload) }),
  PermissionRequest: () => undefined,
  PostToolUse: () => ({ state: 'thinking' }),
  PostToolUseFailure: () => ({ state: 'thinking' }),
  Stop: (payload) => ({ state: textIn(payload, 'status') === 'error' ? 'failed' : 'done' }),
};

/**
 * Whether Copilot runs the hook: in a repository, it reads the hooks of Claude Code too. Its events are
 * ignored here, because Copilot has hooks of its own, and each of its tools would count twice. Only its
 * events have a time.
 */
const isCopilot = (payload: Payload, env: NodeJS.ProcessEnv): boolean =>
  'timestamp' in payload || 'sessionId' in payload || Boolean(env['COPILOT_CLI'] && !env['CLAUDECODE']);

/** https://code.claude.com/docs/en/hooks */
export const claudeCode: Mapping = (payload, env) => {
  const cursor = textIn(payload, 'conversation_id');
  const isCursor = cursor !== '' || 'cursor_version' in payload;
  if (!isCursor && isCopilot(payload, env)) return undefined;
  const session = (isCursor && cursor) || textIn(payload, 'session_id');
  const name = textIn(payload, 'hook_event_name').replace(/^[a-z]/, (first) => first.toUpperCase());
  const news = newsIn(isCursor ? cursorEvents : claudeCodeEvents, name, payload);
  if (!news || session === '') return undefined;
  const roots = payload['workspace_roots'];
  const root: unknown = Array.isArray(roots) ? roots[0] : undefined;
  const cwd = textIn(payload, 'cwd') || (typeof root === 'string' ? root : '');
  return { harness: isCursor ? 'Cursor' : 'Claude Code', session: safeId(session), cwd, news };
};
