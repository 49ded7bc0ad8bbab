import type { PlayLogEntryOf } from '../../../data/games/play-log.ts';
import { MAX_SHOWN_ACTIONS, type PlayRecord, type ShownAction } from '../../../data/games/play-record.ts';
import type { GameAction } from '../../../data/games/game-action.ts';
import { cleanLine, cutText } from '../../../data/core/text.ts';
import type { ModelProblem } from '../../model/model-error.ts';
import type { Desktop } from '../desktop.ts';
import type { GameModel, Thought } from './game-model.ts';
import { type Clock, settle } from './clock.ts';
import type { Gate, Request } from './gate.ts';
import { Screenshots } from './screenshots.ts';
import { type Call, readCall } from './model-tools.ts';
import type { PlayBudget } from './play-budget.ts';
import type { PlayLog } from './play-file.ts';
import { type RawCall, type Screen, Turns, outcomeText } from './turns.ts';

/** The longest action is a drag of ten seconds; the answer of the server may take as long again. */
const ACTION_TIMEOUT_MS = 25_000;
/** The resident’s model has its own, shorter limit; this limit is for every other `GameModel`. */
const THINK_TIMEOUT_MS = 600_000;
/** Pauses before a model is asked again after an outage. */
const RETRY_MS = [2_000, 10_000] as const;
/** Problems of a model that a second request may solve. */
const PASSING: ReadonlySet<ModelProblem> = new Set([
  'network',
  'provider',
  'timeout',
  'cut',
  'empty',
  'rate-limit',
]);
/** After this many answers without a call, the model is considered unable to call tools. */
const MAX_SILENT_STEPS = 3;
const MAX_LINE_CHARACTERS = 300;

const line = (text: string): string => cutText(cleanLine(text), MAX_LINE_CHARACTERS);

/** How a play ended. */
export interface PlayEnd {
  readonly state: PlayLogEntryOf<'end'>['state'];
  readonly note: string;
  /** What failed, for the exit code. */
  readonly failed?: 'desktop' | 'log' | ModelProblem;
}

interface PlayerOptions {
  readonly dryRun: boolean;
  readonly gameModel: GameModel;
  readonly desktop: Desktop;
  readonly gate: Gate;
  readonly budget: PlayBudget;
  readonly file: PlayLog;
  readonly clock: Clock;
  /** Milliseconds between two actions, and from an action to the next screenshot. */
  readonly paceMs: number;
  /** Called with the changes of the play's record. */
  readonly report: (change: Partial<PlayRecord>) => void;
  /** Called with each new screenshot. */
  readonly onScreen: (screen: Screen) => void;
  /** For a resumed play: its steps, and the number of its last screenshot. */
  readonly before?: { readonly steps: readonly string[]; readonly screens: number };
}

