import type { PageState } from '../core/page-state.ts';
import type { SettingsState } from '../config/settings/settings.ts';
import type { AudioState } from '../config/settings/audio.ts';
import type { Environment } from '../core/environment.ts';
import type { DataModule } from '../core/module.ts';
import { NO_ANSWER, NO_VOICE, problemOf } from './narration-problems.ts';
import {
  type Narration,
  type NarrationCommand,
  type NarrationName,
  type NarrationState,
  quietNarration,
} from './narration.ts';
import { type PodcastState, dayToTell, digestOf } from './podcast.ts';
import { soulSpoken } from './soul-text.ts';
import { voiceVolume } from '../config/settings/volume.ts';
import { voiceFor } from './speech.ts';
import { watch } from '../core/signal.ts';

type Outside = Pick<Environment, 'speech' | 'window' | 'monotonicNow' | 'isHidden' | 'language'>;

/** Milliseconds. */
const VOICES_MS = 1500;
/** Chrome and Firefox lose an utterance that follows a `cancel` too closely. */
const AFTER_CANCEL_MS = 80;
/** A voice of a server takes its time; one that has not begun after this does not come. */
const START_MS = 5000;
/** With no voice in the list, the browser may still have one it does not tell of (Android); it has less time to show it. */
const UNLISTED_START_MS = 2500;
/** No voice is so slow; after this the end was lost (Chrome forgets it at times). */
const SLOWEST_MS_A_CHARACTER = 200;
const END_MS = 4000;
/** None is so fast: an end that comes sooner is that of a voice that does not sound. */
const FASTEST_MS_A_CHARACTER = 6;
/** Captions without a voice: as long as a person reads. */
const READING_MS = 1500;
const READING_MS_A_CHARACTER = 60;

/**
 * - `gap`: an utterance was cancelled just now.
 * - `voices`: the browser has not told its voices yet.
 * - `asked`: an utterance was handed over, and has not begun.
 * - `heard`: it sounds.
 * - `reading`: nobody speaks.
 */
type Step = 'rest' | 'gap' | 'voices' | 'asked' | 'heard' | 'reading';

/** The parts of the state that this module uses. */
type Needs = PageState & SettingsState & AudioState & NarrationState & PodcastState;

class Narrator {
  readonly #state: Needs;
  readonly #outside: Outside;
  readonly #listening = new AbortController();
  readonly #unwatch: () => void;

  #sentences: readonly string[] = [];
  /** Held as long as it is spoken: Chrome forgets the events of one that nobody holds. */
  #utterance: SpeechSynthesisUtterance | undefined;
  #step: Step = 'rest';
  /** Monotonic milliseconds: when the step began, and when it is over. */
  #since = 0;
  #until = 0;
  #isSecondTry = false;
  /** There is no voice for the rest of it. */
  #isDumb = false;

  constructor(state: Needs, outside: Outside) {
    this.#state = state;
    this.#outside = outside;
    const { signal } = this.#listening;
    // The first question makes Chrome fetch its voices: they are there when somebody wants to listen.
    this.#voices();
    // A page nobody sees does not go on talking; where it was, it is found again.
    outside.window.addEventListener(
      'visibilitychange',
      () => {
        if (outside.isHidden()) this.#do({ kind: 'pause' });
      },
      { signal },
    );
    // A voice outlives its page.
    outside.window.addEventListener('pagehide', () => this.#stop(), { signal });
    this.#unwatch = watch(state.narrate, () => this.#hear());
    this.#hear();
  }

  #hear(): void {
    const { inbox } = this.#state.narrate;
    for (let command = inbox.next(); command; command = inbox.next()) this.#do(command);
  }

  #do(command: NarrationCommand): void {
    const { phase, sentence, total, problem } = this.#state.narration.get();
    if (command.kind === 'start') return this.#start(command.what);
    if (command.kind === 'dismiss') return problem === '' ? undefined : this.#set({ problem: '' });
    if (phase === 'idle') return;
    switch (command.kind) {
      case 'stop':
        return this.#stop();
      case 'pause':
        if (phase !== 'speaking') return;
        // Not the synthesizer's own pause: on Android it does not stop, and in Chrome a long one never ends.
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

  #start(what: NarrationName): void {
    this.#silence();
    this.#isDumb = false;
    const state = this.#state;
    this.#sentences =
      what === 'podcast'
        ? digestOf(dayToTell(state))
        : soulSpoken(state.readings.soul.get(), state.now.get());
    const [text = ''] = this.#sentences;
    const total = this.#sentences.length;
    this.#set({ ...quietNarration, what, phase: 'speaking', total, text });
    this.#say();
  }

  #go(sentence: number): void {
    this.#silence();
    this.#set({ sentence, text: this.#sentences[sentence] ?? '' });
    if (this.#state.narration.get().phase === 'speaking') this.#say();
  }

