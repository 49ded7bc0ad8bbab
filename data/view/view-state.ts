import { type Signal, signal } from '@lit-labs/signals';
import { type EventSignal, emit, event } from '../core/event.ts';
import { type PanelsState, createPanelsState } from './panels.ts';
import { type ToggledMode, type View, type ViewCommand, firstView, nextView, wallView } from './view.ts';
import type { ViewpointPanel } from './viewpoint.ts';
import type { Stage } from './stage.ts';

/** A command from an input without keys: `escape` is like the key Esc, `help` like the key `?`. */
export type PageCommand = 'escape' | 'help';

/** Sends a command to the page; `components/app/follow-page.ts` executes it. */
export const requestPageCommand = (
  { pageCommand }: { readonly pageCommand: EventSignal<PageCommand> },
  command: PageCommand,
): void => emit(pageCommand, command);

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
  /** What the wall shows; undefined on other pages. Set by `components/modes/wall.ts`. */
  readonly stage: Signal.State<Stage | undefined>;
  /** The commands of `requestPageCommand`. */
  readonly pageCommand: EventSignal<PageCommand>;
}

export const createViewState = (): ViewState => ({
  view: signal(firstView),
  offer: signal<Offer | undefined>(undefined),
  panels: createPanelsState(),
  stage: signal<Stage | undefined>(undefined),
  pageCommand: event<PageCommand>('escape'),
});

/** Applies a command to the view. Sets nothing if the view does not change. */
export function dispatchView({ view }: Pick<ViewState, 'view'>, command: ViewCommand): void {
  const before = view.get();
  const after = nextView(before, command);
  if (after !== before) view.set(after);
}

/** Begins the view of the page's path: that of `/wall` is the wall, without the panel Today. */
export function beginAt({ view, panels }: Pick<ViewState, 'view' | 'panels'>, pathname: string): void {
  if (!pathname.endsWith('/wall')) return;
  view.set(wallView);
  panels.today.set(false);
}
