import { watch } from '../../data/core/signal.ts';
import type { State } from '../../data/state.ts';
import { storedText } from '../shared/storage.ts';
import { isNarrow } from './open-panel.ts';

const stored = storedText('local', 'home-world.today');

/**
 * Keeps in the browser whether the visitor has closed Today, which is open at the start of a wide
 * page. In a narrow window it is a sheet, which opens and closes for many reasons: that is not
 * stored. Returns a function that ends this.
 */
export function rememberToday(state: State): () => void {
  const { today } = state.panels;
  if (!isNarrow() && stored.get() !== '') today.set(false);
  return watch(today, (open) => {
    if (!isNarrow()) stored.set(open ? '' : 'closed');
  });
}
