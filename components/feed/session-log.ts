import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { closeButton } from '../shared/control-icons.ts';
import { cutAtWord, withoutBidiControls } from '../../data/core/text.ts';
import { localTime } from '../../data/core/time.ts';
import { MAX_TEXT_CHARACTERS, plainText } from '../../data/core/plain-text.ts';
import { type LogEntry, endTexts } from '../../data/chat/session-log.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import '../shared/status-message.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import { exportSession } from '../shared/download.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { base, buttons, panel } from '../shared/styles.ts';

/** The maximum number of entries shown, newest first; the export has all of them. */
const MAX_ENTRIES = 200;
/**
 * The maximum length of an entry. Longer entries are cut at a word: the chat and the export have the full
 * text.
 */
const MAX_ENTRY_CHARACTERS = 400;

/**
 * What has happened since the page was opened: messages, world actions, zaps and warps, and the
 * button that saves them as a Markdown file.
 */
@customElement('hw-session-log')
export class HwSessionLog extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    css`
      li {
        padding: 0.25rem 0;
        overflow-wrap: anywhere;
        unicode-bidi: isolate;
      }
      .step {
        display: block;
      }
      /* Keeps the line breaks of lists. */
      .text {
        white-space: pre-line;
      }
      hw-status-message::part(text) {
        padding: 0 1rem 0.5rem;
      }
    `,
  ];

  /** Announces the name of the saved file. */
  @query('hw-status-message') private readonly statusMessage!: HwStatusMessage;

  /** One entry: time, speaker, tool calls and text, and the reason if the message is incomplete. */
  #entry({ ts, speaker, text, steps, end }: LogEntry): TemplateResult {
    const plain = plainText(withoutBidiControls(text));
    const shown = cutAtWord(plain, MAX_ENTRY_CHARACTERS);
    const isCut = shown.length < plain.length || text.length > MAX_TEXT_CHARACTERS;
    return html`<li>
      <span class="quiet">${localTime(ts)} <bdi>${withoutBidiControls(speaker)}</bdi></span>
      ${steps?.map((step) => html`<span class="quiet step">${withoutBidiControls(step)}</span>`)}
      <span class="text">${shown}${isCut ? ' …' : ''}</span>
      ${end ? html`<span class="quiet">(${endTexts[end]})</span>` : nothing}
    </li>`;
  }

  protected override renderState(state: ChatState & ConfigState & PageState & ViewState): TemplateResult {
    const entries = state.log.get();
    const newest = entries.slice(-MAX_ENTRIES).reverse();
    return html`<section class="panel filling" aria-label="Session log">
      <div class="panel-head">
        <h2>Session log</h2>
        ${closeButton('Close the session log', () => state.panels.log.set(false))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-label="Entries">
        ${
          entries.length === 0
            ? html`<p class="quiet">Nothing has happened yet in this session.</p>`
            : html`<ol>
                ${newest.map((entry) => this.#entry(entry))}
              </ol>`
        }
      </div>
      <div class="foot">
        <span class="quiet">${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}</span>
        <button
          type="button"
          class="action"
          @click=${() => this.statusMessage.say(`Saved ${exportSession(state)}`)}
        >
          Export Markdown
        </button>
      </div>
      <hw-status-message></hw-status-message>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-session-log': HwSessionLog;
  }
}
