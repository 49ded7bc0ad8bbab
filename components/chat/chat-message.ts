import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { cutAtWord } from '../../data/core/text.ts';
import type { ChatEntry } from '../../data/chat/chat-entries.ts';
import { base, buttons } from '../shared/styles.ts';
import { formatted, loadFormatter, markdownStyles } from '../shared/markdown-styles.ts';
import { COLLAPSED_CHARACTERS, clockText, withoutBidiControls } from '../shared/text.ts';

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
    markdownStyles,
    css`
      :host {
        display: block;
        padding: 0.5rem 1rem;
      }
      .head {
        display: flex;
        gap: 0.5rem;
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
      .visitor .text {
        padding-left: 0.5rem;
        border-left: 2px solid color-mix(in srgb, var(--hw-accent) 60%, transparent);
      }
      .plain {
        white-space: pre-wrap;
      }
      .failed .outcome::before {
        content: '✕ ';
        color: var(--hw-error);
      }
      .action {
        margin-top: 0.5rem;
      }
    `,
  ];

  #formatted: { readonly text: string; readonly nodes: DocumentFragment } | undefined;

  @state() private whole = false;

  @property({ attribute: false }) entry?: ChatEntry;

  override connectedCallback(): void {
    super.connectedCallback();
    void loadFormatter()?.then(() => this.requestUpdate());
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
    if (this.#formatted?.text !== text) {
      const nodes = formatted(text);
      if (!nodes) return this.#plain(text);
      this.#formatted = { text, nodes };
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
