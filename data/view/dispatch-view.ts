import type { ViewState } from './view-state.ts';
import { type ViewCommand, nextView } from './view.ts';

/** Sends a command to the view; sets nothing where it changes nothing. */
export function dispatchView({ view }: Pick<ViewState, 'view'>, command: ViewCommand): void {
  const before = view.get();
  const after = nextView(before, command);
  if (after !== before) view.set(after);
}
