import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import '../../../components/modes/view-bar.ts';
import type { HwViewBar } from '../../../components/modes/view-bar.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { themeProperties } from '../../../theme/css.ts';
import { find, inside, words } from '../app/home-state.ts';
import { boxOf, overlap, readyState, showHome, startWide } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

async function show(state: State): Promise<HwViewBar> {
  const box = await fixture<HTMLElement>(
    html`<div style=${themeProperties()}><hw-view-bar .state=${state}></hw-view-bar></div>`,
  );
  const element = box.firstElementChild as HwViewBar;
  await element.updateComplete;
  return element;
}
async function showWithBar(state: State): Promise<HwHome> {
  const home = await showHome(state);
  await waitUntil(() => boxOf(home, 'hw-view-bar'));
  return home;
}
const button = (element: HwViewBar, text: string): HTMLButtonElement => {
  const found = [...inside(element).querySelectorAll('button')].find((one) =>
    one.textContent?.includes(text),
  );
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
const said = (element: HwViewBar): string => find(element, '[role="status"]').textContent?.trim() ?? '';

describe('hw-view-bar', () => {
  startWide();

  it('names the camera mode and changes it', async () => {
    const state = readyState();
    const element = await show(state);
    expect(said(element)).to.equal('WALK');
    await expect(element).to.be.accessible();
    button(element, 'orbit').click();
    expect(state.view.get().navigation).to.equal('orbit');
    await element.updateComplete;
    expect(said(element)).to.equal('ORBIT');
    button(element, 'walk').click();
    expect(state.view.get().navigation).to.equal('walk');
  });

  it('names each mode, announces it politely, and leads back', async () => {
    const state = readyState();
    const element = await show(state);
    const status = find(element, '[role="status"]');
    for (const [mode, name] of [
      ['overview', 'OVERVIEW'],
      ['photo', 'PHOTO'],
    ] as const) {
      dispatchView(state, { kind: 'enter', mode });
      await element.updateComplete;
      expect(said(element)).to.equal(name);
      expect(find(element, '[role="status"]'), 'the same live region').to.equal(status);
      await expect(element).to.be.accessible();
      button(element, 'back').click();
      expect(state.view.get().mode).to.equal('normal');
      await element.updateComplete;
    }
    button(element, 'overview').click();
    expect(state.view.get().mode).to.equal('overview');
  });

  it('names the object in focus as plain text', async () => {
    const state = readyState();
    const element = await show(state);
    const label = '<b>The garden</b>\u202E';
    dispatchView(state, { kind: 'zoom', target: { label, at: [1, 2, 3], distance: 2 } });
    await element.updateComplete;
    expect(said(element)).to.equal('<b>The garden</b>');
    expect(inside(element).querySelector('b')).to.equal(null);
    button(element, 'back').click();
    expect(state.view.get().mode).to.equal('normal');
  });

  it('leaves closing the oath to the oath’s own card', async () => {
    const state = readyState();
    const element = await show(state);
    for (const mode of ['oath', 'time-lapse'] as const) {
      dispatchView(state, { kind: 'enter', mode });
      await element.updateComplete;
      expect(said(element)).to.equal(mode.toUpperCase());
      expect(inside(element).querySelector('button')).to.equal(null);
    }
  });

  it('keeps the focus when its button is replaced by another', async () => {
    const state = readyState();
    const element = await show(state);
    button(element, 'overview').focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(inside(element).activeElement?.textContent).to.contain('back');
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(inside(element).activeElement?.textContent).to.contain('orbit');
    document.body.focus();
  });

  it('names no key without effect: Tab while the world has no keyboard, any while they are off', async () => {
    const state = readyState();
    const element = await show(state);
    expect(words(element)).to.contain('V').and.not.to.contain('Tab');
    state.world.engaged.set(true);
    await element.updateComplete;
    expect(words(element)).to.contain('Tab');
    state.settings.set({ ...state.settings.get(), shortcuts: false });
    await element.updateComplete;
    expect(inside(element).querySelector('kbd')).to.equal(null);
  });

  it('is hidden without a picture', async () => {
    const state = readyState();
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'No WebGL.' });
    const element = await show(state);
    expect(inside(element).querySelector('.panel')).to.equal(null);
  });

  for (const [width, height] of [
    [1280, 720],
    [1024, 640],
    [360, 640],
    [740, 360],
  ] as const)
    it(`overlaps nothing at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const state = readyState();
      state.world.walked.set(true);
      if (width > 900) state.panels.chat.set(true);
      const home = await showWithBar(state);
      for (const label of [undefined, 'A thing with a name as long as names of things can be, and longer']) {
        if (label !== undefined) {
          state.world.hint.set({ label: 'A portal with a very long name — online', action: 'F — enter' });
          dispatchView(state, { kind: 'zoom', target: { label, at: [0, 0, 0], distance: 2 } });
        }
        await home.updateComplete;
        await new Promise(requestAnimationFrame);
        const bar = boxOf(home, 'hw-view-bar') as DOMRect;
        expect(bar.left).to.be.at.least(0);
        expect(bar.right).to.be.at.most(width);
        expect(bar.bottom).to.be.at.most(height);
        for (const name of ['hw-header', 'hw-hud', 'hw-chat', 'hw-today', 'hw-hints']) {
          const other = boxOf(home, name);
          if (other) expect(overlap(bar, other), `${name}, ${label ?? 'walking'}`).to.equal(false);
        }
      }
    });

  it('hides for a sheet on a phone', async () => {
    await setViewport({ width: 360, height: 640 });
    const state = readyState();
    state.world.walked.set(true);
    const home = await showWithBar(state);
    expect(boxOf(home, 'hw-view-bar')).to.not.equal(undefined);
    state.panels.chat.set(true);
    await home.updateComplete;
    await waitUntil(() => boxOf(home, 'hw-view-bar') === undefined);
  });
});
