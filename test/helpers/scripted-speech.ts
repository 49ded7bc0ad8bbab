import type { Speech } from '../../data/core/environment.ts';

/** A voice as a browser lists it. */
export const voice = (
  name: string,
  lang: string,
  more: Partial<SpeechSynthesisVoice> = {},
): SpeechSynthesisVoice => ({
  name,
  lang,
  voiceURI: name,
  default: false,
  localService: true,
  ...more,
});

class ScriptedUtterance extends EventTarget {
  readonly text: string;
  lang = '';
  volume = 1;
  rate = 1;
  voice: SpeechSynthesisVoice | null = null;
  constructor(text: string) {
    super();
    this.text = text;
  }
  tell(type: string, detail: object = {}): void {
    this.dispatchEvent(Object.assign(new Event(type), detail));
  }
}

/**
 * A synthesizer whose events a test fires, with the faults of real ones: `cancel` reports
 * `interrupted` for the current utterance, as Chrome does, and there may be no voice.
 */
export class ScriptedSpeech implements Speech {
  voices: SpeechSynthesisVoice[] = [voice('Ann', 'en-US', { default: true })];
  /** All utterances, in order. */
  readonly asked: ScriptedUtterance[] = [];
  readonly calls: string[] = [];
  now: ScriptedUtterance | undefined;
  isPaused = false;

  readonly synthesis: Speech['synthesis'];

  constructor() {
    const speaks = (): boolean => this.now !== undefined;
    const paused = (): boolean => this.isPaused;
    this.synthesis = {
      getVoices: () => this.voices,
      get speaking() {
        return speaks();
      },
      pending: false,
      get paused() {
        return paused();
      },
      resume: () => {
        this.calls.push('resume');
        this.isPaused = false;
      },
      speak: (utterance) => {
        this.calls.push('speak');
        this.now = utterance as unknown as ScriptedUtterance;
        this.asked.push(this.now);
      },
      cancel: () => {
        this.calls.push('cancel');
        const interrupted = this.now;
        this.now = undefined;
        interrupted?.tell('error', { error: 'interrupted' });
      },
    };
  }

  utter(words: string): SpeechSynthesisUtterance {
    return new ScriptedUtterance(words) as unknown as SpeechSynthesisUtterance;
  }

  /** The text of the last utterance. */
  get words(): string {
    return this.asked.at(-1)?.text ?? '';
  }
  start(): void {
    this.now?.tell('start');
  }
  end(): void {
    const spoken = this.now;
    this.now = undefined;
    spoken?.tell('end');
  }
  fail(error: string): void {
    const spoken = this.now;
    this.now = undefined;
    spoken?.tell('error', { error });
  }
}
