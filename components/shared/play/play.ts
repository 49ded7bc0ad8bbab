import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { sentenceCase, withoutBidiControls } from '../../../data/core/text.ts';
import { orderPlay } from '../../../data/games/owner.ts';
import {
  type PlayOrder,
  type PlayRecord,
  type ShownAction,
  isOver,
} from '../../../data/games/play-record.ts';
import { actionText, outcomeTexts, playStateText } from '../../../data/games/play-text.ts';
import { portalPlayOf } from '../../../data/games/portal-play.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { GamesState } from '../../../data/games/games-state.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import { keepingFocus } from '../focus.ts';
import { StateElement } from '../state-element.ts';
import { base, buttons, progressBar } from '../styles.ts';
import { pressed } from './owner-form.ts';

type StateSlice = ChatState & GamesState & PageState;

const MINUTE_SECONDS = 60;

/** Text of the player or the game, isolated for its own text direction. */
const given = (text: string): TemplateResult => html`<bdi>${withoutBidiControls(text)}</bdi>`;
/** A short number such as `121.5K`, so that three fit beside each other on a phone. */
const number = (value: number): string =>
  value.toLocaleString('en-US', {
    notation: value < 10_000 ? 'standard' : 'compact',
    maximumFractionDigits: 1,
  });
/** Rounded up to whole minutes. */
const minutes = (seconds: number): number => Math.ceil(seconds / MINUTE_SECONDS);

/** The used part of one budget, as a bar and in figures. */
function budgetBar(name: string, used: number, limit: number): TemplateResult {
  return html`<li>
    <span>${name}</span>
    <progress
      aria-label=${`${name} used`}
      max=${Math.max(1, limit)}
      .value=${Math.min(used, limit)}
    ></progress>
    <span class="quiet">${number(used)} of ${number(limit)}</span>
  </li>`;
}

/** One action of the player, and the cause if it did not succeed. */
const doneAction = ({ step, action, outcome, cause }: ShownAction): TemplateResult =>
  html`<li>
    <span class="quiet">${step}</span> ${given(actionText(action))}
    <span class=${outcome === 'failed' || outcome === 'refused' ? 'bad' : 'quiet'}>
      ${outcomeTexts[outcome]}${cause === undefined ? nothing : html`: ${given(cause)}`}
    </span>
  </li>`;

/**
 * The play at one portal in words: state and step, what the player says, its budget and newest actions. Only
 * the owner gets the buttons that allow, refuse and stop.
 *
 * @attr portal - the id of the portal
 * @attr brief - without the line of state and step, if another element shows it
 * @cssproperty --hw-error - actions that failed or were refused
 * @cssproperty --hw-panel-text - the bars of the budget
 */
@customElement('hw-play')
export class HwPlay extends StateElement {
  static override styles = [
    base,
    buttons,
    progressBar,
    css`
      :host {
        display: flex;
        flex-direction: column;
        gap: 0.5rem;
        overflow-wrap: anywhere;
      }
      /* Three bars in a row if there is room for their figures. */
      .budget {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(5rem, 100%), 1fr));
        gap: 0.25rem 1rem;
      }
      .budget li {
        display: grid;
        gap: 0.125rem;
      }
      progress {
        width: 100%;
        height: 0.25rem;
        color: var(--hw-panel-text);
        border-radius: 2px;
      }
      .budget,
      .actions {
        font-size: 0.75rem;
      }
      .dry {
        font-weight: 600;
      }
      .bad {
        color: var(--hw-error);
      }
      /* In one row also on a narrow phone, so that the stop button is visible without scrolling. */
      .decisions {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      /*
       * Moved to the end. The tab order does not change, because the lists before it have no focusable
       * elements.
       */
      .last {
        order: 1;
      }
    `,
  ];

  @property() portal = '';

  /**
   * Whether the line with state and step is left out, because it is beside the element (in the home as text).
   */
  @property({ type: Boolean }) brief = false;

