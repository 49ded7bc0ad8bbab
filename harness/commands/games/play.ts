import { resolve } from 'node:path';
import type { PlayLogEntry } from '../../../data/games/play-log.ts';
import { actionText } from '../../../data/games/play-text.ts';
import { type OwnerConfig, loadConfig } from '../../config/config-file.ts';
import { gameSettings } from '../../config/games-config.ts';
import type { Desktop } from '../../games/desktop.ts';
import { connectDesktop } from '../../games/mcp/connect-desktop.ts';
import type { AgentPlay } from '../../games/play/agent-play.ts';
import { systemClock } from '../../games/play/clock.ts';
import { type GamePortal, readGamePortal } from '../../games/play/game-portal.ts';
import type { Request } from '../../games/play/gate.ts';
import { HomeLink } from '../../games/play/home-link.ts';
import { logLine } from '../../games/play/log-lines.ts';
import type { PlayEnd } from '../../games/play/player.ts';
import { createPlay, deleteOldPlays, listPlays, lockPlay, readPlay } from '../../games/play/plays-folder.ts';
import { type GamePrompt, readPrompt } from '../../games/play/prompt-file.ts';
import { type Progress, progressOf } from '../../games/play/resume.ts';
import { PlaySession } from '../../games/play/session.ts';
import { Terminal } from '../../games/play/terminal.ts';
import { type Command, type FlagValues, textOf } from '../../core/options.ts';
import type { ModelChoice } from '../../model/providers.ts';
import { printLine, safeJson, terminalText } from '../../core/escape.ts';
import { UserError } from '../../core/user-error.ts';
import { builtPages, configFlag, dataFlag, distFlag } from '../../core/folders.ts';
import { dayBudget, modelFlags, noModel, readModelChoice, modelExitCodes } from '../../model/model-flags.ts';
import { homeOf, limitsOf, paceOf, playFlags, policyOf } from './play-flags.ts';

/** The exit code if the desktop failed: no window, or no server. */
const DESKTOP_FAILED = 8;

/**
 * Prints a message that is no line of the play's log: about the connection to the home, or about what cannot
 * be written.
 */
const tell = (line: string): void => void process.stderr.write(`home-world: ${terminalText(line)}\n`);

const exitCodeOf = ({ failed }: PlayEnd): number => {
  if (failed === undefined) return 0;
  if (failed === 'desktop') return DESKTOP_FAILED;
  return failed === 'log' ? 1 : modelExitCodes[failed];
};

interface Plan {
  readonly portal: GamePortal;
  readonly prompt: GamePrompt;
  /** Undefined if an agent of the home plays. */
  readonly choice: ModelChoice | undefined;
  readonly config: OwnerConfig;
}

/**
 * Checks everything that can be checked before a program is started or a model is asked. Throws a
 * `UserError`.
 */
async function plan(id: string, values: FlagValues, env: NodeJS.ProcessEnv, data: string): Promise<Plan> {
  const dist = resolve(textOf(values['dist']) ?? builtPages);
  const file = textOf(values['config']);
  const config = await loadConfig({ file: file && resolve(file), dataDir: data, dist });
  const settings = gameSettings(config.games, id);
  const portal = await readGamePortal(id, { data, dist, windowTitle: settings.windowTitle });
  const given = textOf(values['prompts']) ?? settings.prompts;
  const prompt = await readPrompt({
    portal: id,
    data,
    file: given && resolve(given),
    name: portal.destination.params['prompts'],
  });
  const choice = values['agent'] === true ? undefined : readModelChoice(values, env);
  if (!choice && values['agent'] !== true) throw noModel();
  return { portal, prompt, choice, config };
}

/** The play that `--resume` names, or the newest one that did not end. Throws a `UserError`. */
function findBefore(data: string, name: string | undefined): { id: string; before: Progress } {
  const ids = name === undefined ? listPlays(data) : [name];
  for (const id of ids) {
    const before = progressOf(readPlay(data, id) ?? []);
    if (before && !before.end) return { id, before };
    if (name !== undefined)
      throw new UserError(
        before?.end
          ? `The play ${id} is over: ${before.end.note}`
          : `There is no play ${name.slice(0, 100)}.`,
        'Start a new one with “home-world play <portal>”; “home-world replay” lists the plays.',
      );
  }
  throw new UserError('There is no play to continue.', 'Start one with “home-world play <portal>”.');
}

