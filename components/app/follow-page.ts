import type { LitElement } from 'lit';
import type { DerivedState } from '../../data/derived.ts';
import { followFreePart } from './free-part.ts';
import type { HwHeader } from './header.ts';
import { observeViewport } from './viewport.ts';
import { watch } from '../../data/core/watch.ts';
import { escape } from './keyboard.ts';
import { togglePanel, isNarrow } from './open-panel.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { storedText } from '../shared/storage.ts';
import { NARROW } from '../shared/styles.ts';

type StateSlice = DerivedState & ViewState & WorldState;

const stored = storedText('local', 'home-world.today');

/**
 * Keeps in the browser whether the visitor has closed Today, which is open at the start of a wide
 * page. In a narrow window it is a sheet, which opens and closes for many reasons: that is not
 * stored, and in a window that becomes wide again it is as the visitor left it. Returns a function that ends this.
 */
function rememberToday(state: ViewState): () => void {
  const { today } = state.panels;
  if (!isNarrow() && stored.get() !== '') today.set(false);
  const narrow = window.matchMedia(NARROW);
  const widened = (): void => {
    if (!narrow.matches) today.set(stored.get() === '');
  };
  narrow.addEventListener('change', widened);
  const end = watch(today, (open) => {
    if (!isNarrow()) stored.set(open ? '' : 'closed');
  });
  return () => {
    narrow.removeEventListener('change', widened);
    end();
  };
}

/**
 * Carries out the commands of a gamepad as their keys would: Esc first closes what is open in the
 * header. They also work where single keys are switched off. Returns the function that ends this.
 */
function followPageCommands(state: StateSlice, header: HwHeader): () => void {
  const commands = state.pageCommand.reader();
  return watch(state.pageCommand, () => {
    for (let command = commands.next(); command; command = commands.next()) {
      if (command === 'help') togglePanel(state, 'help');
      else if (!header.escape()) escape(state);
    }
  });
}

/**
 * Everything that follows the window and the state as long as the page is shown. Returns the function
 * that ends all of it.
 */
export function followPage(page: LitElement, state: StateSlice, header: HwHeader): () => void {
  const ends = [
    observeViewport(page),
    followPageCommands(state, header),
    followFreePart(state, page),
    rememberToday(state),
  ];
  return () => {
    for (const end of ends) end();
  };
}
