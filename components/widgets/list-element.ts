import { type TemplateResult, html, nothing } from 'lit';
import { withoutBidiControls } from '../../data/core/text.ts';
import type { Row } from '../../data/readings/format.ts';
import type { Reading } from '../../data/readings/reading.ts';
import { ReadingElement } from './reading-element.ts';

/** Text from outside, isolated for its own text direction. */
export const isolated = (text: string): TemplateResult => html`<bdi>${withoutBidiControls(text)}</bdi>`;

/**
 * A widget with a row for each record of its reading. Until the reading arrives, it has empty rows; the style
 * sheet `embed.css` of the home gives their number.
 *
 * @csspart row - a row of the list; it also has its state as a part, such as `working` or `offline`
 * @csspart detail - what is beside or below the text of a row
 */
export abstract class ListElement<T> extends ReadingElement<T> {
  /** The number of placeholder rows if the home does not give it. */
  protected abstract readonly usualRows: number;
  /** The maximum number of rows without `limit`. */
  protected readonly usualLimit: number = Infinity;

  /** The maximum number of rows. */
  protected get most(): number {
    return this.limit ?? this.usualLimit;
  }

  /** A row with its text and an optional detail. */
  protected renderRow({ text, className }: Omit<Row, 'text'> & { text: unknown }, detail?: unknown) {
    return html`<li class=${className} part="row ${className}">
      <span class="clamped">${text}</span>
      ${detail === undefined ? nothing : html`<span class="detail clamped" part="detail">${detail}</span>`}
    </li>`;
  }

  /**
   * Returns empty rows while the reading is loading, which keep the place of the real rows.
   *
   * @param shown How many rows are there already: by default one, which says that there is no reading.
   */
  protected renderWaiting(state: Reading<T>['state'], shown = 1): readonly TemplateResult[] {
    if (state !== 'loading') return [];
    const known = getComputedStyle(this).getPropertyValue(`--${this.localName}-rows`);
    const length = Math.min(known === '' ? this.usualRows : Number(known), this.most) - shown;
    return Array.from({ length }, () => html`<li class="placeholder" aria-hidden="true"></li>`);
  }
}
