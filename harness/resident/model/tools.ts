import { type ToolSet, jsonSchema, tool } from 'ai';
import { errorMessage } from '../../../data/core/text.ts';
import { codeOf } from '../../core/user-error.ts';
import type { Docs } from '../docs.ts';
import type { ResidentAction, ResidentContext } from '../resident.ts';
import { type ActTool, actToolsFor } from './act-tools.ts';
import { type Note, type Notes, OWNER } from './notes.ts';
import type { OutsideText } from '../../model/requests.ts';
import { readTools } from './read-tools.ts';
import { type Wishes, isInWordsOf, wishesOf } from './wishes.ts';

const MAX_RESULT_CHARACTERS = 6_000;
/**
 * The maximum number of reading calls in one answer: a model that repeats itself would fill its next request
 * with their results.
 */
const MAX_READS = 16;

const REMEMBER_TITLE = 'Remember';

interface Details {
  readonly question: string;
  readonly context: ResidentContext;
  readonly notes: Notes;
  /** The notes that may be used in this conversation. */
  readonly known: readonly Note[];
  /** Returns whether the visitor's address may leave one more note, and counts this note. */
  readonly mayNote: () => boolean;
  /** The mark of the visitor's household in the notes. */
  readonly household: string | undefined;
  readonly outside: OutsideText;
  /** The docs to search; undefined where there are none. */
  readonly docs: () => Promise<Docs | undefined>;
  readonly now: () => number;
  /** Whether there are no tools, because the model cannot call them. */
  readonly isEmpty: boolean;
}

const textParameters = (parameters: Readonly<Record<string, string>>) =>
  jsonSchema<Record<string, unknown>>({
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(parameters).map(([name, description]) => [
        name,
        { type: 'string' as const, description },
      ]),
    ),
    required: Object.keys(parameters),
    additionalProperties: false,
  });

/** The tools of one answer: what they may do, what they did, and what the visitor sees of it. */
export class AnswerTools {
  readonly set: ToolSet;
  /** The tools that do something, by name. */
  readonly acts: readonly string[];
  readonly #details: Details;
  readonly #acts: Readonly<Record<string, ActTool>>;
  readonly #wishes: Wishes;
  readonly #results = new Map<string, string>();
  readonly #pending: ResidentAction[] = [];
  readonly #acted = new Set<string>();
  #hasRead = false;
  #reads = 0;
  #givenCharacters = 0;

  constructor(details: Details) {
    this.#details = details;
    const { question, context } = details;
    this.#wishes = wishesOf(question, context.state, context.history);
    if (details.isEmpty) {
      [this.#acts, this.acts, this.set] = [{}, [], {}];
      return;
    }
    this.#acts = context.acting ? actToolsFor(this.#wishes) : {};
    this.acts = [...Object.keys(this.#acts), ...(this.#wishes.remember === undefined ? [] : ['remember'])];
    this.set = { ...this.#readSet(), ...this.#actSet(), ...this.#rememberSet() };
  }

  /**
   * The tools of the next step. Tools that show words of the model are left out once text from outside was
   * read.
   */
  available(): string[] {
    return Object.keys(this.set).filter((name) => !(this.#hasRead && this.#acts[name]?.isFreeText));
  }

  /** The title of a tool in the chat; undefined for a tool that this answer does not have. */
  title(name: string): string | undefined {
    if (!Object.hasOwn(this.set, name)) return undefined;
    return readTools[name]?.title ?? this.#acts[name]?.title ?? REMEMBER_TITLE;
  }

  /** The result of a call, as the visitor sees it. */
  result(callId: string): string | undefined {
    return this.#results.get(callId);
  }

  /** The number of characters that read tools have returned to the model so far. */
  get givenCharacters(): number {
    return this.#givenCharacters;
  }

  /** The actions since the last call of this method. */
  takeActions(): ResidentAction[] {
    return this.#pending.splice(0);
  }

  #readSet(): ToolSet {
    const { context, known, outside, docs } = this.#details;
    return Object.fromEntries(
      Object.entries(readTools).map(([name, { description, from, parameters = {}, read }]) => [
        name,
        tool({
          description,
          inputSchema: textParameters(parameters),
          execute: async (input: Record<string, unknown>, { toolCallId }) => {
            this.#hasRead = true;
            if (++this.#reads > MAX_READS) throw new Error('That is enough: answer with what you have.');
            const text = await read({ state: context.state, notes: known, docs, given: input });
            this.#results.set(toolCallId, text);
            const given = outside.wrap(from, text, MAX_RESULT_CHARACTERS);
            this.#givenCharacters += given.length;
            return given;
          },
        }),
      ]),
    );
  }

  #actSet(): ToolSet {
    const { outside } = this.#details;
    return Object.fromEntries(
      Object.entries(this.#acts).map(([name, { description, parameters, isFreeText, act }]) => [
        name,
        tool({
          description,
          inputSchema: textParameters(parameters),
          execute: (input: Record<string, unknown>, { toolCallId }) => {
            // Checked here too: a model may call a tool that it was not offered in this step.
            if (isFreeText && this.#hasRead) throw new Error('Not after reading: answer in the chat.');
            if (this.#acted.has(name)) throw new Error('Done already in this answer.');
            const { action, done } = act(input);
            this.#acted.add(name);
            this.#pending.push(action);
            this.#results.set(toolCallId, done);
            return outside.wrap('result', done, MAX_RESULT_CHARACTERS);
          },
        }),
      ]),
    );
  }

  #rememberSet(): ToolSet {
    const { remember } = this.#wishes;
    const { context, notes, now, mayNote, household } = this.#details;
    if (remember === undefined) return {};
    return {
      remember: tool({
        description: 'Writes a long-term note of what the visitor asks you to remember, in their own words.',
        inputSchema: textParameters({ note: 'One sentence, at most 300 characters.' }),
        execute: (input: Record<string, unknown>, { toolCallId }) => {
          const note = typeof input['note'] === 'string' ? input['note'] : '';
          if (this.#acted.has('remember')) throw new Error('Done already in this answer.');
          if (!isInWordsOf(note, remember)) throw new Error('A note is in the words of the visitor.');
          if (!mayNote()) throw new Error('The visitors of this address have left enough notes today.');
          try {
            if (context.visitor === OWNER) notes.add(note, new Date(now()));
            else notes.add(note, new Date(now()), context.visitor, household);
          } catch (error) {
            // The message of an error of the operating system is left out, because it names a path of the
            // owner's machine.
            const cause = codeOf(error) === undefined ? `: ${errorMessage(error)}` : '.';
            throw new Error(`The note could not be written${cause}`, { cause: error });
          }
          this.#acted.add('remember');
          this.#results.set(toolCallId, note);
          return 'Noted.';
        },
      }),
    };
  }
}
