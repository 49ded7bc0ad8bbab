import { type LitElement, type ReactiveController, type TemplateResult, css, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { Announcer } from './announcer.ts';
import './chat-message.ts';
import { ScrollAnchor } from './scroll-anchor.ts';

/**
 * The number of messages that are rendered at first, and that each press of “earlier messages” adds: in a
 * long session, rendering all of them would be slow.
 */
const PAGE_MESSAGES = 60;

export const conversationStyles = css`
  .list {
    padding: 0.5rem 0;
  }
  .note {
    padding: 0 1rem 0.5rem;
  }
  .empty {
    padding: 0.5rem 1rem;
  }
  .earlier {
    display: block;
    margin: 0 1rem;
  }
  .middle {
    position: relative;
    display: grid;
  }
  /* This button may cover the last lines, because it appears only while the visitor reads earlier lines. */
  .newer {
    position: absolute;
    bottom: 0.5rem;
    left: 50%;
    background: var(--hw-panel-background);
    transform: translateX(-50%);
  }
`;

interface Shown {
  readonly entries: readonly ChatEntry[];
  /** The note about a change of who answers. */
  readonly note: string;
  /** The text if there are no messages. */
  readonly empty: string;
  /** The buttons of a finished message. */
  actions(entry: ChatEntry): unknown;
}

/**
 * The messages of a conversation, for the home's chat and for the widget: the newest, with a button for
 * earlier ones. The list stays at its end while the visitor reads there. Screen readers announce each
 * finished answer once.
 */
export class ConversationView implements ReactiveController {
  readonly #host: LitElement;
  /** Looks for its elements after each render, because a chat that was never open has none. */
  readonly #scrollAnchor: ScrollAnchor;
  #announcer: Announcer | undefined;
  /** The text in the live region, and its number. */
  #announced = '';
  #announcements = 0;
  /** The id of the newest message at the last update. */
  #newest: string | undefined;
  /** The maximum number of rendered messages. */
  #limit = PAGE_MESSAGES;

  /** What had the focus before the update of the host. */
  #focused: Element | null = null;

  constructor(host: LitElement) {
    this.#host = host;
    host.addController(this);
    this.#scrollAnchor = new ScrollAnchor(host, () => {
      const scroller = host.renderRoot.querySelector<HTMLElement>('.scroll');
      const content = host.renderRoot.querySelector<HTMLElement>('.list');
      return scroller && content ? { scroller, content } : undefined;
    });
  }

  hostUpdate(): void {
    this.#focused = this.#host.shadowRoot?.activeElement ?? null;
  }

  /** A button of the list may go with its press; then the list gets the focus. */
  hostUpdated(): void {
    if (this.#focused?.isConnected === false)
      this.#host.renderRoot.querySelector<HTMLElement>('.scroll')?.focus({ preventScroll: true });
  }

  /** Messages before `since` are history and not announced. Milliseconds since the epoch. */
  begin(since: number): void {
    this.#announcer = new Announcer(since);
  }

  /**
   * Sets the announcement, and scrolls to a message that the visitor has just sent. Call it before the host
   * renders. `by`: who answers.
   */
  update(entries: readonly ChatEntry[], by: string): void {
    const announced = this.#announcer?.next(entries, by);
    if (announced !== undefined) {
      this.#announced = announced;
      this.#announcements += 1;
    }
    const newest = entries.at(-1);
    // This scrolls from any position, also if the visitor reads earlier messages.
    if (newest?.id !== this.#newest && newest?.role === 'visitor' && newest.status === 'sending')
      this.#scrollAnchor.toNewest();
    this.#newest = newest?.id;
  }

  readonly #showEarlier = (): void => {
    this.#limit += PAGE_MESSAGES;
    this.#host.requestUpdate();
  };

  /** Renders the messages. A finished message has buttons; a notice of the page has none. */
  #list({ entries, note, empty, actions }: Shown): TemplateResult {
    const first = Math.max(0, entries.length - this.#limit);
    return html`<div class="list">
      ${note ? html`<p class="quiet note">${note}</p>` : nothing}
      ${entries.length === 0 ? html`<p class="quiet empty">${empty}</p>` : nothing}
      ${
        first > 0
          ? html`<button type="button" class="action earlier" @click=${this.#showEarlier}>
              ${first} earlier ${first === 1 ? 'message' : 'messages'}
            </button>`
          : nothing
      }
      ${repeat(
        entries.slice(first),
        ({ id }) => id,
        (entry) =>
          html`<hw-chat-message .entry=${entry}
            >${
              entry.role === 'notice' || entry.status === 'sending' || entry.status === 'streaming'
                ? nothing
                : actions(entry)
            }</hw-chat-message
          >`,
      )}
    </div>`;
  }

  /** The list in its scroll container, and the button that scrolls to new messages below. */
  render(shown: Shown): TemplateResult {
    return html`<div class="middle">
      <div class="scroll" tabindex="0" role="log" aria-live="off" aria-label="Messages">
        ${this.#list(shown)}
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

  /**
   * The live region. Render it also while the messages are hidden. Each announcement is a new element: lit
   * would not touch a text that is the same as before, and screen readers announce only what changes.
   */
  renderAnnouncements(): TemplateResult {
    const text = this.#announced === '' ? nothing : html`<p>${this.#announced}</p>`;
    const said = keyed(this.#announcements, text);
    return html`<div class="visually-hidden" role="status" aria-label="Answers">${said}</div>`;
  }
}
