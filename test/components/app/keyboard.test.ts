import { expect } from '@open-wc/testing';
import { pressKey } from '../../../components/app/keyboard.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import type { State } from '../../../data/state.ts';
import { liveState } from './home-state.ts';

describe('a key on the whole page', () => {
  const press = (state: State, key: string, code = '', shiftKey = false): boolean =>
    pressKey(state, new KeyboardEvent('keydown', { key, code, shiftKey, cancelable: true }), () => undefined);

  it('Tab is the overview only while the visitor is engaged with the world: elsewhere it reaches the buttons', () => {
    const state = liveState();
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    expect([press(state, 'Tab'), state.view.get().mode]).to.deep.equal([false, 'normal']);
    state.world.engaged.set(true);
    expect([press(state, 'Tab'), state.view.get().mode]).to.deep.equal([true, 'overview']);
    state.world.engaged.set(false);
    expect([press(state, 'Tab'), state.view.get().mode]).to.deep.equal([false, 'overview']);
  });

  it('M switches the sound, unless there is no world or shortcuts are off', () => {
    const state = liveState();
    const sound = () => state.audio.enabled.get();
    expect([press(state, 'm'), sound(), state.settings.get().sound]).to.deep.equal([true, true, true]);
    expect([press(state, 'm'), sound()]).to.deep.equal([true, false]);
    changeSettings(state, { shortcuts: false });
    expect([press(state, 'm'), sound()]).to.deep.equal([false, false]);
    changeSettings(state, { shortcuts: true });
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2.' });
    expect([press(state, 'm'), sound()]).to.deep.equal([false, false]);
  });

  it('walks and does nothing else at the places of W, A, S and D, on every layout', () => {
    const state = liveState();
    expect(press(state, 'o', 'KeyS'), 'Dvorak').to.equal(false);
    expect(state.view.get().mode).to.equal('normal');
    expect([press(state, 'o', 'Semicolon'), state.view.get().mode], 'Colemak').to.deep.equal([true, 'oath']);
  });

  it('Enter and Esc of an input method do nothing, in Safari too', () => {
    const state = liveState();
    state.panels.help.set(true);
    let talks = 0;
    for (const key of ['Enter', 'Escape'])
      for (const how of [{ isComposing: true }, { keyCode: 229 }])
        expect(pressKey(state, new KeyboardEvent('keydown', { key, ...how }), () => talks++)).to.equal(false);
    expect([talks, state.panels.help.get()]).to.deep.equal([0, true]);
  });

  it('stands for the letter of its place where it types no Latin letter, and `?` needs no place', () => {
    const state = liveState();
    expect([press(state, 'ь', 'KeyM'), state.audio.enabled.get()]).to.deep.equal([true, true]);
    expect([press(state, 'е', 'KeyT'), state.panels.visitors.get()]).to.deep.equal([true, true]);
    expect([press(state, '?', 'KeyM', true), state.panels.help.get()], 'AZERTY').to.deep.equal([true, true]);
    expect(state.audio.enabled.get()).to.equal(true);
  });
});
