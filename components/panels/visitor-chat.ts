import { type TemplateResult, css, html, nothing } from 'lit';
import { MAX_PLAYER_TEXT_CHARACTERS } from '../../data/core/limits.ts';
import { mutePlayer, reportPlayer, sendPlayerChat } from '../../data/presence/player-chat.ts';
import type { PlayerLine, PresenceState } from '../../data/presence/presence-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import { nameText } from '../shared/text/visitors-text.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

type StateSlice = ConfigState & PresenceState;

/**
 * The styles of the lines and the field below them. The list scrolls, so that the field keeps its place when
 * lines arrive.
 */
export const visitorChatStyles = css`
  .lines {
    max-height: 14rem;
    overflow-y: auto;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.75rem;
    align-items: baseline;
  }
  .line > span {
    flex: 1 1 9rem;
  }
  .say {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
    padding: 0.25rem 0 0.5rem;
  }
  .say input[type='text'] {
    flex: 1 1 9rem;
    width: auto;
    min-width: 0;
    max-width: none;
  }
`;

/**
 * Passes the line to `data/presence/player-chat.ts`, which sends it in its next update, and clears the field.
 * If a line could not be sent, the cause is shown below the field.
 */
function send(state: StateSlice, event: SubmitEvent): void {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const field = form.elements.namedItem('line');
  if (!(field instanceof HTMLInputElement)) return;
  sendPlayerChat(state, field.value);
  field.value = '';
}

/**
 * A line, with buttons to mute its author for this visit and to report them to the owner. Names and lines
 * come from other people, so each is isolated from the text around it (`bdi`).
 */
function lineRow(state: StateSlice, { number, name, text }: PlayerLine): TemplateResult {
  const who = number === 0 ? 'You' : nameText(name);
  return html`<li class="line">
    <span><bdi>${who}</bdi>: <bdi>${withoutBidiControls(text)}</bdi></span>
    ${
      number === 0
        ? nothing
        : html`<button
              type="button"
              class="action"
              aria-label="Mute ${who}"
              @click=${() => mutePlayer(state, number, true)}
            >
              Mute</button
            ><button
              type="button"
              class="action"
              aria-label="Report ${who} to the owner"
              @click=${() => reportPlayer(state, number)}
            >
              Report
            </button>`
    }
  </li>`;
}

/**
 * The result of the last line or report, for a live region. There is no message for a sent line, because it
 * is in the list.
 */
function outcome(state: StateSlice): string {
  const { problem, wasReported } = state.presence.talk;
  if (problem.get() !== '') return problem.get();
  return wasReported.get().count > 0
    ? 'Reported: the owner can read the last lines of that visitor in the log.'
    : '';
}

/**
 * The chat between visitors near each other, in homes whose owner allows it. It is separate from the
 * conversation with the resident.
 */
export function visitorChat(state: StateSlice): TemplateResult | typeof nothing {
  if (!state.config.get().together.chat || state.presence.line.get() !== 'on') return nothing;
  const { lines, muted } = state.presence.talk;
  const silent = muted.get();
  const shown = lines.get().filter(({ number }) => !silent.has(number));
  return html`<h3 id="visitor-chat">Chat with visitors near you</h3>
    <div class="lines" role="log" aria-labelledby="visitor-chat" tabindex="0">
      ${
        shown.length > 0
          ? html`<ul>
              ${shown.map((line) => lineRow(state, line))}
            </ul>`
          : nothing
      }
    </div>
    <form class="say" @submit=${(event: SubmitEvent) => send(state, event)}>
      <input
        name="line"
        type="text"
        autocomplete="off"
        maxlength=${MAX_PLAYER_TEXT_CHARACTERS}
        aria-label="Chat with visitors near you"
      />
      <button class="action">Send</button>
    </form>
    <p class="quiet" role="status">${outcome(state)}</p>
    <p class="quiet">
      Visitors within 15 m can read it. Hidden visitors read and write nothing here. It is not part of your
      conversation with the resident, and the home does not store it.
    </p>
    ${
      silent.size > 0
        ? html`<button
            type="button"
            class="action"
            @click=${() => silent.forEach((number) => mutePlayer(state, number, false))}
          >
            Unmute ${silent.size === 1 ? 'the muted visitor' : `all ${silent.size} muted visitors`}
          </button>`
        : nothing
    }`;
}
