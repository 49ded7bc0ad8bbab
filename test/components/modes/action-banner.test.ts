import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { NOW, find, inside, liveState, words } from '../app/home-state.ts';
import { focused, showHome, startWide } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const warp = (state: State): void =>
  dispatchView(state, { kind: 'warp', portalId: 'garden', href: 'https://home.example/garden/' });
const offerOf = (state: State, text = 'Timmy shows you The garden'): void =>
  state.offer.set({ text, act: { kind: 'fly', portalId: 'garden' }, until: NOW + 15_000 });
const passage = async (home: HwHome): Promise<HTMLElement> => {
  await waitUntil(() =>
    inside(home).querySelector('hw-action-banner')?.shadowRoot?.querySelector('[role=status]'),
  );
  return find(home, 'hw-action-banner');
};
const said = (element: HTMLElement): string => find(element, '[role=status]').textContent ?? '';

describe('hw-action-banner', () => {
  startWide();

  it('is hidden unless the visitor is in a warp', async () => {
    const home = await showHome(liveState());
    expect(inside(home).querySelector('hw-action-banner')).to.equal(null);
  });

  it('names the destination in an existing live region', async () => {
    const state = liveState();
    const home = await showHome(state);
    warp(state);
    const element = await passage(home);
    const region = find(element, '[role=status]');
    expect(region.textContent).to.equal('');
    await waitUntil(() => said(element) !== '');
    expect(said(element)).to.equal('Entering The garden');
    expect(find(element, '[role=status]')).to.equal(region);
    await expect(element).to.be.accessible();
  });

  it('shows no name when the portal is gone', async () => {
    const state = liveState();
    const home = await showHome(state);
    dispatchView(state, { kind: 'warp', portalId: 'gone', href: 'https://gone.example/' });
    const element = await passage(home);
    await waitUntil(() => said(element) !== '');
    expect(said(element)).to.equal('Entering another world');
  });

  for (const [how, back] of [
    ['Esc', () => sendKeys({ press: 'Escape' })],
    ['its button', async (element: HTMLElement) => find<HTMLButtonElement>(element, 'button').click()],
  ] as const)
    it(`turns back with ${how}`, async () => {
      const state = liveState();
      const home = await showHome(state);
      warp(state);
      const element = await passage(home);
      expect(words(element)).to.contain('Esc — turn back');
      await back(element);
      expect(state.view.get().mode).to.equal('normal');
      await waitUntil(() => inside(home).querySelector('hw-action-banner') === null);
    });

  for (const [width, height] of [
    [1280, 720],
    [1024, 640],
    [360, 640],
    [640, 360],
  ] as const)
    it(`stands alone at the bottom centre during a warp, at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const state = liveState();
      state.world.status.set({ phase: 'ready', progress: 1, note: '' });
      state.world.hint.set({ label: 'World', action: 'F — enter' });
      const home = await showHome(state);
      warp(state);
      const element = await passage(home);
      await waitUntil(() => said(element) !== '');
      const shell = find(home, '.shell');
      await waitUntil(() =>
        [...shell.children].every(
          (child) =>
            !(child as HTMLElement).checkVisibility() ||
            getComputedStyle(child).opacity === '0' ||
            [...child.children].every(
              (inner) => inner === element || getComputedStyle(inner).opacity === '0',
            ),
        ),
      );
      const box = find(element, '.panel').getBoundingClientRect();
      expect(box.left + box.width / 2).to.be.closeTo(innerWidth / 2, 2);
      expect(box.bottom).to.be.within(innerHeight - 24, innerHeight);
      expect(box.left).to.be.at.least(0);
      const under = home.shadowRoot?.elementFromPoint(innerWidth - 40, 30);
      expect(under?.closest('hw-header'), 'the header is not to be pressed').to.not.be.ok;
      dispatchView(state, { kind: 'escape' });
      await waitUntil(() => getComputedStyle(find(home, 'hw-header')).opacity === '1');
    });

  it('offers what the resident shows with a key and a button, and waits for one of them', async () => {
    const state = liveState();
    const home = await showHome(state);
    offerOf(state);
    const element = await passage(home);
    await waitUntil(() => said(element) !== '');
    expect(said(element)).to.equal('Timmy shows you The garden');
    expect(words(element)).to.contain('G — take me there');
    await expect(element).to.be.accessible();
    expect(state.world.visit.get()).to.equal(undefined);
    await sendKeys({ press: 'g' });
    expect(state.world.visit.get()).to.deep.equal({ portalId: 'garden', manner: 'flight' });
    state.world.visit.set(undefined);
    expect(state.offer.get()).to.equal(undefined);
    offerOf(state);
    find<HTMLButtonElement>(await passage(home), 'button').click();
    expect(state.world.visit.get()?.portalId).to.equal('garden');
  });

  it('names its key only where that works; Enter in the chat’s empty field accepts too', async () => {
    const state = liveState();
    const home = await showHome(state);
    offerOf(state);
    const element = await passage(home);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.localName === 'textarea');
    await waitUntil(() => !words(element).includes('G —'));
    expect(words(element)).to.contain('take me there');
    await sendKeys({ press: 'Enter' });
    expect(state.world.visit.get()?.portalId).to.equal('garden');
    expect(state.chat.entries.get(), 'nothing is said').to.deep.equal([]);
    offerOf(state);
    const next = await passage(home);
    home.querySelector('canvas')?.focus();
    await waitUntil(() => words(next).includes('G — take me there'));
    state.settings.set({ ...state.settings.get(), shortcuts: false });
    await waitUntil(() => !words(next).includes('G —'));
  });

  it('ignores G in a field and while shortcuts are off', async () => {
    const state = liveState();
    const home = await showHome(state);
    offerOf(state);
    await passage(home);
    const field = document.createElement('textarea');
    home.append(field);
    field.slot = 'world';
    field.focus();
    await sendKeys({ press: 'g' });
    expect(state.world.visit.get()).to.equal(undefined);
    field.blur();
    state.settings.set({ ...state.settings.get(), shortcuts: false });
    await sendKeys({ press: 'g' });
    expect(state.world.visit.get()).to.equal(undefined);
    expect(state.offer.get()).to.not.equal(undefined);
  });

  it('shows a name as text, without bidirectional control characters', async () => {
    const state = liveState();
    const home = await showHome(state);
    offerOf(state, 'Timmy shows you \u202e<b>gpj.exe</b>');
    const element = await passage(home);
    await waitUntil(() => said(element) !== '');
    expect(said(element)).to.equal('Timmy shows you <b>gpj.exe</b>');
  });
});
