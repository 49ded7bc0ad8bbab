import { LitElement, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { base } from './styles.ts';

/** How long the line is shown: enough to read a short sentence. */
const SHOWN_MS = 4_000;
/**
 * Screen readers announce changes of a live region that is there already, so the words come this
 * much later, also when they are the same as before.
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

  /** An old message must not appear again with the element. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
    this.text = '';
  }

  /** Shows a line, instead of the one before. */
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
