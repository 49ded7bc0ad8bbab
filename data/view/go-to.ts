import { type EventSignal, emit } from '../core/event.ts';
import type { Signal } from '../core/signal.ts';
import type { PortalVisit, Spot, Viewpoint } from './viewpoint.ts';

/** Puts the visitor before a thing of the world, or back to a place where they stood. */
export const goTo = (
  { world }: { readonly world: { readonly goTo: EventSignal<Viewpoint | Spot | undefined> } },
  place: Viewpoint | Spot,
): void => emit(world.goTo, place);

/** Brings the visitor before a portal: by a flight, or as if they came out of it. */
export const visitPortal = (
  { world }: { readonly world: { readonly visit: EventSignal<PortalVisit | undefined> } },
  portalId: string,
  manner: PortalVisit['manner'] = 'flight',
): void => emit(world.visit, { portalId, manner });

/** Opens the chat, and brings the visitor to the resident also where it is open. */
export function talk({
  panels,
  world,
}: {
  readonly panels: { readonly chat: Signal<boolean> };
  readonly world: { readonly talk: EventSignal<true> };
}): void {
  panels.chat.set(true);
  emit(world.talk, true);
}
