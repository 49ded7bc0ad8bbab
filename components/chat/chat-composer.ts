import { type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { type ChatHost, sendChat, stopAnswer } from '../../data/chat/chat.ts';
import { acceptOffer } from '../../data/view/offer.ts';
import { narrate } from '../../data/speech/narration.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { storedText } from '../shared/storage.ts';
import { StateElement } from '../shared/state-element.ts';
import { SHORT, base, buttons } from '../shared/styles.ts';
import { connectionText, isSendKey, press, quickActions } from '../shared/chat/composer-parts.ts';
import { talkButton, talkNote, talkQuestion, talkStyles } from './chat-talk.ts';
import { Dictation } from './dictation.ts';

type StateSlice = ChatHost & ChatState & ViewState & WorldState;

/** The draft. It survives a reload of the tab. */
const draft = storedText('session', 'home-world.draft');

/**
 * The part of the chat in which the visitor writes: the quick actions, the field, the microphone if the
 * browser has speech recognition, the button that sends or stops, and why a message was refused. The draft
 * stays after a refusal and after a reload.
 *
 * `Enter` sends, or accepts what the resident offers while the field is empty; `Shift+Enter` starts a new
 * line. While an answer arrives, the button stops it.
 *
 * @cssproperty --hw-accent - the border of the field
 * @cssproperty --hw-background - the background of the field
 * @cssproperty --hw-error - the mark of a refusal
 * @cssproperty --hw-height - the visible height of the page, which limits the field
 * @cssproperty --hw-quick - `none` hides the quick actions
 * @cssproperty --hw-panel-text - the focus ring of the field
 * @cssproperty --hw-text-quiet - the placeholder
 */
@customElement('hw-chat-composer')
export class HwChatComposer extends StateElement {
  static override styles = [
    base,
    buttons,
    talkStyles,
    css`
      :host {
        padding: 0.5rem;
      }
      .quick {
        display: var(--hw-quick, flex);
        flex-wrap: wrap;
        gap: 0.5rem;
        padding: 0 0.5rem 0.5rem;
      }
      @media ${unsafeCSS(SHORT)} {
        .quick {
          flex-wrap: nowrap;
          overflow-x: auto;
        }
      }
      .field {
        display: flex;
        align-items: end;
        background: color-mix(in srgb, var(--hw-background) 60%, transparent);
        border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
        border-radius: 4px;
      }
      .field:has(textarea:focus-visible) {
        outline: var(--hw-line-focus, 2px) solid var(--hw-panel-text);
        outline-offset: -1px;
      }
      textarea {
        flex: 1;
        min-width: 0;
        min-height: 2.75rem;
        max-height: calc(var(--hw-height, 100vh) * 0.3);
        padding: 0.75rem 0 0.75rem 0.5rem;
        overflow-wrap: anywhere;
        field-sizing: content;
        background: none;
        border: 0;
        resize: none;
      }
      textarea::placeholder {
        overflow: hidden;
        color: var(--hw-text-quiet);
        text-overflow: ellipsis;
        white-space: nowrap;
        opacity: 1;
      }
      textarea:focus-visible {
        outline: none;
      }
      @media (pointer: coarse) {
        textarea {
          padding-block: 0.625rem;
        }
      }
      .notice {
        padding: 0 0.5rem 0.5rem;
      }
      .problem::before {
        content: '✕ ';
        color: var(--hw-error);
      }
    `,
  ];

  /** The draft before the dictation; the recognised words follow it. */
  #before = '';
  readonly #dictation = new Dictation(this, {
    begin: () => this.#beginToTalk(),
    write: (words) => this.#keep(this.#before === '' ? words : `${this.#before} ${words}`),
    send: () => this.state && this.#send(this.state),
  });
  /** Whether a text was read aloud, and whether the dictation asked for consent, at the last update. */
  #wasNarrated = false;
  #hadQuestion = false;

  /** The text field. It grows with its text up to 30 % of the visible height, then scrolls. */
  @query('textarea') private readonly field?: HTMLTextAreaElement;

  /** The text in the field. */
  @state() private text = draft.get();

  /** Stores the draft in the element and in the session storage. */
  #keep(text: string): void {
    this.text = text;
    draft.set(text);
  }

  /** Stops reading aloud, because the microphone would record it. */
  #beginToTalk(): void {
    this.#before = this.text.trim();
    const { state } = this;
    if (state && state.narration.get().phase !== 'idle') narrate(state, { kind: 'stop' });
  }

  /** Ends the dictation when a text is read aloud or the chat is closed. */
  protected override willUpdate(): void {
    if (!this.state) return;
    const isNarrated = this.state.narration.get().phase === 'speaking';
    if ((isNarrated && !this.#wasNarrated) || !this.state.panels.chat.get()) this.#dictation.cancel();
    this.#wasNarrated = isNarrated;
  }

  /** Focuses the question before the first dictation, and the microphone button when the question is gone. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const hasQuestion = this.#dictation.phase === 'asking';
    if (hasQuestion !== this.#hadQuestion)
      this.renderRoot.querySelector<HTMLElement>(hasQuestion ? '.agree' : '.talk')?.focus();
    this.#hadQuestion = hasQuestion;
  }

  /** Sends the text. A refused message stays in the field; `state.chat.problem` has the reason. */
  #send(state: StateSlice): void {
    this.#dictation.giveWay();
    if (sendChat(state, this.text) !== undefined) this.#keep('');
  }

  /** Stores the draft after each character, because the page can be closed at any time. */
  readonly #onInput = (event: Event): void => {
    this.#dictation.giveWay();
    this.#keep((event.target as HTMLTextAreaElement).value);
  };

  /** Enter sends the text, or accepts the resident's offer if the field is empty. */
  #onKey(event: KeyboardEvent, state: StateSlice): void {
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (this.text.trim() === '' && !event.repeat && acceptOffer(state)) return;
    this.#send(state);
  }

  /** Focuses the field. */
  override focus(options?: FocusOptions): void {
    this.field?.focus(options);
  }

  /** Says that messages wait or cannot be sent, and why; empty while the bridge is open. */
  #connection(state: ChatState): TemplateResult | typeof nothing {
    const text = connectionText(state.bridge.get());
    return text ? html`<p class="quiet notice">○ ${text}</p>` : nothing;
  }

  /** Buttons that send one word each. */
  #quickActions(state: ChatHost): TemplateResult {
    return html`<div class="quick" role="group" aria-label="Quick actions">
      ${quickActions.map(
        (word) =>
          html`<button type="button" class="action" @click=${() => sendChat(state, word)}>${word}</button>`,
      )}
    </div>`;
  }

  /** The field and its buttons; `isDescribed`: there is a problem text for `aria-describedby`. */
  #row(state: StateSlice, isDescribed: boolean): TemplateResult {
    const { name } = state.resident.get();
    const streaming = state.chat.entries.get().findLast(({ status }) => status === 'streaming');
    return html`<div class="field">
      <textarea
        rows="1"
        aria-label="Message to ${name}"
        aria-describedby=${isDescribed ? 'problem' : nothing}
        aria-invalid=${state.chat.problem.get() ? 'true' : nothing}
        placeholder="Say something to ${name}"
        enterkeyhint="send"
        .value=${live(this.text)}
        @input=${this.#onInput}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event, state)}
      ></textarea>
      ${talkButton(this.#dictation)}
      ${
        streaming
          ? html`<button
              type="button"
              class="icon stop"
              aria-label="Stop the answer"
              title="Stop the answer"
              @click=${press(this, () => stopAnswer(state, streaming.id))}
            >
              ${controlIcons.stop}
            </button>`
          : html`<button
              type="button"
              class="icon send"
              aria-label="Send"
              title="Send (Enter)"
              ?disabled=${this.text.trim() === ''}
              @click=${press(this, () => this.#send(state))}
            >
              ${controlIcons.send}
            </button>`
      }
    </div>`;
  }

  /**
   * The question before the first dictation replaces the field, because small windows have no room for both.
   */
  protected override renderState(state: StateSlice): TemplateResult {
    const problem = state.chat.problem.get() || this.#dictation.problem;
    const hasQuestion = this.#dictation.phase === 'asking';
    return html`${this.#connection(state)} ${hasQuestion ? nothing : this.#quickActions(state)}
      <div role="alert">
        ${problem ? html`<p class="notice problem" id="problem">${problem}</p>` : nothing}
      </div>
      ${talkNote(this.#dictation)}
      ${hasQuestion ? talkQuestion(this.#dictation) : this.#row(state, problem !== '')}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-chat-composer': HwChatComposer;
  }
}
