/** What the event of each coding agent asks, and what the agent reads as the answer. */
import type { AgentAnswer } from '../../asks/open-ask.ts';
import { type AskBody, askOfTool, cutLine, detail, isPlainLine } from './ask-body.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './other-harnesses.ts';
import { type Payload, type SessionNews, isObject, objectIn, safeId, textIn, toolOf } from './payload.ts';
import { rulesOf } from './rules.ts';

export type Decision = NonNullable<AgentAnswer['decision']>;

export interface Asking {
  readonly session: SessionNews;
  /** Asked one after another. */
  readonly asks: readonly AskBody[];
  /**
   * What the agent reads on standard output; undefined for nothing. There is a decision for each ask up to
   * the first refusal.
   */
  output(decisions: readonly Decision[]): object | undefined;
}

const REFUSED = 'The owner refused this in Home World.';
const isAllowed = ({ choice }: Decision): boolean => choice === 'allow' || choice === 'always';

/** Claude Code and Codex read this. Codex refuses a call if the answer has any other field. */
const permissionOutput = (decision: object): object => ({
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision },
});
const refusal = ({ text }: Decision): object => ({ behavior: 'deny', message: text || REFUSED });

/** The ask for a call that needs a permission. The agent gets a rule only if the owner chose it. */
function permission(session: SessionNews, payload: Payload, hasRules: boolean): Asking {
  const rules = hasRules ? rulesOf(payload['permission_suggestions']) : [];
  const ask = askOfTool(textIn(payload, 'tool_name'), objectIn(payload, 'tool_input'));
  return {
    session,
    asks: [{ ...ask, rules: rules.map(({ id, label }) => ({ id, label })) }],
    output([decision]) {
      if (decision?.choice === 'refuse') return permissionOutput(refusal(decision));
      if (!decision || !isAllowed(decision)) return undefined;
      const rule = rules.find(({ id }) => id === decision.chosen[0]);
      return permissionOutput({
        behavior: 'allow',
        ...(decision.choice === 'always' && rule && { updatedPermissions: [rule.update] }),
      });
    },
  };
}

/** The plan of Claude Code: an approval ends its plan mode. */
const plan = (session: SessionNews, payload: Payload): Asking => ({
  session,
  asks: [
    {
      kind: 'plan',
      title: 'Plan',
      plan: detail(textIn(objectIn(payload, 'tool_input'), 'plan') || JSON.stringify(payload['tool_input'])),
    },
  ],
  output([decision]) {
    if (decision?.choice === 'refuse') return permissionOutput(refusal(decision));
    return decision?.choice === 'allow' ? permissionOutput({ behavior: 'allow' }) : undefined;
  },
});

interface Question {
  readonly text: string;
  readonly labels: readonly string[];
  readonly ask: AskBody;
}

/** A question with its options, in the form of Claude Code and OpenCode; undefined for another form. */
function questionOf(given: unknown, index: number, count: number): Question | undefined {
  if (!isObject(given) || !Array.isArray(given['options'])) return undefined;
  const text = textIn(given, 'question');
  const options = given['options'].filter(isObject);
  const labels = options.map((option) => textIn(option, 'label'));
  // The owner must see the whole text of each option, and be able to tell the options apart.
  const isClear = labels.every((label) => isPlainLine(label, 200)) && new Set(labels).size === labels.length;
  if (text === '' || options.length > 12 || !isClear) return undefined;
  const note = [count > 1 ? `${index + 1} of ${count}` : '', textIn(given, 'header')];
  return {
    text,
    labels,
    ask: {
      kind: 'question',
      title: cutLine(text, 200),
      // A question that is too long for the title is also shown as a whole.
      ...(text.length > 200 && { plan: detail(text) }),
      note: cutLine(note.filter((part) => part !== '').join(' – '), 400),
      options: options.map((option, place) => ({
        id: `o${place}`,
        label: textIn(option, 'label'),
        note: cutLine(textIn(option, 'description'), 400),
      })),
      several: given['multiSelect'] === true,
      mayWrite: true,
    },
  };
}

/** The owner's answer to a question: one label, several labels, or the owner's own words. */
const wordsOf = ({ labels }: Question, { choice, chosen, text }: Decision): string =>
  choice === 'write' ? text : labels.filter((_, place) => chosen.includes(`o${place}`)).join(', ');

/** The questions of Claude Code, before its tool runs: the answers go into the tool's input. */
function questions(session: SessionNews, payload: Payload): Asking | undefined {
  const input = objectIn(payload, 'tool_input');
  const given: unknown = input['questions'];
  if (!Array.isArray(given) || given.length === 0) return undefined;
  const found = given.map((one, index) => questionOf(one, index, given.length));
  if (!found.every((one) => one !== undefined)) return undefined;
  const before = (fields: object): object => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
  });
  return {
    session,
    asks: found.map(({ ask }) => ask),
    output(decisions) {
      const refused = decisions.find(({ choice }) => choice === 'refuse');
      if (refused)
        return before({ permissionDecision: 'deny', permissionDecisionReason: refused.text || REFUSED });
      const answers = found.map((question, index) => {
        const decision = decisions[index];
        return [question.text, decision ? wordsOf(question, decision) : ''] as const;
      });
      if (answers.some(([, words]) => words === '')) return undefined;
      return before({
        permissionDecision: 'allow',
        updatedInput: { ...input, answers: Object.fromEntries(answers) },
      });
    },
  };
}

function claudeCodeAsking(payload: Payload, env: NodeJS.ProcessEnv): Asking | undefined {
  const session = claudeCode(payload, env);
  if (session?.harness !== 'Claude Code') return undefined;
  const [event, tool] = [textIn(payload, 'hook_event_name'), textIn(payload, 'tool_name')];
  if (tool === 'AskUserQuestion') return event === 'PreToolUse' ? questions(session, payload) : undefined;
  if (event !== 'PermissionRequest') return undefined;
  return tool === 'ExitPlanMode' ? plan(session, payload) : permission(session, payload, true);
}

function codexAsking(payload: Payload, env: NodeJS.ProcessEnv): Asking | undefined {
  const session =
    textIn(payload, 'hook_event_name') === 'PermissionRequest' ? codex(payload, env) : undefined;
  return session && permission(session, payload, false);
}

/** Copilot runs its hooks before it applies its own rules, and expects an answer without nested objects. */
function copilotAsking(payload: Payload, event: string): Asking | undefined {
  const name = textIn(payload, 'hook_event_name') || event;
  const id = textIn(payload, 'session_id', 'sessionId');
  if (!/^permissionRequest$/i.test(name) || id === '') return undefined;
  return {
    session: {
      harness: 'Copilot CLI',
      session: safeId(id),
      cwd: textIn(payload, 'cwd'),
      news: { state: 'waiting', needs: 'permission', ...toolOf(payload) },
    },
    asks: [
      askOfTool(
        textIn(payload, 'tool_name', 'toolName'),
        objectIn(payload, 'tool_input', 'toolInput', 'toolArgs'),
      ),
    ],
    output([decision]) {
      if (decision?.choice === 'refuse') return refusal(decision);
      return decision?.choice === 'allow' ? { behavior: 'allow' } : undefined;
    },
  };
}

/**
 * The programs that take an answer from a hook. OpenCode takes an answer from its plug-in; Gemini CLI takes
 * none.
 */
export const askings: Readonly<
  Record<string, (payload: Payload, env: NodeJS.ProcessEnv, event: string) => Asking | undefined>
> = {
  'claude-code': claudeCodeAsking,
  codex: codexAsking,
  copilot: (payload, _env, event) => copilotAsking(payload, event),
};
