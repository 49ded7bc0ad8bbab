import { createNarrator } from '../../data/speech/narrator.ts';
import { type NarrationCommand, narrate } from '../../data/speech/narration.ts';
import { type State, createState } from '../../data/state.ts';
import { theme } from '../../theme/theme.ts';
import { ScriptedSpeech } from './scripted-speech.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');
export const SOUL =
  '# The oath\n\nI keep the door open. Everybody may leave by any door. Nobody needs a key to come in.';
export const LINES = [
  'The oath',
  'I keep the door open.',
  'Everybody may leave by any door.',
  'Nobody needs a key to come in.',
];

/** A page with a narrator and a scripted synthesizer; `begin` starts the narrator. */
export class NarratorPage {
  readonly state: State = createState(undefined, { now: NOW });
  readonly speech = new ScriptedSpeech();
  readonly window = new EventTarget();
  now = NOW;
  hidden = false;
  narrator = this.#createNarrator(this.speech);

  constructor() {
    this.state.readings.soul.set({ state: 'live', source: 'soul.md', fetchedAt: NOW, value: SOUL });
  }

  #createNarrator(speech: ScriptedSpeech | undefined): ReturnType<typeof createNarrator> {
    return createNarrator({
      speech,
      window: this.window,
      monotonicNow: () => this.now,
      isHidden: () => this.hidden,
      language: () => 'en',
    });
  }

  begin(speech: ScriptedSpeech | 'none' = this.speech): void {
    this.narrator = this.#createNarrator(speech === 'none' ? undefined : speech);
    this.narrator.init(undefined, this.state, theme);
  }

  /** Advances the clock by milliseconds, frame by frame. */
  pass(milliseconds: number, frame = 50): void {
    for (let gone = 0; gone < milliseconds; gone += frame) {
      this.now += frame;
      this.narrator.update(0, frame / 1000);
    }
  }

  /** The visitor presses a control; the narrator runs in a microtask. */
  async press(command: NarrationCommand['kind'] | NarrationCommand): Promise<void> {
    narrate(this.state, typeof command === 'string' ? ({ kind: command } as NarrationCommand) : command);
    await Promise.resolve();
    await Promise.resolve();
  }

  listen(what: 'podcast' | 'soul' = 'soul'): Promise<void> {
    return this.press({ kind: 'start', what });
  }

  /** Speaks the current sentence to its end. */
  say(milliseconds = 2000): void {
    this.pass(100);
    this.speech.start();
    this.pass(milliseconds);
    this.speech.end();
  }

  at(): readonly unknown[] {
    const { phase, silent, sentence, text, problem } = this.state.narration.get();
    return [phase, silent, sentence, text, problem];
  }
}
