import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { isOver } from '../../data/games/play-record.ts';
import { actionText, playLine } from '../../data/games/play-text.ts';
import { portalOf, portalPlayOf, shownPortal } from '../../data/games/portal-play.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { panelNames } from '../../data/view/panels.ts';
import { CardElement } from '../shared/card-element.ts';
import { MediaQuery } from '../shared/media-query.ts';
import '../shared/play/owner-form.ts';
import '../shared/play/play.ts';
import { NARROW, base, panel } from '../shared/styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

type StateSlice = ChatState & DerivedState & GamesState & ViewState & WorldState;

/** Screen readers announce changes of an existing live region only, so the text is added after this time. */
const REGION_FIRST_MS = 60;

/**
 * The card of the portal in front of the visitor. It shows the play of the portal, or the sign-in if only the
 * owner may enter. For the owner it also shows a play elsewhere that waits for a decision. Screen readers
 * announce when a play asks something and when it is over, but not every step.
 */
@customElement('hw-portal-card')
export class HwPortalCard extends CardElement {
  static override styles = [
    base,
    panel,
    css`
      .panel {
        display: var(--hw-card, flex);
        flex-direction: column;
        gap: 0.5rem;
        width: min(36rem, 100vw - 1rem);
        max-width: 100%;
        /* Low, so that the screenshot in the portal stays visible; the content scrolls. */
        max-height: min(16rem, 36dvh);
        padding: 0.75rem 1rem;
      }
      /* On wide screens the portal reaches further down, so the card is lower. */
      @media (min-width: 48rem) {
        .panel {
          gap: 0.125rem;
          max-height: min(13rem, 36dvh);
        }
      }
      /* Room for the focus outline. */
      .scroll {
        margin-inline: -0.25rem;
        padding: 0.25rem;
      }
      /* As large as the titles of the panels. */
      h2 {
        font-size: 0.875rem;
        font-weight: 600;
      }
    `,
  ];

  readonly #narrow = new MediaQuery(this, NARROW);
  /** The timer that fills the live region. */
  #region = 0;

  /** Whether the live region has existed for `REGION_FIRST_MS`, so that screen readers announce its text. */
  @state() private heard = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#region = window.setTimeout(() => (this.heard = true), REGION_FIRST_MS);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#region);
    this.heard = false;
  }

  /**
   * Whether the card is hidden: while the home as text is open, which has the same text, and behind an open
   * sheet in a narrow window.
   */
  #isCovered({ panels }: StateSlice): boolean {
    return panels.directory.get() || (this.#narrow.matches && panelNames.some((name) => panels[name].get()));
  }

  /** The text for the live region. It does not change with each step. */
  #news(state: StateSlice, portal: string): string {
    const play = portalPlayOf(state, portal);
    if (!play) return '';
    if (isOver(play)) return playLine(play);
    return play.request ? `${state.resident.get().name} asks: ${actionText(play.request.action)}` : '';
  }

  #card(shown: StateSlice, portal: string): TemplateResult {
    const found = portalOf(shown, portal);
    const name = found?.record.name ?? portal;
    return html`<section class="panel" aria-labelledby="name">
      <h2 id="name"><bdi>${withoutBidiControls(name)}</bdi></h2>
      <div class="scroll">
        ${
          portalPlayOf(shown, portal)
            ? html`<hw-play .portal=${portal}></hw-play>`
            : html`<p>${found?.entrance.open === false ? found.entrance.reason : nothing}</p>
                <hw-owner-form needed></hw-owner-form>`
        }
      </div>
    </section>`;
  }

  protected override renderState(shown: StateSlice): TemplateResult {
    const portal = this.#isCovered(shown) ? undefined : shownPortal(shown);
    // The live region is always rendered, so that screen readers announce its changes.
    return html`${portal === undefined ? nothing : this.#card(shown, portal)}
      <div class="visually-hidden" role="status">
        ${portal !== undefined && this.heard ? withoutBidiControls(this.#news(shown, portal)) : ''}
      </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-portal-card': HwPortalCard;
  }
}
