import type { PropertyValues } from 'lit';
import { StateElement } from './state-element.ts';

/**
 * An element of the page's foot, where one card is shown at a time. While it shows something, it has
 * the attribute `card`, and the page lets the first of them be seen (later-styles.ts).
 *
 * Its styles give the card `display: var(--hw-card, flex)`: the page sets `--hw-card` to `none`
 * while another card goes first. The element itself stays, because screen readers hear changes only
 * of live regions that are rendered.
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
