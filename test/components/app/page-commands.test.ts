import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { HwShare } from '../../../components/panels/share.ts';
import '../../../components/panels/share.ts';
import { dispatchView, requestPageCommand } from '../../../data/view/view-state.ts';
import type { AgentSessions } from '../../../data/readings/schemas/agent-sessions.ts';
import { NOW, find, inside, liveState } from './home-state.ts';
import { session, team, teamAtWork } from '../../helpers/sessions.ts';
import { focused, readyState, showHome } from './show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the gamepad’s commands for the page', () => {
  const ownShare = Object.getOwnPropertyDescriptor(navigator, 'share');
  const ownClipboard = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  before(() => setViewport({ width: 1280, height: 720 }));
  afterEach(() => {
    for (const [name, own] of [
      ['share', ownShare],
      ['clipboard', ownClipboard],
    ] as const)
      if (own) Object.defineProperty(navigator, name, own);
      else Reflect.deleteProperty(navigator, name);
  });

  it('Esc closes the menu, the shared address, the view and the panel, one at a time', async () => {
    const state = readyState();
    const home = await showHome(state);
    const header = find(home, 'hw-header');
    const more = find<HTMLButtonElement>(header, '.menu');
    const isMenuOpen = (): boolean => more.getAttribute('aria-expanded') === 'true';
    // Neither of these takes the focus, which would close the menu.
    state.panels.chat.set(true);
    dispatchView(state, { kind: 'enter', mode: 'overview' });
    await home.updateComplete;

    more.focus();
    more.click();
    await waitUntil(isMenuOpen);
    requestPageCommand(state, 'escape');
    await waitUntil(() => !isMenuOpen());
    expect(focused()).to.equal(more);

    const refuse = { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) };
    Object.defineProperty(navigator, 'share', { configurable: true, value: undefined });
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: refuse });
    const share = find<HwShare>(header, 'hw-share');
    await share.share(state);
    await waitUntil(() => focused()?.localName === 'input');
    requestPageCommand(state, 'escape');
    await waitUntil(() => inside(share).querySelector('input') === null);
    expect([state.view.get().mode, state.panels.chat.get()]).to.deep.equal(['overview', true]);

    requestPageCommand(state, 'escape');
    await waitUntil(() => state.view.get().mode === 'normal');
    expect(state.panels.chat.get()).to.equal(true);

    requestPageCommand(state, 'escape');
    await waitUntil(() => !state.panels.chat.get());
  });

  it('open and close the help, also where single keys are switched off', async () => {
    const state = readyState();
    await showHome(state);
    state.settings.set({ ...state.settings.get(), shortcuts: false });
    requestPageCommand(state, 'help');
    await waitUntil(() => state.panels.help.get());
    requestPageCommand(state, 'help');
    await waitUntil(() => !state.panels.help.get());
  });
});

describe('the title and the icon of the page', () => {
  it('say how many agent sessions wait or have failed, and only that', async () => {
    const before = 'Home';
    document.title = before;
    const icon = document.createElement('link');
    icon.rel = 'icon';
    icon.setAttribute('href', 'icons/icon.svg');
    document.head.prepend(icon);
    const shown = (): string => `${document.title} ${icon.getAttribute('href')}`;
    const isShown = (title: string, name: string): Promise<void> =>
      waitUntil(() => shown() === `${title} icons/${name}.svg`, shown());
    const state = liveState();
    const home = await showHome(state);
    const live = (value: AgentSessions): void =>
      state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value });
    live(teamAtWork(NOW));
    await isShown(`1 waits · 1 failed · ${before}`, 'icon-waiting');
    live(team([session({ name: 'Codex', state: 'failed' })]));
    await isShown(`1 failed · ${before}`, 'icon');
    live(team([session({ name: 'Codex', state: 'working' })]));
    await isShown(before, 'icon');
    live(teamAtWork(NOW));
    await isShown(`1 waits · 1 failed · ${before}`, 'icon-waiting');
    home.remove();
    await isShown(before, 'icon');
    icon.remove();
  });
});
