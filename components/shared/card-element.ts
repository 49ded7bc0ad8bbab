import type { PropertyValues } from 'lit';
import { focusedNow, keepingFocus } from './focus.ts';
import { StateElement } from './state-element.ts';

/**
 * Focuses what the page shows, the world or the home as text, without a ring around it. Call it when a part of
 * the page was removed with the focus in it.
 */
export function focusShown(part: Node): void {
  const { host: page } = part.getRootNode() as Partial<ShadowRoot>;
  const options = { preventScroll: true, focusVisible: false };
  page?.querySelector('canvas')?.focus(options);
  if (!focusedNow()) page?.shadowRoot?.querySelector<HTMLElement>('.page > *')?.focus(options);
}

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

  /** Focuses, or returns, what gets the focus of a button that is removed by its press. */
  protected nextFocus(): HTMLElement | null | undefined | void {
    focusShown(this);
  }

  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.nextFocus(),
    );
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    this.toggleAttribute('card', this.goesFirst());
  }
}
