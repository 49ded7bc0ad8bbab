import { type TemplateResult, css, html, nothing } from 'lit';
import { MAX_PLAYER_TEXT_CHARACTERS } from '../../data/presence/limits.ts';
import {
  type PlayerLine,
  mutePlayer,
  reportPlayer,
  sayToPlayers,
} from '../../data/presence/presence-state.ts';
import type { State } from '../../data/state.ts';
import { nameText } from '../shared/text/visitors-text.ts';
import { withoutBidiControls } from '../shared/text/text.ts';

/**
 * The rows of lines, and the field below them. The list scrolls by itself, so that the field stays in
 * its place while lines come.
 */
export const visitorWordsStyles = css`
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
  }
`;

/**
 * Gives the line to `data/presence/player-words.ts`, which sends it with the next frame, and empties
 * the field. Why a line was not sent stands below the field.
 */
function send(state: State, event: SubmitEvent): void {
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  const field = form.elements.namedItem('line');
  if (!(field instanceof HTMLInputElement)) return;
  sayToPlayers(state, field.value);
  field.value = '';
}

/**
 * A line, with what can be done about the one who wrote it: to mute them for this visit, and to show
 * their last lines to the owner. Names and words come from outside: they are text, each isolated
 * from what is around it.
 */
function lineRow(state: State, { number, name, text }: PlayerLine): TemplateResult {
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
 * How the last line or report went. It stands in a live region, and a line that was sent says nothing,
 * because it is in the list.
 */
function outcome(state: State): string {
  const { problem, wasReported } = state.presence.talk;
  if (problem.get() !== '') return problem.get();
  return wasReported.get().count > 0
    ? 'Reported: the owner can read the last lines of that visitor in the log.'
    : '';
}

/**
 * What visitors near each other write; only in homes whose owner allows it. It is another list than
 * the conversation with the resident.
 */
export function visitorWords(state: State): TemplateResult | typeof nothing {
  if (!state.config.get().together.chat || state.presence.line.get() !== 'on') return nothing;
  const { lines, muted } = state.presence.talk;
  const silent = muted.get();
  const shown = lines.get().filter(({ number }) => !silent.has(number));
  return html`<h3 id="words">Words to those near you</h3>
    <div class="lines" role="log" aria-labelledby="words" tabindex="0">
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
        aria-label="Words to those near you"
      />
      <button class="action">Send</button>
    </form>
    <p class="quiet" role="status">${outcome(state)}</p>
    <p class="quiet">
      Those within 15 m read it. It is no part of your conversation, and the home does not keep it.
    </p>
    ${
      silent.size > 0
        ? html`<button
            type="button"
            class="action"
            @click=${() => silent.forEach((number) => mutePlayer(state, number, false))}
          >
            Hear the ${silent.size} muted again
          </button>`
        : nothing
    }`;
}
