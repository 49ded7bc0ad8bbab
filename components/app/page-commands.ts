import { watch } from '../../data/core/watch.ts';
import type { State } from '../../data/state.ts';
import type { HwHeader } from './header.ts';
import { escape } from './keyboard.ts';
import { togglePanel } from './open-panel.ts';

/**
 * Carries out the commands of a gamepad as their keys would: Esc first closes what is open in the
 * header. They also work where single keys are switched off. Returns the function that ends this.
 */
export function followPageCommands(state: State, header: HwHeader): () => void {
  const commands = state.pageCommand.reader();
  return watch(state.pageCommand, () => {
    for (let command = commands.next(); command; command = commands.next()) {
      if (command === 'help') togglePanel(state, 'help');
      else if (!header.escape()) escape(state);
    }
  });
}
