import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/shell/config-notice.ts';
import '../../../components/shell/curtain.ts';
import '../../../components/shell/hints.ts';
import '../../../components/shell/offline-banner.ts';
import type { StateElement } from '../../../components/state-element.ts';
import { find, inside, liveState, words } from './home-state.ts';

describe('hw-offline-banner', () => {
  it('is there only while the browser is offline', async () => {
    const state = liveState();
    const element = await fixture<StateElement>(
      html`<hw-offline-banner .state=${state}></hw-offline-banner>`,
    );
    expect(words(element)).to.equal('');
    state.online.set(false);
    await element.updateComplete;
    expect(words(element)).to.include('Offline');
    await expect(element).to.be.accessible();
    state.online.set(true);
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });
});

describe('hw-config-notice', () => {
  it('names field, expectation and finding, and can be put away', async () => {
    const state = liveState();
    state.configProblems.set([
      { field: 'weather.latitude', expected: 'a number from -90 to 90', got: '"<img src=x>"' },
    ]);
    const element = await fixture<StateElement>(html`<hw-config-notice .state=${state}></hw-config-notice>`);
    find<HTMLDetailsElement>(element, 'details').open = true;
    expect(words(element)).to.include('1 setting is not used');
    expect(words(element)).to.include('weather.latitude');
    expect(words(element)).to.include('a number from -90 to 90');
    expect(words(element)).to.include('"<img src=x>"');
    await expect(element).to.be.accessible();
    find<HTMLButtonElement>(element, 'button').click();
    await element.updateComplete;
    expect(inside(element).querySelector('section')).to.equal(null);
  });
});

describe('hw-curtain', () => {
  const show = (state = liveState()) =>
    fixture<StateElement>(html`<hw-curtain .state=${state}></hw-curtain>`);

  it('shows the steps really done while the world loads, and goes when it is ready', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'loading', progress: 0.4, note: 'island' });
    const element = await show(state);
    expect(words(element)).to.include('island · 40 %');
    expect(find<HTMLProgressElement>(element, 'progress').value).to.equal(0.4);
    await expect(element).to.be.accessible();
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    expect(inside(element).querySelector('progress')).to.equal(null);
    expect(find(element, '.cloth').hasAttribute('data-drawn')).to.equal(false);
  });

  it('says that a lost picture is coming back, over the last one', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'lost', progress: 1, note: '' });
    const element = await show(state);
    expect(words(element)).to.include('coming back');
    expect(find(element, '.cloth').hasAttribute('data-drawn')).to.equal(false);
  });

  it('takes no input', async () => {
    expect(getComputedStyle(await show()).pointerEvents).to.equal('none');
  });
});

describe('hw-hints', () => {
  beforeEach(() => localStorage.clear());
  const show = (state = liveState()) => fixture<StateElement>(html`<hw-hints .state=${state}></hw-hints>`);

  it('says how to move once there is a world, until it is put away for good', async () => {
    const state = liveState();
    const element = await show(state);
    expect(words(element)).to.equal('');
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    expect(words(element)).to.include('W A S D walk');
    await expect(element).to.be.accessible();
    find<HTMLButtonElement>(element, 'button').click();
    await element.updateComplete;
    expect(words(element)).to.equal('');
    expect(words(await show(state))).to.equal('');
  });

  it('names what the visitor stands before, and its key', async () => {
    const state = liveState();
    state.world.hint.set({ label: 'The garden', action: 'F — enter' });
    const element = await show(state);
    expect(words(element)).to.equal('The garden F — enter'.replace(' F', 'F'));
    state.world.hint.set(undefined);
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });

  it('names a tap where there is no keyboard', async () => {
    const real = window.matchMedia;
    window.matchMedia = () =>
      Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList;
    try {
      const state = liveState();
      state.world.hint.set({ label: 'The garden', action: 'F — enter' });
      state.world.status.set({ phase: 'ready', progress: 1, note: '' });
      const element = await show(state);
      expect(words(element)).to.include('tap — enter');
      expect(words(element)).to.not.include('F —');
    } finally {
      window.matchMedia = real;
    }
  });
});
