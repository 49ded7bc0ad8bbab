import { expect } from '@open-wc/testing';
import { pressKey } from '../../../components/app/keyboard.ts';
import type { State } from '../../../data/state.ts';
import { liveState } from './home-state.ts';

describe('a key on the whole page', () => {
  const press = (state: State, key: string): boolean =>
    pressKey(state, new KeyboardEvent('keydown', { key, cancelable: true }), () => undefined);

  it('Tab is the overview only while the visitor is engaged with the world: elsewhere it reaches the buttons', () => {
    const state = liveState();
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    expect([press(state, 'Tab'), state.view.get().mode]).to.deep.equal([false, 'normal']);
    state.world.engaged.set(true);
    expect([press(state, 'Tab'), state.view.get().mode]).to.deep.equal([true, 'overview']);
    state.world.engaged.set(false);
    expect([press(state, 'Tab'), state.view.get().mode]).to.deep.equal([false, 'overview']);
  });
});
