import type { PageState } from '../core/page-state.ts';
import type { SettingsState } from '../config/settings/settings.ts';
import { type AudioState, voiceVolume } from '../config/settings/audio.ts';
import type { Environment } from '../core/environment.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import { NO_ANSWER, NO_VOICE, problemOf } from './narration-problems.ts';
import {
  AFTER_CANCEL_MS,
  MAX_VOICES_WAIT_MS,
  maxSpeakingMs,
  maxStartMs,
  minSpeakingMs,
  readingMs,
} from './narration-times.ts';
import {
  type NarratedAnswer,
  type NarratedStory,
  type Narration,
  type NarrationCommand,
  type NarrationName,
  type StorySentence,
  type NarrationState,
  quietNarration,
} from './narration.ts';
import type { PodcastState } from './podcast.ts';
import { sentencesOf } from './narrated-sentences.ts';
import { utteranceOf, voicesOf } from './speech.ts';
import { watch } from '../core/watch.ts';

type Outside = Pick<Environment, 'speech' | 'window' | 'monotonicNow' | 'isHidden' | 'language'>;

/**
 * What the narrator waits for.
 *
 * - `gap`: some time after an utterance was cancelled.
 * - `voices`: the browser's list of voices.
 * - `starting`: the beginning of an utterance that was handed over.
 * - `speaking`: the end of that utterance.
 * - `captions`: as long as a sentence takes to read, where no voice speaks.
 */
type Step = 'idle' | 'gap' | 'voices' | 'starting' | 'speaking' | 'captions';

type Needs = PageState & SettingsState & AudioState & NarrationState & PodcastState;

class Narrator {
  readonly #state: Needs;
  readonly #outside: Outside;
  readonly #listening = new AbortController();
  readonly #unwatch: () => void;

  #sentences: readonly StorySentence[] = [];
  /**
   * The reference is kept while the utterance is spoken, because Chrome drops the events of an utterance that
   * is garbage-collected.
   */
  #utterance: SpeechSynthesisUtterance | undefined;
  #step: Step = 'idle';
  /** When the step began, and when it is over. Milliseconds of a clock that is never set back. */
  #since = 0;
  #until = 0;
  #isSecondTry = false;
  /** No voice speaks the rest of this text. */
  #hasNoVoice = false;

  constructor(state: Needs, outside: Outside) {
    this.#state = state;
    this.#outside = outside;
    const { signal } = this.#listening;
    // The first call makes Chrome fetch its voices, so that they are there when the visitor wants
    // to listen.
    voicesOf(outside.speech?.synthesis);
    // A hidden page stops reading aloud; the visitor can continue at the same sentence.
    outside.window.addEventListener(
      'visibilitychange',
      () => {
        if (outside.isHidden()) this.#execute({ kind: 'pause' });
      },
      { signal },
    );
    // Speech synthesis continues after its page is closed.
    outside.window.addEventListener('pagehide', () => this.#stop(), { signal });
    this.#unwatch = watch(state.narrate, () => this.#takeCommands());
    this.#takeCommands();
  }

  #takeCommands(): void {
    const { inbox } = this.#state.narrate;
    for (let command = inbox.next(); command; command = inbox.next()) this.#execute(command);
  }

