import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PageState } from '../../data/core/page-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { closeButton } from '../shared/control-icons.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import './lost-picture.ts';
import { noticeStyles } from './notice-styles.ts';
import { reloadPage, returnToPlace } from '../shared/reload.ts';

type StateSlice = PageState & WorldState;

const list = new Intl.ListFormat('en');

/** Why the visitor should reload; empty if there is no reason. */
function reason({ newBuild, missingParts }: StateSlice): string {
  const missing = missingParts.get();
  if (missing.length > 0) {
    const what = `${list.format(missing)} could not be loaded`;
    return newBuild.get()
      ? `${what}: this home was updated. Reload the page.`
      : `${what}. Try again, or reload the page.`;
  }
  return newBuild.get() ? 'This home was updated. Reload the page when you are ready.' : '';
}

/**
 * Says that a new build is served, or that a part of the page could not be loaded, and offers a reload; the
 * page never reloads by itself. The notice and all its imports are loaded early, because after an update the
 * other files have new names.
 */
@customElement('hw-reload-notice')
export class HwReloadNotice extends CardElement {
  static override styles = [
    base,
    panel,
    buttons,
    noticeStyles,
    css`
      .action {
        align-self: center;
        margin-left: 0.5rem;
      }
    `,
  ];

  /** Reloads the page; tests replace it. */
  @property({ attribute: false }) reload = (): void => location.reload();

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { state } = this;
    if (!state) return;
    // This runs after the update, because signals cannot be set inside it.
    if (changed.has('state')) queueMicrotask(() => returnToPlace(state));
  }

  /** Hides the notice until there is another reason. */
  readonly #dismiss = (): void => {
    this.state?.newBuild.set(false);
    this.state?.missingParts.set([]);
  };

  protected override renderState(state: StateSlice): TemplateResult {
    const text = reason(state);
    return html`<div role="status">
      ${
        text === ''
          ? nothing
          : html`<section class="panel" aria-label="Reload the page">
              <p class="text">${text}</p>
              <button type="button" class="action" @click=${() => reloadPage(state, this.reload)}>
                Reload
              </button>
              ${closeButton('Dismiss', this.#dismiss)}
            </section>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-reload-notice': HwReloadNotice;
  }
}
