import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { type SettingsState, changeSettings } from '../../data/config/settings/settings.ts';
import { type PresenceState, emotes, showEmote } from '../../data/presence/presence-state.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { keepingFocus, offerFocus } from '../shared/focus.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { StateElement } from '../shared/state-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { emoteTexts, presenceText, unseenText, visitorTexts } from '../shared/text/visitors-text.ts';
import { formStyles } from './form-styles.ts';
import { VisitorChat, visitorChatStyles } from './visitor-chat.ts';
import { checkboxField } from './setting-fields.ts';

type StateSlice = ChatState & ConfigState & PageState & PresenceState & SettingsState & ViewState;

/**
 * The panel with the visitors near by, and with gestures that the visitor's own light can make for them. When
 * it opens, the first gesture gets the focus, so that Enter makes this gesture.
 *
 * @cssproperty --hw-text-quiet - the sentences below the lists
 */
@customElement('hw-visitors')
export class HwVisitors extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    formStyles,
    visitorChatStyles,
    css`
      .emotes {
        display: grid;
        /* Three columns would leave the fourth gesture alone in its row. */
        grid-template-columns: repeat(2, 1fr);
        gap: 0.5rem;
        padding: 0.5rem 0;
      }
      ul {
        padding: 0.5rem 0;
      }
      li {
        padding: 0.125rem 0;
        /* For a long name without spaces. */
        overflow-wrap: anywhere;
      }
    `,
  ];

  @query('.emotes button:enabled') private readonly firstEmote?: HTMLButtonElement;
  @query('.body') private readonly body?: HTMLElement;
  @query('.lines') private readonly lines?: HTMLElement;

  readonly #chat = new VisitorChat();

  /** Releases the pointer lock: the visitor needs the pointer for the buttons. */
  override connectedCallback(): void {
    super.connectedCallback();
    document.exitPointerLock();
  }

  /** A line of the chat goes with its buttons: when it is muted, or when newer ones take its place. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.lines ?? this.body,
    );
  }

  /** Counts all lines as read, because they are shown now. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.state?.presence.talk.unread.set(0);
  }

  protected override firstUpdated(): void {
    offerFocus(this.firstEmote ?? this.body);
  }

  /**
   * The gestures, or why other visitors would not see them: a disabled button alone does not give the reason.
   * The line below is a live region, because visitors do not see their own light.
   */
  #emotes(state: PresenceState & SettingsState): TemplateResult {
    const { line, shown } = state.presence;
    const unseen = unseenText(state);
    const { count, detail } = shown.get();
    return html`<div class="emotes" role="group" aria-label="Gestures">
        ${emotes.map(
          (emote) =>
            html`<button
              type="button"
              class="action"
              ?disabled=${line.get() !== 'on' || unseen !== ''}
              @click=${() => showEmote(state, emote)}
            >
              ${emoteTexts[emote][0]}
            </button>`,
        )}
      </div>
      <p class="quiet" role="status">
        ${unseen || (count > 0 ? `Your light shows ${emoteTexts[detail][1]}.` : nothing)}
      </p>`;
  }

  /**
   * The visitor's own gestures, chat and visibility. The name is in the settings only, which have room to
   * explain it.
   */
  #own(state: StateSlice): TemplateResult {
    return html`${this.#emotes(state)}${this.#chat.render(state)}
    ${checkboxField({
      id: 'showMe',
      label: 'Show me to others',
      help: 'They see where you are as a small light. Nothing of it is stored. Your name is in the settings.',
      checked: state.settings.get().showMe,
      set: (showMe) => changeSettings(state, { showMe }),
    })}`;
  }

  protected override renderState(state: StateSlice): TemplateResult {
    const texts = visitorTexts(state);
    return html`<section class="panel filling" aria-labelledby="title">
      <div class="panel-head">
        <h2 id="title">Visitors</h2>
        ${closeButton('Close the visitors', () => state.panels.visitors.set(false))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-labelledby="title">
        <p>${presenceText(state)}</p>
        ${
          // Names are isolated, so that a right-to-left name does not change the text around it.
          texts.length > 0
            ? html`<ul aria-label="Near you">
                ${texts.map((text) => html`<li><bdi>${text}</bdi></li>`)}
              </ul>`
            : nothing
        }
        ${state.presence.line.get() === 'off' ? nothing : this.#own(state)}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-visitors': HwVisitors;
  }
}
