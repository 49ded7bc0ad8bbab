import { aTimeout, expect, nextFrame } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, inside } from './home-state.ts';
import { focused, readyState, showHome, startWide } from './show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const nameOf = (node: Element | null): string => node?.getAttribute('aria-label') ?? node?.localName ?? '';
const headerButton = (home: HwHome, label: string): HTMLElement =>
  find(find(home, 'hw-header'), `button[aria-label="${label}"]`);
const isShown = (home: HwHome, label: string): boolean =>
  inside(find(home, 'hw-header')).querySelector(`button[aria-label="${label}"]`)?.checkVisibility() ?? false;

/** The button, after the menu was opened if it is there. */
async function reach(home: HwHome, label: string): Promise<HTMLElement> {
  if (!isShown(home, label)) {
    headerButton(home, 'More').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => isShown(home, label), `the menu has “${label}”`);
  }
  return headerButton(home, label);
}

/** Waits until the element shows its close button, and returns the button. */
async function cross(home: HwHome, tag: string, label: string): Promise<HTMLElement> {
  const button = (): HTMLElement | null | undefined =>
    inside(home).querySelector(tag)?.shadowRoot?.querySelector<HTMLElement>(`[aria-label="${label}"]`);
  await waitUntil(() => button()?.checkVisibility(), `${tag} has “${label}”`);
  return button() as HTMLElement;
}

const panels = [
  ['Chat', 'hw-chat', 'Close the chat'],
  ['Today', 'hw-today', 'Close today'],
  ['Home as text', 'hw-directory', 'Close the home as text'],
  ['Session log', 'hw-session-log', 'Close the session log'],
  ['Settings', 'hw-settings', 'Close the settings'],
  ['Keys and help', 'hw-help', 'Close the help'],
] as const;

describe('the focus when a panel closes', () => {
  startWide();

  for (const [width, height] of [
    [1280, 720],
    [360, 640],
  ] as const)
    for (const [name, tag, close] of panels)
      it(`returns to what opened “${name}”, by its close button and by Esc, at ${width} × ${height}`, async () => {
        await setViewport({ width, height });
        const state = readyState();
        state.panels.today.set(false);
        const home = await showHome(state);
        for (const way of ['cross', 'Esc'] as const) {
          // Today is part of the wide page, and Esc leaves it open.
          if (way === 'Esc' && tag === 'hw-today' && width > 900) continue;
          (await reach(home, name)).focus();
          await sendKeys({ press: 'Enter' });
          const button = await cross(home, tag, close);
          button.focus();
          await sendKeys({ press: way === 'Esc' ? 'Escape' : 'Enter' });
          await waitUntil(() => nameOf(focused()) !== close, `${way}: it is closed`);
          const expected = isShown(home, name) ? name : 'More';
          await waitUntil(() => nameOf(focused()) === expected, `${way}: at ${nameOf(focused())}`);
        }
      });

  it('is not taken back from a visitor who has gone on', async () => {
    const state = readyState();
    state.panels.today.set(false);
    const home = await showHome(state);
    const opener = headerButton(home, 'Chat');
    opener.focus();
    await sendKeys({ press: 'Enter' });
    (await cross(home, 'hw-chat', 'Close the chat')).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused() === opener, 'the focus is back');
    dispatchEvent(new PointerEvent('pointerdown'));
    opener.blur();
    await aTimeout(400);
    expect(focused()).not.to.equal(opener);
  });

  it('returns to the world when a key opened the panel there', async () => {
    const state = readyState();
    const home = await showHome(state);
    const canvas = home.querySelector('canvas') as HTMLElement;
    canvas.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.localName === 'textarea');
    (await cross(home, 'hw-chat', 'Close the chat')).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused() === canvas);
  });

  it('goes to the world when a key opened the panel and nothing had the focus, so Enter is the chat', async () => {
    const state = readyState();
    const home = await showHome(state);
    (focused() as HTMLElement | undefined)?.blur();
    await sendKeys({ press: '?' });
    (await cross(home, 'hw-help', 'Close the help')).focus();
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => focused() === home.querySelector('canvas'));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => focused()?.localName === 'textarea');
    expect(state.panels.help.get()).to.equal(false);
  });

  it('stays where the visitor moved it while the panel was open', async () => {
    const state = readyState();
    const home = await showHome(state);
    (await reach(home, 'Settings')).focus();
    await sendKeys({ press: 'Enter' });
    await cross(home, 'hw-settings', 'Close the settings');
    const canvas = home.querySelector('canvas') as HTMLElement;
    canvas.focus();
    state.panels.settings.set(false);
    await home.updateComplete;
    expect(focused()).to.equal(canvas);
  });

  it('moves to the photo bar in photo mode, and returns to the button that opened it', async () => {
    const state = readyState();
    const home = await showHome(state);
    headerButton(home, 'Photo').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => nameOf(focused()) === 'Photo' && focused()?.localName === 'section');
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => nameOf(focused()) === 'Photo' && focused()?.localName === 'button');
  });

  it('returns to the button that started the time-lapse', async () => {
    const state = readyState();
    const home = await showHome(state);
    headerButton(home, 'Time-lapse of the day').focus();
    await sendKeys({ press: 'Enter' });
    (await cross(home, 'hw-time-lapse', 'Leave the time-lapse')).focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => nameOf(focused()) === 'Time-lapse of the day');
  });
});

