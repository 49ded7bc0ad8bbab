import type { PageState } from '../core/page-state.ts';
import type { NarratedAnswer, NarratedStory, NarrationName, StorySentence } from './narration.ts';
import { type PodcastState, dayOf, digestOf } from './podcast.ts';
import { markdownSentences, soulText } from './soul-text.ts';

/** The sentences of the text to read aloud. */
export function sentencesOf(
  what: NarrationName | NarratedAnswer | NarratedStory,
  state: PageState & PodcastState,
): readonly StorySentence[] {
  if (typeof what === 'object' && 'story' in what) return what.story;
  const sentences =
    typeof what === 'object'
      ? markdownSentences(what.text)
      : what === 'podcast'
        ? digestOf(dayOf(state))
        : soulText(state.readings.soul.get(), state.now.get());
  return sentences.map((text) => ({ text }));
}
