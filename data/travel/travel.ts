import { emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Environment } from '../core/environment.ts';
import type { PageState } from '../core/page-state.ts';
import { watch } from '../core/watch.ts';
import { formatLink, noLink } from '../view/deep-link.ts';
import { type ViewState, dispatchView } from '../view/view-state.ts';
import { safeUrl } from '../core/safe-url.ts';
import type { Travel, TravelState } from './travel-state.ts';

type Needs = Pick<PageState, 'base'> & TravelState;

/**
 * Takes the visitor through an open portal: with a warp from the world, at once from the home as text. A
 * running warp continues, unless the visitor leaves from the text.
 */
export function travelTo(
  state: Pick<TravelState, 'travel'> & Pick<ViewState, 'view'>,
  { portalId, href }: Travel,
  way: 'warp' | 'at-once' = 'warp',
): void {
  if (way === 'warp') dispatchView(state, { kind: 'warp', portalId, href });
  else emit(state.travel, { portalId, href });
}

/**
 * The URL to navigate to; undefined if it is not an http(s) URL. For other origins it has the arrival
 * parameters of the web-game portal convention. A page of the home's origin gets none, because it would offer
 * a way back to the same home.
 */
function departure(href: string, base: string, arrival: TravelState['arrival']): string | undefined {
  const target = safeUrl(href, base);
  if (!target) return undefined;
  const home = new URL(base);
  if (target.origin === home.origin) return target.href;
  const { username, color } = arrival.get() ?? {};
  target.searchParams.set('portal', 'true');
  target.searchParams.set('ref', home.pathname === '/' ? home.host : `${home.host}${home.pathname}`);
  // The visitor's own parameters are passed on, but do not replace those that the portal's owner has set.
  if (username !== undefined && !target.searchParams.has('username'))
    target.searchParams.set('username', username);
  if (color !== undefined && !target.searchParams.has('color'))
    target.searchParams.set('color', color.slice(1));
  return target.href;
}

/**
 * Navigates after `state.travel`; if there are several travels, the last one is used. Before that, the
 * portal's name is written to the page’s URL, so that the browser’s Back button leads to the portal even if
 * the page is not in the back/forward cache.
 */
export const createTravel = ({
  navigate,
  address,
}: Pick<Environment, 'navigate' | 'address'>): DataModule<Needs> =>
  dataModule(({ base, travel, arrival }) => {
    const travels = travel.reader();
    const dispose = watch(travel, () => {
      const last = travels.last();
      const target = last && departure(last.href, base, arrival);
      if (!last || target === undefined) return;
      address.replace(formatLink({ ...noLink, viewpoint: { kind: 'portal', id: last.portalId } }));
      navigate(target);
    });
    return { dispose };
  });
