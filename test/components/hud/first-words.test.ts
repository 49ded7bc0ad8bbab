import { setViewport } from '@web/test-runner-commands';
import { expect, fixture, html } from '@open-wc/testing';
import { animationsEnded } from '../../helpers/waiting.ts';
import '../../../components/hud/hints.ts';
import type { StateElement } from '../../../components/shared/state-element.ts';
import type { State } from '../../../data/state.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const show = (state: State) => fixture<StateElement>(html`<hw-hints .state=${state}></hw-hints>`);
const ready = (): State => {
  const state = liveState();
  state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  state.world.complete.set(true);
  return state;
};
const firstOf = (element: Element): Element | null => inside(element).querySelector('.first');

describe('the first words', () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  afterEach(() => history.replaceState(null, '', location.pathname + location.search));

  it('say once whose home it is, what is news and how to move', async () => {
    const state = liveState();
    const element = await show(state);
    expect(firstOf(element), 'not before the picture').to.equal(null);
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    expect(firstOf(element), 'not before what they name is in it').to.equal(null);
    state.world.complete.set(true);
    await element.updateComplete;
    const lines = [...(firstOf(element)?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent);
    expect(lines).to.have.length(3);
    expect(lines[0]).to.equal(`${state.config.get().appName}: the home of Timmy.`);
    expect(lines[2]).to.match(/W A S D.*Enter/);
    expect(find(element, '[role=status]').textContent?.trim()).to.equal(lines.join(' '));
    await animationsEnded(element);
    await expect(element).to.be.accessible();
    const again = await show(ready());
    expect(firstOf(again), 'once').to.equal(null);
    expect(words(again)).to.include('W A S D walk');
  });

  for (const skip of [
    new KeyboardEvent('keydown', { key: 'x' }),
    new PointerEvent('pointerdown'),
    new WheelEvent('wheel'),
  ])
    it(`go at the first ${skip.type}`, async () => {
      const state = ready();
      const element = await show(state);
      expect(firstOf(element)).not.to.equal(null);
      expect(state.world.firstWords.get(), 'the world knows').to.equal(true);
      window.dispatchEvent(skip);
      await waitUntil(() => !firstOf(element));
      expect(state.world.firstWords.get()).to.equal(false);
      expect(words(element)).to.include('W A S D walk');
    });

  it('go by themselves after some seconds', async function () {
    this.timeout(15_000);
    const element = await show(ready());
    expect(firstOf(element)).not.to.equal(null);
    await waitUntil(() => !firstOf(element), 'they go');
  });

  it('wait while the visitor talks, and so does the list of keys', async () => {
    const state = ready();
    state.panels.chat.set(true);
    const element = await show(state);
    expect(firstOf(element)).to.equal(null);
    state.panels.chat.set(false);
    await waitUntil(() => firstOf(element));
    window.dispatchEvent(new WheelEvent('wheel'));
    await waitUntil(() => words(element).includes('W A S D walk'));
    state.panels.chat.set(true);
    await waitUntil(() => !words(element).includes('W A S D walk'));
  });

  it('stand still with reduced motion', async () => {
    const state = ready();
    state.world.reducedMotion.set(true);
    const first = firstOf(await show(state));
    expect(first && getComputedStyle(first).animationName).to.equal('none');
  });

  it('are not said where a link or a portal leads elsewhere', async () => {
    history.replaceState(null, '', '#panel=agents');
    expect(firstOf(await show(ready()))).to.equal(null);
    history.replaceState(null, '', location.pathname + location.search);
    const state = ready();
    state.arrival.set({ username: 'Ada' });
    expect(firstOf(await show(state))).to.equal(null);
  });

  it('are a low card on a phone, so that resident and panels stay free of it', async () => {
    for (const [width, height, most] of [
      [360, 640, 150],
      [844, 390, 110],
    ] as const) {
      localStorage.clear();
      await setViewport({ width, height });
      const card = firstOf(await show(ready()));
      expect(card?.getBoundingClientRect().height, `${width} × ${height}`).to.be.within(60, most);
    }
    await setViewport({ width: 1280, height: 720 });
  });

  it('speak of thumbs on a touch screen', async () => {
    const real = window.matchMedia;
    window.matchMedia = (query) =>
      query === '(pointer: coarse)'
        ? Object.assign(new EventTarget(), { matches: true } as unknown as MediaQueryList)
        : real.call(window, query);
    try {
      expect(firstOf(await show(ready()))?.textContent).to.match(/left thumb.*tap Timmy/);
    } finally {
      window.matchMedia = real;
    }
  });
});

describe('the crosshair', () => {
  beforeEach(() => localStorage.setItem('home-world.first-words', 'yes'));

  it('is in the middle while the mouse is captured, and grows over things', async () => {
    const state = ready();
    const element = await show(state);
    const dot = (): HTMLElement | null => inside(element).querySelector('.crosshair');
    expect(dot()).to.equal(null);
    state.world.reducedMotion.set(true);
    state.world.pointer.set('taken');
    await element.updateComplete;
    const box = () => dot()!.getBoundingClientRect();
    expect(dot()?.getAttribute('aria-hidden')).to.equal('true');
    expect([box().width, box().left + 2, box().top + 2]).to.deep.equal([4, innerWidth / 2, innerHeight / 2]);
    state.world.aimed.set(true);
    await element.updateComplete;
    expect(box().width).to.equal(10);
    state.world.pointer.set('free');
    await element.updateComplete;
    expect(dot()).to.equal(null);
  });
});
