import { goTo, visitPortal } from './go-to.ts';
import type { WorldState } from '../world-state.ts';
import { type ViewState, dispatchView } from './view-state.ts';

/** The key that accepts the offer. */
export const OFFER_KEY = 'G';

/** Accepts the offer. Returns false if there is none. */
export function acceptOffer(state: ViewState & WorldState): boolean {
  const offer = state.offer.get();
  if (!offer || state.view.get().mode === 'warp') return false;
  state.offer.set(undefined);
  if (offer.act.kind === 'view') dispatchView(state, { kind: 'enter', mode: offer.act.mode });
  else {
    dispatchView(state, { kind: 'enter', mode: 'normal' });
    // The flight needs the walk navigation; in orbit it would not be visible.
    if (state.view.get().navigation === 'orbit') dispatchView(state, { kind: 'navigate' });
    if (offer.act.kind === 'fly') visitPortal(state, offer.act.portalId);
    else goTo(state, { kind: 'panel', name: offer.act.panel });
  }
  return true;
}
