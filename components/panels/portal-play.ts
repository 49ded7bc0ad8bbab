import { type TemplateResult, html, nothing } from 'lit';
import { sentenceCase, withoutBidiControls } from '../../data/core/text.ts';
import { playLine } from '../../data/games/play-text.ts';
import { shownPlays } from '../../data/games/shown-plays.ts';
import type { PortalRecord } from '../../data/readings/records.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import { openFilm } from '../../data/games/portal-play.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';

/**
 * The play of a portal in the home as text: its state, and the button that opens its film strip; nothing
 * without a play.
 */
export function portalPlay(
  state: GamesState & PageState & ViewState,
  { id, name }: PortalRecord,
): TemplateResult | typeof nothing {
  const play = shownPlays(state.games.plays.get(), state.now.get()).byPortal.get(id);
  if (!play) return nothing;
  return html`<p><bdi>${withoutBidiControls(sentenceCase(playLine(play)))}</bdi></p>
    <button
      type="button"
      class="action"
      aria-label="Film strip: ${name}"
      @click=${() => openFilm(state, play.id)}
    >
      Film strip
    </button>`;
}
