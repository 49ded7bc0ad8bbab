import { cutText } from '../core/text.ts';

/** The recognised words, in the pieces of a `SpeechRecognitionEvent`. */
export type Heard = ArrayLike<ArrayLike<{ readonly transcript: string }>>;

/** The used part of the browser's speech recognition (Web Speech API). */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Whether speech is recognised on the visitor's device; only in browsers that support this. */
  processLocally?: boolean;
  start(): void;
  /** Ends the recognition with the words that were heard so far. */
  stop(): void;
  /** Ends the recognition at once. */
  abort(): void;
}

/** The constructor of recognitions; `available` exists in browsers with on-device recognition. */
export interface RecognitionMaker {
  new (): Recognition;
  available?(options: { langs: readonly string[]; processLocally: boolean }): Promise<string>;
}

/** Where speech is recognised: on the visitor's device, or wherever the browser sends it. */
export type HearingPlace = 'device' | 'browser';

/**
 * The browser's speech recognition; undefined if it has none, or without TLS, because browsers then refuse
 * the microphone.
 */
export function recognitionOf(window: object): RecognitionMaker | undefined {
  if (!('isSecureContext' in window) || window.isSecureContext !== true) return undefined;
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    readonly SpeechRecognition?: RecognitionMaker;
    readonly webkitSpeechRecognition?: RecognitionMaker;
  };
  return SpeechRecognition ?? webkitSpeechRecognition;
}

/** Where the browser can recognise this language now. */
export async function hearingPlace(maker: RecognitionMaker, language: string): Promise<HearingPlace> {
  try {
    const answer = await maker.available?.({ langs: [language], processLocally: true });
    return answer === 'available' ? 'device' : 'browser';
  } catch {
    // A browser with `available` may still reject the call.
    return 'browser';
  }
}

/** All recognised words in one line of at most `most` characters. */
export function wordsHeard(heard: Heard, most: number): string {
  const pieces = Array.from(heard, (alternatives) => alternatives[0]?.transcript ?? '');
  const words = pieces.join(' ').replace(/[\p{Cc}\s]+/gu, ' ');
  return cutText(words.trim(), most);
}

/** Why nothing was heard, by the browser's error code: one sentence with a solution. */
const problems: Readonly<Record<string, string>> = {
  'not-allowed': 'This page may not use the microphone: allow it in the browser’s settings for this page.',
  'service-not-allowed': 'This browser does not allow speech recognition here: type your message.',
  'no-speech': 'No words were heard: try again, closer to the microphone.',
  network: 'The browser’s speech service cannot be reached: check the network, or type your message.',
  'audio-capture': 'No microphone was found: connect one, and try again.',
  'language-not-supported': 'This browser does not recognise your language: type your message.',
};

/** The text for an error code; empty if the page itself has ended the recognition. */
export const hearingProblem = (code: string): string =>
  code === 'aborted' ? '' : (problems[code] ?? 'The speech recognition has failed: type your message.');
