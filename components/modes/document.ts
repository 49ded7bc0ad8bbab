import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, query } from 'lit/decorators.js';
import { isNarrated, toggleNarration, type NarrationState } from '../../data/speech/narration.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { TextDocument } from '../../data/view/documents.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import { formatted, loadFormatter, markdownStyles } from '../shared/text/markdown-styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { closeButton } from '../shared/control-icons.ts';
import { offerFocus } from '../shared/focus.ts';
import { StateElement } from '../shared/state-element.ts';
import { sheet } from '../shared/sheet-styles.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import './changes.ts';
import { documentCard } from '../shared/document-card.ts';

type StateSlice = DerivedState & NarrationState & ReadingsState & ViewState;

/**
 * Whether two documents have the same title and text. The text about the source is not compared: it changes
 * with the age of the document, and that must not move the focus or the scroll position.
 */
const isSameText = (one: TextDocument | undefined, other: TextDocument | undefined): boolean =>
  one?.title === other?.title && one?.text === other?.text && one?.change?.path === other?.change?.path;

/**
 * The document that the visitor opened: the oath, a vision point, or what a commit changed. The element takes the focus, and the
 * page returns the focus when the document closes. The element is on the page only while a document is open.
 *
 * @csspart text - the text itself
 */
@customElement('hw-document')
export class HwDocument extends StateElement {
  static override styles = [
    base,
    panel,
    sheet,
    buttons,
    markdownStyles,
    documentCard,
    css`
      .body {
        padding-bottom: 0.25rem;
        font-size: 0.875rem;
      }
      .foot {
        padding: 0.25rem 1rem 0.75rem;
        overflow-wrap: anywhere;
        border: 0;
      }
      .foot p {
        flex: 1 1 8rem;
      }
    `,
  ];

  /** The last rendered document. Another document starts at its beginning. */
  #shown: TextDocument | undefined;
  /** The formatted text of the document. */
  #nodes: DocumentFragment | undefined;

  @query('.body') private readonly body?: HTMLElement;

  /** Releases the pointer lock, and loads the formatter. */
  override connectedCallback(): void {
    super.connectedCallback();
    // Visitors need the pointer to scroll and to close the document.
    document.exitPointerLock();
    void loadFormatter()?.then(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#shown = undefined;
  }

  /** Shows a new document from its beginning, and offers it the focus. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const shown = this.state?.derived.document.get();
    if (isSameText(shown, this.#shown)) return;
    this.#shown = shown;
    this.body?.scrollTo(0, 0);
    offerFocus(this.body);
  }

  /** The text as formatted nodes, or as plain text until the formatter is loaded. */
  #text(shown: TextDocument): DocumentFragment | TemplateResult {
    if (!isSameText(shown, this.#shown)) this.#nodes = undefined;
    // Line breaks in these files only wrap the source text.
    this.#nodes ??= formatted(withoutBidiControls(shown.text), { breaks: false });
    return this.#nodes ?? html`<span class="plain">${withoutBidiControls(shown.text)}</span>`;
  }

  /** The button that reads the oath aloud. Reading continues after the document is closed. */
  #aloud(state: StateSlice): TemplateResult | typeof nothing {
    if (state.view.get().mode !== 'oath' || currentValue(state.readings.soul.get()) === undefined)
      return nothing;
    return html`<button type="button" class="action" @click=${() => toggleNarration(state, 'soul')}>
      ${isNarrated(state, 'soul') ? 'Stop reading' : 'Read aloud'}
    </button>`;
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    const shown = state.derived.document.get();
    if (!shown) return nothing;
    return html`<section class="panel filling" role="dialog" aria-labelledby="title">
      <div class="panel-head">
        <h2 id="title"><bdi>${withoutBidiControls(shown.title)}</bdi></h2>
        ${closeButton('Close the text', () => dispatchView(state, { kind: 'escape' }))}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-labelledby="title">
        ${
          shown.change
            ? html`<hw-changes .change=${shown.change}></hw-changes>`
            : html`<div part="text" class="text" dir="auto">${this.#text(shown)}</div>`
        }
      </div>
      <div class="foot">
        <p class="quiet">from ${shown.source}</p>
        ${this.#aloud(state)}
      </div>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-document': HwDocument;
  }
}
