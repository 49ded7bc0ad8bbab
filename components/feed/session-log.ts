import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { closeButton } from '../shared/control-icons.ts';
import { cutAtWord, withoutBidiControls } from '../../data/core/text.ts';
import { localTime, utcText } from '../../data/core/time.ts';
import { MAX_TEXT_CHARACTERS, plainText } from '../../data/core/plain-text.ts';
import { exportFileName, exportMarkdown } from '../../data/chat/session-export.ts';
import { MAX_FILE_BYTES, type SavedSession, exportJson, readSession } from '../../data/chat/session-file.ts';
import { type LogEntry, endTexts } from '../../data/chat/session-log.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import '../shared/status-message.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import { downloadFile } from '../shared/download.ts';
import { keepingFocus } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { base, buttons, panel } from '../shared/styles.ts';

type StateSlice = ChatState & ConfigState & PageState & ViewState;

/** The maximum number of entries shown, newest first; the export has all of them. */
const MAX_ENTRIES = 200;
/**
 * The maximum length of an entry. Longer entries are cut at a word: the chat and the export have the full
 * text.
 */
const MAX_ENTRY_CHARACTERS = 400;

/**
 * What has happened since the page was opened: messages, world actions, zaps and warps, and the buttons that
 * save them as Markdown or JSON. A JSON file can be opened here again, in any home; it stays on this page.
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
      .foot {
        flex-wrap: wrap;
      }
      .saved {
        padding-bottom: 0.5rem;
      }
    `,
  ];

  /** The log of a file that the visitor has opened; undefined for the log of this session. */
  @state() private opened: SavedSession | undefined;
  @query('input') private readonly input!: HTMLInputElement;
  @query('.body') private readonly body?: HTMLElement;
  /** Announces the name of the saved file, and why a file cannot be opened. */
  @query('hw-status-message') private readonly statusMessage!: HwStatusMessage;

  /** The button that leads back to this session goes with its press. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.body,
    );
  }

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

  #save(state: StateSlice, { home, startedAt, entries }: SavedSession, type: 'md' | 'json'): void {
    const fileName = exportFileName(home, this.opened ? startedAt : state.now.get(), type);
    const [text, media] =
      type === 'md'
        ? [exportMarkdown(entries, startedAt), 'text/markdown']
        : [exportJson({ home, startedAt, entries }), 'application/json'];
    downloadFile(new Blob([text], { type: media }), fileName);
    this.statusMessage.say(`Saved ${fileName}`);
  }

  async #open(): Promise<void> {
    const [file] = this.input.files ?? [];
    if (!file) return;
    const read =
      file.size > MAX_FILE_BYTES
        ? 'The file is larger than 16 MB.'
        : await file.text().then(readSession, () => 'This file cannot be read. Was it moved or changed?');
    // The same file can then be chosen again.
    this.input.value = '';
    if (typeof read === 'string') this.statusMessage.say(read);
    else {
      this.opened = read;
      this.statusMessage.say(`Opened ${file.name}`);
    }
  }

  protected override renderState(state: StateSlice): TemplateResult {
    const { opened } = this;
    const shown: SavedSession = opened ?? {
      home: state.config.get().appName,
      startedAt: state.sessionStart,
      entries: state.log.get(),
    };
    const { entries } = shown;
    const newest = entries.slice(-MAX_ENTRIES).reverse();
    return html`<section class="panel filling" aria-label="Session log">
      <div class="panel-head">
        <h2>Session log</h2>
        ${closeButton('Close the session log', () => state.panels.log.set(false))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-label="Entries">
        ${
          opened
            ? html`<p class="quiet saved">
                A saved log of <bdi>${withoutBidiControls(opened.home)}</bdi>, begun
                ${utcText(opened.startedAt)}.
                <button type="button" class="action" @click=${() => (this.opened = undefined)}>
                  Back to this session
                </button>
              </p>`
            : nothing
        }
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
        <button type="button" class="action" @click=${() => this.#save(state, shown, 'md')}>
          Export Markdown
        </button>
        <button type="button" class="action" @click=${() => this.#save(state, shown, 'json')}>
          Export JSON
        </button>
        <button type="button" class="action" @click=${() => this.input.click()}>Open a saved log</button>
        <input type="file" accept=".json,application/json" hidden @change=${() => void this.#open()} />
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
