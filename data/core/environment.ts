import { type Store, tryStorage } from './storage.ts';

/** The parts of WebSocket that are used; browsers, Node and the `ws` package have them. */
export type SocketMaker = new (url: string) => WebSocket;

/** Reads aloud: the browser's synthesizer with its utterances, or a test's. */
export interface Speech {
  readonly synthesis: Pick<
    SpeechSynthesis,
    'speak' | 'cancel' | 'resume' | 'getVoices' | 'speaking' | 'pending' | 'paused'
  >;
  /** An utterance of these words. */
  utter(words: string): SpeechSynthesisUtterance;
}

/** The parts of a `MediaQueryList` that are used. */
export interface MotionQuery extends EventTarget {
  readonly matches: boolean;
}

/** The access of data modules to the outside: the browser's, or that of a test. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  readonly WebSocket: SocketMaker;
  readonly storage: Store | undefined;
  /** The window's events. */
  readonly window: EventTarget;
  isOnline(): boolean;
  /** Whether the page is in the background. */
  isHidden(): boolean;
  /** The language of the page's texts, as in `en` or `pt-BR`. */
  language(): string;
  /** Undefined where the browser cannot read aloud. */
  readonly speech: Speech | undefined;
  /** `prefers-reduced-motion: reduce` */
  readonly reducedMotion: MotionQuery;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that is never set back: for pauses and limits. */
  monotonicNow(): number;
  /** 0 to 1 */
  random(): number;
  navigate(href: string): void;
  /** The part of the page's address from the `#` on. */
  readonly address: {
    hash(): string;
    /** Replaces it without a step in the browser's history. */
    replace(hash: string): void;
  };
  readonly log: Pick<Console, 'warn'>;
}

const speechOf = (window: Window & typeof globalThis): Speech | undefined =>
  'speechSynthesis' in window
    ? { synthesis: window.speechSynthesis, utter: (words) => new window.SpeechSynthesisUtterance(words) }
    : undefined;

/** What requests need: all that a widget uses, so it carries nothing else. */
export const requestEnvironment = (
  window: Window & typeof globalThis,
): Pick<Environment, 'fetch' | 'window' | 'isOnline' | 'now' | 'random'> => ({
  fetch: window.fetch.bind(window),
  window,
  isOnline: () => window.navigator.onLine,
  now: Date.now,
  random: Math.random,
});

export const browserEnvironment = (window: Window & typeof globalThis): Environment => ({
  ...requestEnvironment(window),
  WebSocket: window.WebSocket,
  // Even the access throws where the visitor forbids it.
  storage: tryStorage(() => window.localStorage, undefined),
  isHidden: () => window.document.hidden,
  language: () => window.document.documentElement.lang || window.navigator.language,
  speech: speechOf(window),
  reducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)'),
  monotonicNow: () => window.performance.now(),
  navigate: (href) => window.location.assign(href),
  address: {
    hash: () => window.location.hash,
    replace(hash) {
      const { pathname, search } = window.location;
      try {
        window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
      } catch {
        // A browser refuses after too many calls in a row; the next view is written all the same.
      }
    },
  },
  log: window.console,
});