  /** If the focused button is removed, because its request was answered, the next button gets the focus. */
  protected override update(changed: PropertyValues<this>): void {
    keepingFocus(
      () => super.update(changed),
      () => this.renderRoot.querySelector('button'),
    );
  }

  /** State and step. For a dry run it says so, because its actions are not sent to the game. */
  #line(play: PlayRecord): TemplateResult {
    return html`<p>
      ${sentenceCase(playStateText(play.state))} · step ${play.step}
      ${play.dryRun ? html`<span class="dry">· dry run: no action is sent to the game</span>` : nothing}
    </p>`;
  }

  /** The request that waits for the owner. Visitors read that the owner decides. */
  #request(state: StateSlice, { request }: PlayRecord, isOwner: boolean): TemplateResult | typeof nothing {
    if (!request) return nothing;
    const { name } = state.resident.get();
    return html`<p>
      ${name} asks: ${given(actionText(request.action))}${isOwner ? '?' : '. The owner decides.'}
    </p>`;
  }

  /**
   * The buttons of the owner: allow or refuse the request, and stop the play. Without a connection, for example in the
   * moment after the sign-in in which the page reconnects, they are marked as disabled, and keep the focus.
   */
  #decisions(state: StateSlice, { id, request }: PlayRecord, isOpen: boolean): TemplateResult {
    const decide = (words: string, order: PlayOrder): TemplateResult =>
      html`<button
        type="button"
        class="action"
        aria-disabled=${isOpen ? nothing : 'true'}
        @click=${() => {
          pressed.in = this;
          orderPlay(state, order);
        }}
      >
        ${words}
      </button>`;
    return html`<div class="decisions">
      ${
        request
          ? [
              decide('Allow', { order: 'approve', play: id, request: request.id }),
              decide('Refuse', { order: 'refuse', play: id, request: request.id }),
            ]
          : nothing
      }
      ${decide('Stop the play', { order: 'stop', play: id })}
    </div>`;
  }

  /** Steps, minutes and tokens: the play ends when one of these budgets is spent. */
  #budget({ budget: { steps, seconds, tokens } }: PlayRecord): TemplateResult {
    return html`<ul class="budget" aria-label="Budget">
      ${budgetBar('Steps', steps.used, steps.limit)}
      ${budgetBar('Minutes', minutes(seconds.used), minutes(seconds.limit))}
      ${budgetBar('Tokens', tokens.used, tokens.limit)}
    </ul>`;
  }

  protected override renderState(state: StateSlice): TemplateResult {
    const play = portalPlayOf(state, this.portal);
    if (!play) return html`<p class="quiet">Nothing plays this game now.</p>`;
    const isOwner = state.games.owner.get() === 'owner';
    const isOpen = state.bridge.get().state === 'open';
    const problem = state.games.problem.get();
    const over = isOver(play);
    return html`${this.brief ? nothing : this.#line(play)}
    ${play.note === undefined ? nothing : html`<p>${given(play.note)}</p>`}
    ${isOpen ? nothing : html`<p class="quiet">There is no connection to the home now: this may be old.</p>`}
    ${over ? nothing : this.#request(state, play, isOwner)}
    ${isOwner && !over ? this.#decisions(state, play, isOpen) : nothing}
    ${
      // The sign-in is before the budget and the actions. The sign-out is after them.
      over ? nothing : html`<hw-owner-form class=${isOwner ? 'last' : ''}></hw-owner-form>`
    }
    ${isOwner && problem !== '' && pressed.in === this ? html`<p class="bad" role="alert">${problem}</p>` : nothing}
    ${this.#budget(play)}
    ${
      play.actions.length === 0
        ? nothing
        : html`<ol class="actions" reversed aria-label="Newest actions">
            ${play.actions.toReversed().map(doneAction)}
          </ol>`
    }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-play': HwPlay;
  }
}
