/**
 * The hooks of Codex, Gemini CLI and Copilot CLI. Their reports name no call: these programs have no event
 * for the end of a wait, so the next report of any tool has to end the wait.
 */
import {
  type Events,
  type Mapping,
  type News,
  type Payload,
  agentOf,
  newsIn,
  objectIn,
  safeId,
  textIn,
  toolOf,
} from './payload.ts';

const mapping =
  (harness: string, events: Events, eventOf: (payload: Payload) => string): Mapping =>
  (payload) => {
    const session = textIn(payload, 'session_id', 'sessionId');
    const news = newsIn(events, eventOf(payload), payload);
    if (!news || session === '') return undefined;
    return { harness, session: safeId(session), cwd: textIn(payload, 'cwd'), news };
  };

const named = (payload: Payload): string => textIn(payload, 'hook_event_name');

const beforeTool = (payload: Payload): News => ({
  state: 'working',
  ...toolOf(payload),
  ...agentOf(payload),
});
const thinking = (payload: Payload): News => ({ state: 'thinking', ...agentOf(payload) });
const ended = (): News => ({ state: 'ended' });

/** https://learn.chatgpt.com/docs/hooks: the same events and fields as in Claude Code, but fewer events. */
export const codexEvents: Events = {
  SessionStart: (payload) => (textIn(payload, 'source') === 'compact' ? undefined : { state: 'done' }),
  UserPromptSubmit: () => ({ state: 'thinking' }),
  // Codex asks a question with a tool. It has no event for questions.
  PreToolUse: (payload) => ({
    ...beforeTool(payload),
    ...(textIn(payload, 'tool_name') === 'request_user_input' && { state: 'waiting', needs: 'answer' }),
  }),
  PermissionRequest: (payload) => ({ ...beforeTool(payload), state: 'waiting', needs: 'permission' }),
  PostToolUse: thinking,
  SubagentStart: (payload) => (textIn(payload, 'agent_id') ? thinking(payload) : undefined),
  SubagentStop: (payload) =>
    textIn(payload, 'agent_id') ? { state: 'done', ...agentOf(payload) } : undefined,
  Stop: () => ({ state: 'done' }),
  SessionEnd: ended,
};
export const codex: Mapping = mapping('Codex', codexEvents, named);

/** What Gemini CLI waits for. Its questions and plans come as permissions too. */
function geminiNeeds(type: string): NonNullable<News['needs']> {
  if (type === 'ask_user') return 'answer';
  return type === 'exit_plan_mode' ? 'plan' : 'permission';
}

/** https://geminicli.com/docs/hooks/reference */
export const geminiEvents: Events = {
  SessionStart: () => ({ state: 'done' }),
  BeforeAgent: () => ({ state: 'thinking' }),
  BeforeTool: beforeTool,
  AfterTool: thinking,
  Notification: (payload) =>
    textIn(payload, 'notification_type') === 'ToolPermission'
      ? { state: 'waiting', needs: geminiNeeds(textIn(objectIn(payload, 'details'), 'type')) }
      : undefined,
  AfterAgent: () => ({ state: 'done' }),
  SessionEnd: ended,
};
export const gemini: Mapping = mapping('Gemini CLI', geminiEvents, named);

/**
 * The sub-agent of an event. Copilot sends the id of a sub-agent only when the sub-agent ends, so the name is
 * used as the id.
 */
function copilotAgent(payload: Payload): Pick<News, 'agent'> {
  const name = textIn(payload, 'agentName', 'agent_name');
  return name === '' ? {} : { agent: { id: safeId(name), name } };
}

export const copilotEvents: Events = {
  sessionStart: () => ({ state: 'done' }),
  userPromptSubmitted: () => ({ state: 'thinking' }),
  preToolUse: beforeTool,
  postToolUse: () => ({ state: 'thinking' }),
  postToolUseFailure: () => ({ state: 'thinking' }),
  // `permissionRequest` is not used: it comes before Copilot applies its rules, also for calls that the rules
  // allow.
  notification: (payload) => {
    const type = textIn(payload, 'notification_type', 'notificationType');
    if (type === 'permission_prompt') return { state: 'waiting', needs: 'permission' };
    return type === 'elicitation_dialog' ? { state: 'waiting', needs: 'answer' } : undefined;
  },
  subagentStart: (payload) => ({ state: 'thinking', ...copilotAgent(payload) }),
  subagentStop: (payload) => {
    const agent = copilotAgent(payload);
    return agent.agent ? { state: 'done', ...agent } : undefined;
  },
  errorOccurred: (payload) => (payload['recoverable'] === false ? { state: 'failed' } : undefined),
  agentStop: () => ({ state: 'done' }),
  sessionEnd: ended,
};

/** The events whose names differ in the other form of a body. */
const copilotNames: Readonly<Record<string, string>> = {
  UserPromptSubmit: 'userPromptSubmitted',
  Stop: 'agentStop',
};

/**
 * https://docs.github.com/en/copilot/reference/hooks-reference. The bodies of events that are registered in
 * camel case do not contain the event's name, so each of our commands has the name as its last word.
 */
export const copilot = (event: string): Mapping =>
  mapping('Copilot CLI', copilotEvents, (payload) => {
    const name = named(payload) || event;
    return copilotNames[name] ?? name.replace(/^[A-Z]/, (first) => first.toLowerCase());
  });
