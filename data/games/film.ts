import { type Place, pointerAfter } from './action-marks.ts';
import type { PlayLogEntry, PlayLogEntryOf } from './play-log.ts';
import { sentenceCase } from '../core/text.ts';
import { actionText, outcomeTexts, playStateText } from './play-text.ts';

/** One frame of a film strip: a screenshot, with the thoughts and actions before the next one. */
export interface FilmFrame {
  /** Undefined if there was no screenshot yet. */
  readonly screen: PlayLogEntryOf<'screen'> | undefined;
  /** The step of the first thought or action; undefined if there was none. */
  readonly step: number | undefined;
  readonly thoughts: readonly string[];
  readonly actions: readonly PlayLogEntryOf<'action'>[];
  /** The actions and other events, one sentence each. */
  readonly events: readonly string[];
  /** The position of the pointer at the beginning of the frame. */
  readonly pointer: Place | undefined;
}

const orderTexts = {
  approve: 'The owner allowed it',
  refuse: 'The owner refused it',
  stop: 'The owner stopped the play',
};

/** The text of an entry; empty if it is not an event. */
function eventText(entry: PlayLogEntry): string {
  switch (entry.type) {
    case 'action': {
      const { action, outcome, cause } = entry;
      return `${sentenceCase(actionText(action))}: ${outcomeTexts[outcome]}${cause ? `. ${cause}` : ''}`;
    }
    case 'wait':
      return `Waited ${entry.seconds} s`;
    case 'order':
      return entry.taken ? `${orderTexts[entry.order.order]} (${entry.from})` : '';
    case 'error':
      return `Problem of the ${entry.from}: ${entry.message}`;
    case 'resume':
      return 'The play continued after its player had stopped';
    case 'end':
      return `${sentenceCase(playStateText(entry.state))}. ${entry.note}`;
    default:
      return '';
  }
}

function frameOf(entries: readonly PlayLogEntry[], pointer: Place | undefined): FilmFrame {
  const [first] = entries;
  const actions = entries.filter((entry) => entry.type === 'action');
  const steps = entries.flatMap((entry) => ('step' in entry && entry.type !== 'end' ? [entry.step] : []));
  return {
    screen: first?.type === 'screen' ? first : undefined,
    step: steps[0],
    thoughts: entries.flatMap((entry) => (entry.type === 'thought' && entry.text ? [entry.text] : [])),
    actions,
    events: entries.map(eventText).filter(Boolean),
    pointer,
  };
}

/** The frames of a log, in order: one for each screenshot. */
export function filmFrames(entries: readonly PlayLogEntry[]): FilmFrame[] {
  const groups: PlayLogEntry[][] = [];
  for (const entry of entries) {
    if (entry.type === 'start') continue;
    const last = groups.at(-1);
    if (entry.type === 'screen' || !last) groups.push([entry]);
    else last.push(entry);
  }
  let pointer: Place | undefined;
  return groups.map((group) => {
    const frame = frameOf(group, pointer);
    pointer = pointerAfter(frame.actions, pointer);
    return frame;
  });
}

const closed = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);

/** The text of a frame for readers who do not see its picture: `Step 4: Click at 40 %, 62 %: done.` */
export function frameText({ step, events, thoughts }: FilmFrame): string {
  const name = step === undefined ? 'Look' : `Step ${step}`;
  const what =
    events.length > 0 ? events.map(closed).join(' ') : thoughts.length > 0 ? 'a thought.' : 'a screenshot.';
  return `${name}: ${what}`;
}

/** The shortest time for a frame, the time for each character, and the longest time. Milliseconds. */
const LOOK_MS = 1_500;
const CHARACTER_MS = 35;
const MAX_MS = 7_000;

/** How long a frame is shown during playback: long enough to read it. */
export function readingMs({ thoughts, events }: FilmFrame): number {
  const characters = [...thoughts, ...events].reduce((sum, text) => sum + text.length, 0);
  return Math.min(MAX_MS, LOOK_MS + characters * CHARACTER_MS);
}
