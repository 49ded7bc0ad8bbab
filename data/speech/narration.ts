import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, emit, event } from '../core/event.ts';

/** The texts to listen to: a digest of the day, and the owner's `soul.md`. */
const narrations = ['podcast', 'soul'] as const;
export type NarrationName = (typeof narrations)[number];

/** An answer of the chat that is read aloud: the id of its entry, and its text in Markdown. */
export interface NarratedAnswer {
  readonly id: string;
  readonly text: string;
}

/** A sentence of a story, with what it is about. */
export interface StorySentence {
  readonly text: string;
  /** Where it can be seen, relative to the base of the home. */
  readonly href?: string;
  /** The object of the world to which the camera moves. */
  readonly panel?: string;
}

/** A story that is told about what has happened (`data/since/story.ts`). */
export interface NarratedStory {
  readonly story: readonly StorySentence[];
}

/** The text that is read aloud, sentence by sentence. Only `data/speech/narrator.ts` sets it. */
export interface Narration {
  /** Keeps its value after reading, so that a notice can name the text. */
  readonly what: NarrationName | 'answer' | 'story';
  /** The id of the answer that is read. */
  readonly answer?: string | undefined;
  readonly phase: 'idle' | 'speaking' | 'paused';
  /** Whether there is no voice: it is missing, has failed, or its volume is 0. Only the captions continue. */
  readonly silent: boolean;
  /** The index of the present sentence, the number of sentences, and the present sentence. */
  readonly sentence: number;
  readonly total: number;
  readonly text: string;
  /** What the present sentence of a story is about. */
  readonly about?: Omit<StorySentence, 'text'> | undefined;
  /**
   * Why there is no voice, in plain words; empty without a problem. It stays after reading, until it is
   * dismissed or the next reading starts.
   */
  readonly problem: string;
}

export const quietNarration: Narration = {
  what: 'podcast',
  phase: 'idle',
  silent: false,
  sentence: 0,
  total: 0,
  text: '',
  problem: '',
};

export type NarrationCommand =
  | { readonly kind: 'start'; readonly what: NarrationName | NarratedAnswer | NarratedStory }
  | { readonly kind: 'pause' | 'resume' | 'stop' | 'next' | 'previous' }
  /** The visitor has read the problem. */
  | { readonly kind: 'dismiss' };

export interface NarrationState {
  readonly narration: Signal.State<Narration>;
  readonly narrate: EventSignal<NarrationCommand>;
}

export const createNarrationState = (): NarrationState => ({
  narration: signal(quietNarration),
  narrate: event<NarrationCommand>({ kind: 'stop' }),
});

export const narrate = ({ narrate: command }: NarrationState, what: NarrationCommand): void =>
  emit(command, what);

/** Whether this text or answer is being read: aloud, silently or paused. */
export function isNarrated({ narration }: NarrationState, what: NarrationName | NarratedAnswer): boolean {
  const { phase, what: current, answer } = narration.get();
  return phase !== 'idle' && (typeof what === 'string' ? current === what : answer === what.id);
}

/** Starts or stops reading. Starting one text stops the other. */
export const toggleNarration = (home: NarrationState, what: NarrationName | NarratedAnswer): void =>
  narrate(home, isNarrated(home, what) ? { kind: 'stop' } : { kind: 'start', what });
