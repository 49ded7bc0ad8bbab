import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { checkOwner } from '../../data/games/owner.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import { counted } from '../../data/readings/format.ts';
import { currentValue } from '../../data/readings/reading.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { countOpenAsks } from '../../data/asks/follow-asks.ts';
import { CardElement } from '../shared/card-element.ts';
import { base, panel } from '../shared/styles.ts';
import { noticeStyles } from './notice-styles.ts';

type StateSlice = ChatState & GamesState & PageState & ReadingsState;

/**
 * Tells the signed-in owner how many asks are open, with a link to the door. It is loaded when a session
 * waits. It counts the open asks again after each new reading of the sessions, because an ask makes its
 * session wait.
 */
@customElement('hw-asks-notice')
export class HwAsksNotice extends CardElement {
  static override styles = [
    base,
    panel,
    noticeStyles,
    css`
      a {
        display: inline-block;
        padding: 0.6875rem 1rem 0.6875rem 0.5rem;
      }
    `,
  ];

  @state() private count = 0;
  /** The sessions of the last count. */
  #sessions: unknown;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    const { state: home } = this;
    const sessions = home?.readings.sessions.get();
    if (!home || sessions === this.#sessions) return;
    this.#sessions = sessions;
    // Signals cannot be set inside an update.
    queueMicrotask(() => void this.#look(home));
  }

  async #look(home: StateSlice): Promise<void> {
    if ((currentValue(home.readings.sessions.get())?.counts.waiting ?? 0) === 0) {
      this.count = 0;
      return;
    }
    if (home.games.owner.get() === 'unknown') await checkOwner(home);
    this.count = home.games.owner.get() === 'owner' ? await countOpenAsks(home.base) : 0;
  }

  protected override renderState(): TemplateResult {
    return html`<div role="status">
      ${
        this.count === 0
          ? nothing
          : html`<section class="panel" aria-label="Asks of agents">
              <p class="text">${counted(this.count, 'ask')}</p>
              <a href="door">Open the door</a>
            </section>`
      }
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-asks-notice': HwAsksNotice;
  }
}
