import type { PageState } from '../core/page-state.ts';
import type { NarratedAnswer, NarrationName } from './narration.ts';
import { type PodcastState, dayOf, digestOf } from './podcast.ts';
import { markdownSentences, soulText } from './soul-text.ts';

/** The sentences of the text to read aloud. */
export function sentencesOf(
  what: NarrationName | NarratedAnswer,
  state: PageState & PodcastState,
): readonly string[] {
  if (typeof what === 'object') return markdownSentences(what.text);
  return what === 'podcast' ? digestOf(dayOf(state)) : soulText(state.readings.soul.get(), state.now.get());
}
