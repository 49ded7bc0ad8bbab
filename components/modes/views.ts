/**
 * What the page shows in each view (mode) of the world: a card or bar.
 *
 * To add a view:
 * 1. add its mode and its key in `data/view/view.ts`;
 * 2. describe it in `views` (`view-info.ts`);
 * 3. if it has a card, write the element in this folder and describe it in `viewCards` below;
 * 4. if it has a camera, write its module in `world/camera/` (`docs/rooms/recipes.md`).
 *
 * The loading of a card's file, its element on the page, the sheets of phones and the return of the
 * focus follow from the tables. The place of a card is in `components/app/styles/later-styles.ts`.
 */
import { type TemplateResult, html } from 'lit';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';

type StateSlice = DerivedState & GamesState & TimeLapseState & ViewState & WorldState;

export interface ViewCard {
  /** The name in the notice about a file that failed to load. */
  readonly label: string;
  readonly tag: keyof HTMLElementTagNameMap;
  readonly load: () => Promise<unknown>;
  readonly element: TemplateResult;
  readonly isShown: (state: StateSlice) => boolean;
  /** The card may get the focus, which returns to the previous element when the card closes. */
  readonly takesFocus?: true;
  /** While the card is shown, the rest of the page is hidden. */
  readonly isAlone?: true;
  /** The card is in the foot, which shows one card at a time. */
  readonly isInFoot?: true;
}

/** Whether the time-lapse is shown: also after its view has ended, until the clip is saved or dismissed. */
export const isTimeLapseShown = ({ view, timeLapse }: StateSlice): boolean =>
  view.get().mode === 'time-lapse' || /recording|finishing|done|failed/.test(timeLapse.video.get().phase);

/** Whether the photo mode is shown: only with a world, because otherwise there is nothing to photograph. */
export const isPhotoShown = ({ view, world }: StateSlice): boolean =>
  view.get().mode === 'photo' && /ready|lost/.test(world.status.get().phase);

/** In the order of the elements on the page. */
export const viewCards: readonly ViewCard[] = [
  {
    label: 'Text',
    tag: 'hw-document',
    load: () => import('./document.ts'),
    element: html`<hw-document></hw-document>`,
    isShown: ({ derived }) => derived.document.get() !== undefined,
    takesFocus: true,
  },
  {
    label: 'Time-lapse',
    tag: 'hw-time-lapse',
    load: () => import('./time-lapse.ts'),
    element: html`<hw-time-lapse></hw-time-lapse>`,
    isShown: isTimeLapseShown,
    takesFocus: true,
  },
  {
    label: 'Banner',
    tag: 'hw-action-banner',
    load: () => import('./action-banner.ts'),
    element: html`<hw-action-banner></hw-action-banner>`,
    // Also shown if the resident offers something.
    isShown: ({ view, offer }) => view.get().mode === 'warp' || offer.get() !== undefined,
    isInFoot: true,
  },
  {
    label: 'Portal',
    tag: 'hw-portal-card',
    load: () => import('./portal-card.ts'),
    element: html`<hw-portal-card></hw-portal-card>`,
    // The card itself decides for which portal it is shown, because the first frame does not need that code.
    isShown: ({ games, world }) => games.plays.get().length > 0 || world.standing.get()?.kind === 'portal',
    isInFoot: true,
  },
  {
    label: 'Photo',
    tag: 'hw-photo-bar',
    load: () => import('./photo-bar.ts'),
    element: html`<hw-photo-bar></hw-photo-bar>`,
    isShown: isPhotoShown,
    takesFocus: true,
    isAlone: true,
  },
  {
    label: 'Wall',
    tag: 'hw-wall',
    load: () => import('./wall.ts'),
    element: html`<hw-wall></hw-wall>`,
    isShown: ({ view }) => view.get().mode === 'wall',
    isAlone: true,
  },
];
