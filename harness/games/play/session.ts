import { randomBytes } from 'node:crypto';
import type { GameActionName } from '../../../data/games/game-action.ts';
import type { PlayLogEntry } from '../../../data/games/play-log.ts';
import type { PlayOrder, PlayRecord } from '../../../data/games/play-record.ts';
import type { Desktop } from '../desktop.ts';
import type { GameModel } from './game-model.ts';
import { type Clock, systemClock } from './clock.ts';
import { Gate, type OrderOrigin, type Request } from './gate.ts';
import { PlayBudget, type PlayLimits } from './play-budget.ts';
import { PlayFile } from './play-file.ts';
import { type PlayEnd, Player, waitingFor } from './player.ts';
import { playFolder } from './plays-folder.ts';
import type { Progress } from './resume.ts';
import type { Screen } from './turns.ts';

/** Shows a play: a home or a terminal. */
export interface Watcher {
  report?(record: PlayRecord): void;
  show?(screen: Screen): void;
  ask?(request: Request | undefined): void;
}

interface SessionOptions {
  readonly id: string;
  readonly data: string;
  readonly portal: { readonly id: string; readonly window: string };
  readonly model: string;
  readonly goal: string;
  readonly isPrivate: boolean;
  readonly dryRun: boolean;
  readonly approval: PlayRecord['approval'];
  readonly allowed: ReadonlySet<GameActionName>;
  readonly approvalTimeoutMs: number;
  readonly limits: PlayLimits;
  readonly paceMs: number;
  readonly gameModel: GameModel;
  readonly desktop: Desktop;
  /** For a resumed play. */
  readonly before?: Progress | undefined;
  /** Called with each entry of the log. */
  readonly onEntry: (entry: PlayLogEntry) => void;
  readonly clock?: Clock;
}

const firstEntry = (options: SessionOptions, at: number): PlayLogEntry => ({
  type: 'start',
  at,
  id: options.id,
  portal: options.portal.id,
  model: options.model,
  dryRun: options.dryRun,
  approval: options.approval,
  allowed: [...options.allowed],
  limits: { ...options.limits },
  goal: options.goal,
  ...(options.isPrivate ? { private: true } : {}),
  window: options.portal.window,
});

/** One play with its log, gate, record and watchers. */
export class PlaySession {
  readonly #options: SessionOptions;
  readonly #clock: Clock;
  readonly #file: PlayFile;
  readonly #gate: Gate;
  readonly #budget: PlayBudget;
  readonly #watchers: Watcher[] = [];
  #record: PlayRecord;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { id, data, before, approval, allowed, dryRun, limits } = options;
    const clock = (this.#clock = options.clock ?? systemClock);
    const now = clock.now();
    this.#file = new PlayFile(playFolder(data, id), options.onEntry);
    this.#budget = new PlayBudget(limits, () => clock.elapsed(), before?.used);
    this.#gate = new Gate({
      play: id,
      approval,
      allowed,
      timeoutMs: options.approvalTimeoutMs,
      clock,
      newId: () => randomBytes(9).toString('base64url'),
      onRequest: (request) => {
        for (const watcher of this.#watchers) watcher.ask?.(request);
        this.#update(waitingFor(request));
      },
      onOrder: (order, from, taken) =>
        this.#file.append({ type: 'order', at: clock.now(), order, from, taken }),
    });
    this.#record = {
      id,
      portal: options.portal.id,
      state: 'starting',
      dryRun,
      approval,
      step: this.#budget.step,
      budget: this.#budget.record,
      actions: [],
      startedAt: before?.start.at ?? now,
      updatedAt: now,
    };
    this.#file.append(
      before ? { type: 'resume', at: now, step: this.#budget.step } : firstEntry(options, now),
    );
  }

  get record(): PlayRecord {
    return this.#record;
  }

  order(order: PlayOrder, from: OrderOrigin): void {
    this.#gate.order(order, from);
  }

  /** Adds a watcher, which first gets the current record. */
  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
    watcher.report?.(this.#record);
  }

  /** Plays until the end. Never throws. */
  async run(): Promise<PlayEnd> {
    const { dryRun, gameModel, desktop, paceMs, before } = this.#options;
    const player = new Player({
      dryRun,
      gameModel,
      desktop,
      gate: this.#gate,
      budget: this.#budget,
      file: this.#file,
      clock: this.#clock,
      paceMs,
      report: (change) => this.#update(change),
      onScreen: (screen) => this.#watchers.forEach((watcher) => watcher.show?.(screen)),
      ...(before ? { before } : {}),
    });
    try {
      return await player.run();
    } finally {
      this.#file.close();
    }
  }

  #update(change: Partial<PlayRecord>): void {
    this.#record = { ...this.#record, ...change, updatedAt: this.#clock.now() };
    if (this.#record.request === undefined) delete this.#record.request;
    for (const watcher of this.#watchers) watcher.report?.(this.#record);
  }
}