/** The settings that a resumed play keeps. Throws a `UserError` if a flag contradicts them. */
function rulesOf(values: FlagValues, before: Progress | undefined) {
  const start = before?.start;
  if (start?.dryRun === true && values['act'] === true)
    throw new UserError(
      'This play is a dry run, and stays one.',
      'Leave out --act, or start a new play with it.',
      2,
    );
  if (start && start.private !== true && values['private'] === true)
    throw new UserError(
      'This play is not private: a home that has this data folder lists it, with all its screenshots.',
      'Leave out --private, or start a new play with it.',
      2,
    );
  const policy = policyOf(values);
  return {
    dryRun: start ? start.dryRun : values['act'] !== true,
    approval: policy?.approval ?? start?.approval ?? 'ask',
    allowed: policy?.allowed ?? new Set(start?.allowed),
    limits: limitsOf(values, start?.limits),
    isPrivate: values['private'] === true || start?.private === true,
  };
}

/** Prints a question at the terminal, and the keys that answer it. */
function askAtTerminal({ action }: Request): void {
  process.stdout.write(terminalText(`  ${actionText(action)}? y: yes · n: no · q: stop\n`));
}

/** Prints the play while it runs. */
function printer(isJson: boolean): (entry: PlayLogEntry) => void {
  return (entry) => {
    printLine(isJson ? safeJson(entry) : logLine(entry));
  };
}

/**
 * Checks that a person can approve actions. Throws a `UserError` if there is neither a terminal nor a home.
 */
function checkApproval(rules: ReturnType<typeof rulesOf>, token: string | undefined): void {
  const needsApproval = !rules.dryRun && rules.approval !== 'free';
  if (!needsApproval || process.stdin.isTTY || token !== undefined) return;
  throw new UserError(
    'No one can approve an action: there is no terminal and no home.',
    'Start it in a terminal, set HOME_WORLD_BRIDGE_TOKEN for a home that runs, or let it act without approval with --approve free.',
    2,
  );
}

/** Checks that a play of an agent has a home. Throws a `UserError` if it has none. */
function checkAgent(values: FlagValues, token: string | undefined): void {
  if (values['agent'] !== true || token !== undefined) return;
  throw new UserError(
    'An agent plays through a home, and this play has none.',
    'Set HOME_WORLD_BRIDGE_TOKEN to the token of the home, and leave out --private.',
    2,
  );
}

interface Connected {
  readonly portal: GamePortal;
  readonly link: { readonly url: URL; readonly token: string } | undefined;
  readonly agent: AgentPlay | undefined;
}

/** Connects a home and the terminal to a play, and runs it. */
async function watched(
  session: PlaySession,
  { portal, link, agent }: Connected,
  isJson: boolean,
): Promise<PlayEnd> {
  const { id } = session.record;
  const terminal = new Terminal({
    play: id,
    keyboard: process.stdin,
    now: () => performance.now(),
    order: (order, from) => session.order(order, from),
    exit: (code) => process.exit(code),
  });
  const home =
    link &&
    new HomeLink({
      ...link,
      agent,
      portalName: portal.name,
      onOrder: (order, from) => session.order(order, from),
      onStatus: tell,
    });
  session.watch({
    ask: (request) => {
      terminal.ask(request);
      if (request && process.stdin.isTTY && !isJson) askAtTerminal(request);
    },
  });
  if (home) session.watch(home);
  if (agent) session.watch(agent);
  try {
    return await session.run();
  } finally {
    terminal.close();
    await home?.close();
  }
}

/** `connectDesktop` with the exit code for desktop failures. */
async function openDesktop(options: Parameters<typeof connectDesktop>[0]) {
  try {
    return await connectDesktop(options);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.message, error.fix, DESKTOP_FAILED);
  }
}

/** The play to run: a new one, or a resumed one. Throws a `UserError`. */
function whichPlay(values: FlagValues, words: readonly string[], data: string) {
  const [word, ...more] = words;
  const isResumed = values['resume'] === true;
  if (more.length > 0 || (word === undefined && !isResumed))
    throw new UserError(
      'play needs the id of one portal.',
      'Give it as in portals.json: home-world play chess; or continue a play: home-world play --resume.',
      2,
    );
  const found = isResumed ? findBefore(data, word) : undefined;
  return { found, portalId: found?.before.start.portal ?? word ?? '' };
}