  #execute(command: NarrationCommand): void {
    const { phase, sentence, total, problem } = this.#state.narration.get();
    if (command.kind === 'start') return this.#start(command.what);
    if (command.kind === 'dismiss') return problem === '' ? undefined : this.#set({ problem: '' });
    if (phase === 'idle') return;
    switch (command.kind) {
      case 'stop':
        return this.#stop();
      case 'pause':
        if (phase !== 'speaking') return;
        // This does not use `pause()` of the synthesizer, which on Android does not stop the voice. In Chrome
        // a long pause never ends.
        this.#silence();
        return this.#set({ phase: 'paused' });
      case 'resume':
        if (phase !== 'paused') return;
        this.#set({ phase: 'speaking' });
        return this.#say();
      case 'next':
        if (sentence + 1 >= total) return this.#stop();
        return this.#go(sentence + 1);
      case 'previous':
        return this.#go(Math.max(0, sentence - 1));
    }
  }

  #start(what: NarrationName | NarratedAnswer | NarratedStory): void {
    this.#silence();
    this.#hasNoVoice = false;
    this.#sentences = sentencesOf(what, this.#state);
    const total = this.#sentences.length;
    const named =
      typeof what === 'string'
        ? { what }
        : 'story' in what
          ? ({ what: 'story' } as const)
          : ({ what: 'answer', answer: what.id } as const);
    // An answer may have no words to speak, for example only punctuation.
    if (total === 0) return this.#set({ ...quietNarration, ...named });
    this.#set({ ...quietNarration, answer: undefined, ...named, phase: 'speaking', total, ...this.#at(0) });
    this.#say();
  }

  #at(sentence: number): Pick<Narration, 'text' | 'about'> {
    const { text = '', ...about } = this.#sentences[sentence] ?? {};
    return { text, about };
  }

  #go(sentence: number): void {
    this.#silence();
    this.#set({ sentence, ...this.#at(sentence) });
    if (this.#state.narration.get().phase === 'speaking') this.#say();
  }

  #stop(): void {
    const { phase, what, problem } = this.#state.narration.get();
    if (phase === 'idle') return;
    this.#silence();
    this.#sentences = [];
    this.#set({ ...quietNarration, what, answer: undefined, problem });
  }

  #set(changed: Partial<Narration>): void {
    this.#state.narration.set({ ...this.#state.narration.get(), ...changed });
    this.#duck();
  }

  /** Lowers the other sounds from the first word to the last, also between sentences. */
  #duck(isHeard = false): void {
    const { audio, narration } = this.#state;
    const { phase, silent } = narration.get();
    const isSpeaking = phase === 'speaking' && !silent && (isHeard || audio.speech.get());
    if (audio.speech.get() !== isSpeaking) audio.speech.set(isSpeaking);
  }

  /** Cancels speech and waiting. */
  #silence(): void {
    this.#utterance = undefined;
    this.#step = 'idle';
    this.#isSecondTry = false;
    this.#until = 0;
    const { speech, monotonicNow } = this.#outside;
    if (!speech?.synthesis.speaking && !speech?.synthesis.pending) return;
    speech.synthesis.cancel();
    this.#since = monotonicNow();
    this.#until = this.#since + AFTER_CANCEL_MS;
  }

  #begin(step: Step, milliseconds: number): void {
    this.#step = step;
    this.#since = this.#outside.monotonicNow();
    this.#until = this.#since + milliseconds;
  }

  #hasVoices(): boolean {
    return voicesOf(this.#outside.speech?.synthesis).length > 0;
  }

  /** Speaks the current sentence as soon as possible. */
  #say(): void {
    const { speech, monotonicNow } = this.#outside;
    const volume = voiceVolume(this.#state.settings.get().volume);
    const silent = this.#hasNoVoice || volume === 0;
    if (this.#state.narration.get().silent !== silent) this.#set({ silent });
    if (silent) return this.#read();
    if (!speech) return this.#fail(NO_VOICE);
    if (monotonicNow() < this.#until && this.#step === 'idle') {
      this.#step = 'gap';
      return;
    }
    if (this.#step !== 'voices' && !this.#hasVoices()) return this.#begin('voices', MAX_VOICES_WAIT_MS);
    try {
      this.#speak(volume);
    } catch {
      // A synthesizer that throws must not end the captions.
      this.#fail(NO_ANSWER);
    }
  }

  #speak(volume: number): void {
    const { speech, language } = this.#outside;
    if (!speech) return;
    const { synthesis } = speech;
    const utterance = utteranceOf(speech, this.#state.narration.get().text, language());
    utterance.volume = volume;
    utterance.addEventListener('start', () => this.#onStart(utterance));
    utterance.addEventListener('end', () => this.#onEnd(utterance));
    utterance.addEventListener('error', ({ error }) => this.#onError(utterance, error));
    this.#utterance = utterance;
    this.#begin('starting', maxStartMs(this.#hasVoices()));
    // Another page of this browser may have paused the synthesis.
    if (synthesis.paused) synthesis.resume();
    synthesis.speak(utterance);
  }

  #onStart(utterance: SpeechSynthesisUtterance): void {
    if (utterance !== this.#utterance || this.#step !== 'starting') return;
    this.#begin('speaking', maxSpeakingMs(utterance.text));
    this.#duck(true);
  }

  #onEnd(utterance: SpeechSynthesisUtterance): void {
    if (utterance !== this.#utterance) return;
    const took = this.#outside.monotonicNow() - this.#since;
    if (took >= 0 && took < minSpeakingMs(utterance.text)) this.#fail(NO_ANSWER);
    else this.#advance();
  }

  #onError(utterance: SpeechSynthesisUtterance, error: string): void {
    if (utterance !== this.#utterance) return;
    // The narrator releases its utterance before it cancels. So another script of the page has cancelled
    // it.
    if (error === 'interrupted' || error === 'canceled') return this.#execute({ kind: 'pause' });
    this.#fail(problemOf(error, this.#hasVoices()));
  }

  /** Continues with captions only, from the sentence that could not be spoken. */
  #fail(problem: string): void {
    this.#silence();
    this.#hasNoVoice = true;
    this.#set({ silent: true, problem });
    this.#read();
  }

  #read(): void {
    this.#begin('captions', readingMs(this.#state.narration.get().text));
  }

  #advance(): void {
    const { sentence, total } = this.#state.narration.get();
    if (sentence + 1 >= total) this.#stop();
    else this.#go(sentence + 1);
  }

  update(): void {
    if (this.#step === 'idle') return;
    const now = this.#outside.monotonicNow();
    const isOver = now >= this.#until;
    switch (this.#step) {
      case 'gap':
        if (isOver) this.#say();
        return;
      case 'voices':
        if (isOver || this.#hasVoices()) this.#say();
        return;
      case 'starting':
        if (isOver) this.#retryOrFail();
        return;
      case 'speaking':
      case 'captions':
        if (isOver) this.#advance();
        return;
    }
  }

  /** Speaks the sentence once more, because Chrome's queue sometimes hangs until it is emptied; or fails. */
  #retryOrFail(): void {
    const hasVoices = this.#hasVoices();
    if (this.#isSecondTry || !hasVoices) return this.#fail(hasVoices ? NO_ANSWER : NO_VOICE);
    this.#silence();
    this.#isSecondTry = true;
    this.#say();
  }

  dispose(): void {
    this.#stop();
    this.#unwatch();
    this.#listening.abort();
  }
}

/**
 * Reads texts aloud on `narrate`, sentence by sentence. `state.narration` has the current sentence, and
 * `state.audio.speech` is true while a voice speaks. Without a voice the captions continue, with the
 * reason.
 */
export const createNarrator = (outside: Outside): DataModule<Needs> =>
  dataModule((state) => new Narrator(state, outside));
