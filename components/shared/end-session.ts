import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { type EndHost, endSession } from '../../data/games/end-session.ts';
import type { AgentSession } from '../../data/readings/schemas/agent-sessions.ts';
import { StateElement } from './state-element.ts';
import { base, buttons } from './styles.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

/**
 * The button with which the owner ends an agent session whose program does not report its end. Visitors do
 * not see the button. A session at work has none, because its next report would bring the session back.
 *
 * @fires session-ended - the home has ended the session; its row goes
 */
@customElement('hw-end-session')
export class HwEndSession extends StateElement {
  static override styles = [
    base,
    buttons,
    css`
      :host {
        display: block;
      }
      .action {
        margin-top: 0.25rem;
        font-size: 0.8125rem;
      }
    `,
  ];

  @property({ attribute: false }) session?: AgentSession;

  @state() private isBusy = false;
  @state() private problem = '';

  async #end(shown: EndHost, key: string): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.problem = await endSession(shown, key);
    this.isBusy = false;
    if (this.problem === '')
      this.dispatchEvent(new CustomEvent('session-ended', { bubbles: true, composed: true }));
  }

  protected override renderState(shown: EndHost): TemplateResult | typeof nothing {
    const { session } = this;
    const isOwner = shown.games.owner.get() === 'owner';
    if (!session || !isOwner || session.state === 'working' || session.state === 'thinking') return nothing;
    return html`<button
        type="button"
        class="action"
        aria-label="Mark as ended: ${withoutBidiControls(session.name)}"
        aria-disabled=${this.isBusy}
        @click=${() => void this.#end(shown, session.key)}
      >
        Mark as ended
      </button>
      ${this.problem === '' ? nothing : html`<p class="quiet" role="alert">${this.problem}</p>`}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-end-session': HwEndSession;
  }
}
