import type { LitElement } from 'lit';
import type { DerivedState } from '../../data/derived.ts';
import { followFreePart } from './free-part.ts';
import type { HwHeader } from './header.ts';
import { letPaintGo } from './paint.ts';
import { observeViewport } from './viewport.ts';
import { watch } from '../../data/core/watch.ts';
import { escape } from './keyboard.ts';
import { togglePanel, isNarrow } from './open-panel.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { pageTitle, sessionNews } from '../shared/page-title.ts';
import { storedText } from '../shared/storage.ts';
import { NARROW } from '../shared/styles.ts';

type StateSlice = DerivedState & ReadingsState & ViewState & WorldState;

const stored = storedText('local', 'home-world.today');

/**
 * Stores in the browser whether the visitor has closed Today, which is open at first on a wide page. In a
 * narrow window Today is a sheet, and its state is not stored. If the window becomes wide, Today is again as
 * stored. Returns a function that stops this.
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
 * Carries out the commands of a gamepad as if their keys were pressed: Esc first closes what is open in the
 * header. The commands also work if single-key shortcuts are switched off. Returns a function that stops
 * this.
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
 * Shows in the title of the page how many agent sessions wait or have failed, and in its icon whether a
 * session waits. The owner sees this also while working in another window. A page in a hidden tab fetches no
 * readings (decision 9), so its title and icon do not change. Returns a function that stops this.
 */
function showWaitingInTitle({ readings }: ReadingsState): () => void {
  const showInTitle = pageTitle();
  const show = (): void => showInTitle(sessionNews(readings.sessions.get()));
  show();
  const end = watch(readings.sessions, show);
  return () => {
    end();
    showInTitle();
  };
}

/**
 * The plain look for the elements: the transitions and animations that `prefers-reduced-motion` leaves take
 * `--hw-motion`, if it is set. Returns a function that stops this.
 */
function followPlain({ world: { plain } }: WorldState): () => void {
  const { style } = document.documentElement;
  const follow = (): void => style.setProperty('--hw-motion', plain.get() ? '0s' : '');
  follow();
  const end = watch(plain, follow);
  return () => {
    end();
    style.removeProperty('--hw-motion');
  };
}

/**
 * Starts everything that follows the window and the state while the page is shown. Returns a function that
 * stops all of it.
 */
export function followPage(page: LitElement, state: StateSlice, header: HwHeader): () => void {
  const ends = [
    observeViewport(page),
    followPageCommands(state, header),
    followFreePart(state, page),
    state.view.get().mode === 'wall' ? () => undefined : rememberToday(state),
    showWaitingInTitle(state),
    followPlain(state),
    letPaintGo(page, state),
  ];
  return () => {
    for (const end of ends) end();
  };
}
