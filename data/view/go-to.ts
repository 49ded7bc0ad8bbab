import type { Signal } from '@lit-labs/signals';
import { type EventSignal, emit } from '../core/event.ts';
import type { PortalVisit, Spot, Viewpoint } from './viewpoint.ts';

/** Where the visitor is to be; see `data/world-state.ts`. */
interface Ways {
  readonly world: {
    readonly goTo: Signal.State<Viewpoint | Spot | undefined>;
    readonly visit: Signal.State<PortalVisit | undefined>;
  };
}

/** Puts the visitor before a thing of the world, or back to a place where they stood. */
export function goTo({ world }: Ways, place: Viewpoint | Spot): void {
  world.visit.set(undefined);
  world.goTo.set(place);
}

/** Brings the visitor before a portal: by a flight, or as if they came out of it. */
export function visitPortal(
  { world }: Ways,
  portalId: string,
  manner: PortalVisit['manner'] = 'flight',
): void {
  world.goTo.set(undefined);
  world.visit.set({ portalId, manner });
}

/** Leaves the visitor where they are; returns whether they were to be brought somewhere. */
export function stay({ world }: Ways): boolean {
  const wasWaiting = world.goTo.get() !== undefined || world.visit.get() !== undefined;
  if (wasWaiting) {
    world.goTo.set(undefined);
    world.visit.set(undefined);
  }
  return wasWaiting;
}

/** Opens the chat, and brings the visitor to the resident also where it is open. */
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
