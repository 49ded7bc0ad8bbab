import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, event } from '../core/event.ts';
import type { PageCommand } from './page-command.ts';
import { type PanelsState, createPanelsState } from './panels.ts';
import { type ToggledMode, type View, firstView } from './view.ts';
import type { ViewpointPanel } from './viewpoint.ts';

/** Something the resident would show the visitor; nothing moves until the visitor accepts it. */
export interface Offer {
  /** As in `Timmy shows you the Web Game Portal`. */
  readonly text: string;
  readonly act:
    | { readonly kind: 'fly'; readonly portalId: string }
    | { readonly kind: 'stand'; readonly panel: ViewpointPanel }
    | { readonly kind: 'view'; readonly mode: ToggledMode };
  /** Milliseconds since the epoch: then it is withdrawn. */
  readonly until: number;
}

export interface ViewState {
  /** What the visitor is doing with the world; changed by `dispatchView` alone. */
  readonly view: Signal.State<View>;
  /** Until it is accepted or withdrawn. */
  readonly offer: Signal.State<Offer | undefined>;
  /** Which panels of the page are open. */
  readonly panels: PanelsState;
  /** Given by `requestPageCommand`. */
  readonly pageCommand: EventSignal<PageCommand>;
}

export const createViewState = (): ViewState => ({
  view: signal(firstView),
  offer: signal<Offer | undefined>(undefined),
  panels: createPanelsState(),
  pageCommand: event<PageCommand>('escape'),
});
