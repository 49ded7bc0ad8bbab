import type { PropertyValues } from 'lit';
import { StateElement } from './state-element.ts';

/**
 * An element of the page's foot, where one card is shown at a time. While it shows something, it has the
 * attribute `card`, and the page shows only the first element with this attribute (later-styles.ts).
 *
 * Its styles give the card `display: var(--hw-card, flex)`: the page sets `--hw-card` to `none` while another
 * card has priority. The element itself stays rendered, because screen readers announce changes only in live
 * regions that are rendered.
 */
export abstract class CardElement extends StateElement {
  /** Whether this card has priority over the cards after it. */
  protected goesFirst(): boolean {
    return this.renderRoot.querySelector('.panel, .box') !== null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.toggleAttribute('card', this.goesFirst());
  }
}
