import { watch } from '../../data/core/watch.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import { storedText } from '../shared/storage.ts';
import { NARROW } from '../shared/styles.ts';
import { isNarrow } from './open-panel.ts';

const stored = storedText('local', 'home-world.today');

/**
 * Keeps in the browser whether the visitor has closed Today, which is open at the start of a wide
 * page. In a narrow window it is a sheet, which opens and closes for many reasons: that is not
 * stored, and in a window that becomes wide again it is as the visitor left it. Returns a function that ends this.
 */
export function rememberToday(state: ViewState): () => void {
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
