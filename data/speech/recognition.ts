import { cutText } from '../core/text.ts';

/** What was heard, piece by piece: the pieces of a `SpeechRecognitionEvent`. */
export type Heard = ArrayLike<ArrayLike<{ readonly transcript: string }>>;

/** The parts of the browser's speech recognition that are used (Web Speech API). */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Only where the browser can choose: the sound then stays on the visitor's device. */
  processLocally?: boolean;
  start(): void;
  /** Ends with what was heard so far. */
  stop(): void;
  /** Ends at once. */
  abort(): void;
}

/** Makes recognitions; `available` is in browsers that can do it on the device. */
export interface RecognitionMaker {
  new (): Recognition;
  available?(options: { langs: readonly string[]; processLocally: boolean }): Promise<string>;
}

/** Where the sound is turned into words: on the visitor's device, or wherever the browser sends it. */
export type HearingPlace = 'device' | 'browser';

/**
 * The browser's speech recognition; undefined where it has none, or where it would refuse: browsers
 * give no microphone to a page without TLS.
 */
export function recognitionOf(window: object): RecognitionMaker | undefined {
  if (!('isSecureContext' in window) || window.isSecureContext !== true) return undefined;
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    readonly SpeechRecognition?: RecognitionMaker;
    readonly webkitSpeechRecognition?: RecognitionMaker;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Whether the browser can recognise this language on the device now. */
export async function hearingPlace(maker: RecognitionMaker, language: string): Promise<HearingPlace> {
  try {
    const answer = await maker.available?.({ langs: [language], processLocally: true });
    return answer === 'available' ? 'device' : 'browser';
  } catch {
    // A browser that knows the question may still refuse it.
    return 'browser';
  }
}

/** All that was heard so far, in one line of at most `most` characters. */
export function wordsHeard(heard: Heard, most: number): string {
  const pieces = Array.from(heard, (alternatives) => alternatives[0]?.transcript ?? '');
  const words = pieces.join(' ').replace(/[\p{Cc}\s]+/gu, ' ');
  return cutText(words.trim(), most);
}

/** Why nothing was heard, by the error code of the browser: one sentence that says what to do. */
const problems: Readonly<Record<string, string>> = {
  'not-allowed': 'This page may not use the microphone: allow it in the browser’s settings for this page.',
  'service-not-allowed': 'This browser does not allow speech recognition here: type your message.',
  'no-speech': 'No words were heard: try again, closer to the microphone.',
  network: 'The browser’s speech service cannot be reached: check the network, or type your message.',
  'audio-capture': 'No microphone was found: connect one, and try again.',
  'language-not-supported': 'This browser does not recognise your language: type your message.',
};

/** Empty for an end that the page itself has asked for. */
export const hearingProblem = (code: string): string =>
  code === 'aborted' ? '' : (problems[code] ?? 'The speech recognition has failed: type your message.');
