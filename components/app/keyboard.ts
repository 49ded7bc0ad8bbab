import { type AudioState, setAudioEnabled } from '../../data/config/settings/audio.ts';
import { isTyping, letterOf, soundKey, viewShortcuts } from '../../data/view/shortcuts.ts';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { SettingsState } from '../../data/config/settings/settings.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import { type ViewState, dispatchView } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { stay } from '../../data/view/go-to.ts';
import { panelNames } from '../../data/view/panels.ts';
import { isPhotoShown } from '../modes/views.ts';
import { isComposing } from '../shared/chat/composer-parts.ts';
import { hasOwnEnter } from '../shared/focus.ts';
import { closeTopPanel, togglePanel } from './open-panel.ts';
import { panels } from './panels.ts';

type StateSlice = AudioState &
  DerivedState &
  GamesState &
  SettingsState &
  TimeLapseState &
  ViewState &
  WorldState;

/**
 * Handles the single-key shortcuts of views, panels and the sound, which visitors can switch off in the
 * settings. Returns whether the key had an effect.
 */
function pressShortcut(state: StateSlice, event: KeyboardEvent): boolean {
  if (!state.settings.get().shortcuts || event.repeat || isTyping(event)) return false;
  // The keys of panels are checked before the test for Shift, because `?` needs Shift on most keyboards.
  const key = event.shiftKey ? event.key : letterOf(event);
  const panel = panelNames.find((name) => panels[name].key === key);
  if (panel) {
    togglePanel(state, panel);
    return true;
  }
  if (event.shiftKey) return false;
  if (key === soundKey.key && state.world.status.get().phase !== 'unavailable') {
    setAudioEnabled(state, !state.audio.enabled.get());
    return true;
  }
  const shortcut = viewShortcuts.find((one) => one.key === key);
  if (!shortcut) return false;
  if (shortcut.engaged && !state.world.engaged.get()) return false;
  if (shortcut.needsWorld && state.world.status.get().phase !== 'ready') return false;
  dispatchView(state, shortcut.command);
  return true;
}

/**
 * Handles Esc: cancels a move to another place that has not begun, or leaves the present view, or closes a
 * panel. Returns whether it did one of these.
 */
export function escape(state: DerivedState & ViewState & WorldState): boolean {
  if (stay(state)) return true;
  if (state.view.get().mode === 'normal') return closeTopPanel(state) !== undefined;
  dispatchView(state, { kind: 'escape' });
  return true;
}

/**
 * Handles a key of the page: Enter starts the chat, Esc goes back, and single keys are shortcuts. Returns
 * whether the key had an effect.
 */
export function pressKey(state: StateSlice, event: KeyboardEvent, talk: () => void): boolean {
  // The wall has keys of its own.
  if (state.view.get().mode === 'wall') return false;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  // While an input method composes text, Enter and Esc are keys of the input method.
  const key = isComposing(event) ? '' : event.key;
  if (key === 'Enter' && !isPhotoShown(state) && !hasOwnEnter(event)) {
    talk();
    return true;
  }
  return pressShortcut(state, event) || (key === 'Escape' && escape(state));
}
