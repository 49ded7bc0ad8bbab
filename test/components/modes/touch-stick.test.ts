import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../components/modes/touch-stick.ts';
import type { HwTouchStick } from '../../../components/modes/touch-stick.ts';
import { openPanel } from '../../../components/app/open-panel.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find } from '../app/home-state.ts';
import { readyState, showHome } from '../app/show-home.ts';

/** The tests' browser has no touch screen. */
const coarse = (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    matches: query.includes('coarse'),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

describe('hw-touch-stick', () => {
  const { matchMedia } = window;
  let state: State;
  let stick: HwTouchStick;
  beforeEach(async () => {
    window.matchMedia = (query) => (query.includes('any-pointer') ? coarse(query) : matchMedia(query));
    state = readyState();
    stick = await fixture(html`<hw-touch-stick .state=${state}></hw-touch-stick>`);
  });
  afterEach(async () => {
    window.matchMedia = matchMedia;
    await setViewport({ width: 1280, height: 720 });
  });
  const ring = (): HTMLElement | null | undefined => stick.shadowRoot?.querySelector('.ring');
  const box = (selector: string): DOMRect =>
    stick.shadowRoot!.querySelector(selector)!.getBoundingClientRect();
  const middle = ({ x, y, width, height }: DOMRect): [number, number] => [x + width / 2, y + height / 2];

  it('rests in its place at thumb size, and lets touches through', async () => {
    expect(box('.ring').width).to.be.at.least(44);
    expect(box('.knob').width).to.be.at.least(44);
    expect(getComputedStyle(ring()!).pointerEvents).to.equal('none');
    expect(ring()?.hasAttribute('data-held')).to.equal(false);
    await expect(stick).to.be.accessible();
  });

  it('moves to the thumb, with its knob where the thumb pushes', async () => {
    state.world.stick.set({ x: 120, y: 300, right: 0.5, ahead: 1 });
    await stick.updateComplete;
    expect(middle(box('.ring'))).to.deep.equal([120, 300]);
    expect(middle(box('.knob'))).to.deep.equal([148, 244]);
    state.world.stick.set(undefined);
    await stick.updateComplete;
    expect(ring()?.hasAttribute('data-held')).to.equal(false);
    expect(middle(box('.knob'))).to.deep.equal(middle(box('.ring')));
  });

  it('is shown only to a visitor who walks in a loaded world', async () => {
    dispatchView(state, { kind: 'toggle', mode: 'overview' });
    await stick.updateComplete;
    expect(ring()).to.equal(null);
    dispatchView(state, { kind: 'escape' });
    await stick.updateComplete;
    expect(ring()).to.be.instanceOf(HTMLElement);
    state.world.status.set({ phase: 'lost', progress: 1, note: '' });
    await stick.updateComplete;
    expect(ring()).to.equal(null);
  });

  it('is hidden for a mouse until the first touch', async () => {
    window.matchMedia = matchMedia;
    const other = await fixture<HwTouchStick>(html`<hw-touch-stick .state=${state}></hw-touch-stick>`);
    expect(other.shadowRoot?.querySelector('.ring')).to.equal(null);
    state.world.stick.set({ x: 120, y: 300, right: 0, ahead: 0 });
    await other.updateComplete;
    expect(other.shadowRoot?.querySelector('.ring')).to.be.instanceOf(HTMLElement);
  });

  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [1024, 768],
  ] as const)
    it(`covers no readings or hints at ${width} × ${height}, and hides for a sheet`, async () => {
      await setViewport({ width, height });
      state.panels.today.set(false);
      state.world.hint.set({ label: 'A portal that has a rather long name to be read', action: 'F — enter' });
      const home = await showHome(state);
      const mark = find(home, 'hw-touch-stick');
      await (mark as HwTouchStick).updateComplete;
      const at = mark.shadowRoot!.querySelector('.ring')!.getBoundingClientRect();
      expect(at.left).to.be.within(0, width * 0.4);
      expect(at.right).to.be.below(width / 2);
      expect(at.bottom).to.be.within(height / 2, height);
      const panels = [
        find(home, 'hw-hints').shadowRoot!.querySelector('.hint')!,
        find(home, 'hw-hud'),
        find(home, 'hw-header'),
      ];
      for (const one of panels) {
        if (!one) continue;
        const other = one.getBoundingClientRect();
        const apart =
          other.right <= at.left ||
          other.left >= at.right ||
          other.bottom <= at.top ||
          other.top >= at.bottom;
        expect(apart, `${one.tagName} ${one.className} ${JSON.stringify([at, other])}`).to.equal(true);
      }
      if (width > 900) return;
      openPanel(state, 'chat');
      await home.updateComplete;
      expect(mark.checkVisibility()).to.equal(false);
    });
});
