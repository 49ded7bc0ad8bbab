import { createContext } from '@lit/context';
import type { State } from '../../data/state.ts';

/** How elements get the state of the home they are in (context protocol). */
export const stateContext = createContext<State>(Symbol('home-world-state'));
