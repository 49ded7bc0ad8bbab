import { type TemplateResult, html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import type { PageState } from '../../../data/core/page-state.ts';
import { checkOwner } from '../../../data/games/owner.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { GamesState } from '../../../data/games/games-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import { NO_SESSIONS } from '../../../data/readings/sources/sessions.ts';
import { StateElement } from '../state-element.ts';
import { base } from '../styles.ts';

type StateSlice = ChatState & GamesState & PageState & ReadingsState;

/** Whether the home takes reports of agents, and has had none. */
const hasNone = ({ readings }: StateSlice): boolean => readings.sessions.get().cause === NO_SESSIONS;

/**
 * One line that tells the signed-in owner of a home without coding agents how to connect one. It is empty for
 * visitors, and in a home with agents.
 */
@customElement('hw-first-agent')
export class HwFirstAgent extends StateElement {
  static override styles = [base];

  /** The reading of the sessions at which the home was asked who is there. */
  #asked: unknown;

  /** Asks the home whether the owner is signed in; again with the next reading if it does not answer. */
  protected override updated(): void {
    const { state } = this;
    const sessions = state?.readings.sessions.get();
    if (!state || sessions === this.#asked || !hasNone(state)) return;
    this.#asked = sessions;
    if (state.games.owner.get() === 'unknown') void checkOwner(state);
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    return hasNone(state) && state.games.owner.get() === 'owner'
      ? html`<p class="quiet">
          No coding agent reports here yet: “home-world hooks install claude-code” shows yours
          (docs/agents.md).
        </p>`
      : nothing;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-first-agent': HwFirstAgent;
  }
}
