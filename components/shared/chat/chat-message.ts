import { LitElement, type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { cutAtWord, withoutBidiControls } from '../../../data/core/text.ts';
import { localTime } from '../../../data/core/time.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { base, buttons } from '../styles.ts';
import { formatted, loadFormatter, markdownStyles } from '../text/markdown-styles.ts';
import { stepRows, stepStyles } from './chat-steps.ts';

/** The number of characters of a message that are shown before “Show all”. */
const COLLAPSED_CHARACTERS = 4_000;

/** The note under a message; empty if there is none. */
const statusTexts: Record<ChatEntry['status'], string> = {
  sending: 'sending …',
  streaming: 'answering …',
  complete: '',
  stopped: 'stopped',
  failed: 'not delivered',
};

/**
 * One message of the conversation: who, when, what, and its outcome. It takes plain properties instead of the
 * state, so that a new piece of an answer renders only this row again.
 *
 * @slot - the buttons of the message: over its first line where a pointer can hover, below the text elsewhere
 * @csspart text - the message itself
 * @cssproperty --hw-accent - the bar beside messages of the visitor
 * @cssproperty --hw-error - the mark of a failure
 * @cssproperty --hw-panel-text - the name of the resident
 * @cssproperty --hw-text-quiet - other names, and times
 */
@customElement('hw-chat-message')
export class HwChatMessage extends LitElement {
  static override styles = [
    base,
    buttons,
    markdownStyles,
    stepStyles,
    css`
      :host {
        position: relative;
        padding: 0.5rem 1rem;
      }
      :host(:hover) {
        --hw-shown: 1;
      }
      .notice {
        color: var(--hw-text-quiet);
        text-align: center;
        text-wrap: balance;
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
      .failed .outcome::before {
        content: '✕ ';
        color: var(--hw-error);
      }
      .action {
        margin-top: 0.5rem;
      }
    `,
  ];

  /** The nodes of the last formatted text, kept because formatting a long answer takes milliseconds. */
  #formatted: { readonly text: string; readonly nodes: DocumentFragment } | undefined;

  /** Whether a long message is shown in full. */
  @state() private whole = false;

  /** The message. Entries are immutable: each change sets a new object. */
  @property({ attribute: false }) entry?: ChatEntry;

  /** Loads the formatter, and renders again when it is loaded. */
  override connectedCallback(): void {
    super.connectedCallback();
    void loadFormatter()?.then(() => this.requestUpdate());
  }

  /** Lit may reuse the element for another message, which starts collapsed. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('entry');
    if (before && before.id !== this.entry?.id) this.whole = false;
  }

  /** The original text with its line breaks. */
  #plain(text: string): TemplateResult {
    return html`<span class="plain">${text}</span>`;
  }

  /**
   * The text as formatted nodes, created once for each text. Plain text until the formatter is loaded, if
   * loading fails, and if the text is very long.
   */
  #format(text: string): DocumentFragment | TemplateResult {
    if (this.#formatted?.text !== text) {
      const nodes = formatted(text);
      // The nodes of another text are forgotten: when plain text takes their place, they become empty.
      this.#formatted = nodes && { text, nodes };
    }
    return this.#formatted?.nodes ?? this.#plain(text);
  }

  /** The text, cut at a word if it is long, and the button that shows the rest. */
  #body({ text, role }: ChatEntry): TemplateResult {
    const clean = withoutBidiControls(text);
    const part = this.whole ? clean : cutAtWord(clean, COLLAPSED_CHARACTERS);
    // Visitors see the text that they typed; only answers are Markdown.
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
    if (role === 'notice') return html`<p class="notice">${withoutBidiControls(entry.text)}</p>`;
    const outcome = role === 'resident' && status === 'failed' ? 'broke off' : statusTexts[status];
    return html`<div class="${role} ${status}">
      <div class="head">
        <span class="speaker"><bdi>${withoutBidiControls(speaker)}</bdi></span>
        <time datetime=${new Date(ts).toISOString()}>${localTime(ts)}</time>
      </div>
      ${stepRows(entry.steps)} ${this.#body(entry)}
      ${outcome ? html`<div class="quiet outcome">${cause ? `${outcome}: ${cause}` : outcome}</div>` : nothing}
      <slot></slot>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-chat-message': HwChatMessage;
  }
}