describe('the focus when a card of the foot goes', () => {
  startWide();

  /** Presses a button of a card with the keyboard. */
  async function press(home: HwHome, tag: string, name: string): Promise<void> {
    const button = (): HTMLElement | undefined =>
      [...(inside(home).querySelector(tag)?.shadowRoot?.querySelectorAll('button') ?? [])].find(
        (one) => (one.ariaLabel ?? one.textContent).includes(name) && one.checkVisibility(),
      );
    await waitUntil(button, `${tag} has “${name}”`);
    button()?.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !button(), `“${name}” goes`);
  }

  it('goes to the world', async () => {
    const state = readyState();
    const home = await showHome(state);
    const canvas = home.querySelector('canvas') as HTMLElement;
    const lose: [string, string, () => void][] = [
      ['hw-hints', 'Got it', () => undefined],
      ['hw-reload-notice', 'Dismiss', () => state.newBuild.set(true)],
      ['hw-offline-banner', 'Dismiss', () => state.online.set(false)],
      [
        'hw-action-banner',
        'take me there',
        () =>
          state.offer.set({
            text: 'There?',
            act: { kind: 'stand', panel: 'oath' },
            until: state.now.get() + 15_000,
          }),
      ],
    ];
    for (const [tag, name, appear] of lose) {
      appear();
      await press(home, tag, name);
      await waitUntil(() => focused() === canvas, `after ${tag} it is at ${focused()?.localName}`);
    }
  });

  it('goes to the home as text where there is no world', async () => {
    const state = readyState();
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2.' });
    const home = await showHome(state);
    state.newBuild.set(true);
    await press(home, 'hw-reload-notice', 'Dismiss');
    await waitUntil(() => focused()?.className.includes('body'), `it is at ${focused()?.localName}`);
  });
});

describe('a sheet when a view starts', () => {
  after(() => setViewport({ width: 1280, height: 720 }));

  for (const mode of ['time-lapse', 'overview'] as const) {
    it(`closes for the ${mode} when the window becomes narrow`, async () => {
      await setViewport({ width: 1280, height: 720 });
      const state = readyState();
      const home = await showHome(state);
      expect(state.panels.today.get()).to.equal(true);
      dispatchView(state, { kind: 'enter', mode });
      await setViewport({ width: 700, height: 720 });
      await waitUntil(() => !state.panels.today.get());
      expect(state.view.get().mode).to.equal(mode);
      // A sheet that the visitor opens now stays open.
      state.panels.chat.set(true);
      await home.updateComplete;
      await nextFrame();
      expect(state.panels.chat.get()).to.equal(true);
    });

    it(`closes for the ${mode} that starts beside it`, async () => {
      await setViewport({ width: 360, height: 640 });
      const state = readyState();
      const home = await showHome(state);
      await waitUntil(() => !state.panels.today.get());
      state.panels.chat.set(true);
      await home.updateComplete;
      dispatchView(state, { kind: 'enter', mode });
      await waitUntil(() => !state.panels.chat.get());
    });
  }
});
