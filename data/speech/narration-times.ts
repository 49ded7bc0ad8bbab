/** How long the steps of the narrator may take; what is later or sooner did not work. Milliseconds. */

/** Some browsers deliver their list of voices late. */
export const MAX_VOICES_WAIT_MS = 1500;
/** Chrome and Firefox lose an utterance that follows a `cancel` too closely. */
export const AFTER_CANCEL_MS = 80;
/** A voice of a server starts late; one that has not started after this does not come. */
const MAX_START_MS = 5000;
/** With an empty list, the browser may still have a voice (Android); it gets less time to start. */
const MAX_UNLISTED_START_MS = 2500;
/** No voice is slower; after this the `end` event was lost (Chrome forgets it at times). */
const MAX_MS_PER_CHARACTER = 200;
const EXTRA_END_MS = 4000;
/** No voice is faster: an end that comes sooner means that nothing was heard. */
const MIN_MS_PER_CHARACTER = 6;
/** A caption without a voice stays as long as a person needs to read it. */
const READING_MS = 1500;
const READING_MS_PER_CHARACTER = 60;

/** The longest wait for the first word. */
export const maxStartMs = (hasVoices: boolean): number => (hasVoices ? MAX_START_MS : MAX_UNLISTED_START_MS);

/** The longest time that a voice takes for a text. */
export const maxSpeakingMs = (text: string): number => text.length * MAX_MS_PER_CHARACTER + EXTRA_END_MS;

/** The shortest time that a voice takes for a text. */
export const minSpeakingMs = (text: string): number => text.length * MIN_MS_PER_CHARACTER;

/** How long a caption stays where no voice reads it. */
export const readingMs = (text: string): number => READING_MS + text.length * READING_MS_PER_CHARACTER;
