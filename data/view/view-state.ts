import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { PageCommand } from './page-command.ts';
import { type PanelsState, createPanelsState } from './panels.ts';
import { type ToggledMode, type View, firstView } from './view.ts';
import type { ViewpointPanel } from './viewpoint.ts';

/** Something that the resident offers to show; nothing moves until the visitor accepts it. */
export interface Offer {
  /** For example `Timmy shows you the Web Game Portal`. */
  readonly text: string;
  readonly act:
    | { readonly kind: 'fly'; readonly portalId: string }
    | { readonly kind: 'stand'; readonly panel: ViewpointPanel }
    | { readonly kind: 'view'; readonly mode: ToggledMode };
  /** When the offer ends. Milliseconds since the epoch. */
  readonly until: number;
}

export interface ViewState {
  /** The present view; only `dispatchView` changes it. */
  readonly view: Signal.State<View>;
  /** The present offer, until it is accepted or ends. */
  readonly offer: Signal.State<Offer | undefined>;
  /** Which panels of the page are open. */
  readonly panels: PanelsState;
  /** The commands of `requestPageCommand`. */
  readonly pageCommand: EventSignal<PageCommand>;
}

export const createViewState = (): ViewState => ({
  view: signal(firstView),
  offer: signal<Offer | undefined>(undefined),
  panels: createPanelsState(),
  pageCommand: event<PageCommand>('escape'),
});