  #stop(): void {
    const { phase, what, problem } = this.#state.narration.get();
    if (phase === 'idle') return;
    this.#silence();
    this.#sentences = [];
    this.#set({ ...quietNarration, what, problem });
  }

  #set(changed: Partial<Narration>): void {
    this.#state.narration.set({ ...this.#state.narration.get(), ...changed });
    this.#duck();
  }

  /** What sounds in the home steps back from the first word to the last, between the sentences too. */
  #duck(heard = false): void {
    const { audio, narration } = this.#state;
    const { phase, silent } = narration.get();
    const speaks = phase === 'speaking' && !silent && (heard || audio.speech.get());
    if (audio.speech.get() !== speaks) audio.speech.set(speaks);
  }

  /** Ends whatever is spoken or waited for. */
  #silence(): void {
    this.#utterance = undefined;
    this.#step = 'rest';
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

  /** One that refuses the question tells of none. */
  #voices(): readonly SpeechSynthesisVoice[] {
    try {
      return this.#outside.speech?.synthesis.getVoices() ?? [];
    } catch {
      return [];
    }
  }

  #hasVoices(): boolean {
    return this.#voices().length > 0;
  }

  /** Says the sentence at hand, as soon as it can be said. */
  #say(): void {
    const { speech, monotonicNow } = this.#outside;
    const volume = voiceVolume(this.#state.settings.get().volume);
    const silent = this.#isDumb || volume === 0;
    if (this.#state.narration.get().silent !== silent) this.#set({ silent });
    if (silent) return this.#read();
    if (!speech) return this.#fail(NO_VOICE);
    if (monotonicNow() < this.#until && this.#step === 'rest') {
      this.#step = 'gap';
      return;
    }
    if (this.#step !== 'voices' && !this.#hasVoices()) return this.#begin('voices', VOICES_MS);
    try {
      this.#speak(volume);
    } catch {
      // A synthesizer that a browser only pretends to have must not end the captions with it.
      this.#fail(NO_ANSWER);
    }
  }

  #speak(volume: number): void {
    const { speech, language } = this.#outside;
    if (!speech) return;
    const { synthesis } = speech;
    const voices = this.#voices();
    const utterance = speech.utter(this.#state.narration.get().text);
    const voice = voiceFor(voices, language());
    if (voice) utterance.voice = voice;
    utterance.lang = voice?.lang ?? language();
    utterance.volume = volume;
    utterance.rate = 1;
    utterance.addEventListener('start', () => this.#onStart(utterance));
    utterance.addEventListener('end', () => this.#onEnd(utterance));
    utterance.addEventListener('error', ({ error }) => this.#onError(utterance, error));
    this.#utterance = utterance;
    this.#begin('asked', voices.length > 0 ? START_MS : UNLISTED_START_MS);
    // Left over from another page of this browser.
    if (synthesis.paused) synthesis.resume();
    synthesis.speak(utterance);
  }

  #onStart(utterance: SpeechSynthesisUtterance): void {
    if (utterance !== this.#utterance || this.#step !== 'asked') return;
    this.#begin('heard', utterance.text.length * SLOWEST_MS_A_CHARACTER + END_MS);
    this.#duck(true);
  }

  #onEnd(utterance: SpeechSynthesisUtterance): void {
    if (utterance !== this.#utterance) return;
    const took = this.#outside.monotonicNow() - this.#since;
    if (took >= 0 && took < utterance.text.length * FASTEST_MS_A_CHARACTER) this.#fail(NO_ANSWER);
    else this.#advance();
  }

  #onError(utterance: SpeechSynthesisUtterance, error: string): void {
    if (utterance !== this.#utterance) return;
    // Our own cancels have let go of the utterance before: another script of the page has spoken up.
    if (error === 'interrupted' || error === 'canceled') return this.#do({ kind: 'pause' });
    this.#fail(problemOf(error, this.#hasVoices()));
  }

  /** The captions go on alone, from the sentence that could not be said. */
  #fail(problem: string): void {
    this.#silence();
    this.#isDumb = true;
    this.#set({ silent: true, problem });
    this.#read();
  }

  #read(): void {
    const { text } = this.#state.narration.get();
    this.#begin('reading', READING_MS + text.length * READING_MS_A_CHARACTER);
  }

  #advance(): void {
    const { sentence, total } = this.#state.narration.get();
    if (sentence + 1 >= total) this.#stop();
    else this.#go(sentence + 1);
  }

  update(): void {
    if (this.#step === 'rest') return;
    const now = this.#outside.monotonicNow();
    const isOver = now >= this.#until;
    switch (this.#step) {
      case 'gap':
        if (isOver) this.#say();
        return;
      case 'voices':
        if (isOver || this.#hasVoices()) this.#say();
        return;
      case 'asked':
        if (isOver) this.#unanswered();
        return;
      case 'heard':
      case 'reading':
        if (isOver) this.#advance();
        return;
    }
  }

  /** Chrome's queue gets stuck at times: emptied once, it goes on. */
  #unanswered(): void {
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
 * Reads aloud what `state.narrate` asks for, sentence by sentence, and tells in `state.narration` where it is; `state.audio.speech` is true
 * while a voice sounds. Where none does, the captions go on alone, and say why.
 */
export function createNarrator(outside: Outside): DataModule<Needs> {
  let narrator: Narrator | undefined;
  return {
    init(_scene, state) {
      narrator = new Narrator(state, outside);
    },
    update: () => narrator?.update(),
    dispose() {
      narrator?.dispose();
      narrator = undefined;
    },
  };
}
