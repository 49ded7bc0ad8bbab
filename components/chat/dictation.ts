import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { MAX_CHAT_CHARACTERS } from '../../data/core/limits.ts';
import {
  type Heard,
  type HearingPlace,
  type Recognition,
  type RecognitionMaker,
  hearingPlace,
  hearingProblem,
  recognitionOf,
  wordsHeard,
} from '../../data/speech/recognition.ts';
import { storedText } from '../shared/storage.ts';

/** The place of speech recognition to which the visitor has agreed; empty before the first use. */
const agreed = storedText('local', 'home-world.talk-agreed');
/** A button that is pressed for this long is held: its release sends the words. */
const HOLD_MS = 400;

/**
 * - `asking`: the visitor reads where the sound goes, and decides.
 * - `listening`: until the next press or Esc.
 * - `held`: until the button is released.
 * - `ending`: the browser still recognises the last words.
 */
type Phase = 'off' | 'asking' | 'listening' | 'held' | 'ending';

/** Receives the recognised words. */
interface Listener {
  /** Called before the first words of each use. */
  begin(): void;
  /** Called with all words of this use so far; they replace the words of the call before. */
  write(words: string): void;
  /** Called after the visitor has held the button and released it. */
  send(): void;
}

/**
 * Push-to-talk with the browser's speech recognition. After a short press it writes the spoken words until
 * the next press. After a long press it sends them on release. Esc ends both without sending.
 *
 * The browser may send the sound to a server of its vendor, so the visitor is asked before the first use.
 * If the browser can recognise the language on the device, it must do that.
 */
