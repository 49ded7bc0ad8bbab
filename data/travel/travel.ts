import { emit } from '../core/event.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { Environment } from '../core/environment.ts';
import type { PageState } from '../core/page-state.ts';
import { watch } from '../core/watch.ts';
import { dispatchView } from '../view/dispatch-view.ts';
import { formatLink, noLink } from '../view/deep-link.ts';
import type { ViewState } from '../view/view-state.ts';
import { safeUrl } from './destination.ts';
import type { Travel, TravelState } from './travel-state.ts';

type Needs = Pick<PageState, 'base'> & TravelState;

/**
 * Takes the visitor through an open portal, from wherever they enter it: by the warp from the
 * world, at once from the home as text. A visitor who is in a warp already stays in it, unless they
 * leave by the text.
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
 * The address to go to; undefined if it is no http(s) address. To other origins with the arrival
 * parameters of the web-game portal convention: a page of this home needs none, and would offer a
 * way back to where the visitor still is.
 */
function departure(href: string, base: string, arrival: TravelState['arrival']): string | undefined {
  const target = safeUrl(href, base);
  if (!target) return undefined;
  const home = new URL(base);
  if (target.origin === home.origin) return target.href;
  const { username, color } = arrival.get() ?? {};
  target.searchParams.set('portal', 'true');
  target.searchParams.set('ref', home.pathname === '/' ? home.host : `${home.host}${home.pathname}`);
  // What the visitor brought along continues with them; what the portal's owner wrote into its
  // address stays.
  if (username !== undefined && !target.searchParams.has('username'))
    target.searchParams.set('username', username);
  if (color !== undefined && !target.searchParams.has('color'))
    target.searchParams.set('color', color.slice(1));
  return target.href;
}

/**
 * Navigates when `state.travel` happens. Of several at a time, the last one counts. Before that, the
 * page’s address gets the name of the portal, so the browser’s Back button leads there, also where the browser does
 * not keep the page.
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
