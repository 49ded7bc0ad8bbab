import { setTimeout as pause } from 'node:timers/promises';
import { join, resolve } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { MAX_CHAT_CHARACTERS } from '../../data/core/limits.ts';
import { loadConfig } from '../config/config-file.ts';
import { createDemo } from '../demo/demo.ts';
import { readRecordings } from '../demo/recordings.ts';
import { createGateway } from '../gateway/gateway.ts';
import { type Command, type Flag, type FlagValues, textOf } from '../core/options.ts';
import type { ModelError } from '../model/model-error.ts';
import { OWNER, PIPED } from '../resident/model/notes.ts';
import type { Resident, ResidentContext, ResidentStep } from '../resident/resident.ts';
import { Store } from '../store/store.ts';
import { safeJson, terminalText } from '../core/escape.ts';
import { UserError } from '../core/user-error.ts';
import { builtPages } from '../core/folders.ts';
import { findCodeHosts } from '../gateway/code-host/find-code-host.ts';
import { modelFlags, noModel, modelExitCodes } from '../model/model-flags.ts';
import { modelResident } from '../resident/model/resident-setup.ts';
import { flags as serveFlags } from '../server/serve-flags.ts';

/** The question if the owner gives none. */
const DEFAULT_QUESTION =
  'Look at what happens in this home now, and say in at most five sentences what its owner should know.';
/** How long the first answers of weather, chain and code host may take. */
const READINGS_TIMEOUT_MS = 5_000;
const LOOK_MS = 50;

const json: Flag = { name: 'json', help: 'print one JSON object instead of text' };
const SHARED = new Set(['config', 'data', 'repo', 'demo', 'dist']);

const isPiped = (words: readonly string[]): boolean => words.length === 1 && words[0] === '-';

async function questionOf(words: readonly string[]): Promise<string> {
  const given = isPiped(words) ? await readAll(process.stdin) : words.join(' ');
  const question = given.trim() || DEFAULT_QUESTION;
  if (question.length <= MAX_CHAT_CHARACTERS) return question;
  throw new UserError(
    `The text has ${question.length} characters.`,
    `Give at most ${MAX_CHAT_CHARACTERS.toLocaleString('en-US')}.`,
    2,
  );
}

/** Waits until every source has answered or failed, or the time is over. */
async function readingsArrive({ readings }: ReadingsState): Promise<void> {
  const until = performance.now() + READINGS_TIMEOUT_MS;
  const isLoading = (): boolean =>
    Object.values(readings).some((reading) => reading.get().state === 'loading');
  while (isLoading() && performance.now() < until) await pause(LOOK_MS);
}

interface Thought {
  readonly answer: string;
  readonly steps: readonly ResidentStep[];
  readonly problem: ModelError | undefined;
}

/**
 * Asks the resident; `onText` gets each piece. If the model fails, the answer from the readings, which
 * replaces the model's answer, is left out.
 */
async function think(
  resident: Resident,
  state: ResidentContext['state'],
  question: string,
  options: {
    readonly visitor: string;
    readonly problem: () => ModelError | undefined;
    readonly onText: (text: string) => void;
  },
): Promise<Thought> {
  const context = {
    state,
    history: [],
    acting: false,
    visitor: options.visitor,
    visitors: 0,
    address: undefined,
  };
  const steps = new Map<string, ResidentStep>();
  let answer = '';
  for await (const piece of resident.answer(question, context, new AbortController().signal)) {
    if (options.problem()) break;
    if (typeof piece === 'string') {
      options.onText(piece);
      answer += piece;
    } else if ('step' in piece) steps.set(piece.step, piece);
  }
  return { answer, steps: [...steps.values()], problem: options.problem() };
}

/**
 * Opens a home that does not listen on a port. It has the same readings and the same resident as the owner's
 * home, and can run beside it.
 */
async function openHome(values: FlagValues, env: NodeJS.ProcessEnv, resident: Resident, data: string) {
  const dist = resolve(textOf(values['dist']) ?? builtPages);
  const file = textOf(values['config']);
  const config = await loadConfig({ file: file && resolve(file), dataDir: data, dist });
  const demo = values['demo'] === true ? createDemo(await readRecordings(Date.now())) : undefined;
  const codeHosts = await findCodeHosts(config, textOf(values['repo']), env, demo !== undefined);
  const store = new Store(':memory:');
  const app = await createGateway({
    dist,
    ownerFiles: join(data, 'public'),
    config,
    codeHosts,
    store,
    resident,
    demo,
  });
  return { state: app.home.state, close: () => app.close().finally(() => store.close()) };
}

async function run(values: FlagValues, env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> {
  const data = resolve(String(values['data']));
  const began = performance.now();
  let problem: ModelError | undefined;
  const resident = await modelResident(values, env, data, {
    // Reports that the persona or the notes cannot be read; the answer is made without them.
    log: (line) => void process.stderr.write(`home-world: ${terminalText(line)}\n`),
    onProblem: (error) => (problem = error),
    isDemo: values['demo'] === true,
  });
  if (!resident) throw noModel();
  const question = await questionOf(words);
  const home = await openHome(values, env, resident, data);
  try {
    await readingsArrive(home.state);
    const isJson = values['json'] === true;
    const thought = await think(resident, home.state, question, {
      visitor: isPiped(words) ? PIPED : OWNER,
      problem: () => problem,
      onText: (text) => void (isJson || process.stdout.write(terminalText(text))),
    });
    if (isJson) {
      const seconds = Math.round(performance.now() - began) / 1000;
      const failed = thought.problem && { kind: thought.problem.problem, message: thought.problem.message };
      const { answer, steps } = thought;
      const output = { model: resident.who.name, question, answer, steps, seconds, problem: failed ?? null };
      process.stdout.write(`${safeJson(output)}\n`);
    } else if (thought.answer !== '') process.stdout.write('\n');
    if (!thought.problem) return 0;
    process.stderr.write(`home-world: ${thought.problem.message}\n`);
    return modelExitCodes[thought.problem.problem];
  } finally {
    await home.close();
  }
}

/** The command `think`. */
export const thinkCommand: Command = {
  words: '[text]',
  details: [
    'Without a text, it says what the owner should know now; “-” reads the text from the standard input.',
    'It runs beside a home that is running, and uses its persona, notes and budget.',
    '',
    'Exit codes: 0 an answer · 1 the home cannot be read · 2 wrong command line or config.json · 3 no model or no key',
    '  4 the provider refuses · 5 the budget of the day is spent · 6 too many requests, try later',
    '  7 no whole answer: no network, time-out, broken off, an error of the provider',
    '',
    'docs/resident.md explains models, keys and budgets.',
  ].join('\n'),
  flags: [json, ...serveFlags.filter(({ name }) => SHARED.has(name)), ...modelFlags],
  run,
};
