/** The letters of the owner: when a coding agent takes text from a hook, and how. */
import type { HandedLetter, LetterMoment, LetterPartInput } from '../../letters/letter-part.ts';
import { LetterBox } from './letter-box.ts';
import { type Payload, type SessionNews, isObject } from './payload.ts';

type Moments = Readonly<Record<string, LetterMoment>>;

/**
 * The events at which a hook can put text before the model, by the program. Gemini CLI and Copilot CLI also take
 * text after a tool, but do not say whether the tool is of a sub-agent, to which the owner did not write.
 */
const moments: Readonly<Record<string, Moments>> = {
  'Claude Code': { UserPromptSubmit: 'prompt', PostToolBatch: 'step', Stop: 'end' },
  Codex: { UserPromptSubmit: 'prompt', PostToolUse: 'tool', Stop: 'end' },
  'Gemini CLI': { BeforeAgent: 'prompt', AfterAgent: 'end' },
  'Copilot CLI': { agentStop: 'end', Stop: 'end' },
};

/** Whether a command line with `--letters` takes letters for this program. */
export const takesLetters = (harness: string): boolean => Object.hasOwn(moments, harness);

/** The moment of an event; undefined if its hook can give the model nothing. */
export function momentOf({ harness, news }: SessionNews, event: string): LetterMoment | undefined {
  const own = moments[harness] ?? {};
  return news.agent || !Object.hasOwn(own, event) ? undefined : own[event];
}

/** What the hook prints, so that the model reads the text. */
function outputOf(harness: string, event: string, moment: LetterMoment, text: string): object {
  if (moment === 'end')
    // The agent goes on with this text in place of a prompt.
    return { decision: harness === 'Gemini CLI' ? 'deny' : 'block', reason: text };
  return { hookSpecificOutput: { hookEventName: event, additionalContext: text } };
}

/** The letters in the answer of a home. */
function lettersIn(answer: string): HandedLetter[] {
  try {
    const { letters } = JSON.parse(answer) as Payload;
    return (Array.isArray(letters) ? letters : []).filter(
      (one): one is HandedLetter =>
        isObject(one) && typeof one['id'] === 'string' && typeof one['text'] === 'string',
    );
  } catch {
    return [];
  }
}

/** The letters of the session of one event. */
export class EventLetters {
  readonly moment: LetterMoment | undefined;
  readonly #box: LetterBox;
  readonly #harness: string;
  readonly #event: string;

  /** Throws if this machine cannot keep which letters it has printed. */
  constructor(found: SessionNews, event: string, env: NodeJS.ProcessEnv) {
    this.moment = momentOf(found, event);
    this.#box = new LetterBox(`${found.harness}/${found.session}`, env);
    this.#harness = found.harness;
    this.#event = event;
  }

  /** The field `letters` of the report. */
  get part(): LetterPartInput {
    return { ...(this.moment && { moment: this.moment }), printed: [...this.#box.printed] };
  }

  /** Prints the letters in the answer to the report, each once. */
  async take(answer: string): Promise<void> {
    this.#box.keepConfirmed();
    if (!this.moment) return;
    const texts = lettersIn(answer).flatMap(({ id, text }) => (this.#box.claim(id) ? [text] : []));
    if (texts.length === 0) return;
    const output = outputOf(this.#harness, this.#event, this.moment, texts.join('\n\n'));
    // Waits until the output is written: the process ends after this.
    await new Promise((done) => process.stdout.write(`${JSON.stringify(output)}\n`, done));
    this.#box.keepPrinted();
  }
}
