import type { ToolCallPart } from 'ai';
import { cutText } from '../../../data/core/text.ts';
import type { GameAction } from '../../../data/games/game-action.ts';
import type { PlayLogEntry, PlayLogEntryOf } from '../../../data/games/play-log.ts';
import type { StateCapture } from '../desktop.ts';

/** A screenshot as the model sees it. */
export interface Screen {
  readonly number: number;
  readonly isUnchanged: boolean;
  readonly bytes: Uint8Array;
  readonly mediaType: StateCapture['screenshot']['mediaType'];
  readonly store: StateCapture['store'];
}

/** One tool call of a model, not validated. */
export interface RawCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Options of the provider that must be sent back with the call. */
  readonly providerOptions?: NonNullable<ToolCallPart['providerOptions']>;
}

/** One finished step: the screenshot, the model's text and calls, and their results. */
export interface Turn {
  readonly step: number;
  readonly screen: Screen;
  readonly text: string;
  readonly calls: readonly (RawCall & { readonly result: string })[];
}

/** The model gets this many steps in full. Older ones are one line of text each. */
const RECENT_TURNS = 3;
const EARLIER_LINES = 40;
const MAX_LINE_CHARACTERS = 300;

/** `click x 0.5 y 0.25` */
const callText = ({ action, params }: GameAction): string =>
  [
    action,
    ...Object.entries(params).flatMap(([name, value]) =>
      action === 'type_text' ? [`“${value}”`] : [name, String(value)],
    ),
  ].join(' ');

const stepLine = (step: number, words: string): string =>
  cutText(`Step ${step}: ${words.replaceAll(/\s+/g, ' ').trim()}`, MAX_LINE_CHARACTERS);

/** The newest steps of a play, limited so that the cost of a request stays bounded. */
export class Turns {
  readonly #earlier: string[];
  readonly #recent: Turn[] = [];

  /** @param earlier Steps of a resumed play, one line each. */
  constructor(earlier: readonly string[] = []) {
    this.#earlier = earlier.slice(-EARLIER_LINES);
  }

  get earlier(): readonly string[] {
    return this.#earlier;
  }
  get recent(): readonly Turn[] {
    return this.#recent;
  }

  add(turn: Turn): void {
    this.#recent.push(turn);
    if (this.#recent.length <= RECENT_TURNS) return;
    const [oldest] = this.#recent.splice(0, 1);
    if (!oldest) return;
    const done = oldest.calls.map(({ result }) => result).join(' ');
    this.#earlier.push(stepLine(oldest.step, `${oldest.text} ${done}`));
    this.#earlier.splice(0, Math.max(0, this.#earlier.length - EARLIER_LINES));
  }
}

const outcomes: Readonly<Record<PlayLogEntryOf<'action'>['outcome'], string>> = {
  done: 'done',
  failed: 'failed',
  dry: 'not sent, because this is a dry run',
  refused: 'refused',
};

/** The outcome of an action as text, for the model, the log and the terminal. */
export const outcomeText = ({
  action,
  outcome,
  cause,
}: Pick<PlayLogEntryOf<'action'>, 'action' | 'outcome' | 'cause'>): string =>
  `${callText(action)}: ${outcomes[outcome]}${cause === undefined ? '.' : `: ${cause.replace(/\.?$/, '.')}`}`;

/** The steps of a log, one line each, for a resumed play. */
export function earlierSteps(entries: readonly PlayLogEntry[]): string[] {
  const steps = new Map<number, string[]>();
  const add = (step: number, words: string): void =>
    void steps.set(step, [...(steps.get(step) ?? []), words]);
  for (const entry of entries) {
    if (entry.type === 'thought') add(entry.step, entry.text);
    if (entry.type === 'action') add(entry.step, outcomeText(entry));
  }
  return [...steps].map(([step, words]) => stepLine(step, words.join(' ')));
}
