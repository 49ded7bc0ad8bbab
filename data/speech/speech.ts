import type { Speech } from '../core/environment.ts';

/** The language tag in lower case with hyphens: Android has `en_US` for `en-US`. */
const plain = (language: string): string => language.toLowerCase().replaceAll('_', '-');

/** The voices of the browser; empty if the synthesizer throws. */
export function voicesOf(
  synthesis: Pick<SpeechSynthesis, 'getVoices'> | undefined,
): readonly SpeechSynthesisVoice[] {
  try {
    return synthesis?.getVoices() ?? [];
  } catch {
    return [];
  }
}

/**
 * The voice for a language such as `en` or `pt-BR`. Voices of its region come first. Then voices of this
 * device come before voices of a server, because Chrome cuts off the utterances of a server's voice. Then
 * comes the system's default voice. Undefined if no voice has the language: the browser then uses its
 * default.
 */
function voiceFor(
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): SpeechSynthesisVoice | undefined {
  const wanted = plain(language);
  const [tongue = ''] = wanted.split('-');
  const worth = (voice: SpeechSynthesisVoice): number => {
    const speaks = plain(voice.lang);
    if (speaks.split('-')[0] !== tongue) return -1;
    return Number(speaks === wanted) * 4 + Number(voice.localService) * 2 + Number(voice.default);
  };
  let best: SpeechSynthesisVoice | undefined;
  let most = -1;
  for (const voice of voices) {
    const value = worth(voice);
    if (value > most) [best, most] = [voice, value];
  }
  return best;
}

/** An utterance of a text, with the voice for a language. */
export function utteranceOf(speech: Speech, text: string, language: string): SpeechSynthesisUtterance {
  const utterance = speech.utter(text);
  const voice = voiceFor(voicesOf(speech.synthesis), language);
  if (voice) utterance.voice = voice;
  utterance.lang = voice?.lang ?? language;
  utterance.rate = 1;
  return utterance;
}
