import type { PlayOrder } from '../../../data/games/play-record.ts';
import type { OrderOrigin, Request } from './gate.ts';

/** A key that is pressed sooner after a question is ignored: it was meant for something else. */
const MIN_READING_MS = 400;
const CONTROL_C = '\u0003';
/**
 * What a terminal sends for a key that has no function here, such as an arrow or Alt with a letter. A character of
 * it may look like a key that has one: F2 ends in Q.
 */
// oxlint-disable-next-line no-control-regex
const OTHER_KEYS = /\u001b(?:\[[0-?]*[ -/]*[@-~]|O.|[^\u0003])?/g;
/** Exit code of a program that the terminal interrupted. */
const INTERRUPTED = 130;

/** The parts of the terminal that a play needs; tests have their own. */
interface Keyboard {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  on(event: 'data', listener: (data: Buffer) => void): unknown;
  off(event: 'data', listener: (data: Buffer) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

interface TerminalOptions {
  readonly play: string;
  readonly keyboard: Keyboard;
  readonly now: () => number;
  readonly order: (order: PlayOrder, from: OrderOrigin) => void;
  readonly exit: (code: number) => void;
}

/** The owner at the terminal: y and n answer the question that is shown, q and Ctrl-C stop the play. */
export class Terminal {
  readonly #options: TerminalOptions;
  readonly #onData = (data: Buffer): void => {
    for (const key of data.toString('latin1').replaceAll(OTHER_KEYS, '')) this.#press(key);
  };
  readonly #onSignal = (): void => this.stop();
  #question: { readonly id: string; readonly at: number } | undefined;
  #isStopped = false;

  constructor(options: TerminalOptions) {
    this.#options = options;
    const { keyboard } = options;
    if (keyboard.isTTY === true) {
      keyboard.setRawMode?.(true);
      keyboard.on('data', this.#onData);
      keyboard.resume();
    }
    process.on('SIGINT', this.#onSignal);
    process.on('SIGTERM', this.#onSignal);
  }

  /** Sets the question that the next key answers; undefined for none. */
  ask(request: Request | undefined): void {
    this.#question = request && { id: request.id, at: this.#options.now() };
  }

  /** Stops the play. At the second call the program ends at once, even if something hangs. */
  stop(): void {
    const { order, play, exit } = this.#options;
    if (this.#isStopped) return exit(INTERRUPTED);
    this.#isStopped = true;
    order({ order: 'stop', play }, 'terminal');
  }

  close(): void {
    const { keyboard } = this.#options;
    process.off('SIGINT', this.#onSignal);
    process.off('SIGTERM', this.#onSignal);
    if (keyboard.isTTY !== true) return;
    keyboard.off('data', this.#onData);
    keyboard.setRawMode?.(false);
    keyboard.pause();
  }

  #press(key: string): void {
    if (key === CONTROL_C || key.toLowerCase() === 'q') return this.stop();
    const { order, play, now } = this.#options;
    const question = this.#question;
    if (!question || now() - question.at < MIN_READING_MS) return;
    const answers = { y: 'approve', n: 'refuse' } as const;
    const answer = key.toLowerCase();
    if (answer === 'y' || answer === 'n')
      order({ order: answers[answer], play, request: question.id }, 'terminal');
  }
}
