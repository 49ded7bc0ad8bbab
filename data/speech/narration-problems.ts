/** Why there is no voice, as texts for visitors. The captions continue. */
const IN_CAPTIONS = 'The captions continue.';

export const NO_VOICE = 'This browser has no voice to read aloud: read the captions instead.';
export const NO_ANSWER = `The voice of this browser does not respond. ${IN_CAPTIONS}`;

/** The texts for the codes of `SpeechSynthesisErrorEvent`. */
const causes = new Map([
  ['not-allowed', 'This browser lets a page speak only after you press something on it.'],
  ['network', 'The voice needs the network, which does not respond.'],
  ['audio-busy', 'Another program is using the speaker.'],
  ['audio-hardware', 'This device has no working speaker.'],
  ['language-unavailable', 'This browser has no voice for the language of this page.'],
  ['voice-unavailable', 'The chosen voice is no longer available.'],
]);

/**
 * The text for an error code. A browser without voices reports `synthesis-failed`, like after other
 * failures, so `hasVoices` decides.
 */
export const problemOf = (error: string, hasVoices: boolean): string =>
  !causes.has(error) && !hasVoices
    ? NO_VOICE
    : `${causes.get(error) ?? `The voice failed (${error}).`} ${IN_CAPTIONS}`;
