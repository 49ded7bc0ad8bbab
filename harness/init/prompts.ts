import { type Interface, createInterface } from 'node:readline';

/** Asks questions at a terminal, or reads the answers from a pipe, one a line. */
export class Prompts {
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;
  readonly #output: NodeJS.WritableStream;
  #ended = false;

  constructor(input: NodeJS.ReadableStream, output: NodeJS.WritableStream) {
    this.#reader = createInterface({ input, crlfDelay: Infinity });
    // Begun at once: lines that arrive before the first question are answers too.
    this.#lines = this.#reader[Symbol.asyncIterator]();
    this.#output = output;
  }

  /** Whether the input has ended: no further question gets an answer. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The next line without the spaces around it; undefined at the end of the input. */
  async ask(question: string): Promise<string | undefined> {
    this.#output.write(question);
    const { value, done } = await this.#lines.next();
    this.#ended = done === true;
    if (!this.#ended) return String(value).trim();
    this.#output.write('\n');
    return undefined;
  }

  close(): void {
    this.#reader.close();
  }
}
