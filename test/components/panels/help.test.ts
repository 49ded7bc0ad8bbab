import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import { viewShortcuts } from '../../../data/view/shortcuts.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { find, inside, words } from '../app/home-state.ts';
import { focused, readyState, showHome } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const press = (key: string, more: KeyboardEventInit = {}, at: EventTarget = document.body): void => {
  at.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...more }),
  );
};
const opened = async (home: HwHome): Promise<HTMLElement> => {
  await waitUntil(() => inside(home).querySelector('hw-help')?.shadowRoot?.querySelector('.body'));
  return find(home, 'hw-help');
};

describe('hw-help', () => {
  afterEach(() => setViewport({ width: 1280, height: 720 }));

  it('opens and closes with “?”, on any keyboard layout', async () => {
    const state = readyState();
    const home = await showHome(state);
    const canvas = home.querySelector('canvas') as HTMLElement;
    canvas.focus();
    press('?', { shiftKey: true, code: 'Slash' }, canvas);
    const help = await opened(home);
    await waitUntil(() => focused()?.classList.contains('body'));
    await expect(help).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    expect(state.panels.help.get()).to.equal(false);
    await waitUntil(() => focused() === canvas);
    await aTimeout(20);
    press('?', { code: 'Minus' });
    expect(state.panels.help.get()).to.equal(true);
    press('?', { shiftKey: true });
    expect(state.panels.help.get()).to.equal(false);
  });

  it('says what you see first, and has the keys in a second tab, by keyboard and mouse', async () => {
    const state = readyState();
    const home = await showHome(state);
    press('?');
    const help = await opened(home);
    const tabs = [...inside(help).querySelectorAll<HTMLElement>('[role=tab]')];
    const shown = (): string[] =>
      [...inside(help).querySelectorAll<HTMLElement>('.body')]
        .filter((body) => body.checkVisibility())
        .map(({ id }) => id);
    expect(tabs.map((tab) => tab.textContent?.trim())).to.deep.equal([
      'What you see',
      'Keys, mouse and touch',
    ]);
    expect(shown()).to.deep.equal(['world']);
    const rows = [...inside(help).querySelectorAll('.pictograms li')];
    expect(rows.map((row) => row.querySelector('strong')?.textContent)).to.deep.equal([
      'The resident',
      'Panels',
      'The meter',
      'The floor',
      'Lightning',
      'Banners',
      'Portals',
      'The Earth and the beam',
    ]);
    expect(rows.every((row) => row.querySelector('svg[aria-hidden=true]'))).to.equal(true);
    expect(rows[0]?.textContent).to.include('Timmy lives here');
    await waitUntil(() => focused()?.id === 'world');
    expect(tabs.map(({ tabIndex }) => tabIndex)).to.deep.equal([0, -1]);
    tabs[0]?.focus();
    for (const [key, body] of [
      ['ArrowRight', 'keys'],
      ['ArrowRight', 'world'],
      ['End', 'keys'],
      ['Home', 'world'],
      ['ArrowLeft', 'keys'],
    ] as const) {
      await sendKeys({ press: key });
      await waitUntil(() => focused()?.id === `tab-${body}`);
      expect(shown(), key).to.deep.equal([body]);
    }
    await expect(help).to.be.accessible();
    tabs[0]?.click();
    await waitUntil(() => shown()[0] === 'world');
  });

  it('lists the key that leaves the world, where Tab is the overview', async () => {
    const state = readyState();
    const home = await showHome(state);
    state.panels.help.set(true);
    expect(words(await opened(home))).to.match(/Shift Tab [^.]*world/);
  });

  it('ignores “?” in a field, while the key is held, and while single keys are off', async () => {
    const state = readyState();
    const home = await showHome(state);
    const text = home.appendChild(document.createElement('textarea'));
    press('?', { shiftKey: true }, text);
    press('?', { repeat: true });
    press('?', { ctrlKey: true });
    changeSettings(state, { shortcuts: false });
    press('?');
    expect(state.panels.help.get()).to.equal(false);
  });

  it('lists every key that changes the view, the movement, touch and the gamepad', async () => {
    const state = readyState();
    const home = await showHome(state);
    state.panels.help.set(true);
    const help = await opened(home);
    const keys = [...inside(help).querySelectorAll('dt')].map((node) => node.textContent);
    for (const { shown } of viewShortcuts) expect(keys).to.include(shown);
    expect(keys).to.include.members([
      'W A S D',
      'F',
      'E',
      'Enter',
      'Esc',
      '[ ]',
      '?',
      'two fingers',
      'left stick',
      'double-click',
    ]);
    expect(keys.filter((key, at) => key !== 'Tab' && key !== 'A' && keys.indexOf(key) < at)).to.deep.equal(
      [],
    );
  });

  it('says that single keys are off, and switches them on', async () => {
    const state = readyState();
    changeSettings(state, { shortcuts: false });
    const home = await showHome(state);
    state.panels.help.set(true);
    const help = await opened(home);
    expect(words(help)).to.include('Shortcuts are switched off.');
    await expect(help).to.be.accessible();
    find<HTMLButtonElement>(help, '.off button').click();
    expect(state.settings.get().shortcuts).to.equal(true);
    await waitUntil(() => !inside(help).querySelector('.off'));
    expect(inside(help).querySelector('.struck')).to.equal(null);
  });

  it('fits a phone', async () => {
    await setViewport({ width: 360, height: 640 });
    const state = readyState();
    const home = await showHome(state);
    state.panels.help.set(true);
    const help = await opened(home);
    expect(document.documentElement.scrollWidth).to.be.at.most(360);
    expect(find(help, '.panel').getBoundingClientRect().top).to.be.at.least(140);
    await expect(help).to.be.accessible();
  });

  it('lists nothing of the world where there is none', async () => {
    const state = readyState();
    const home = await showHome(state);
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2.' });
    state.panels.help.set(true);
    const help = await opened(home);
    const keys = [...inside(help).querySelectorAll('dt')].map((node) => node.textContent);
    expect(keys).to.deep.equal(['O', 'T', '?', 'Enter', 'Tab', 'Esc']);
  });
});

describe('hints', () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });

  it('stop explaining movement once the visitor has walked some metres in this visit', async () => {
    const state = readyState();
    const home = await showHome(state);
    const advice = () => inside(find(home, 'hw-hints')).querySelector('[aria-label="How to move"]');
    await waitUntil(advice);
    state.world.walked.set(true);
    await waitUntil(() => !advice());
    const again = await showHome(readyState());
    await waitUntil(() => inside(find(again, 'hw-hints')).querySelector('[role=status]'));
    expect(inside(find(again, 'hw-hints')).querySelector('[aria-label="How to move"]')).to.equal(null);
    sessionStorage.clear();
    const nextVisit = await showHome(readyState());
    await waitUntil(() => inside(find(nextVisit, 'hw-hints')).querySelector('[aria-label="How to move"]'));
  });

  it('name the help, and no key that is switched off', async () => {
    const state = readyState();
    const home = await showHome(state);
    const hints = find(home, 'hw-hints');
    await waitUntil(() => words(hints).includes('? help'));
    state.world.hint.set({ label: 'The garden', action: 'F — enter' });
    changeSettings(state, { shortcuts: false });
    await waitUntil(() => words(hints).includes('click — enter'));
    expect(words(hints)).not.to.include('? help');
    state.world.hint.set(undefined);
    await waitUntil(() => words(hints).includes('W A S D'));
    expect(words(hints)).not.to.include('? help');
  });
});
