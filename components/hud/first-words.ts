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

/** Stored after the introduction was shown in this browser. */
const told = storedText('local', 'home-world.first-words');
/** The time to read three short lines twice. Milliseconds. */
const SHOWN_MS = 6000;
/** Events that end the introduction; they also have their usual effect. */
const SKIPS = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * A three-line introduction to the world for a visitor's first visit: for some seconds, or until the first
 * key, click or tap. Not shown to visitors who open a deep link.
 */
export class FirstWords implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #waits = told.get() === '' && window.location.hash === '';
  /** `state.world.firstWords` while the introduction is shown. */
  #shown: Signal.State<boolean> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Whether the introduction is shown. Read it while the host renders. */
  get isShown(): boolean {
    return this.#shown !== undefined;
  }

  /**
   * Call it before the host renders. `now`: whether everything that the introduction names is in the picture,
   * and no other text is shown.
   */
  check(now: boolean, shown: Signal.State<boolean>): void {
    if (this.#waits && now) this.#begin(shown);
  }

  /** Removes the timer and the listeners with the element. */
  hostDisconnected(): void {
    this.#end();
  }

  /** Stores at once that the introduction was shown, so that a reload does not repeat it. */
  #begin(shown: Signal.State<boolean>): void {
    this.#waits = false;
    this.#shown = shown;
    shown.set(true);
    told.set('yes');
    this.#timer = setTimeout(this.#end, SHOWN_MS);
    for (const type of SKIPS) window.addEventListener(type, this.#end, { capture: true, passive: true });
  }

  /** Ends the introduction. */
  readonly #end = (): void => {
    clearTimeout(this.#timer);
    for (const type of SKIPS) window.removeEventListener(type, this.#end, { capture: true });
    this.#shown?.set(false);
    this.#shown = undefined;
    this.#host.requestUpdate();
  };
}

/**
 * The three lines, with the names of this home: whose home it is, what its light means, and how to move. They
 * name only controls that also work if single-key shortcuts are switched off.
 */
export function firstLines({ config, resident }: ChatState & ConfigState, touch: boolean): readonly string[] {
  const { name } = resident.get();
  return [
    `${config.get().appName}: the home of ${name}.`,
    'Everything bright is news: the floor shows today’s commits, lightning is an active agent, arches lead out.',
    touch
      ? `Walk with your left thumb, look with the right one, tap ${name} to talk.`
      : 'Walk with W A S D, talk with Enter.',
  ];
}

/** Renders the lines. They are hidden from screen readers, which get the text from the host's live region. */
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
    /* Touches reach the world behind it. */
    pointer-events: none;
    /* The duration is SHOWN_MS. */
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
  /* Small enough that it does not cover the resident and the panels. */
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
  /* Fades in and out within half a second. */
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
