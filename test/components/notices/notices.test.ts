import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/notices/config-notice.ts';
import '../../../components/app/loading-overlay.ts';
import '../../../components/hud/hints.ts';
import '../../../components/notices/lost-picture.ts';
import '../../../components/notices/reload-notice.ts';
import type { StateElement } from '../../../components/shared/state-element.ts';
import { emit } from '../../../data/core/event.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwReloadNotice = HTMLElementTagNameMap['hw-reload-notice'];

type HwLostPicture = HTMLElementTagNameMap['hw-lost-picture'];

describe('hw-config-notice', () => {
  it('names field, expectation and value, and can be closed', async () => {
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

describe('hw-loading-overlay', () => {
  const show = (state = liveState()) =>
    fixture<StateElement>(html`<hw-loading-overlay .state=${state}></hw-loading-overlay>`);

  it('shows the finished steps while the world loads, and closes when it is ready', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'loading', progress: 0.4, note: 'island' });
    const element = await show(state);
    expect(words(element)).to.include('island · 40 %');
    expect(find<HTMLProgressElement>(element, 'progress').value).to.equal(0.4);
    await expect(element).to.be.accessible();
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    expect(inside(element).querySelector('progress')).to.equal(null);
  });

  it('says where the link of the page leads while the world loads, without moving the progress', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'loading', progress: 0.4, note: 'island' });
    const element = await show(state);
    const before = find(element, 'progress').getBoundingClientRect().top;
    for (const [place, name] of [
      [{ kind: 'panel', name: 'oath' }, 'the oath stone'],
      [{ kind: 'portal', id: 'garden' }, 'The garden'],
      [{ kind: 'portal', id: 'nowhere' }, 'the portal'],
    ] as const) {
      state.world.linked.set(place);
      await element.updateComplete;
      expect(find(element, 'p').textContent?.trim()).to.equal(`On the way to ${name}`);
    }
    expect(find(element, 'progress').getBoundingClientRect().top).to.equal(before);
    await expect(element).to.be.accessible();
    state.world.linked.set(undefined);
    await element.updateComplete;
    expect(words(element)).to.not.include('On the way');
  });

  it('takes no input', async () => {
    expect(getComputedStyle(await show()).pointerEvents).to.equal('none');
  });
});

describe('hw-reload-notice', () => {
  beforeEach(() => sessionStorage.clear());
  const show = async (state = liveState()) => {
    const element = await fixture<HwReloadNotice>(
      html`<hw-reload-notice .state=${state}></hw-reload-notice>`,
    );
    element.reload = () => undefined;
    return element;
  };

  it('announces a new build, and reloads only on request', async () => {
    const state = liveState();
    const element = await show(state);
    let reloads = 0;
    element.reload = () => void reloads++;
    expect(words(element)).to.equal('');
    state.newBuild.set(true);
    await element.updateComplete;
    expect(words(element)).to.include('This home was updated. Reload the page when you are ready.');
    await expect(element).to.be.accessible();
    expect(reloads).to.equal(0);
    find<HTMLButtonElement>(element, '.action').click();
    expect(reloads).to.equal(1);
  });

  it('names what could not be loaded, with the reason if known', async () => {
    const state = liveState();
    const element = await show(state);
    state.missingParts.set(['Settings']);
    await element.updateComplete;
    expect(words(element)).to.include('Settings could not be loaded. Try again, or reload the page.');
    state.missingParts.set(['Settings', 'Session log']);
    state.newBuild.set(true);
    await element.updateComplete;
    expect(words(element)).to.include('Settings and Session log could not be loaded: this home was updated.');
    find<HTMLButtonElement>(element, '[aria-label="Dismiss"]').click();
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });

  it('returns the visitor to where they stood, once', async () => {
    const before = liveState();
    const element = await show(before);
    before.world.spot.set({ kind: 'spot', x: 1.5, z: -8.25, yaw: 0.4, pitch: -0.1 });
    before.newBuild.set(true);
    await element.updateComplete;
    find<HTMLButtonElement>(element, '.action').click();
    const [after, next] = [liveState(), liveState()];
    await show(after);
    expect(after.world.goTo.get()).to.deep.equal({
      kind: 'spot',
      x: 1.5,
      z: -8.25,
      yaw: 0.4,
      pitch: -0.1,
    });
    await show(next);
    expect(next.world.goTo.get()).to.equal(undefined);
  });

  for (const text of ['', 'a b c d', '1 2 3', '1 2 3 Infinity'])
    it(`moves the visitor nowhere for “${text}” in the browser’s storage`, async () => {
      sessionStorage.setItem('home-world.place', text);
      const state = liveState();
      await show(state);
      expect(state.world.goTo.get()).to.equal(undefined);
    });
});

