import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type ChatElsewhere, type ChatElsewhereState, openChat } from '../../../data/apps/chat-elsewhere.ts';
import { answeredBy } from '../../../data/chat/answered-by.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { retryChat } from '../../../data/chat/chat.ts';
import { browserEnvironment } from '../../../data/core/environment.ts';
import { ConversationView, conversationStyles } from '../../shared/chat/conversation-view.ts';
import { SignalElement } from '../../shared/signal-element.ts';
import { base, buttons } from '../../shared/styles.ts';
import { withoutBidiControls } from '../../../data/core/text.ts';
import { define } from '../define-when-present.ts';
import './field.ts';
import { roomStyles } from './room-styles.ts';

/**
 * The conversation inside `<hw-chat>`: who answers, the messages, and the field of the visitor. Messages,
 * announcements and scrolling work as in the chat of the home (`ConversationView`).
 *
 * The element opens the home when it is connected, and closes it when it is removed. Two of these elements in
 * one page are like two tabs: there is one conversation, and both show each message.
 *
 * @fires hw-chat-room - who answers and whether the home can be reached, for the widget around it
 */
class ChatRoomElement extends SignalElement {
  static override styles = [base, buttons, conversationStyles, roomStyles];

  /** Where the home is served, with a trailing slash. */
  @property({ attribute: false }) base = '';
  /** The unparsed value of the home's config.json. */
  @property({ attribute: false }) file: unknown;
  /** Hides the quick actions. */
  @property({ attribute: false }) compact = false;

  readonly #conversation = new ConversationView(this);
  #chat: ChatElsewhere | undefined;
  /** The last state that was sent to the widget, as JSON. */
  #told = '';

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** Ends the connection. A reconnected element connects again. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  /** Closes the chat. When it is opened again, the widget is notified again. */
  #close(): void {
    this.#chat?.close();
    this.#chat = undefined;
    this.#told = '';
  }

  #open(): ChatElsewhere {
    const chat = openChat(this.base, this.file, browserEnvironment(window), document);
    this.#conversation.begin(chat.state.sessionStart);
    return chat;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected || this.base === '') return;
    if (changed.has('base') || changed.has('file')) this.#close();
    this.#chat ??= this.#open();
    const { state } = this.#chat;
    const by = withoutBidiControls(answeredBy(state.resident.get()));
    this.#conversation.update(state.chat.entries.get(), by);
  }

  /** Notifies the widget of changes. */
  protected override updated(): void {
    const reading = this.#chat?.reading();
    const told = JSON.stringify(reading);
    if (!reading || told === this.#told) return;
    this.#told = told;
    this.dispatchEvent(new CustomEvent('hw-chat-room', { detail: reading }));
  }

  /** Sends an undelivered message again, or asks again for an incomplete answer. */
  #renderActions(host: ChatElsewhereState, { id, role, status }: ChatEntry): unknown {
    if (status !== 'stopped' && status !== 'failed') return nothing;
    return html`<button type="button" class="action" @click=${() => retryChat(host, id)}>
      ${role === 'resident' ? 'Ask again' : 'Send again'}
    </button>`;
  }

  #renderMessages(host: ChatElsewhereState): TemplateResult {
    const { name, note } = host.resident.get();
    return this.#conversation.render({
      entries: host.chat.entries.get(),
      note,
      empty: `No messages yet. Ask ${name} a question.`,
      actions: (entry) => this.#renderActions(host, entry),
    });
  }

  protected override render(): unknown {
    if (!this.#chat) return nothing;
    const { state, refusal } = this.#chat;
    if (refusal !== '') return html`<p class="refusal">${refusal}</p>`;
    const by = answeredBy(state.resident.get());
    return html`<p class="quiet by">${by ? `Answers come from ${withoutBidiControls(by)}` : nothing}</p>
      ${this.#renderMessages(state)}
      <hw-chat-field .host=${state} .compact=${this.compact}></hw-chat-field>
      ${this.#conversation.renderAnnouncements()}`;
  }
}

define('hw-chat-room', ChatRoomElement);
