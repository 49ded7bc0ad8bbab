import type { ActionResult, GameAction, GameActionName } from '../../../../data/games/game-action.ts';
import type { PlayLogEntry } from '../../../../data/games/play-log.ts';
import type { PlayOrder, PlayRecord } from '../../../../data/games/play-record.ts';
import type { Desktop, StateCapture } from '../../../../harness/games/desktop.ts';
import type { GameModel, Thought } from '../../../../harness/games/play/game-model.ts';
import { Gate, type OrderOrigin, type Request } from '../../../../harness/games/play/gate.ts';
import type { View } from '../../../../harness/games/play/messages.ts';
import { PlayBudget, type PlayLimits } from '../../../../harness/games/play/play-budget.ts';
import { Player, waitingFor } from '../../../../harness/games/play/player.ts';
import { TestClock } from './test-clock.ts';

export const PLAY = '20261122-221500-2048';

/** Every action that a desktop can offer. */
export const ALL_ACTIONS: ReadonlySet<GameActionName> = new Set([
  'click',
  'right_click',
  'double_click',
  'move_to',
  'drag_to',
  'type_text',
  'press_key',
  'hotkey',
  'scroll',
]);

/** Some bytes as a screenshot; equal bytes are an unchanged screen. */
export const capture = (shows: string, store: Partial<StateCapture['store']> = {}): StateCapture => ({
  takenAt: '2026-11-22T22:15:00.000Z',
  window: { title: '2048 Game', x: 10, y: 20, width: 400, height: 300 },
  screenshot: { bytes: Buffer.from(shows), mediaType: 'image/png', width: 400, height: 300, scale: 1 },
  store: { notes: [], ...store },
});

export const result = ({ action, params }: GameAction, cause?: string): ActionResult => ({
  success: cause === undefined,
  action,
  params,
  timestamp: '2026-11-22T22:15:00.000Z',
  ...(cause === undefined ? {} : { cause }),
});

/** A desktop whose screen changes with each action, unless told otherwise. */
export function scriptedDesktop(more: Partial<Desktop> = {}) {
  const executed: GameAction[] = [];
  const desktop: Desktop = {
    supportedActions: ALL_ACTIONS,
    capture: () => Promise.resolve(capture(`screen ${executed.length}`)),
    execute: (action) => {
      executed.push(action);
      return Promise.resolve(result(action));
    },
    close: () => Promise.resolve(),
    ...more,
  };
  return { desktop, executed };
}

export const calls = (...tools: readonly (readonly [name: string, input?: object])[]): Thought => ({
  text: 'I see it.',
  calls: tools.map(([name, input = {}], index) => ({ id: `c${index}`, name, input })),
  tokens: 100,
});
export const click = calls(['click', { x: 0.5, y: 0.5 }]);
export const done = calls(['done', { note: 'Won.' }]);

/** Says one thought after the other; the last one stays. */
export function scriptedModel(...thoughts: readonly Thought[]) {
  const views: View[] = [];
  const gameModel: GameModel = {
    think: (view) => {
      views.push(view);
      return Promise.resolve(thoughts[Math.min(views.length, thoughts.length) - 1]!);
    },
  };
  return { gameModel, views };
}

interface Setup extends Partial<Omit<ConstructorParameters<typeof Player>[0], 'gate' | 'budget'>> {
  readonly limits?: Partial<PlayLimits>;
  readonly used?: PlayLimits;
  readonly gate?: Partial<ConstructorParameters<typeof Gate>[0]>;
  readonly onRequest?: (request: Request, order: (order: PlayOrder, from?: OrderOrigin) => boolean) => void;
}

/** A player with a clock of its own and a log in memory. */
export function scriptedPlay({ limits, used, gate: gateOptions, onRequest, ...options }: Setup = {}) {
  const clock = options.clock ?? new TestClock();
  const entries: PlayLogEntry[] = [];
  const records: Partial<PlayRecord>[] = [];
  const screens: number[] = [];
  let ids = 0;
  const report = (change: Partial<PlayRecord>): void => void records.push(change);
  const order = (given: PlayOrder, from: OrderOrigin = 'page'): boolean => gate.order(given, from);
  const gate = new Gate({
    play: PLAY,
    approval: 'free',
    allowed: new Set(),
    timeoutMs: 60_000,
    clock,
    newId: () => `r${++ids}`,
    onRequest: (request) => {
      report(waitingFor(request));
      if (request) onRequest?.(request, order);
    },
    onOrder: (given, from, taken) =>
      entries.push({ type: 'order', at: clock.now(), order: given, from, taken }),
    ...gateOptions,
  });
  const player = new Player({
    dryRun: false,
    gameModel: scriptedModel(click, done).gameModel,
    desktop: scriptedDesktop().desktop,
    gate,
    budget: new PlayBudget(
      { steps: 20, seconds: 3600, tokens: 100_000, ...limits },
      () => clock.elapsed(),
      used,
    ),
    file: { failure: undefined, append: (entry) => void entries.push(entry), writeScreen: () => undefined },
    clock,
    paceMs: 200,
    report,
    onScreen: ({ number }) => void screens.push(number),
    ...options,
  });
  const run = () => (clock instanceof TestClock ? clock.until(player.run()) : player.run());
  const stop = (from: OrderOrigin = 'page'): boolean => order({ order: 'stop', play: PLAY }, from);
  return { player, gate, clock, entries, records, screens, run, order, stop };
}

export const ofType = <T extends PlayLogEntry['type']>(entries: readonly PlayLogEntry[], type: T) =>
  entries.filter((entry): entry is Extract<PlayLogEntry, { type: T }> => entry.type === type);