/** The main loop of a play: look, think, act, until the goal, the budget, a failure or the owner ends it. */
export class Player {
  readonly #options: PlayerOptions;
  readonly #turns: Turns;
  readonly #screenshots: Screenshots;
  #actedAt = -Infinity;
  #silentSteps = 0;
  #notes: string[] = [];
  #shown: ShownAction[] = [];

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#turns = new Turns(options.before?.steps);
    this.#screenshots = new Screenshots({
      ...options,
      signal: options.gate.signal,
      screens: options.before?.screens ?? 0,
    });
  }

  /** Plays until the play ends, and writes the end into the log. Never throws. */
  async run(): Promise<PlayEnd> {
    const end = await this.#loop();
    const { file, clock, budget, report } = this.#options;
    const note = line(end.note);
    file.append({ type: 'end', at: clock.now(), step: budget.step, state: end.state, note });
    report({ state: end.state, note, request: undefined, budget: budget.record });
    return end;
  }

  async #loop(): Promise<PlayEnd> {
    const { budget, report } = this.#options;
    for (;;) {
      await this.#keepPace();
      const over = this.#over(budget.spentForStep());
      if (over) return over;
      const look = await this.#screenshots.take();
      if ('failure' in look)
        return this.#over() ?? { state: 'failed', note: look.failure, failed: 'desktop' };
      const step = budget.beginStep();
      report({ state: 'playing', step, screen: look.shown, budget: budget.record });
      const thought = await this.#think(step, look.screen);
      if ('state' in thought) return thought;
      const end = await this.#act(step, look.screen, thought);
      if (end) return end;
    }
  }

  /** Why the play must end now; checked before anything is sent. */
  #over(spent = this.#options.budget.spent()): PlayEnd | undefined {
    const { gate, file } = this.#options;
    if (gate.stoppedBy !== undefined) return { state: 'stopped', note: `From the ${gate.stoppedBy}.` };
    if (file.failure !== undefined)
      return { state: 'failed', note: `The log cannot be written: ${file.failure}`, failed: 'log' };
    return spent === undefined ? undefined : { state: 'budget-spent', note: spent };
  }

  /** Waits, so that the game has time to react, and the owner has time to see the reaction. */
  async #keepPace(): Promise<void> {
    const { clock, paceMs, gate } = this.#options;
    const left = this.#actedAt + paceMs - clock.elapsed();
    if (left > 0) await clock.sleep(left, gate.signal);
  }

  /** Asks the model; tries again after an outage. */
  async #think(step: number, screen: Screen): Promise<Thought | PlayEnd> {
    const { gameModel, budget, clock, file, gate, report } = this.#options;
    const notes = this.#notes.splice(0);
    const { earlier, recent } = this.#turns;
    for (let tries = 0; ; tries += 1) {
      const settled = await settle(
        (signal) => gameModel.think({ step, screen, earlier, recent, notes }, signal),
        {
          ms: THINK_TIMEOUT_MS,
          signal: gate.signal,
          clock,
        },
      );
      const thought = settled.state === 'value' ? settled.value : undefined;
      budget.spendTokens(thought?.tokens ?? 0);
      const { text = '', tokens = 0 } = thought ?? {};
      // Failed requests cost tokens too: a resumed play must know what was used.
      if (thought && (!thought.failure || tokens > 0))
        file.append({ type: 'thought', at: clock.now(), step, text, tokens });
      const over = this.#over();
      if (over) return over;
      report({ budget: budget.record, ...(text === '' ? {} : { note: line(text) }) });
      if (thought && !thought.failure) return thought;
      const { problem, message } = thought?.failure ?? {
        problem: 'timeout' as const,
        message: 'The model did not answer.',
      };
      file.append({ type: 'error', at: clock.now(), step, from: 'model', message: line(message) });
      if (problem === 'budget') return { state: 'budget-spent', note: message, failed: problem };
      const pause = RETRY_MS[tries];
      if (pause === undefined || !PASSING.has(problem))
        return { state: 'failed', note: message, failed: problem };
      report({ note: line(message) });
      await clock.sleep(pause, gate.signal);
    }
  }

  /** Executes the calls of an answer in order. */
  async #act(step: number, screen: Screen, { text, calls }: Thought): Promise<PlayEnd | undefined> {
    const results: (RawCall & { result: string })[] = [];
    for (const raw of calls) {
      const call = readCall(raw.name, raw.input, this.#options.desktop.supportedActions);
      if (call.kind === 'done')
        return this.#over() ?? { state: 'done', note: call.note || 'The resident ended the play.' };
      const result = await this.#do(step, screen.number, call);
      if (typeof result !== 'string') return result;
      results.push({ ...raw, result });
    }
    this.#silentSteps = calls.length === 0 ? this.#silentSteps + 1 : 0;
    if (this.#silentSteps >= MAX_SILENT_STEPS)
      return {
        state: 'failed',
        note: 'The model calls no tool: it may not support tools.',
        failed: 'no-tools',
      };
    if (calls.length === 0) this.#notes.push('You called no tool. Call one, or call done to end the play.');
    this.#turns.add({ step, screen, text, calls: results });
    return undefined;
  }

  /** Executes one call; returns its result for the model, or the end of the play. */
  async #do(step: number, screen: number, call: Exclude<Call, { kind: 'done' }>): Promise<string | PlayEnd> {
    const { clock, file, gate } = this.#options;
    if (call.kind === 'act') return this.#doAction(step, screen, call.action);
    const over = this.#over();
    if (over) return over;
    if (call.kind === 'wrong') {
      file.append({ type: 'error', at: clock.now(), step, from: 'model', message: line(call.cause) });
      return call.cause;
    }
    file.append({ type: 'wait', at: clock.now(), step, seconds: call.seconds });
    await clock.sleep(call.seconds * 1000, gate.signal);
    return this.#over() ?? `Waited ${call.seconds} seconds.`;
  }

  async #doAction(step: number, screen: number, action: GameAction): Promise<string | PlayEnd> {
    const { desktop, dryRun, gate, clock } = this.#options;
    await this.#keepPace();
    const before = this.#over();
    if (before) return before;
    const refusal = desktop.refusal?.(action);
    if (refusal !== undefined)
      return this.#report({ step, screen, action, outcome: 'refused', cause: line(refusal) });
    if (dryRun) return this.#report({ step, screen, action, outcome: 'dry' });
    const decision = await gate.ask(action);
    // From here to `execute` nothing is awaited, so that a stop cannot come in between.
    const over = this.#over();
    if (over) return over;
    if (!decision.isGranted)
      return this.#report({ step, screen, action, outcome: 'refused', cause: decision.cause });
    const settled = await settle((signal) => desktop.execute(action, signal), {
      ms: ACTION_TIMEOUT_MS,
      signal: gate.signal,
      clock,
    });
    this.#actedAt = clock.elapsed();
    const done = { step, screen, action, approvedBy: decision.by };
    if (settled.state === 'value') {
      const { cause, ...result } = settled.value;
      const outcome = result.success ? 'done' : 'failed';
      const why = result.success ? {} : { cause: line(cause ?? 'The desktop reported no cause.') };
      return this.#report({ ...done, outcome, result: { ...result, params: { ...result.params } }, ...why });
    }
    const cause =
      settled.state === 'aborted'
        ? 'The play was stopped while the action was sent.'
        : 'The desktop did not answer in time.';
    return this.#report({ ...done, outcome: 'failed', cause });
  }

  /** Logs and shows the result of an action, and returns it as text for the model. */
  #report(entry: Omit<PlayLogEntryOf<'action'>, 'type' | 'at'>): string | PlayEnd {
    const { clock, file, report } = this.#options;
    file.append({ type: 'action', at: clock.now(), ...entry });
    const { step, action, outcome, cause } = entry;
    this.#shown = [
      ...this.#shown,
      { step, action, outcome, ...(cause === undefined ? {} : { cause }) },
    ].slice(-MAX_SHOWN_ACTIONS);
    report({ actions: this.#shown });
    return this.#over() ?? outcomeText(entry);
  }
}

/** The changes of the record while an action waits for the owner. */
export const waitingFor = (request: Request | undefined): Partial<PlayRecord> =>
  request ? { state: 'waiting', request } : { state: 'playing', request: undefined };
