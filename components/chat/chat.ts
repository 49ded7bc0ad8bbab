import { type PropertyValues, type TemplateResult, css, html, nothing, unsafeCSS } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { closeButton } from '../shared/control-icons.ts';
import { answeredBy } from '../../data/chat/answered-by.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { SHORT, base, buttons, panel } from '../shared/styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import './chat-actions.ts';
import type { HwChatComposer } from './chat-composer.ts';
import './chat-composer.ts';
import { ConversationView, conversationStyles } from '../shared/chat/conversation-view.ts';

/**
 * The conversation with the resident, as a panel on the right. While it is closed it takes no room
 * and no focus, but still announces each finished answer to screen readers, and who answers when
 * that changes.
 *
 * The parts: the messages with a live region (`ConversationView`), and the composer
 * `hw-chat-composer`.
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
    conversationStyles,
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
        min-height: 0;
        border-block: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
      }
      /* Hidden, because the button in the page header names the chat and closes it. */
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
    `,
  ];

  readonly #conversation = new ConversationView(this);
  /**
   * Whether the panel has been open. The panel is rendered when it first opens. It then stays rendered, so
   * that the draft and the scroll position are kept.
   */
  #made = false;
  #wasOpen = false;

  @query('hw-chat-composer') private readonly composer?: HwChatComposer;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!this.state) return;
    this.#made ||= this.state.panels.chat.get();
    if (changed.has('state')) this.#conversation.begin(this.state.sessionStart);
    const by = withoutBidiControls(answeredBy(this.state.resident.get()));
    this.#conversation.update(this.state.chat.entries.get(), by);
  }

  /**
   * If the chat opens while the visitor controls the world (by a click on the resident, or the key for it),
   * releases the pointer lock and focuses the field. On touch screens it does neither, because the on-screen
   * keyboard would cover the messages.
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

  /** Focuses the field after it has rendered, if the panel is still open. */
  focusField(): void {
    const focus = (): void => {
      if (this.state?.panels.chat.get()) this.composer?.focus();
    };
    void this.updateComplete.then(() => this.composer?.updateComplete).then(focus);
  }

  #messages(state: ChatState): TemplateResult {
    const { name, note } = state.resident.get();
    return this.#conversation.render({
      entries: state.chat.entries.get(),
      note,
      empty: `No messages yet. Ask ${name} a question, or choose one of the four words below.`,
      actions: (entry) => html`<hw-chat-actions .state=${this.state} .entry=${entry}></hw-chat-actions>`,
    });
  }

  /**
   * The panel: title, who answers, messages and composer. A short window has room for the messages and the
   * composer only; the line about a change of the resident is then in the list.
   */
  #drawer(state: ChatState & ViewState): TemplateResult {
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
      ${this.#messages(state)}
      <hw-chat-composer></hw-chat-composer>
    </section>`;
  }

  protected override renderState(state: ChatState & ViewState): TemplateResult {
    return html`${this.#made ? this.#drawer(state) : nothing} ${this.#conversation.renderAnnouncements()}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-chat': HwChat;
  }
}
