import type { GameAction } from './game-action.ts';
import { type PlayRecord, type ShownAction, isOver } from './play-record.ts';

/** The texts for actions and states of a play, the same in the world, on the page and for screen readers. */

/** The outcome of an action; `waits` if it waits for the owner. */
export type MarkOutcome = ShownAction['outcome'] | 'waits';

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const place = ({ x, y }: { readonly x: number; readonly y: number }): string =>
  `${percent(x)}, ${percent(y)}`;
const steps = (amount: number): string => `${amount > 0 ? 'up' : 'down'} ${Math.abs(amount)}`;

/** The action alone, for a label beside its mark: `right click`, `key Up`, `“hello”`. */
export function actionLabel(done: GameAction): string {
  switch (done.action) {
    case 'click':
      return 'click';
    case 'right_click':
      return 'right click';
    case 'double_click':
      return 'double click';
    case 'move_to':
      return 'move';
    case 'drag_to':
      return 'drag';
    case 'type_text':
      // A line break presses Enter: the owner who approves the action must see it.
      return `“${done.params.text.replaceAll('\n', '⏎')}”`;
    case 'press_key':
      return `key ${done.params.key}`;
    case 'hotkey':
      return done.params.keys.replaceAll(' ', '+');
    case 'scroll':
      return `scroll ${steps(done.params.amount)}`;
  }
}

/** The whole action: `right click at 40 %, 62 %`. */
export function actionText(done: GameAction): string {
  switch (done.action) {
    case 'click':
    case 'right_click':
    case 'double_click':
      return `${actionLabel(done)} at ${place(done.params)}`;
    case 'move_to':
      return `move to ${place(done.params)}`;
    case 'drag_to':
      return `drag to ${place(done.params)}`;
    case 'type_text':
      return `type ${actionLabel(done)}`;
    case 'press_key':
    case 'hotkey':
    case 'scroll':
      return actionLabel(done);
  }
}

/** The outcome of an action. */
export const outcomeTexts: Readonly<Record<MarkOutcome, string>> = {
  done: 'done',
  failed: 'failed',
  dry: 'dry run',
  refused: 'refused',
  waits: 'waiting',
};

const stateTexts: Readonly<Record<PlayRecord['state'], string>> = {
  starting: 'starting',
  playing: 'playing',
  waiting: 'waits for its owner',
  stopped: 'stopped',
  'budget-spent': 'budget spent',
  done: 'done',
  failed: 'failed',
};

/** The text for a state of a play. */
export const playStateText = (state: PlayRecord['state']): string => stateTexts[state];

/** A play in one line: `dry run · playing · step 12`; the last part is the cause when the play is over. */
export function playLine(play: PlayRecord): string {
  const parts = [
    ...(play.dryRun ? ['dry run'] : []),
    stateTexts[play.state],
    isOver(play) && play.note !== undefined ? play.note : `step ${play.step}`,
  ];
  return parts.join(' · ');
}
