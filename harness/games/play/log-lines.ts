import type { PlayLogEntry } from '../../../data/games/play-log.ts';
import { counted } from '../../../data/readings/format.ts';
import { outcomeText } from './turns.ts';

const approvals: Readonly<Record<string, string>> = {
  ask: 'each action waits for an approval',
  listed: 'actions that are not on the list wait for an approval',
  free: 'no action waits for an approval',
};
const approvedBy: Readonly<Record<string, string>> = {
  terminal: ' (approved at the terminal)',
  page: ' (approved in the page)',
  chat: ' (approved in the chat)',
};
const orders = { approve: 'approved', refuse: 'refused', stop: 'stopped the play' } as const;

const endings: Readonly<Record<string, string>> = {
  done: 'Done',
  stopped: 'Stopped',
  'budget-spent': 'Budget spent',
  failed: 'Failed',
};

/**
 * One entry of a log as a line of text. Line breaks in the model's text are removed: the text after a line
 * break could look like another entry.
 */
export function logLine(entry: PlayLogEntry): string {
  switch (entry.type) {
    case 'start':
      return `${entry.model} plays ${entry.portal}${entry.dryRun ? ' in a dry run: nothing is sent to the game' : `; ${approvals[entry.approval]}`}.`;
    case 'screen':
      return entry.unchanged === true
        ? `  screen ${entry.number}, unchanged`
        : `  screen ${entry.number}, ${entry.width} × ${entry.height}`;
    case 'thought':
      return `Step ${entry.step}: ${entry.text.replaceAll(/\s+/g, ' ') || '(no words)'} (${counted(entry.tokens, 'token')})`;
    case 'action':
      return `  ${outcomeText(entry).replaceAll('\n', '⏎')}${approvedBy[entry.approvedBy ?? ''] ?? ''}`;
    case 'wait':
      return `  wait ${counted(entry.seconds, 'second')}`;
    case 'order':
      return entry.taken
        ? `  The owner ${orders[entry.order.order]}, from the ${entry.from}.`
        : `  An order from the ${entry.from} was too late, repeated, or for another play: it had no effect.`;
    case 'error':
      return `  ${entry.message}`;
    case 'resume':
      return `The play continues after step ${entry.step}.`;
    case 'end':
      return `${endings[entry.state] ?? entry.state} after ${counted(entry.step, 'step')}. ${entry.note}`;
  }
}
