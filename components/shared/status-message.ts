import { LitElement, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { base } from './styles.ts';

/** The time to read a short sentence. Milliseconds. */
const SHOWN_MS = 4_000;
/**
 * Screen readers announce changes of an existing live region only, so the text is added after this time, also
 * if it is the same as before.
 */
const BEHIND_MS = 50;

/**
 * Says in a line what was done: on the page for some seconds, and once to screen readers.
 *
 * @csspart text - the line
 */
@customElement('hw-status-message')
export class HwStatusMessage extends LitElement {
  static override styles = [
    base,
    css`
      p {
        overflow-wrap: anywhere;
      }
    `,
  ];

  #timer: ReturnType<typeof setTimeout> | undefined;

  @state() private text = '';

  /** Removes the message, so that it does not appear again with the element. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.text = '';
  }

  /** Shows a message, and replaces the previous one. */
  say(text: string): void {
    this.text = '';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.text = text;
      this.#timer = setTimeout(() => (this.text = ''), SHOWN_MS);
    }, BEHIND_MS);
  }

  protected override render(): TemplateResult {
    return html`<div role="status">
      ${this.text === '' ? nothing : html`<p part="text">${this.text}</p>`}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-status-message': HwStatusMessage;
  }
}