/** What a play needs. */
interface Setting extends Plan {
  readonly found: ReturnType<typeof whichPlay>['found'];
  readonly rules: ReturnType<typeof rulesOf>;
  readonly desktop: Desktop;
  readonly token: string | undefined;
}

/** Who chooses the actions: the resident's model, or an agent of the home. */
async function gameModelOf({ choice, prompt, rules, desktop }: Setting, values: FlagValues, data: string) {
  if (!choice) {
    const { AgentPlay: Agent } = await import('../../games/play/agent-play.ts');
    const agent = new Agent(systemClock);
    return { gameModel: agent, desktop: agent.desktopOf(desktop), agent, name: 'an agent of this home' };
  }
  const { ResidentGameModel } = await import('../../games/play/game-model.ts');
  const gameModel = new ResidentGameModel({
    choice,
    budget: dayBudget(values, data, tell),
    prompt,
    supportedActions: desktop.supportedActions,
    dryRun: rules.dryRun,
  });
  return { gameModel, desktop, agent: undefined, name: `${choice.provider.id}/${choice.model}` };
}

/** Runs the play with a connected desktop, in a folder that this process has locked. */
async function playWith(setting: Setting, values: FlagValues, data: string): Promise<number> {
  const { found, rules, portal, prompt, token } = setting;
  const [paceMs, url, isJson] = [paceOf(values), homeOf(values), values['json'] === true];
  const { gameModel, desktop, agent, name } = await gameModelOf(setting, values, data);
  const print = printer(isJson);
  const { id, lock } = found
    ? { id: found.id, lock: lockPlay(data, found.id) }
    : await createPlay(data, portal.id, Date.now());
  try {
    const session = new PlaySession({
      ...rules,
      id,
      data,
      portal: { id: portal.id, window: portal.window_title },
      model: name,
      goal: prompt.goal,
      approvalTimeoutMs: Number(values['approve-seconds']) * 1000,
      paceMs,
      gameModel,
      desktop,
      before: found?.before,
      onEntry: (entry) => {
        print(entry);
        agent?.entry(entry);
      },
    });
    if (token === undefined && !rules.isPrivate)
      tell('HOME_WORLD_BRIDGE_TOKEN is not set: no home shows the play.');
    const link = token === undefined ? undefined : { url, token };
    const end = await watched(session, { portal, link, agent }, isJson);
    if (!isJson) printLine(`“home-world replay ${id}” shows it again.`);
    return exitCodeOf(end);
  } finally {
    lock.release();
  }
}

async function run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  const data = resolve(String(values['data']));
  const { found, portalId } = whichPlay(values, words, data);
  const rules = rulesOf(values, found?.before);
  // Wrong values are reported before a server is started.
  paceOf(values);
  homeOf(values);
  const token = rules.isPrivate ? undefined : env['HOME_WORLD_BRIDGE_TOKEN']?.trim() || undefined;
  checkApproval(rules, token);
  checkAgent(values, token);
  const planned = await plan(portalId, values, env, data);
  const { portal, prompt, config } = planned;
  const gameKeys = Object.keys(prompt.keys);
  const desktop = await openDesktop({ portal, config: config.games, gameKeys, log: tell, env });
  try {
    return await playWith({ ...planned, found, rules, desktop, token }, values, data);
  } finally {
    await desktop.close();
    deleteOldPlays(data, Number(values['keep']));
  }
}

/** The command `play`. */
export const playCommand: Command = {
  words: '<portal> | --resume [play]',
  details: [
    'It takes a screenshot of the game’s window, asks the resident’s model, and does what the model calls for.',
    'Without --act nothing is sent to the game. Keys at the terminal: y and n answer, q and Ctrl-C stop the play.',
    '',
    'Exit codes: 0 done, stopped, or the budget of the play is spent · 1 the log cannot be written',
    '  2 wrong command line or config.json · 3 no model or no key · 4 the provider refuses · 5 the budget of the day is spent',
    '  6 too many requests · 7 incomplete answer of the model · 8 no window, or no server that controls the desktop',
    '',
    'docs/games.md explains how to set up a game in five minutes.',
  ].join('\n'),
  flags: [...playFlags, configFlag, dataFlag, distFlag, ...modelFlags],
  run,
};
