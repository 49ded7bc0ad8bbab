import { type TemplateResult, css, html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
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

/** The id of this visitor's newest line; 0 without one. */
const newestOwn = ({ presence }: StateSlice): number =>
  presence.talk.lines.get().findLast(({ number }) => number === 0)?.id ?? 0;

const REPORTED = 'Reported: the owner can read the last lines of that visitor in the log.';

/**
 * The chat between visitors near each other, in homes whose owner allows it. It is separate from the
 * conversation with the resident.
 */
export class VisitorChat {
  /** What is in the field. It stays when the chat is not shown because the connection is lost. */
  #draft = '';
  /** The line that `player-chat.ts` has not sent or refused yet, and the id of the own line before it. */
  #waiting: { readonly text: string; readonly after: number } | undefined;
  /** The result of the last line or report, for a live region, and its number. A sent line has none. */
  #said = '';
  #count = 0;
  #problem = '';
  /** The number of reports; undefined before the first rendering: an earlier one is not said again. */
  #reports: number | undefined;

  /** Passes the line on. It stays in the field until it is sent: it may be refused. */
  #send(state: StateSlice, event: SubmitEvent): void {
    event.preventDefault();
    const text = this.#draft.trim();
    if (text === '' || this.#waiting) return;
    this.#waiting = { text: this.#draft, after: newestOwn(state) };
    sendPlayerChat(state, text);
  }

  /** Reads what became of the line: one that was sent leaves the field, what was typed after it stays. */
  #follow(state: StateSlice): void {
    const { problem, wasReported } = state.presence.talk;
    const [words, { count }] = [problem.get(), wasReported.get()];
    const waiting = this.#waiting;
    if (waiting && newestOwn(state) > waiting.after) {
      if (this.#draft.startsWith(waiting.text)) this.#draft = this.#draft.slice(waiting.text.length);
      this.#waiting = undefined;
    } else if (words !== '') this.#waiting = undefined;
    if (words !== this.#problem) this.#say(words);
    if (count > (this.#reports ?? count)) this.#say(REPORTED);
    this.#problem = words;
    this.#reports = count;
  }

  #say(words: string): void {
    this.#said = words;
    this.#count += 1;
  }

  #form(state: StateSlice): TemplateResult {
    return html`<form class="say" @submit=${(event: SubmitEvent) => this.#send(state, event)}>
        <input
          type="text"
          autocomplete="off"
          maxlength=${MAX_PLAYER_TEXT_CHARACTERS}
          aria-label="Chat with visitors near you"
          .value=${live(this.#draft)}
          @input=${({ target }: Event) => (this.#draft = (target as HTMLInputElement).value)}
        />
        <button class="action">Send</button>
      </form>
      <p class="quiet" role="status">
        ${keyed(this.#count, this.#said === '' ? nothing : html`<span>${this.#said}</span>`)}
      </p>`;
  }

  render(state: StateSlice): TemplateResult | typeof nothing {
    this.#follow(state);
    if (!state.config.get().together.chat || state.presence.line.get() !== 'on') return nothing;
    const { lines, muted } = state.presence.talk;
    const silent = muted.get();
    const shown = lines.get().filter(({ number }) => !silent.has(number));
    return html`<h3 id="visitor-chat">Chat with visitors near you</h3>
      <div class="lines" role="log" aria-labelledby="visitor-chat" tabindex="0">
        ${
          shown.length > 0
            ? html`<ul>
                ${repeat(
                  shown,
                  ({ id }) => id,
                  (line) => lineRow(state, line),
                )}
              </ul>`
            : nothing
        }
      </div>
      ${this.#form(state)}
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
}
