import type { PlayLogEntry } from '../../data/games/play-log.ts';

/** When the plays of tests began. */
const START = Date.parse('2026-11-22T22:15:00Z');

const actions: readonly PlayLogEntry[] = [
  {
    type: 'action',
    at: START,
    step: 1,
    screen: 1,
    action: { action: 'click', params: { x: 0.25, y: 0.5 } },
    outcome: 'done',
  },
  {
    type: 'action',
    at: START,
    step: 2,
    screen: 2,
    action: { action: 'drag_to', params: { x: 0.75, y: 0.5, duration: 0.5 } },
    outcome: 'dry',
  },
  {
    type: 'action',
    at: START,
    step: 3,
    screen: 3,
    action: { action: 'press_key', params: { key: 'Up' } },
    outcome: 'refused',
    cause: 'The owner said no.',
  },
];

const stepOf = (step: number): PlayLogEntry[] => {
  const action = actions[(step - 1) % actions.length];
  return [
    {
      type: 'screen',
      at: START,
      number: step,
      file: `${String(step).padStart(4, '0')}.png`,
      width: 160,
      height: 90,
      takenAt: '2026-11-22T22:15:00.000Z',
      sha: 'a'.repeat(64),
      window: { title: 'A game', x: 0, y: 0, width: 160, height: 90 },
    },
    { type: 'thought', at: START, step, text: `I look at step ${step}.`, tokens: 100 },
    ...(action ? [{ ...action, step, screen: step } as PlayLogEntry] : []),
  ];
};

/** The log of a play of so many steps, which ends with the third. */
export const logEntries = (steps: number): PlayLogEntry[] => [
  {
    type: 'start',
    at: START,
    id: '20261122-221500-garden',
    portal: 'garden',
    model: 'a/model',
    dryRun: false,
    approval: 'ask',
    limits: { steps: 3, seconds: 600, tokens: 20_000 },
  },
  ...Array.from({ length: steps }, (_, index) => stepOf(index + 1)).flat(),
  ...(steps === 3
    ? [{ type: 'end', at: START, step: 3, state: 'budget-spent', note: 'All steps are used.' } as const]
    : []),
];
