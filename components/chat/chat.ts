import { type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { closeButton } from '../shared/close-button.ts';
import { answeredBy } from '../../data/chat/answered-by.ts';
import type { State } from '../../data/state.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { SHORT, base, buttons, panel } from '../shared/styles.ts';
import { withoutBidiControls } from '../shared/text/text.ts';
import { Announcer } from '../shared/chat/announcer.ts';
import './chat-actions.ts';
import type { HwChatComposer } from './chat-composer.ts';
import './chat-composer.ts';
import { PAGE_MESSAGES, messageList, messageListStyles } from '../shared/chat/message-list.ts';
import { ScrollAnchor } from '../shared/chat/scroll-anchor.ts';

/**
 * The conversation with the resident, as a panel on the right. While it is closed it takes no room
 * and no focus, but still announces each finished answer to screen readers, and who answers when
 * that changes.
 *
 * The parts: a list of `hw-chat-message`, the composer `hw-chat-composer`, and a live region.
 * `ScrollAnchor` keeps the list at its end while the visitor reads there.
 *
 * @cssproperty --hw-accent - the lines between the parts
 * @cssproperty --hw-panel-background - the background of the button “new messages”
 */
@customElement('hw-chat')
export class HwChat extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    messageListStyles,
    css`
      section {
        display: grid;
        flex: 1 1 auto;
        grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
        min-height: 0;
      }
      .by {
        padding: 0 1rem 0.5rem;
        overflow-wrap: anywhere;
      }
      .middle {
        position: relative;
        display: grid;
        min-height: 0;
        border-block: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
      }
      /* The page header's button says what it is, and closes it. */
      @media ${unsafeCSS(SHORT)} {
        .panel-head {
          display: none;
        }
      }
      @media (height < 25em) {
        .by {
          display: none;
        }
      }
      .newer {
        position: absolute;
        bottom: 0.5rem;
        left: 50%;
        background: var(--hw-panel-background);
        transform: translateX(-50%);
      }
    `,
  ];

  /** Made with the first state, which has the time when the page was opened. */
  #announcer: Announcer | undefined;
  /**
   * Whether the panel was open before. It is rendered at its first opening and then kept, so
   * closing it loses neither the draft nor the scroll position.
   */
  #made = false;
  /** The id of the newest message at the last update. */
  #newest: string | undefined;
  #wasOpen = false;
  /** Gets its elements when they are rendered: a closed chat that was never open has none. */
  readonly #scrollAnchor = new ScrollAnchor(this, () =>
    this.scroller && this.content ? { scroller: this.scroller, content: this.content } : undefined,
  );

  @query('.scroll') private readonly scroller?: HTMLElement;
  @query('.list') private readonly content?: HTMLElement;
  @query('hw-chat-composer') private readonly composer?: HwChatComposer;

  /** The text in the live region. */
  @state() private announced = '';
  /** Messages rendered at most. */
  @state() private limit = PAGE_MESSAGES;

  /** Collects what is to be announced, and scrolls to a message the visitor has just sent. */
  protected override willUpdate(): void {
    if (!this.state) return;
    this.#made ||= this.state.panels.chat.get();
    this.#announcer ??= new Announcer(this.state.sessionStart);
    const entries = this.state.chat.entries.get();
    const by = withoutBidiControls(answeredBy(this.state.resident.get()));
    this.announced = this.#announcer.next(entries, by) ?? this.announced;
    const newest = entries.at(-1);
    // Visitors want to see what they have just sent, wherever they read before.
    if (newest?.id !== this.#newest && newest?.role === 'visitor' && newest.status === 'sending')
      this.#scrollAnchor.toNewest();
    this.#newest = newest?.id;
  }

  /**
   * Opened from the world, by a click on the resident or its key: the visitor types next, and needs
   * the mouse. On touch screens the keyboard would cover what is to be read.
   */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const isOpen = this.state?.panels.chat.get() ?? false;
    const opened = isOpen && !this.#wasOpen;
    this.#wasOpen = isOpen;
    if (!opened || !this.state?.world.engaged.get() || window.matchMedia('(pointer: coarse)').matches) return;
    document.exitPointerLock();
    this.focusField();
  }

  /** Puts the cursor into the field. The panel must be open. */
  focusField(): void {
    void this.updateComplete.then(() => this.composer?.updateComplete).then(() => this.composer?.focus());
  }

  /** The messages, each with its buttons. */
  #list(state: State): TemplateResult {
    const { name, note } = state.resident.get();
    return messageList({
      entries: state.chat.entries.get(),
      limit: this.limit,
      note,
      empty: `No messages yet. Ask ${name} a question, or choose one of the four words below.`,
      showEarlier: () => (this.limit += PAGE_MESSAGES),
      actions: (entry) => html`<hw-chat-actions .state=${state} .entry=${entry}></hw-chat-actions>`,
    });
  }

  /**
   * The panel itself: title, who answers, list and composer. A short window has room for the last two
   * only; there the line that says that the resident has changed stays in the list.
   */
  #drawer(state: State): TemplateResult {
    const resident = state.resident.get();
    const { name } = resident;
    const by = answeredBy(resident);
    return html`<section class="panel" ?hidden=${!state.panels.chat.get()} aria-label="Chat with ${name}">
      <div>
        <div class="panel-head">
          <h2>${name}</h2>
          ${closeButton('Close the chat', () => state.panels.chat.set(false))}
        </div>
        ${by ? html`<p class="quiet by">Answers come from ${withoutBidiControls(by)}</p>` : nothing}
      </div>
      <div class="middle">
        <div class="scroll" tabindex="0" role="log" aria-live="off" aria-label="Messages">
          ${this.#list(state)}
        </div>
        ${
          this.#scrollAnchor.unseen
            ? html`<button type="button" class="action newer" @click=${() => this.#scrollAnchor.toNewest()}>
                New messages ↓
              </button>`
            : nothing
        }
      </div>
      <hw-chat-composer></hw-chat-composer>
    </section>`;
  }

  protected override renderState(state: State): TemplateResult {
    return html`${this.#made ? this.#drawer(state) : nothing}
      <div class="visually-hidden" role="status" aria-label="Answers">${this.announced}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-chat': HwChat;
  }
}
