import { type PropertyValues, type TemplateResult, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { type ChatElsewhere, type ChatElsewhereState, openChat } from '../../../data/apps/chat-elsewhere.ts';
import { answeredBy } from '../../../data/chat/answered-by.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { retryChat } from '../../../data/chat/chat.ts';
import { browserEnvironment } from '../../../data/core/environment.ts';
import { Announcer } from '../../shared/chat/announcer.ts';
import { PAGE_MESSAGES, messageList, messageListStyles } from '../../shared/chat/message-list.ts';
import { ScrollAnchor } from '../../shared/chat/scroll-anchor.ts';
import { SignalElement } from '../../shared/signal-element.ts';
import { base, buttons } from '../../shared/styles.ts';
import { withoutBidiControls } from '../../shared/text/text.ts';
import { define } from '../define.ts';
import './field.ts';
import { roomStyles } from './room-styles.ts';

/**
 * The conversation inside `<hw-chat>`: who answers, the messages, and where the visitor writes. The
 * messages, the announcements and the following of the end are those of the home's own chat.
 *
 * It opens the home when it is in the page, and closes it with its removal. Two of them in a page are like
 * two tabs: one conversation, and each message in both.
 *
 * @fires hw-chat-room - who answers and whether the home can be reached, for the widget around it
 */
class ChatRoomElement extends SignalElement {
  static override styles = [base, buttons, messageListStyles, roomStyles];

  /** Where the home is served, with a trailing slash. */
  @property({ attribute: false }) base = '';
  /** The home's config.json as it came. */
  @property({ attribute: false }) file: unknown;
  /** Without quick actions. */
  @property({ attribute: false }) compact = false;

  @query('.scroll') private readonly scroller?: HTMLElement;
  @query('.list') private readonly content?: HTMLElement;

  /** The text in the live region. */
  @state() private announced = '';
  /** Messages rendered at most. */
  @state() private limit = PAGE_MESSAGES;

  #chat: ChatElsewhere | undefined;
  #announcer: Announcer | undefined;
  /** The state that the widget received last. */
  #told = '';
  /** The id of the newest message at the last update. */
  #newest: string | undefined;
  readonly #scrollAnchor = new ScrollAnchor(this, () =>
    this.scroller && this.content ? { scroller: this.scroller, content: this.content } : undefined,
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  /** Ends the connection. An element that is put back connects again. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#close();
  }

  /** Until it is opened again, which notifies the widget again. */
  #close(): void {
    this.#chat?.close();
    this.#chat = undefined;
    this.#told = '';
  }

  /** What is older than this is history, and not announced. */
  #open(): ChatElsewhere {
    const chat = openChat(this.base, this.file, browserEnvironment(window), document);
    this.#announcer = new Announcer(chat.state.sessionStart);
    return chat;
  }

  /** Opens the home; then collects what is to be announced, as the home's own chat does. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected || this.base === '') return;
    if (changed.has('base') || changed.has('file')) this.#close();
    this.#chat ??= this.#open();
    const { state } = this.#chat;
    const entries = state.chat.entries.get();
    const by = withoutBidiControls(answeredBy(state.resident.get()));
    this.announced = this.#announcer?.next(entries, by) ?? this.announced;
    const newest = entries.at(-1);
    // Visitors want to see what they have just sent, wherever they read before.
    if (newest?.id !== this.#newest && newest?.role === 'visitor' && newest.status === 'sending')
      this.#scrollAnchor.toNewest();
    this.#newest = newest?.id;
  }

  /** Notifies the widget around it of changes. */
  protected override updated(): void {
    const reading = this.#chat?.reading();
    const told = JSON.stringify(reading);
    if (!reading || told === this.#told) return;
    this.#told = told;
    this.dispatchEvent(new CustomEvent('hw-chat-room', { detail: reading }));
  }

  /** A message that was not delivered is sent again, and a broken answer asked for again. */
  #renderActions(host: ChatElsewhereState, { id, role, status }: ChatEntry): unknown {
    if (status !== 'stopped' && status !== 'failed') return nothing;
    return html`<button type="button" class="action" @click=${() => retryChat(host, id)}>
      ${role === 'resident' ? 'Ask again' : 'Send again'}
    </button>`;
  }

  /** The list, and the button to its end while something new is below it. */
  #renderMessages(host: ChatElsewhereState): TemplateResult {
    const { name, note } = host.resident.get();
    return html`<div class="middle">
      <div class="scroll" tabindex="0" role="log" aria-live="off" aria-label="Messages">
        ${messageList({
          entries: host.chat.entries.get(),
          limit: this.limit,
          note,
          empty: `No messages yet. Ask ${name} a question.`,
          showEarlier: () => (this.limit += PAGE_MESSAGES),
          actions: (entry) => this.#renderActions(host, entry),
        })}
      </div>
      ${
        this.#scrollAnchor.unseen
          ? html`<button type="button" class="action newer" @click=${() => this.#scrollAnchor.toNewest()}>
              New messages ↓
            </button>`
          : nothing
      }
    </div>`;
  }

  protected override render(): unknown {
    if (!this.#chat) return nothing;
    const { state, refusal } = this.#chat;
    if (refusal !== '') return html`<p class="refusal">${refusal}</p>`;
    const by = answeredBy(state.resident.get());
    return html`<p class="quiet by">${by ? `Answers come from ${withoutBidiControls(by)}` : nothing}</p>
      ${this.#renderMessages(state)}
      <hw-chat-field .host=${state} .compact=${this.compact}></hw-chat-field>
      <div class="visually-hidden" role="status" aria-label="Answers">${this.announced}</div>`;
  }
}

define('hw-chat-room', ChatRoomElement);
