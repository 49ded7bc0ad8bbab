import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/header.ts';
import type { HwHeader } from '../../../components/app/header.ts';
import { panels } from '../../../components/app/panels.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { panelNames } from '../../../data/view/panels.ts';
import { find, inside, liveState, words } from './home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const show = (state = liveState()) => fixture<HwHeader>(html`<hw-header .state=${state}></hw-header>`);
const button = (element: Element, name: string) => find<HTMLButtonElement>(element, `[aria-label="${name}"]`);
const shownIn = (element: Element): HTMLElement[] =>
  [...inside(element).querySelectorAll<HTMLElement>('.icon')].filter((node) => node.checkVisibility());
/** Opens the menu, whose entries are loaded then. */
async function openMenu(element: HwHeader): Promise<void> {
  button(element, 'More').click();
  await waitUntil(() => inside(element).querySelector('#more li'), 'the entries come');
}
async function showWithMenu(state = liveState()): Promise<HwHeader> {
  const element = await show(state);
  await openMenu(element);
  return element;
}
const namesOf = (nodes: readonly HTMLElement[]) => nodes.map((node) => node.getAttribute('aria-label'));

describe('hw-header', () => {
  afterEach(() => setViewport({ width: 1280, height: 720 }));

  it('has a named button for each panel, and shows which are pressed', async () => {
    await setViewport({ width: 1280, height: 720 });
    const state = liveState();
    const element = await showWithMenu(state);
    for (const [name, panel] of [
      ['Chat', state.panels.chat],
      ['Home as text', state.panels.directory],
      ['Session log', state.panels.log],
      ['Settings', state.panels.settings],
      ['Keys and help', state.panels.help],
      ['Plays', state.panels.plays],
      ['Debug', state.panels.debug],
    ] as const) {
      expect(button(element, name).getAttribute('aria-pressed'), name).to.equal('false');
      button(element, name).click();
      await element.updateComplete;
      expect(panel.get(), name).to.equal(true);
      expect(button(element, name).getAttribute('aria-pressed'), name).to.equal('true');
    }
    await expect(element).to.be.accessible();
  });

  it('has one named button for each panel, feature and page', async () => {
    const element = await showWithMenu();
    const names = [...inside(element).querySelectorAll('.icon')].map((node) =>
      node.getAttribute('aria-label'),
    );
    expect(names).to.include.members(panelNames.map((name) => panels[name].label));
    for (const name of ['timeLapse', 'podcast', 'soul', 'export', 'sound', 'photo', 'share'])
      expect(inside(element).querySelectorAll(`[data-name="${name}"]`), name).to.have.length(1);
    expect(new Set(names).size).to.equal(names.length);
  });

  it('has the sound first in the menu, groups what belongs together, and shows the shortcuts', async () => {
    const state = liveState();
    const element = await showWithMenu(state);
    const entries = () => [...inside(element).querySelectorAll<HTMLElement>('#more li')];
    expect(entries().map((entry) => entry.querySelector('.icon')?.getAttribute('aria-label'))).to.deep.equal([
      'Sound',
      'Settings',
      'Keys and help',
      'Home as text',
      'Session log',
      'Visitors',
      'Plays',
      'Podcast of the day',
      'Soul, read aloud',
      'Share this home',
      'Export session',
      'Heartbeat page',
      'Debug',
    ]);
    const groups = entries().filter((entry) => entry.matches('.begins'));
    expect(groups.map((entry) => (entry.textContent ?? '').replace(/\s+/g, ''))).to.deep.equal([
      'Sound',
      'Homeastext',
      'Podcastoftheday',
      'Sharethishome',
      'Debug',
    ]);
    const keys = () =>
      [...inside(element).querySelectorAll('.icon')].flatMap(
        (node) => node.getAttribute('aria-keyshortcuts') ?? [],
      );
    expect(keys()).to.deep.equal(['L', 'P', 'M', '?', 'T']);
    const shown = [...inside(element).querySelectorAll<HTMLElement>('kbd')];
    expect(shown.map((key) => getComputedStyle(key, '::before').content)).to.include('"M"');
    changeSettings(state, { shortcuts: false });
    await element.updateComplete;
    expect(keys()).to.deep.equal([]);
    expect(inside(element).querySelector('kbd')).to.equal(null);
  });

  it('stays closed after a second press, while its entries load', async () => {
    const element = await show();
    button(element, 'More').click();
    button(element, 'More').click();
    await waitUntil(() => inside(element).querySelector('#more li'));
    expect(find(element, '#more').checkVisibility()).to.equal(false);
  });

  it('shows each button’s name in a tip, for the pointer and the keyboard', async () => {
    const state = liveState();
    // Without a world there is no time-lapse to start.
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    const element = await show(state);
    for (const node of shownIn(element)) {
      node.focus();
      const { content, display } = getComputedStyle(node, '::before');
      expect(content, node.ariaLabel ?? '').to.include(`"${node.ariaLabel}`);
      expect(display).not.to.equal('none');
    }
  });

  it('has no button for the home as text where it is the page', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2.' });
    const element = await showWithMenu(state);
    // Only the world has sound, a time-lapse and photos.
    for (const name of ['directory', 'sound', 'timeLapse', 'photo'])
      expect(inside(element).querySelector(`[data-name="${name}"]`), name).to.equal(null);
  });

  it('starts the time-lapse only when the world is ready', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'loading', progress: 0.5, note: '' });
    const element = await show(state);
    const timeLapse = button(element, 'Time-lapse of the day');
    timeLapse.click();
    expect([timeLapse.disabled, state.view.get().mode]).to.deep.equal([true, 'normal']);
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    await element.updateComplete;
    timeLapse.click();
    expect([timeLapse.disabled, state.view.get().mode]).to.deep.equal([false, 'time-lapse']);
  });

  it('switches the sound and stores the choice', async () => {
    const state = liveState();
    const element = await showWithMenu(state);
    const pressed = () => button(element, 'Sound').getAttribute('aria-pressed');
    expect(pressed()).to.equal('false');
    button(element, 'Sound').click();
    await element.updateComplete;
    expect([pressed(), state.audio.enabled.get(), state.settings.get().sound]).to.deep.equal([
      'true',
      true,
      true,
    ]);
    await expect(element).to.be.accessible();
    button(element, 'Sound').click();
    await element.updateComplete;
    expect([pressed(), state.audio.enabled.get(), state.settings.get().sound]).to.deep.equal([
      'false',
      false,
      false,
    ]);
  });

  it('gives the reason in the menu where there is no sound', async () => {
    const state = liveState();
    const element = await showWithMenu(state);
    const text = () => find(element, '[data-name="sound"] .name').textContent;
    expect(text()).to.equal('Sound');
    const note = 'This browser cannot play sound: no device';
    state.audio.status.set({ phase: 'unavailable', ambient: 'unasked', note });
    await element.updateComplete;
    expect(text()).to.equal(`Sound: ${note}`);
  });

  it('says that it shares the home where there is no view to share', async () => {
    const state = liveState();
    const element = await show(state);
    const label = () => find(element, '[data-name="share"]').getAttribute('aria-label');
    await openMenu(element);
    expect(label()).to.equal('Share this home');
    state.world.standing.set({ kind: 'panel', name: 'agents' });
    await waitUntil(() => label() === 'Share this view');
    state.world.standing.set(undefined);
    await element.updateComplete;
    expect(label()).to.equal('Share this home');
    expect(find(element, '[data-name="share"] .name').textContent).to.equal(label());
  });

  it('copies a link to the current view and says so', async () => {
    const state = liveState();
    state.view.set({ mode: 'overview', navigation: 'walk' });
    const element = await showWithMenu(state);
    const copied: string[] = [];
    const { clipboard } = navigator;
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void copied.push(text) },
      configurable: true,
    });
    try {
      find(element, '[data-name="share"]').click();
      await waitUntil(() => copied.length === 1, 'nothing was copied');
      const said = find<HTMLElement>(element, 'hw-status-message');
      await waitUntil(() => words(said) === 'Link copied');
      expect(copied).to.deep.equal(['https://home.example/#view=overview']);
      await expect(element).to.be.accessible();
    } finally {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('shares nothing after Esc, pressed while its file was loading', async () => {
    const element = await showWithMenu();
    let asked = 0;
    Object.defineProperty(navigator, 'share', { value: async () => void asked++, configurable: true });
    try {
      find(element, '[data-name="share"]').click();
      const esc = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
      document.body.dispatchEvent(esc);
      expect(esc.defaultPrevented).to.equal(true);
      await Promise.all([
        import('../../../components/panels/share.ts'),
        import('../../../components/shared/status-message.ts'),
      ]);
      await aTimeout(50);
      expect(asked).to.equal(0);
      find(element, '[data-name="share"]').click();
      await waitUntil(() => asked === 1, 'it shares');
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('hides the tip of the chat while it is open', async () => {
    const element = await show();
    const shown = (): string => getComputedStyle(button(element, 'Chat'), '::before').display;
    button(element, 'Chat').focus();
    expect(shown()).not.to.equal('none');
    button(element, 'Chat').click();
    await element.updateComplete;
    expect(button(element, 'Chat').ariaPressed).to.equal('true');
    expect(shown()).to.equal('none');
  });

  it('announces the file name of an exported session in an existing live region', async () => {
    const element = await showWithMenu();
    const { click } = HTMLAnchorElement.prototype;
    let saved = '';
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved = this.download;
    };
    try {
      button(element, 'Export session').click();
      const said = find<HTMLElement>(element, 'hw-status-message');
      await waitUntil(() => saved !== '', 'nothing was saved');
      const region = find(said, '[role=status]');
      expect(words(said)).to.equal('');
      await waitUntil(() => words(said) === `Saved ${saved}`);
      expect(saved).to.match(/^home-world-session-.*\.md$/);
      expect(find(said, '[role=status]')).to.equal(region);
      await expect(element).to.be.accessible();
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });

  it('links to the heartbeat page of this home', async () => {
    const element = await showWithMenu();
    expect(find<HTMLAnchorElement>(element, 'a').href).to.equal('https://home.example/heartbeat.html');
  });

  it('fires an event when a panel opens', async () => {
    const element = await show();
    setTimeout(() => button(element, 'Chat').click());
    const { detail } = await oneEvent(element, 'panel-toggled');
    expect(detail).to.deep.equal({ name: 'chat', open: true });
  });

  for (const [width, height, inSight] of [
    [1280, 720, ['Chat', 'Today', 'Time-lapse of the day', 'Photo', 'More']],
    [844, 390, ['Chat', 'Today', 'Time-lapse of the day', 'Photo', 'More']],
    [360, 640, ['Chat', 'Today', 'Photo', 'More']],
  ] as const)
    it(`is one row of at most five 44-pixel targets at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const element = await show();
      const shown = shownIn(element);
      expect(namesOf(shown)).to.deep.equal(inSight);
      for (const node of shown) {
        const box = node.getBoundingClientRect();
        expect([box.width, box.height]).to.deep.equal([44, 44]);
        expect(box.top).to.equal(shown[0]?.getBoundingClientRect().top);
      }
      expect(document.documentElement.scrollWidth).to.be.at.most(width);
    });

  it('moves the time-lapse into the menu when the window becomes narrow, and back', async () => {
    await setViewport({ width: 1280, height: 720 });
    const element = await showWithMenu();
    const inMenu = () => inside(element).querySelector('#more [data-name="timeLapse"]') !== null;
    expect(inMenu()).to.equal(false);
    await setViewport({ width: 360, height: 640 });
    await waitUntil(inMenu);
    await setViewport({ width: 1280, height: 720 });
    await waitUntil(() => !inMenu());
    expect(inside(element).querySelectorAll('[data-name="timeLapse"]')).to.have.length(1);
  });

  for (const [width, height] of [
    [1280, 720],
    [360, 640],
    [640, 360],
  ] as const)
    it(`opens the menu at ${width} × ${height}, closes it with Esc and returns the focus`, async () => {
      await setViewport({ width, height });
      const element = await show();
      const more = button(element, 'More');
      const isOpen = () => find(element, '#more').checkVisibility();
      expect([isOpen(), more.getAttribute('aria-expanded')]).to.deep.equal([false, 'false']);
      more.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(isOpen);
      expect([isOpen(), more.getAttribute('aria-expanded')]).to.deep.equal([true, 'true']);
      await expect(element).to.be.accessible();
      const list = find(element, '#more');
      const { left, right, bottom } = list.getBoundingClientRect();
      expect(left).to.be.at.least(0);
      expect(right).to.be.at.most(width);
      expect(bottom).to.be.at.most(height);
      expect(list.scrollWidth).to.equal(list.clientWidth);
      await sendKeys({ press: 'Tab' });
      expect(list.contains(inside(element).activeElement), 'Tab leads into it').to.equal(true);
      await sendKeys({ press: 'Escape' });
      await element.updateComplete;
      expect(isOpen()).to.equal(false);
      expect(inside(element).activeElement).to.equal(more);
    });

  it('closes the menu with Esc also where a click gives buttons no focus, as in Safari', async () => {
    const element = await show();
    await openMenu(element);
    (document.activeElement as HTMLElement | null)?.blur();
    const esc = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    document.body.dispatchEvent(esc);
    await element.updateComplete;
    expect(button(element, 'More').getAttribute('aria-expanded')).to.equal('false');
    expect(esc.defaultPrevented, 'it closes nothing else').to.equal(true);
  });

  it('keeps the focus on the menu’s button after the keyboard chose an entry', async () => {
    const state = liveState();
    const element = await showWithMenu(state);
    button(element, 'Session log').focus();
    await sendKeys({ press: 'Enter' });
    await element.updateComplete;
    expect(state.panels.log.get()).to.equal(true);
    expect(button(element, 'Session log').checkVisibility()).to.equal(false);
    expect(inside(element).activeElement).to.equal(button(element, 'More'));
  });

  it('closes the menu on a Tab out of it or a press elsewhere', async () => {
    const element = await show();
    const after = element.parentElement?.appendChild(document.createElement('button'));
    const open = async (): Promise<void> => {
      await openMenu(element);
      await waitUntil(() => find(element, '#more').checkVisibility());
    };
    const closes = () => waitUntil(() => !find(element, '#more').checkVisibility());
    await open();
    find(element, '#more li:last-child .icon').focus();
    await sendKeys({ press: 'Tab' });
    expect(document.activeElement).to.equal(after);
    await closes();
    await open();
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await closes();
  });

  it('opens one sheet at a time on a phone', async () => {
    await setViewport({ width: 360, height: 640 });
    const state = liveState();
    const element = await show(state);
    button(element, 'Chat').click();
    expect([state.panels.chat.get(), state.panels.today.get()]).to.deep.equal([true, false]);
    button(element, 'Today').click();
    expect([state.panels.chat.get(), state.panels.today.get()]).to.deep.equal([false, true]);
  });
});
