import type { ViewMode } from '../../data/view/view.ts';

/** What is said of a view. The first frame needs none of it, so it is not in `views.ts`. */
interface ViewInfo {
  /** The title in the view bar. `normal` has the name of its navigation, `zoom` that of its target. */
  readonly title?: string;
  /** The card has the button that leaves the view, so the view bar has none. */
  readonly isLeftByItsCard?: true;
  /** On phones, sheets are closed when this view begins, because they would cover it. */
  readonly needsRoom?: true;
}

export const views: Readonly<Record<ViewMode, ViewInfo>> = {
  normal: {},
  overview: { title: 'OVERVIEW', needsRoom: true },
  photo: { title: 'PHOTO' },
  zoom: { needsRoom: true },
  'time-lapse': { title: 'TIME-LAPSE', isLeftByItsCard: true, needsRoom: true },
  oath: { title: 'OATH', isLeftByItsCard: true },
  document: { title: 'READING', isLeftByItsCard: true },
  warp: { title: 'WARP' },
  wall: {},
};
