import { LitElement, type TemplateResult, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type DiffLine, diffLines } from '../../data/core/diff.ts';
import { base } from './styles.ts';

/** What screen readers say before a line instead of its colour and sign. */
const WORDS: Readonly<Partial<Record<DiffLine['kind'], string>>> = { added: 'added: ', removed: 'removed: ' };
const SIGNS: Readonly<Partial<Record<DiffLine['kind'], string>>> = { added: '+', removed: '−' };

/** A unified diff, line by line: a sign and a colour for each, and the number of the line. */
@customElement('hw-diff')
export class HwDiff extends LitElement {
  static override styles = [
    base,
    css`
      ol {
        padding: 0.375rem 0;
        font-size: 0.75rem;
        line-height: 1.6;
        background: var(--hw-background);
        border-radius: 4px;
      }
      li {
        display: grid;
        grid-template-columns: 2.75rem 0.875rem minmax(0, 1fr);
        padding-right: 0.5rem;
        border-left: 3px solid transparent;
      }
      /*
       * Spaces at the end of a line take up room and wrap, so that many spaces cannot hide the text after
       * them.
       */
      .text {
        white-space: break-spaces;
        line-break: anywhere;
        tab-size: 2;
        direction: ltr;
        unicode-bidi: isolate;
      }
      .number {
        padding-right: 0.5rem;
        color: var(--hw-text-quiet);
        text-align: right;
        user-select: none;
      }
      .added {
        background: color-mix(in srgb, var(--hw-panel-text) 13%, transparent);
        border-color: var(--hw-panel-text);
      }
      .removed {
        background: color-mix(in srgb, var(--hw-error) 20%, transparent);
        border-color: var(--hw-error);
      }
      .hunk,
      .note {
        color: var(--hw-text-quiet);
      }
      .file {
        font-weight: 700;
      }
      .hunk,
      .note,
      .file {
        display: block;
        padding-left: 0.5rem;
      }
    `,
  ];

  @property() diff = '';

  #line({ kind, text, before, after }: DiffLine): TemplateResult {
    if (kind === 'hunk' || kind === 'note' || kind === 'file')
      return html`<li class=${kind}><span class="text">${text}</span></li>`;
    return html`<li class=${kind}>
      <span class="number">${after ?? before}</span>
      <span aria-hidden="true">${SIGNS[kind] ?? ' '}</span>
      <span class="text"><span class="visually-hidden">${WORDS[kind] ?? ''}</span>${text}</span>
    </li>`;
  }

  protected override render(): TemplateResult {
    return html`<ol aria-label="Changes, line by line">
      ${diffLines(this.diff).map((line) => this.#line(line))}
    </ol>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-diff': HwDiff;
  }
}
