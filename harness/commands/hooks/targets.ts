/** Where each coding agent reads its hooks, and what is written there. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { claudeCodeEvents } from './claude-code.ts';
import { codexEvents, copilotEvents, geminiEvents } from './other-harnesses.ts';
import type { Events } from './payload.ts';

export const harnesses = ['claude-code', 'codex', 'gemini', 'copilot', 'opencode'] as const;
export type Harness = (typeof harnesses)[number];

/** A group of hooks as the file of a coding agent has it. */
export type HookGroup = Readonly<Record<string, unknown>>;

/** The command of a hook for each kind of shell. */
export interface CommandLines {
  readonly posix: string;
  readonly powershell: string;
  /** For a file that has one command for every shell of this machine. */
  readonly any: string;
}

interface Place {
  readonly env: NodeJS.ProcessEnv;
  /** The root of the project; undefined for all projects of the user. */
  readonly project: string | undefined;
}

export interface Target {
  readonly title: string;
  file(place: Place): string;
  /** The other fields of a new file. */
  readonly frame?: Readonly<Record<string, unknown>>;
  /**
   * The group of each event. The plug-in of OpenCode has none.
   * @param isTaking Whether the hooks take letters of the owner.
   */
  groups(commands: CommandLines, isTaking?: boolean): Readonly<Record<string, HookGroup>>;
  /** The groups with which the agent asks the owner; absent if the agent takes no answer from a hook. */
  asks?(commands: CommandLines, seconds: number): Readonly<Record<string, HookGroup>>;
  /** Whether its hooks find what is left of its windows (`codex-usage.ts`). */
  readonly tellsUsage?: true;
  /** Notes for the owner about asking. */
  readonly askNotes?: readonly string[];
  /** Notes for the owner, printed after every installation. */
  readonly notes: readonly string[];
  /** Whether the file in a project may be committed. Its commands contain paths of this machine. */
  readonly isShared: boolean;
}

const homeOf = (env: NodeJS.ProcessEnv): string => env['HOME'] || env['USERPROFILE'] || homedir();
const folderOf = ({ env, project }: Place, name: string, variable: string): string =>
  project === undefined ? env[variable] || join(homeOf(env), name) : join(project, name);

/** Longer than the hook ever takes, also on a machine that is busy. */
const TIMEOUT_SECONDS = 5;
/** A hook that asks ends by itself. The agent's time limit for it is this much longer. */
const ASK_SPARE_SECONDS = 30;

const askGroup = (command: string, seconds: number): HookGroup => ({
  hooks: [{ type: 'command', command, timeout: seconds + ASK_SPARE_SECONDS }],
});

/** A group for each event that says something of a session. */
const byEvent = (events: Events, group: (event: string) => HookGroup): Readonly<Record<string, HookGroup>> =>
  Object.fromEntries(Object.keys(events).map((event) => [event, group(event)] as const));

/**
 * The events for which Claude Code does not wait for the hook (`async`). After each of them, the model
 * answers, which takes longer than the hook; or a report of the same meaning follows; or the next event is
 * about another tool call.
 *
 * For all other events Claude Code waits, because the next event comes at once, and its report must not be
 * earlier: a permission request follows its PreToolUse within milliseconds, and a prompt follows SessionStart
 * and Stop. After SessionEnd the agent's process ends, and would end the hook too.
 */
const async: ReadonlySet<string> = new Set([
  'UserPromptSubmit',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'SubagentStart',
  'SubagentStop',
]);

/**
 * Claude Code waits for the hooks of these two events if they take letters: it reads what the hooks print
 * before the model answers.
 */
const taking: ReadonlySet<string> = new Set(['UserPromptSubmit', 'PostToolBatch']);

