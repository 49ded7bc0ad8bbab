import type { Store } from '../chat/outbox.ts';
import type { MotionQuery } from '../config/settings/reduced-motion.ts';
import type { SocketMaker } from './socket.ts';
import type { Speech } from '../speech/speech.ts';

/** What data modules reach the outside with: the browser's own, or a test's. */
export interface Environment {
  readonly fetch: typeof globalThis.fetch;
  readonly WebSocket: SocketMaker;
  readonly storage: Store | undefined;
  /** What the pages of one home tell each other they hold. Browsers have it at `https:` and at localhost only. */
  readonly locks: Pick<LockManager, 'request' | 'query'> | undefined;
  /** The window, as a place for events. */
  readonly window: EventTarget;
  isOnline(): boolean;
  /** Whether nobody can see the page. */
  isHidden(): boolean;
  /** Of the page's texts, as in `en` or `pt-BR`. */
  language(): string;
  /** What reads aloud; undefined where the browser has no such thing. */
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
  /** The part of the page's address behind and with its `#`. */
  readonly address: {
    hash(): string;
    /** Takes its place, without a step in the browser's history. */
    replace(hash: string): void;
  };
  readonly log: Pick<Console, 'warn'>;
}

/** `localStorage` throws on mere access where the visitor forbids it. */
function storageOf(window: Window): Store | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

const speechOf = (window: Window & typeof globalThis): Speech | undefined =>
  'speechSynthesis' in window
    ? { synthesis: window.speechSynthesis, utter: (words) => new window.SpeechSynthesisUtterance(words) }
    : undefined;

export const browserEnvironment = (window: Window & typeof globalThis): Environment => ({
  fetch: window.fetch.bind(window),
  WebSocket: window.WebSocket,
  storage: storageOf(window),
  locks: (window.navigator as Partial<Navigator>).locks,
  window,
  isOnline: () => window.navigator.onLine,
  isHidden: () => window.document.hidden,
  language: () => window.document.documentElement.lang || window.navigator.language,
  speech: speechOf(window),
  reducedMotion: window.matchMedia('(prefers-reduced-motion: reduce)'),
  now: Date.now,
  monotonicNow: () => window.performance.now(),
  random: Math.random,
  navigate: (href) => window.location.assign(href),
  address: {
    hash: () => window.location.hash,
    replace(hash) {
      const { pathname, search } = window.location;
      try {
        window.history.replaceState(window.history.state, '', `${pathname}${search}${hash}`);
      } catch {
        // A browser that was asked too often refuses for a while; the next view is written again.
      }
    },
  },
  log: window.console,
});
