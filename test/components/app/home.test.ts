import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { goTo } from '../../../data/view/go-to.ts';
import { entry, event, find, inside, liveState } from './home-state.ts';
import { coming, focused, readyState, showHome, startWide } from './show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

async function show(state = liveState()): Promise<HwHome> {
  const home = await showHome(state);
  await aTimeout(20);
  return home;
}

const nameOf = (node: Element | null): string =>
  node?.getAttribute('aria-label') ?? node?.textContent?.trim() ?? '';

describe('hw-home', () => {
  startWide();

  it('shows its own children until it has a state', async () => {
    const element = await fixture<HwHome>(html`<hw-home><p>First frame</p></hw-home>`);
    expect(element.querySelector('p')?.checkVisibility()).to.equal(true);
    element.state = liveState();
    await element.updateComplete;
    expect(element.querySelector('p')?.assignedSlot).to.equal(null);
    expect(inside(element).querySelector('hw-header')).to.not.equal(null);
  });

  it('passes the state to every element inside', async () => {
    const state = liveState();
    const element = await show(state);
    for (const name of ['hw-header', 'hw-hud', 'hw-chat', 'hw-today', 'hw-directory'])
      expect((find(element, name) as unknown as { state: unknown }).state, name).to.equal(state);
  });

  it('focuses the chat on Enter without typing a line break', async () => {
    const state = liveState();
    await show(state);
    await sendKeys({ press: 'Enter' });
    expect(state.panels.chat.get()).to.equal(true);
    await waitUntil(() => focused()?.localName === 'textarea');
    expect((focused() as HTMLTextAreaElement).value).to.equal('');
  });

  for (const place of ['body', 'canvas'])
    it(`carries out a key that was pressed on the ${place} before the script of the keys came`, async () => {
      const state = liveState();
      const element = await fixture<HwHome>(
        html`<hw-home><canvas slot="world" tabindex="0"></canvas></hw-home>`,
      );
      element.state = state;
      document.querySelector(place)?.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }));
      expect(state.panels.help.get()).to.equal(false);
      await waitUntil(() => state.panels.help.get(), 'the help opens');
    });

  it('leaves Enter to the focused button', async () => {
    const state = liveState();
    const element = await show(state);
    find<HTMLButtonElement>(find(element, 'hw-header'), '[aria-label="Today"]').focus();
    await sendKeys({ press: 'Enter' });
    expect(state.panels.today.get()).to.equal(false);
    expect(state.panels.chat.get()).to.equal(false);
  });

  it('ignores keys typed in a plugin’s editor inside its shadow root', async () => {
    const state = liveState();
    await show(state);
    const guest = await fixture<HTMLElement>(html`<div></div>`);
    const editor = document.createElement('div');
    editor.role = 'textbox';
    editor.tabIndex = 0;
    guest.attachShadow({ mode: 'open' }).append(editor);
    editor.focus();
    for (const press of ['o', '?', 'Enter']) await sendKeys({ press });
    expect(state.view.get().mode).to.equal('normal');
    expect(state.panels.help.get()).to.equal(false);
    expect(state.panels.chat.get()).to.equal(false);
    // A read-only part is no editor.
    editor.removeAttribute('role');
    editor.contentEditable = 'false';
    await sendKeys({ press: 'o' });
    expect(state.view.get().mode).to.equal('oath');
  });

  it('closes the open panel with Esc, also from its field, and returns to the world', async () => {
    const state = liveState();
    await show(state);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.localName === 'textarea');
    await sendKeys({ type: 'wait' });
    await sendKeys({ press: 'Escape' });
    expect(state.panels.chat.get()).to.equal(false);
    expect(nameOf(focused())).to.equal('The world');
    expect(state.panels.today.get()).to.equal(true);
  });

  it('stays with Esc where something was to bring the visitor elsewhere, and closes nothing', async () => {
    const state = liveState();
    await show(state);
    state.panels.help.set(true);
    goTo(state, { kind: 'panel', name: 'agents' });
    await sendKeys({ press: 'Escape' });
    expect([state.world.goTo.get(), state.panels.help.get()]).to.deep.equal([undefined, true]);
    await sendKeys({ press: 'Escape' });
    expect(state.panels.help.get()).to.equal(false);
  });

  it('has skip links first, then the readings, the header and the chat', async () => {
    const state = liveState();
    state.panels.chat.set(true);
    const element = await show(state);
    const header = [
      ...inside(find(element, 'hw-header')).querySelectorAll<HTMLElement>('.icon:enabled, a.icon'),
    ]
      .filter((node) => node.checkVisibility())
      .map(nameOf);
    expect(header).to.deep.equal(['Chat', 'Today', 'Photo', 'More']);
    const seen: string[] = [];
    for (let i = 0; i < header.length + 7; i++) {
      await sendKeys({ press: 'Tab' });
      seen.push(nameOf(focused()));
    }
    const chips = seen.splice(2, 4).map((name) => /^\w+(?: height)?/.exec(name)?.[0]);
    expect(chips).to.deep.equal(['Agents', 'Sovereignty', 'Weather', 'Block height']);
    expect(seen).to.deep.equal(['Talk to Timmy', 'Read the home as text', ...header, 'Close the chat']);
    expect(element.isConnected).to.equal(true);
  });

  it('moves the focus from the skip link to the home as text', async () => {
    const state = liveState();
    const element = await show(state);
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => nameOf(focused()) === 'Portals and panels');
    expect(find(element, 'hw-directory').getAttribute('mode')).to.equal('panel');
  });

  it('gives the focus to nothing that was closed before it came', async () => {
    const state = liveState();
    const element = await show(state);
    const [talk, read] = inside(element).querySelectorAll<HTMLButtonElement>('.skip button');
    for (const [button, panel] of [
      [talk, state.panels.chat],
      [read, state.panels.directory],
    ] as const) {
      button?.focus();
      button?.click();
      expect(panel.get()).to.equal(true);
      panel.set(false);
      await aTimeout(20);
      expect(focused() === button, 'it stays').to.equal(true);
    }
  });

  it('leaves the cursor in the field where a visitor writes while a text comes', async () => {
    const state = liveState();
    state.panels.chat.set(true);
    const element = await show(state);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.localName === 'textarea');
    dispatchView(state, { kind: 'enter', mode: 'oath' });
    await coming(element, 'hw-document');
    await aTimeout(20);
    expect(focused()?.localName).to.equal('textarea');
  });

  it('shows one card at the foot; the next follows when the first is closed', async () => {
    const state = readyState();
    const element = await show(state);
    const shown = (): string[] =>
      [...find(element, '.foot').children]
        .filter((child) =>
          [...(child.shadowRoot?.querySelectorAll('.panel, .box') ?? [])].some((card) =>
            card.checkVisibility(),
          ),
        )
        .map(({ localName }) => localName);
    const becomes = (...names: string[]) =>
      waitUntil(() => shown().join() === names.join(), names.join()).catch(() =>
        expect(shown()).to.deep.equal(names),
      );
    await becomes('hw-hints');
    state.configProblems.set([{ field: 'relays', expected: 'a list', got: '1' }]);
    await becomes('hw-config-notice');
    state.newBuild.set(true);
    await becomes('hw-reload-notice');
    state.offer.set({ text: 'Shall we?', act: { kind: 'view', mode: 'time-lapse' }, until: Infinity });
    await becomes('hw-action-banner');
    state.offer.set(undefined);
    state.newBuild.set(false);
    state.configProblems.set([]);
    await becomes('hw-hints');
    state.world.walked.set(true);
    await becomes('hw-view-bar');
    state.world.hint.set({ label: 'A portal', action: 'F — enter' });
    await becomes('hw-hints');
    // The bar with the way back has priority over a hint.
    state.view.set({ mode: 'overview', navigation: 'walk' });
    await becomes('hw-view-bar');
  });

  it('remembers that Today was closed, but not that a phone has no room for it', async () => {
    const state = liveState();
    await show(state);
    state.panels.today.set(false);
    await waitUntil(() => localStorage.getItem('home-world.today') === 'closed');
    const next = liveState();
    await show(next);
    await waitUntil(() => !next.panels.today.get());
    next.panels.today.set(true);
    await waitUntil(() => localStorage.getItem('home-world.today') === null);
    next.panels.chat.set(true);
    await setViewport({ width: 360, height: 640 });
    await waitUntil(() => !next.panels.today.get());
    expect(localStorage.getItem('home-world.today')).to.equal(null);
    await setViewport({ width: 1280, height: 720 });
    await waitUntil(() => next.panels.today.get(), 'it is back where it has room');
    next.panels.today.set(false);
    await waitUntil(() => localStorage.getItem('home-world.today') === 'closed');
    await setViewport({ width: 360, height: 640 });
    await setViewport({ width: 1280, height: 720 });
    await aTimeout(50);
    expect(next.panels.today.get()).to.equal(false);
  });

  it('loads the debug panel and the log only when they open', async () => {
    const state = liveState();
    const element = await show(state);
    state.panels.debug.set(true);
    state.panels.log.set(true);
    await element.updateComplete;
    await waitUntil(
      () =>
        find(element, 'hw-debug').shadowRoot !== null && find(element, 'hw-session-log').shadowRoot !== null,
    );
  });

  it('is accessible with a conversation and Today', async () => {
    const state = liveState();
    state.panels.chat.set(true);
    state.chat.entries.set([entry('a', 'Hello')]);
    state.relay.events.set([event(0)]);
    const element = await show(state);
    await expect(element).to.be.accessible();
  });
});