const claudeCode: Target = {
  title: 'Claude Code',
  file: ({ env, project }) =>
    project === undefined
      ? join(env['CLAUDE_CONFIG_DIR'] || join(homeOf(env), '.claude'), 'settings.json')
      : join(project, '.claude/settings.local.json'),
  groups: ({ any: command }, isTaking) =>
    byEvent(claudeCodeEvents, (event) => ({
      // Other notifications say nothing new, so they start no process.
      ...(event === 'Notification' && {
        matcher: 'elicitation_dialog|elicitation_url_dialog|agent_needs_input',
      }),
      hooks: [
        {
          type: 'command',
          command,
          timeout: TIMEOUT_SECONDS,
          ...(async.has(event) && !(isTaking && taking.has(event)) && { async: true }),
        },
      ],
    })),
  asks: ({ any }, seconds) => ({
    PermissionRequest: askGroup(any, seconds),
    // The answer to a question becomes a part of the tool's input, which only this event can change.
    PreToolUse: { matcher: 'AskUserQuestion', ...askGroup(any, seconds) },
  }),
  notes: ['Sessions that run already take the hooks up by themselves.'],
  askNotes: ['Its terminal shows a question only after the home has no answer.'],
  isShared: false,
};

const codex: Target = {
  title: 'Codex',
  tellsUsage: true,
  file: (place) => join(folderOf(place, '.codex', 'CODEX_HOME'), 'hooks.json'),
  groups: ({ any: command }) =>
    byEvent(codexEvents, (event) => ({
      // Codex gives a hook at the end of a session at most three seconds.
      hooks: [{ type: 'command', command, timeout: event === 'SessionEnd' ? 3 : TIMEOUT_SECONDS }],
    })),
  asks: ({ any }, seconds) => ({ PermissionRequest: askGroup(any, seconds) }),
  askNotes: ['Its terminal asks only after the home has no answer.'],
  notes: ['Codex runs new hooks only after you have trusted them: start codex, and enter /hooks.'],
  isShared: true,
};

const gemini: Target = {
  title: 'Gemini CLI',
  file: ({ env, project }) => join(project ?? homeOf(env), '.gemini/settings.json'),
  groups: ({ any: command }) =>
    byEvent(geminiEvents, () => ({
      hooks: [{ name: 'home-world', type: 'command', command, timeout: TIMEOUT_SECONDS * 1000 }],
    })),
  notes: [
    'Gemini CLI reads its hooks when it starts. Where “security.environmentVariableRedaction” is on, add ' +
      'HOME_WORLD_AGENT_KEY to its list “allowed”: else the hooks do not get the key.',
  ],
  isShared: true,
};

const copilot: Target = {
  title: 'Copilot CLI',
  file: (place) =>
    place.project === undefined
      ? join(folderOf(place, '.copilot', 'COPILOT_HOME'), 'hooks/home-world.json')
      : join(place.project, '.github/hooks/home-world.json'),
  frame: { version: 1 },
  groups: ({ posix, powershell }) =>
    byEvent(copilotEvents, (event) => ({
      type: 'command',
      // If the command of preToolUse fails, for example because this Node is gone, Copilot refuses every
      // tool. So the command never fails.
      bash: `${posix} ${event} || true`,
      powershell: `${powershell} ${event}; exit 0`,
      timeoutSec: TIMEOUT_SECONDS,
    })),
  asks: ({ posix, powershell }, seconds) => ({
    permissionRequest: {
      type: 'command',
      bash: `${posix} permissionRequest || true`,
      powershell: `${powershell} permissionRequest; exit 0`,
      timeoutSec: seconds + ASK_SPARE_SECONDS,
    },
  }),
  askNotes: ['It asks for every tool, also for those that its own rules would allow without a question.'],
  notes: ['Copilot CLI reads its hooks when it starts.'],
  isShared: true,
};

const opencode: Target = {
  title: 'OpenCode',
  file: ({ env, project }) =>
    project === undefined
      ? join(env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config'), 'opencode/plugins/home-world.js')
      : join(project, '.opencode/plugins/home-world.js'),
  groups: () => ({}),
  // The plug-in asks, not a hook.
  asks: () => ({}),
  notes: ['OpenCode loads its plug-ins when it starts.'],
  isShared: false,
};

export const targets: Readonly<Record<Harness, Target>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  copilot,
  opencode,
};
