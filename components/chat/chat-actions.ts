import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { ChatEntry } from '../../data/chat/chat-entries.ts';
import { retryChat } from '../../data/chat/chat.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import { type NarrationState, isNarrated, toggleNarration } from '../../data/speech/narration.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { TravelState } from '../../data/travel/travel-state.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { StateElement } from '../shared/state-element.ts';
import '../shared/status-message.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import { base, buttons } from '../shared/styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

/**
 * The buttons of a finished message: copy and read aloud for answers, and “ask again” for what was stopped or
 * failed. With a mouse they appear over the message's first line when it is under the pointer or has the
 * focus; on touch screens they are always there, below the text.
 *
 * The element reads the state itself. So a change of the sentence that is read aloud renders these buttons
 * again, but not the message.
 *
 * @cssproperty --hw-shown - 1 while the message is under the pointer
 * @cssproperty --hw-panel-background - the background over the first line
 */
@customElement('hw-chat-actions')
export class HwChatActions extends StateElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: flex;
        align-items: center;
      }
      hw-status-message {
        padding: 0 0.5rem;
      }
      /* With a mouse the buttons are smaller, so that they fit into the first line. */
      @media not (pointer: coarse) {
        .icon {
          width: 1.75rem;
          height: 1.75rem;
        }
        .icon svg {
          width: 1rem;
          height: 1rem;
        }
      }
      @media (hover: hover) and (pointer: fine) {
        :host {
          position: absolute;
          top: 0.125rem;
          right: 0.5rem;
          background: var(--hw-panel-background);
        }
        hw-status-message {
          order: -1;
        }
        /* Transparent but not hidden, so that they can get the keyboard focus. */
        .icon {
          opacity: var(--hw-shown, 0);
        }
        :host(:focus-within) .icon,
        [aria-pressed='true'],
        [data-kind='retry'] {
          opacity: 1 !important;
        }
      }
    `,
  ];

  @query('hw-status-message') private readonly statusMessage!: HwStatusMessage;

  /** The finished message. */
  @property({ attribute: false }) entry?: ChatEntry;

  /**
   * An icon button. Set `pressed` only for toggles: for screen readers, `aria-pressed` makes a button a
   * toggle.
   */
  #button(
    kind: 'copy' | 'readAloud' | 'retry' | 'stop',
    name: string,
    press: () => unknown,
    pressed?: boolean,
  ): TemplateResult {
    return html`<button
      type="button"
      class="icon"
      data-kind=${kind}
      aria-label=${name}
      title=${name}
      aria-pressed=${pressed ?? nothing}
      @click=${press}
    >
      ${controlIcons[kind]}
    </button>`;
  }

  /**
   * Copies the answer as Markdown. Browsers refuse this on pages without TLS, or if the visitor blocks it:
   * then the status message says so.
   */
  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(withoutBidiControls(text));
      this.statusMessage.say('Copied');
    } catch {
      this.statusMessage.say('This browser does not allow copying here');
    }
  }

  protected override renderState(
    state: ChatState & NarrationState & PageState & TravelState,
  ): TemplateResult | typeof nothing {
    const { entry } = this;
    if (!entry) return nothing;
    const { id, role, text, status } = entry;
    const isAnswer = role === 'resident' && text !== '';
    const reading = isAnswer && isNarrated(state, entry);
    // An incomplete answer can be copied and read aloud too.
    const isBroken = status === 'stopped' || status === 'failed';
    return html`${isAnswer ? this.#button('copy', 'Copy this answer', () => this.#copy(text)) : nothing}
      ${
        isAnswer
          ? this.#button(
              'readAloud',
              'Read this answer aloud',
              () => toggleNarration(state, { id, text: withoutBidiControls(text) }),
              reading,
            )
          : nothing
      }
      ${
        isBroken
          ? this.#button('retry', role === 'resident' ? 'Ask again' : 'Send again', () =>
              retryChat(state, id),
            )
          : nothing
      } <hw-status-message></hw-status-message>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-chat-actions': HwChatActions;
  }
}
