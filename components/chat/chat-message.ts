import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ChatEntry } from '../../data/state.ts';
import { base, buttons } from '../styles.ts';
import {
  COLLAPSED_CHARACTERS,
  MARKDOWN_CHARACTERS,
  clockText,
  cutAtWord,
  withoutBidiControls,
} from './text.ts';

type Render = (text: string) => DocumentFragment;
let renderer: Render | undefined;
let loadingRenderer: Promise<void> | undefined;

/** Once for all messages; a failure (offline, blocked) leaves them as plain text, and the next new message tries again. */
function loadRenderer(): Promise<void> {
  loadingRenderer ??= import('./markdown.ts').then(
    (module) => {
      renderer = module.renderMarkdown;
    },
    () => {
      loadingRenderer = undefined;
    },
  );
  return loadingRenderer;
}

const statusTexts: Record<ChatEntry['status'], string> = {
  sending: 'sending …',
  streaming: 'answering …',
  complete: '',
  stopped: 'stopped',
  failed: 'not delivered',
};

/**
 * One line of the conversation: who, when, what, and how it went. Takes plain properties, so that a piece of an answer
 * renders one row and no other.
 *
 * @csspart text - the message itself
 */
@customElement('hw-chat-message')
export class HwChatMessage extends LitElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
        padding: 8px 16px;
      }
      .head {
        display: flex;
        gap: 8px;
        color: var(--hw-text-quiet);
      }
      .speaker {
        min-width: 0;
        overflow: hidden;
        font-weight: 600;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .resident .speaker {
        color: var(--hw-panel-text);
      }
      .text {
        unicode-bidi: isolate;
        overflow-wrap: anywhere;
      }
      .visitor .text {
        padding-left: 8px;
        border-left: 2px solid color-mix(in srgb, var(--hw-accent) 60%, transparent);
      }
      .plain {
        white-space: pre-wrap;
      }
      .failed .outcome::before {
        content: '✕ ';
        color: var(--hw-error);
      }
      .text :is(p, ul, ol, pre, blockquote, table) + * {
        margin-top: 8px;
      }
      ul,
      ol {
        padding-left: 24px;
      }
      ul {
        list-style: disc;
      }
      ol {
        list-style: decimal;
      }
      code {
        color: var(--hw-panel-text);
        font-family: inherit;
      }
      pre,
      table {
        max-width: 100%;
        margin: 0;
        overflow: auto;
        scrollbar-width: thin;
      }
      pre {
        padding: 8px;
        overflow-wrap: normal;
        background: color-mix(in srgb, var(--hw-background) 60%, transparent);
        border-radius: 4px;
      }
      table {
        display: block;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 0 16px 0 0;
        text-align: left;
        overflow-wrap: normal;
      }
      blockquote {
        margin: 0;
        padding-left: 8px;
        color: var(--hw-text-quiet);
        border-left: 2px solid var(--hw-text-quiet);
      }
      .action {
        margin-top: 8px;
      }
    `,
  ];

  #formatted: { readonly text: string; readonly nodes: DocumentFragment } | undefined;

  @state() private whole = false;

  @property({ attribute: false }) entry?: ChatEntry;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!renderer) void loadRenderer().then(() => this.requestUpdate());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('entry');
    if (before && before.id !== this.entry?.id) this.whole = false;
  }

  #plain(text: string): TemplateResult {
    return html`<span class="plain">${text}</span>`;
  }

  /** The shown part of a text as nodes, made once for each text; plain text while the formatter is on its way or where it fails. */
  #format(text: string): DocumentFragment | TemplateResult {
    if (!renderer || text.length > MARKDOWN_CHARACTERS) return this.#plain(text);
    if (this.#formatted?.text !== text) {
      try {
        this.#formatted = { text, nodes: renderer(text) };
      } catch {
        return this.#plain(text);
      }
    }
    return this.#formatted.nodes;
  }

  #body({ text, role }: ChatEntry): TemplateResult {
    const clean = withoutBidiControls(text);
    const part = this.whole ? clean : cutAtWord(clean, COLLAPSED_CHARACTERS);
    // What the visitor typed is shown as typed.
    const content = role === 'visitor' ? this.#plain(part) : this.#format(part);
    return html`<div part="text" class="text" dir="auto">${content}</div>
      ${
        clean.length > COLLAPSED_CHARACTERS
          ? html`<button
              type="button"
              class="action"
              aria-expanded=${this.whole ? 'true' : 'false'}
              @click=${() => (this.whole = !this.whole)}
            >
              ${this.whole ? 'Show less' : `Show all ${clean.length.toLocaleString('en')} characters`}
            </button>`
          : nothing
      }`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { entry } = this;
    if (!entry) return nothing;
    const { role, speaker, status, cause, ts } = entry;
    const outcome = role === 'resident' && status === 'failed' ? 'broke off' : statusTexts[status];
    return html`<div class="${role} ${status}">
      <div class="head">
        <span class="speaker"><bdi>${withoutBidiControls(speaker)}</bdi></span>
        <time datetime=${new Date(ts).toISOString()}>${clockText(ts)}</time>
      </div>
      ${this.#body(entry)}
      ${outcome ? html`<div class="quiet outcome">${cause ? `${outcome}: ${cause}` : outcome}</div>` : nothing}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-chat-message': HwChatMessage;
  }
}
