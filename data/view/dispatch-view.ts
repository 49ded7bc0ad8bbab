import type { ViewState } from './view-state.ts';
import { type ViewCommand, nextView } from './view.ts';

/** Applies a command to the view. Sets nothing if the view does not change. */
export function dispatchView({ view }: Pick<ViewState, 'view'>, command: ViewCommand): void {
  const before = view.get();
  const after = nextView(before, command);
  if (after !== before) view.set(after);
}
