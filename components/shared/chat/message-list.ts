import { type TemplateResult, css, html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import './chat-message.ts';

/**
 * Messages rendered at first, and added by each press of “earlier messages”: a long session would
 * make every new message slow.
 */
export const PAGE_MESSAGES = 60;

export const messageListStyles = css`
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
`;

export interface MessageList {
  readonly entries: readonly ChatEntry[];
  /** Messages rendered at most. */
  readonly limit: number;
  /** What the resident says about who answers. */
  readonly note: string;
  /** Instead of messages, while there are none. */
  readonly empty: string;
  showEarlier(): void;
  /** The buttons of a finished message. */
  actions(entry: ChatEntry): unknown;
}

/**
 * The newest messages, with a button for earlier ones. A message has its own buttons once it is
 * finished; a notice of the page has none.
 */
export function messageList(list: MessageList): TemplateResult {
  const { entries, limit, note, empty, showEarlier, actions } = list;
  const first = Math.max(0, entries.length - limit);
  return html`<div class="list">
    ${note ? html`<p class="quiet note">${note}</p>` : nothing}
    ${entries.length === 0 ? html`<p class="quiet empty">${empty}</p>` : nothing}
    ${
      first > 0
        ? html`<button type="button" class="action earlier" @click=${showEarlier}>
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
