import { type TemplateResult, html } from 'lit';
import { currentValue } from '../../data/readings/reading.ts';
import type { Loaded } from '../../data/games/film-reading.ts';
import type { ListedPlay } from '../../data/games/play-answers.ts';
import { playStateText } from '../../data/games/play-text.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

type StateSlice = ChatState & DerivedState & GamesState & PageState;

/** The name of a play's portal; its id if the home does not have that portal any more. */
export const portalName = (state: StateSlice, id: string): string => {
  const portal = currentValue(state.derived.portals.get())?.find(({ record }) => record.id === id);
  return withoutBidiControls(portal?.record.name ?? id);
};

/** Day and time in the visitor's locale. */
export const dayAndTime = (at: number): string =>
  new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });

/**
 * The reason why loading failed, with a button to try again. Without a network the text says so, because then
 * the cause is not the home.
 */
export const problemText = (state: StateSlice, problem: string, retry: () => void): TemplateResult =>
  html`<p role="status">
      ${state.online.get() ? `The plays cannot be shown: ${problem}.` : 'This browser has no network.'}
    </p>
    <p class="tail"><button type="button" class="action" @click=${retry}>Try again</button></p>`;

/** One play: its portal, start, duration and end. */
const itemOf = (state: StateSlice, { id, portal, startedAt, steps, state: is }: ListedPlay): TemplateResult =>
  html`<li>
    <button type="button" data-play=${id} @click=${() => state.games.strip.set(id)}>
      <bdi>${portalName(state, portal)}</bdi>
      <span class="quiet">
        ${dayAndTime(startedAt)} · ${steps} ${steps === 1 ? 'step' : 'steps'} · ${playStateText(is)}
      </span>
    </button>
  </li>`;

/** The plays of the home, newest first; or why there are none. */
export function filmList(
  state: StateSlice,
  { value, problem }: Loaded<readonly ListedPlay[]>,
  retry: () => void,
): TemplateResult {
  if (problem !== '') return problemText(state, problem, retry);
  if (!value) return html`<p class="quiet" role="status">Loading the plays.</p>`;
  if (value.length === 0)
    return html`<p>
      ${withoutBidiControls(state.resident.get().name)} has not played a game yet, or keeps the plays private.
    </p>`;
  return html`<ul class="plays">
    ${value.map((play) => itemOf(state, play))}
  </ul>`;
}
