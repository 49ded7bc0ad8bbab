import { type TemplateResult, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import type { ChatElsewhereState } from '../../../data/apps/chat-elsewhere.ts';
import { sendChat, stopAnswer } from '../../../data/chat/chat.ts';
import { connectionText, isSendKey, press, quickActions } from '../../shared/chat/composer-parts.ts';
import { controlIcons } from '../../shared/control-icons.ts';
import { SignalElement } from '../../shared/signal-element.ts';
import { base, buttons } from '../../shared/styles.ts';
import { define } from '../define-when-present.ts';
import { fieldStyles } from './room-styles.ts';

/**
 * The part of the chat in which a visitor of another page writes: the quick actions, the field, the button
 * that sends or stops, and why a message was refused. Unlike the chat of the home, it has no microphone and
 * does not read aloud; the page around it can offer these.
 *
 * Unsent text is not stored in the browser, because the scripts of any page around the widget could read it
 * there.
 *
 * @cssproperty --field - the background of the field, from the widget
 * @cssproperty --hw-accent - the border of the field
 * @cssproperty --hw-error - the mark of a refusal
 * @cssproperty --hw-panel-text - the focus ring of the field
 * @cssproperty --hw-text-quiet - the placeholder, and why there is no connection
 */
class ChatFieldElement extends SignalElement {
  static override styles = [base, buttons, fieldStyles];

  /** The chat that receives the messages. */
  @property({ attribute: false }) host?: ChatElsewhereState;
  /** Hides the quick actions. */
  @property({ attribute: false }) compact = false;
  /** The text in the field. A refused message stays in it. */
  @state() private text = '';
  @query('textarea') private readonly field?: HTMLTextAreaElement;

  override focus(options?: FocusOptions): void {
    this.field?.focus(options);
  }

  #send(host: ChatElsewhereState): void {
    if (sendChat(host, this.text) !== undefined) this.text = '';
  }

  /** Enter sends. */
  #onKey(event: KeyboardEvent, host: ChatElsewhereState): void {
    // Outside the widget's shadow root the target of the event is the widget and not the text field. The
    // event stops here, because the page would handle typed keys as shortcuts.
    if (event.key.length === 1 || event.key === 'Enter') event.stopPropagation();
    if (!isSendKey(event)) return;
    event.preventDefault();
    this.#send(host);
  }

  /** The button that stops a streaming answer, or sends. */
  #renderButton(host: ChatElsewhereState): TemplateResult {
    const streaming = host.chat.entries.get().findLast(({ status }) => status === 'streaming');
    if (streaming)
      return html`<button
        type="button"
        class="icon"
        aria-label="Stop the answer"
        title="Stop the answer"
        @click=${press(this, () => stopAnswer(host, streaming.id))}
      >
        ${controlIcons.stop}
      </button>`;
    return html`<button
      type="button"
      class="icon"
      aria-label="Send"
      title="Send (Enter)"
      ?disabled=${this.text.trim() === ''}
      @click=${press(this, () => this.#send(host))}
    >
      ${controlIcons.send}
    </button>`;
  }

  /** Buttons that send one word each. */
  #renderQuick(host: ChatElsewhereState): TemplateResult {
    return html`<div class="quick" role="group" aria-label="Quick actions">
      ${quickActions.map(
        (word) =>
          html`<button type="button" class="action" @click=${() => sendChat(host, word)}>${word}</button>`,
      )}
    </div>`;
  }

  protected override render(): unknown {
    const { host } = this;
    if (!host) return nothing;
    const { name } = host.resident.get();
    const problem = host.chat.problem.get();
    const connection = connectionText(host.bridge.get());
    return html`${connection ? html`<p class="quiet notice">○ ${connection}</p>` : nothing}
      ${this.compact ? nothing : this.#renderQuick(host)}
      <div role="alert">
        ${problem ? html`<p class="notice problem" id="problem">${problem}</p>` : nothing}
      </div>
      <div class="row">
        <textarea
          rows="1"
          aria-label="Message to ${name}"
          aria-describedby=${problem ? 'problem' : nothing}
          aria-invalid=${problem ? 'true' : nothing}
          placeholder="Say something to ${name}"
          enterkeyhint="send"
          .value=${live(this.text)}
          @input=${(event: Event) => (this.text = (event.target as HTMLTextAreaElement).value)}
          @keydown=${(event: KeyboardEvent) => this.#onKey(event, host)}
        ></textarea>
        ${this.#renderButton(host)}
      </div>`;
  }
}

define('hw-chat-field', ChatFieldElement);
