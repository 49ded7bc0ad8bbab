/** Why there is no voice, as the visitor is told. Everything goes on in the captions. */
const IN_CAPTIONS = 'The words go on in the captions.';

export const NO_VOICE = 'This browser has no voice to read with: the words stand in the captions.';
export const NO_ANSWER = `The voice of this browser does not answer. ${IN_CAPTIONS}`;

/** Codes of `SpeechSynthesisErrorEvent`. */
const causes = new Map([
  ['not-allowed', 'This browser lets a page speak only after something was pressed on it.'],
  ['network', 'The voice comes over the network, which does not answer.'],
  ['audio-busy', 'Another program holds the loudspeaker.'],
  ['audio-hardware', 'No loudspeaker of this machine answers.'],
  ['language-unavailable', 'This browser has no voice for the language of this page.'],
  ['voice-unavailable', 'The chosen voice is gone.'],
]);

/** A browser without voices says `synthesis-failed`, as do broken ones. */
export const problemOf = (error: string, hasVoices: boolean): string =>
  !causes.has(error) && !hasVoices
    ? NO_VOICE
    : `${causes.get(error) ?? `The voice failed (${error}).`} ${IN_CAPTIONS}`;
