import '../../../components/app/home.ts';
import { browserEnvironment } from '../../../data/core/environment.ts';
import { type Narration, quietNarration } from '../../../data/speech/narration.ts';
import { createNarrator } from '../../../data/speech/narrator.ts';
import type { State } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { find, liveState } from '../app/home-state.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const SOUL = '# The oath\n\nI keep the door open. Everybody may leave by any door.';

export let state: State;
let end: (() => void) | undefined;
/** Runs a narrator beside the page, as the ticker does. */
export const narrator = (speech = browserEnvironment(window).speech): void => {
  const module = createNarrator({ ...browserEnvironment(window), speech });
  module.init(undefined, state, theme);
  const timer = setInterval(() => module.update(0, 0.02), 20);
  end = () => {
    clearInterval(timer);
    module.dispose?.();
  };
};
export const tell = (differs: Partial<Narration> = {}): void =>
  state.narration.set({
    ...quietNarration,
    phase: 'speaking',
    total: 12,
    sentence: 2,
    text: 'Ada wrote one: “Draw the stars”.',
    ...differs,
  });

export function freshState(): void {
  state = liveState();
  state.readings.soul.set({ state: 'live', source: 'soul.md', fetchedAt: state.now.get(), value: SOUL });
}
beforeEach(freshState);
afterEach(() => {
  end?.();
  end = undefined;
});

export const headerButton = (home: HwHome, what: 'podcast' | 'soul'): HTMLButtonElement =>
  find(find(home, 'hw-header'), `[data-name=${what}]`);
