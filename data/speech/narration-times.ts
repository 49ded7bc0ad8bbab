/** The time limits of the narrator's steps: a step that ends later or earlier has failed. Milliseconds. */

/** Some browsers load their list of voices late. */
export const MAX_VOICES_WAIT_MS = 1500;
/** Chrome and Firefox lose an utterance that follows too soon after `cancel`. */
export const AFTER_CANCEL_MS = 80;
/** The voice of a server starts late; after this time it has failed. */
const MAX_START_MS = 5000;
/**
 * If the list of voices is empty, the browser may still have a voice (Android). It gets less time to start.
 */
const MAX_UNLISTED_START_MS = 2500;
/** No voice is slower: after this time the `end` event was lost (sometimes in Chrome). */
const MAX_MS_PER_CHARACTER = 200;
const EXTRA_END_MS = 4000;
/** No voice is faster: an earlier end means that nothing was heard. */
const MIN_MS_PER_CHARACTER = 6;
/** Without a voice a caption is shown for the time to read it. */
const READING_MS = 1500;
const READING_MS_PER_CHARACTER = 60;

/** The maximum time until a voice starts. */
export const maxStartMs = (hasVoices: boolean): number => (hasVoices ? MAX_START_MS : MAX_UNLISTED_START_MS);

/** The maximum time that a voice takes for a text. */
export const maxSpeakingMs = (text: string): number => text.length * MAX_MS_PER_CHARACTER + EXTRA_END_MS;

/** The minimum time that a voice takes for a text. */
export const minSpeakingMs = (text: string): number => text.length * MIN_MS_PER_CHARACTER;

/** How long a caption is shown if no voice reads it. */
export const readingMs = (text: string): number => READING_MS + text.length * READING_MS_PER_CHARACTER;
