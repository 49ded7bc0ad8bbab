/** The used part of `localStorage`. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * The result of `access`, or `otherwise` if it throws: the browser may block storage (private windows,
 * cookies), or it may be full.
 */
export function tryStorage<T>(access: () => T, otherwise: T): T {
  try {
    return access();
  } catch {
    return otherwise;
  }
}

/** The parts of WebSocket that are used; browsers, Node and the `ws` package have them. */
export type SocketMaker = new (url: string) => WebSocket;

/** Speech synthesis of the browser, or of a test. */
export interface Speech {
  readonly synthesis: Pick<
    SpeechSynthesis,
    'speak' | 'cancel' | 'resume' | 'getVoices' | 'speaking' | 'pending' | 'paused'
  >;
  utter(words: string): SpeechSynthesisUtterance;
}

/** The parts of a `MediaQueryList` that are used. */
export interface MotionQuery extends EventTarget {
  readonly matches: boolean;
}

/** The browser APIs that data modules use; tests replace them. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  readonly WebSocket: SocketMaker;
  readonly storage: Store | undefined;
  /** Dispatches the events of `window`. */
  readonly window: EventTarget;
  isOnline(): boolean;
  /** Whether the page is in the background. */
  isHidden(): boolean;
  /** The language of the page's texts, such as `en` or `pt-BR`. */
  language(): string;
  /** Undefined if the browser has no speech synthesis. */
  readonly speech: Speech | undefined;
  /** `prefers-reduced-motion: reduce` */
  readonly reducedMotion: MotionQuery;
  /** Whether the page's address asks for the plain look (`?plain`). */
  readonly isPlain: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that is never set back: for pauses and limits. */
  monotonicNow(): number;
  /** 0 to 1 */
  random(): number;
  navigate(href: string): void;
  /** The fragment of the page's URL, with the `#`. */
  readonly address: {
    hash(): string;
    /** Replaces the fragment without a new entry in the browser's history. */
    replace(hash: string): void;
  };
  readonly log: Pick<Console, 'warn'>;
}

const speechOf = (window: Window & typeof globalThis): Speech | undefined =>
  'speechSynthesis' in window
    ? { synthesis: window.speechSynthesis, utter: (words) => new window.SpeechSynthesisUtterance(words) }
    : undefined;

/** The part of the environment that requests need. Widgets use only this, to stay small. */
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
  // If the visitor blocks storage, reading `window.localStorage` throws.
  storage: tryStorage(() => window.localStorage, undefined),
  isHidden: () => window.document.hidden,
  language: () => window.document.documentElement.lang || window.navigator.language,
  speech: speechOf(window),
  reducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)'),
  isPlain: new URLSearchParams(window.location.search).has('plain'),
  monotonicNow: () => window.performance.now(),
  navigate: (href) => window.location.assign(href),
  address: {
    hash: () => window.location.hash,
    replace(hash) {
      const { pathname, search } = window.location;
      try {
        window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
      } catch {
        // Browsers limit the rate of `replaceState`. The next change of the view writes the fragment again.
      }
    },
  },
  log: window.console,
});
