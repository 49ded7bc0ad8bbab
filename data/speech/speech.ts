import type { Speech } from '../core/environment.ts';

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'default' | 'localService'>;

/** `en_US` of Android, as `en-us`. */
const plain = (language: string): string => language.toLowerCase().replaceAll('_', '-');

/** The voices that the browser lists now; empty where the synthesizer throws. */
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
 * The voice for a language, as in `en` or `pt-BR`: of its region before others, of this machine
 * before those of a server, whose utterances Chrome cuts off; and the system's own choice among
 * equals. Undefined where none speaks it: the browser then takes its default.
 */
export function voiceFor<V extends Voice>(voices: readonly V[], language: string): V | undefined {
  const wanted = plain(language);
  const [tongue = ''] = wanted.split('-');
  const worth = (voice: V): number => {
    const speaks = plain(voice.lang);
    if (speaks.split('-')[0] !== tongue) return -1;
    return Number(speaks === wanted) * 4 + Number(voice.localService) * 2 + Number(voice.default);
  };
  let best: V | undefined;
  let most = -1;
  for (const voice of voices) {
    const value = worth(voice);
    if (value > most) [best, most] = [voice, value];
  }
  return best;
}

/** A text as an utterance in the voice for a language. */
export function utteranceOf(speech: Speech, text: string, language: string): SpeechSynthesisUtterance {
  const utterance = speech.utter(text);
  const voice = voiceFor(voicesOf(speech.synthesis), language);
  if (voice) utterance.voice = voice;
  utterance.lang = voice?.lang ?? language;
  utterance.rate = 1;
  return utterance;
}
