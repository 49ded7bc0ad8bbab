import type { Signal } from '@lit-labs/signals';
import {
  type ReactiveController,
  type ReactiveControllerHost,
  type TemplateResult,
  css,
  html,
  unsafeCSS,
} from 'lit';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import { storedText } from '../shared/storage.ts';
import { NARROW, SHORT } from '../shared/styles.ts';

/** Set when the introduction has been shown in this browser. */
const told = storedText('local', 'home-world.first-words');
/** Three short lines, read twice. */
const SHOWN_MS = 6000;
/** Events that end the words; the input also has its usual effect. */
const SKIPS = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * What the world is, in three lines, for a visitor who comes for the first time: for some seconds, or until
 * the first key, click or tap. A visitor who comes by a deep link does not get it.
 */
export class FirstWords implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #waits = told.get() === '' && window.location.hash === '';
  /** `state.world.firstWords` while they are on the page. */
  #shown: Signal.State<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the words are on the page now. Read in the render of the host. */
  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  /** Call it before the host renders; `now`: all that they name is in the picture, and there is nothing else to read. */
  check(now: boolean, shown: Signal.State<boolean>): void {
    if (this.#waits && now) this.#begin(shown);
  }

  /** A removed element leaves no timer and no listener behind. */
  hostDisconnected(): void {
    this.#end();
  }

  /** Remembered at once: a visitor who reloads the page has seen them. */
  #begin(shown: Signal.State<boolean>): void {
    this.#waits = false;
    this.#shown = shown;
    shown.set(true);
    told.set('yes');
    this.#timer = setTimeout(this.#end, SHOWN_MS);
    for (const type of SKIPS) window.addEventListener(type, this.#end, { capture: true, passive: true });
  }

  /** Ends the words, whatever ended them. */
  readonly #end = (): void => {
    clearTimeout(this.#timer);
    for (const type of SKIPS) window.removeEventListener(type, this.#end, { capture: true });
    this.#shown?.set(false);
    this.#shown = undefined;
    this.#host.requestUpdate();
  };
}

/**
 * The three lines, with the names of this home: whose it is, what its light means, how to move. They
 * name only what works at once, also where single keys are switched off.
 */
export function firstLines({ config, resident }: ChatState & ConfigState, touch: boolean): readonly string[] {
  const { name } = resident.get();
  return [
    `${config.get().appName}: the home of ${name}.`,
    'Everything bright is news: the floor shows today’s commits, lightning is an agent at work, arches lead out.',
    touch
      ? `Walk with your left thumb, look with the right one, tap ${name} to talk.`
      : 'Walk with W A S D, talk with Enter.',
  ];
}

/** Screen readers get the words from the host's live region. */
export const firstWords = (lines: readonly string[], reducedMotion: boolean): TemplateResult =>
  html`<div class="panel first" ?data-still=${reducedMotion} aria-hidden="true">
    ${lines.map((line) => html`<p>${line}</p>`)}
  </div>`;

export const firstWordsStyles = css`
  .first {
    display: var(--hw-card, block);
    max-width: min(100%, 38rem);
    padding: 0.875rem 1.25rem;
    font-size: 0.9375rem;
    text-align: center;
    text-wrap: balance;
    /* Touches go through to the world behind it. */
    pointer-events: none;
    /* As long as SHOWN_MS. */
    animation: words 6s both;
  }
  .first[data-still] {
    animation: none;
  }
  @media ${unsafeCSS(SHORT)} {
    .first {
      display: none;
    }
  }
  .first p + p {
    margin-top: 0.375em;
  }
  .first p:first-child {
    color: var(--hw-panel-text);
    font-size: 1.2em;
    font-weight: 600;
  }
  /* Low enough that the resident and the panels stay free of it. */
  @media ${unsafeCSS(NARROW)} {
    .first {
      padding: 0.5rem;
      font-size: 0.8125rem;
      line-height: 1.35;
    }
    .first p:first-child {
      font-size: 1em;
    }
  }
  /* In and out within half a second. */
  @keyframes words {
    0%,
    100% {
      opacity: 0;
    }
    7%,
    93% {
      opacity: 1;
    }
  }
`;
