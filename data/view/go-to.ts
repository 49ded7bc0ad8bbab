import type { Signal } from '@lit-labs/signals';
import { type EventSignal, emit } from '../core/event.ts';
import type { Nowhere, PortalVisit, Spot, Viewpoint } from './viewpoint.ts';

/** The places to which the visitor is to be moved; see `data/world-state.ts`. */
interface Ways {
  readonly world: {
    readonly goTo: Signal.State<Viewpoint | Spot | Nowhere | undefined>;
    readonly visit: Signal.State<PortalVisit | undefined>;
  };
}

/** Moves the visitor to an object of the world, or to an earlier position. */
export function goTo({ world }: Ways, place: Viewpoint | Spot): void {
  world.visit.set(undefined);
  world.goTo.set(place);
}

/** Moves the visitor to a portal: with a flight, or as if they came out of it. */
export function visitPortal(
  { world }: Ways,
  portalId: string,
  manner: PortalVisit['manner'] = 'flight',
): void {
  world.goTo.set(undefined);
  world.visit.set({ portalId, manner });
}

/** Cancels a move that has not happened. Returns whether there was one. */
export function stay({ world }: Ways): boolean {
  const wasWaiting = world.goTo.get() !== undefined || world.visit.get() !== undefined;
  if (wasWaiting) {
    world.goTo.set(undefined);
    world.visit.set(undefined);
  }
  return wasWaiting;
}

/** Opens the chat, and moves the visitor to the resident, also if the chat is already open. */
export function talk({
  panels,
  world,
}: {
  readonly panels: { readonly chat: Signal.State<boolean> };
  readonly world: { readonly talk: EventSignal<true> };
}): void {
  panels.chat.set(true);
  emit(world.talk, true);
}
