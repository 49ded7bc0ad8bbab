import type { LitElement } from 'lit';
import type { State } from '../../data/state.ts';
import { followFreePart } from './free-part.ts';
import type { HwHeader } from './header.ts';
import { followPageCommands } from './page-commands.ts';
import { rememberToday } from './remember-today.ts';
import { observeViewport } from './viewport.ts';

/**
 * Everything that follows the window and the state as long as the page is shown. Returns the function
 * that ends all of it.
 */
export function followPage(page: LitElement, state: State, header: HwHeader): () => void {
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
