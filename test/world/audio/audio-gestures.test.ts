import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { setAudioEnabled } from '../../../data/config/settings/audio.ts';
import { phaseOf, useHomeAudio } from '../../helpers/home-audio.ts';

describe('the gestures that start the audio', () => {
  const fixture = useHomeAudio();

  // This test must be first: the page has had no gesture yet.
  it('makes no context, no node and no request before a visitor’s gesture, even with sound enabled', async () => {
    expect(navigator.userActivation.hasBeenActive).to.equal(false);
    const state = fixture.begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    state.audio.enabled.set(true);
    fixture.run(10);
    window.dispatchEvent(new PointerEvent('pointerup'));
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
    fixture.run(10);
    expect(fixture.contexts).to.have.length(0);
    expect(fixture.requested).to.have.length(0);
    expect(fixture.audio.nodeCount).to.equal(0);
    expect(phaseOf(state)).to.equal('waiting');
    await sendKeys({ press: 'Escape' });
    expect(fixture.contexts).to.have.length(0);
  });

  it('plays from the first gesture when sound was on at the last visit', async () => {
    const state = fixture.begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    await sendKeys({ press: 'a' });
    expect(state.audio.enabled.get()).to.equal(true);
    expect(fixture.contexts).to.have.length(1);
    await fixture.untilOn(state);
    expect(fixture.audio.nodeCount).to.be.above(100);
  });

  it('stays silent at a gesture while sound is off', async () => {
    const state = fixture.begin();
    await sendMouse({ type: 'click', position: [5, 5] });
    await sendKeys({ press: 'a' });
    fixture.run(5);
    expect(state.audio.enabled.get()).to.equal(false);
    expect(fixture.contexts).to.have.length(0);
    expect(phaseOf(state)).to.equal('off');
  });

  it('lets the sound button decide what its first press does', async () => {
    const button = document.createElement('button');
    button.style.cssText = 'position: fixed; top: 0; left: 0; width: 90px; height: 90px; z-index: 9';
    document.body.append(button);
    const state = fixture.begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    button.addEventListener('click', () => setAudioEnabled(state, !state.audio.enabled.get()));
    await sendMouse({ type: 'click', position: [40, 40] });
    expect(state.audio.enabled.get()).to.equal(true);
    expect(fixture.contexts).to.have.length(1);
    button.focus();
    await sendKeys({ press: 'Enter' });
    expect(state.audio.enabled.get()).to.equal(false);
    button.remove();
  });

  it('takes a press of any other button as the first gesture', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    const state = fixture.begin();
    state.settings.set({ ...state.settings.get(), sound: true });
    button.focus();
    await sendKeys({ press: 'Enter' });
    expect(state.audio.enabled.get()).to.equal(true);
    button.remove();
  });
});
