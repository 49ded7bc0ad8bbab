import { viewShortcuts } from '../../data/view/shortcuts.ts';
import type { State } from '../../data/state.ts';
import { dispatchView } from '../../data/view/dispatch-view.ts';
import { isTyping } from '../../data/core/typing-target.ts';
import { togglePanel } from './panels.ts';

/** Does what a single key means for the view or the help; returns whether it meant something. */
export function pressShortcut(state: State, event: KeyboardEvent): boolean {
  if (!state.settings.get().shortcuts || event.repeat || isTyping(event)) return false;
  // On most keyboards it takes Shift.
  if (event.key === '?') {
    togglePanel(state, 'help');
    return true;
  }
  if (event.shiftKey) return false;
  const key = event.key.toLowerCase();
  const shortcut = viewShortcuts.find((one) => one.key === key);
  if (!shortcut) return false;
  if (shortcut.engaged && !state.world.engaged.get()) return false;
  if (shortcut.needsWorld && state.world.status.get().phase !== 'ready') return false;
  dispatchView(state, shortcut.command);
  return true;
}
