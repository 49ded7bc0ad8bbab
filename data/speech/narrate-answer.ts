import { type NarratedAnswer, type NarrationState, narrate } from './narration.ts';

/** Whether this answer of the chat is being read aloud. */
export const isAnswerNarrated = ({ narration }: Pick<NarrationState, 'narration'>, id: string): boolean => {
  const { phase, answer } = narration.get();
  return phase !== 'idle' && answer === id;
};

/** Starts or stops reading an answer of the chat aloud. */
export const toggleAnswer = (home: NarrationState, answer: NarratedAnswer): void =>
  narrate(home, isAnswerNarrated(home, answer.id) ? { kind: 'stop' } : { kind: 'start', what: answer });