export class Dictation implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #listener: Listener;
  #maker: RecognitionMaker | undefined;
  #recognition: Recognition | undefined;
  #phase: Phase = 'off';
  #place: HearingPlace = 'browser';
  #problem = '';
  #words = '';
  /** Whether the words are sent when the recognition has ended. */
  #sends = false;
  /** The `timeStamp` of the last press. Milliseconds. */
  #downAt = 0;
  /** Removes the listeners of one dictation. */
  #use = new AbortController();
  /** Removes the listeners of one press of the button. */
  #press = new AbortController();

  constructor(host: ReactiveControllerHost, listener: Listener) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  /** Whether this browser has speech recognition for this page. */
  get isThere(): boolean {
    return this.#maker !== undefined;
  }

  get phase(): Phase {
    return this.#phase;
  }

  /** Where the sound is turned into words. */
  get place(): HearingPlace {
    return this.#place;
  }

  /** Why nothing was heard, in one sentence; empty without a problem. */
  get problem(): string {
    return this.#problem;
  }

  hostConnected(): void {
    const maker = recognitionOf(window);
    this.#maker = maker;
    if (!maker) return;
    void hearingPlace(maker, navigator.language).then((place) => {
      this.#place = place;
      this.#host.requestUpdate();
    });
    document.addEventListener('visibilitychange', this.#onVisibility);
  }

  hostDisconnected(): void {
    this.cancel();
    document.removeEventListener('visibilitychange', this.#onVisibility);
  }

  /** The button is pressed: starts the dictation, or ends it if an earlier press has started it. */
  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.#isAgreed) return;
    this.#toggle();
    if (this.#phase !== 'listening') return;
    this.#downAt = event.timeStamp;
    this.#set('held');
    this.#press.abort();
    this.#press = new AbortController();
    const { signal } = this.#press;
    // The listeners are on `window`, so that a release outside the button counts too.
    window.addEventListener('pointerup', (up) => this.#release(up.timeStamp), { signal });
    window.addEventListener('pointercancel', this.stop, { signal });
  };

  /**
   * Handles a press of the button with a key or an assistive technology. A click of a pointer has an effect
   * only before the first use, when `down` does nothing: if the question got the focus on `pointerdown`, the
   * browser would then move the focus to the button.
   */
  readonly click = ({ detail }: MouseEvent): void => {
    if (detail === 0 || !this.#isAgreed) this.#toggle();
  };

  /** The visitor agrees to the place of recognition: starts the dictation. */
  readonly agree = (): void => {
    agreed.set(this.#place);
    this.#begin();
  };

  /** Ends the dictation without sending. Words that are still being recognised are written. */
  readonly stop = (): void => {
    this.#press.abort();
    if (this.#phase === 'listening' || this.#phase === 'held') this.#end(false);
    else this.cancel();
  };

  /** Ends the dictation at once. The words in the field stay. */
  readonly cancel = (): void => {
    this.#press.abort();
    this.#use.abort();
    this.#recognition?.abort();
    this.#recognition = undefined;
    if (this.#phase !== 'off') this.#set('off');
  };

  /** The visitor types: ends the dictation, and removes the message about a failure. */
  readonly giveWay = (): void => {
    this.cancel();
    this.#problem = '';
  };

  /** A visitor who has agreed to recognition by a server has also agreed to recognition on the device. */
  get #isAgreed(): boolean {
    const before = agreed.get();
    return before === 'browser' || before === this.#place;
  }

  readonly #onVisibility = (): void => {
    if (document.hidden) this.cancel();
  };

  #set(phase: Phase): void {
    this.#phase = phase;
    this.#host.requestUpdate();
  }

  #toggle(): void {
    if (this.#phase !== 'off') return this.stop();
    this.#problem = '';
    if (this.#isAgreed) return this.#begin();
    this.#listenToKeys();
    this.#set('asking');
  }

  /**
   * Listens for Esc, which ends the dictation and does not close the chat. Returns the abort signal of this
   * use.
   */
  #listenToKeys(): AbortSignal {
    this.#use.abort();
    this.#use = new AbortController();
    const { signal } = this.#use;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      this.stop();
    };
    document.addEventListener('keydown', onKey, { capture: true, signal });
    return signal;
  }

  #begin(): void {
    if (!this.#maker) return;
    const signal = this.#listenToKeys();
    const recognition = new this.#maker();
    recognition.lang = navigator.language;
    recognition.continuous = true;
    recognition.interimResults = true;
    if (this.#place === 'device') recognition.processLocally = true;
    const on = (type: string, listener: (event: Event) => void): void =>
      recognition.addEventListener(type, listener, { signal });
    on('result', (event) => this.#handleResult((event as Event & { readonly results: Heard }).results));
    on('error', (event) => this.#fail((event as Event & { readonly error: string }).error));
    on('end', () => this.#over());
    this.#recognition = recognition;
    this.#words = '';
    this.#sends = false;
    this.#listener.begin();
    this.#set('listening');
    try {
      recognition.start();
    } catch {
      // `start` may throw although the browser has the interface.
      this.#fail('');
      this.cancel();
    }
  }

  #handleResult(heard: Heard): void {
    this.#words = wordsHeard(heard, MAX_CHAT_CHARACTERS);
    this.#listener.write(this.#words);
  }

  #fail(code: string): void {
    this.#problem = hearingProblem(code);
    this.#host.requestUpdate();
  }

  /**
   * Handles the release of the button: after a short press listening continues, after a long one the words
   * are sent.
   */
  #release(at: number): void {
    this.#press.abort();
    const isLong = at - this.#downAt >= HOLD_MS;
    if (this.#phase === 'held' && isLong) this.#end(true);
    else if (this.#phase === 'held') this.#set('listening');
    // Here the browser has ended the recognition while the button was pressed.
    else if (isLong) this.#send();
  }

  #end(sends: boolean): void {
    this.#sends = sends;
    this.#set('ending');
    this.#recognition?.stop();
  }

  /** The browser has ended the recognition: after `stop`, an error or a long silence. */
  #over(): void {
    this.#use.abort();
    this.#recognition = undefined;
    this.#set('off');
    if (this.#sends) this.#send();
  }

  #send(): void {
    if (this.#words !== '' && this.#problem === '') this.#listener.send();
  }
}