describe('hw-lost-picture', () => {
  it('says that the picture is being restored, or what to do if not', async () => {
    const state = liveState();
    const element = await fixture<HwLostPicture>(
      html`<hw-lost-picture .state=${state} patience="0.05"></hw-lost-picture>`,
    );
    let [reloads, reads] = [0, 0];
    element.reload = () => void reloads++;
    element.addEventListener('read-text', () => reads++);
    expect(words(element)).to.equal('');
    state.world.status.set({ phase: 'lost', progress: 1, note: '' });
    await element.updateComplete;
    expect(words(element)).to.equal('The picture was lost. The home is restoring it.');
    await waitUntil(() => inside(element).querySelector('button') !== null);
    expect(words(element)).to.include('The graphics card has not recovered.');
    await expect(element).to.be.accessible();
    const [again, read] = inside(element).querySelectorAll('button');
    again?.click();
    read?.click();
    expect([again?.textContent?.trim(), reloads, reads]).to.deep.equal(['Try again', 1, 1]);
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });
});

describe('hw-hints', () => {
  beforeEach(() => {
    localStorage.clear();
    localStorage.setItem('home-world.first-words', 'yes');
  });
  const show = (state = liveState()) => fixture<StateElement>(html`<hw-hints .state=${state}></hw-hints>`);

  it('says how to move once there is a world, until it is closed for good', async () => {
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

  it('announces the greeting of the resident to screen readers, and no answer that the chat announces', async () => {
    const state = liveState();
    const element = await show(state);
    emit(state.speech, { speaker: 'Timmy', text: 'Good evening.' });
    await element.updateComplete;
    expect(words(element)).to.equal('Good evening.');
    state.chat.entries.set([
      { id: '1', role: 'resident', speaker: 'Timmy', text: 'An answer.', ts: 0, status: 'complete' },
    ]);
    emit(state.speech, { speaker: 'Timmy', text: 'An answer.' });
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });

  it('names the nearest object and its key', async () => {
    const state = liveState();
    state.world.hint.set({ label: 'The garden', action: 'F — enter' });
    state.world.status.set({ phase: 'loading', progress: 0.5, note: '' });
    const element = await show(state);
    expect(words(element), 'before there is a picture').to.equal('');
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    expect(words(element)).to.contain('The gardenF — enter');
    state.world.hint.set(undefined);
    await element.updateComplete;
    expect(inside(element).querySelector('.hint')).to.equal(null);
  });

  it('announces an object once, and not again when only its figures change', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    const element = await show(state);
    const status = find(element, '[role=status]');
    let changes = 0;
    const observer = new MutationObserver(() => changes++);
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    const say = async (label: string, action: string): Promise<void> => {
      state.world.hint.set({ label, action });
      await element.updateComplete;
      await Promise.resolve();
    };
    for (let minute = 10; minute < 40; minute++)
      await say(
        `Agents: 2 active now, 15 of 17 with a commit today — 00:${minute} UTC of 22 Nov, time-lapse`,
        `walk closer — ${minute} m`,
      );
    expect(changes).to.equal(1);
    expect(status.textContent).to.include('Agents: 2 active now, 15 of 17 with a commit today');
    expect(find(element, '.hint').textContent, 'the shown text is current').to.include('00:39 UTC');
    await say('Commits: none — 00:40 UTC of 22 Nov, time-lapse', 'walk closer — 9 m');
    expect(changes).to.equal(2);
    observer.disconnect();
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
