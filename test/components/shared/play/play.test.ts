import { aTimeout, expect, nextFrame } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../../components/app/home.ts';
import type { State } from '../../../../data/state.ts';
import { portal, setPortals } from '../../../helpers/home-readings.ts';
import { PLAY_ID, playRecordOf, waitingPlay } from '../../../helpers/plays.ts';
import { find, inside, words } from '../../app/home-state.ts';
import { focused, readyState, showHome, startWide } from '../../app/show-home.ts';
import { slowly } from '../../../helpers/slowly.ts';
import { waitUntil } from '../../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

/** The play at the portal before which the visitor stands. */
async function cardOf(home: HwHome): Promise<HTMLElement> {
  const shown = () => inside(home).querySelector('hw-portal-card')?.shadowRoot?.querySelector('hw-play');
  await waitUntil(shown, 'the card of the play');
  return find(home, 'hw-portal-card');
}

/** A page in front of a portal with a play; its orders are kept. */
function stateWith(owner: 'owner' | 'visitor', record = waitingPlay({ portal: 'garden' })) {
  const state: State = readyState();
  const orders: object[] = [];
  state.bridgeLine.send = (frame) => orders.push(frame) > 0;
  state.games.owner.set(owner);
  state.games.plays.set([record]);
  state.world.standing.set({ kind: 'portal', id: 'garden' });
  return { state, orders };
}
const button = (play: HTMLElement, name: string): HTMLButtonElement | undefined =>
  [...inside(play).querySelectorAll('button')].find(({ textContent }) => textContent?.trim() === name);

describe('hw-play', () => {
  startWide();

  it('shows a visitor how the play stands, without buttons to decide', async () => {
    const actions = [
      { step: 1, action: { action: 'press_key', params: { key: 'Return' } }, outcome: 'dry' },
      {
        step: 2,
        action: { action: 'hotkey', params: { keys: 'alt F4' } },
        outcome: 'refused',
        cause: 'it leaves the window',
      },
    ] as const;
    const { state } = stateWith(
      'visitor',
      waitingPlay({ portal: 'garden', dryRun: true, note: 'I see a <b>menu</b>.', actions: [...actions] }),
    );
    const card = await cardOf(await showHome(state));
    const play = find(card, 'hw-play');
    const text = words(play);
    for (const part of [
      'Waits for its owner · step 1',
      'dry run: no action is sent',
      'I see a <b>menu</b>.',
      'Timmy asks: click at 50 %, 50 %. The owner decides.',
      '2 of 60',
      '21.5K of 500K',
      'alt+F4 refused: it leaves the window',
    ])
      expect(text).to.contain(part);
    expect(button(play, 'Allow')).to.equal(undefined);
    expect(button(play, 'Stop the play')).to.equal(undefined);
    expect(inside(card).querySelector('h2')?.textContent).to.equal('The garden');
    await expect(play).to.be.accessible();
    await expect(card).to.be.accessible();
  });

  it('lets the owner allow, refuse and stop, and keeps the focus', async () => {
    const { state, orders } = stateWith('owner');
    const card = await cardOf(await showHome(state));
    const play = find(card, 'hw-play');
    await waitUntil(() => find(card, '[role=status]').textContent?.includes('Timmy asks: click'));
    button(play, 'Allow')?.focus();
    button(play, 'Allow')?.click();
    button(play, 'Refuse')?.click();
    state.games.plays.set([playRecordOf({ portal: 'garden', step: 2 })]);
    await waitUntil(() => button(play, 'Allow') === undefined);
    expect(focused()?.textContent?.trim()).to.equal('Stop the play');
    button(play, 'Stop the play')?.click();
    expect(orders).to.deep.equal([
      { type: 'play-order', order: 'approve', play: PLAY_ID, request: 'r1' },
      { type: 'play-order', order: 'refuse', play: PLAY_ID, request: 'r1' },
      { type: 'play-order', order: 'stop', play: PLAY_ID },
    ]);
    state.bridgeLine.send = () => false;
    button(play, 'Stop the play')?.click();
    await waitUntil(() => words(play).includes('There is no connection to the home now.'));
    await expect(play).to.be.accessible();
  });

  it('marks the decisions as disabled while the page reconnects, and keeps the focus', async () => {
    const { state } = stateWith('owner');
    const play = find(await cardOf(await showHome(state)), 'hw-play');
    await waitUntil(() => button(play, 'Allow'));
    const isDisabled = () => button(play, 'Allow')?.getAttribute('aria-disabled') === 'true';
    expect(isDisabled()).to.equal(false);
    button(play, 'Allow')?.focus();
    state.bridge.set({ state: 'connecting' });
    await waitUntil(isDisabled);
    await nextFrame();
    expect(focused()).to.equal(button(play, 'Allow'));
    state.bridge.set({ state: 'open' });
    await waitUntil(() => !isDisabled());
    await expect(play).to.be.accessible();
  });

  it('comes to the owner wherever they are, and to a visitor at the portal only', async () => {
    const { state } = stateWith('owner');
    state.world.standing.set(undefined);
    const home = await showHome(state);
    await cardOf(home);
    state.games.owner.set('visitor');
    await waitUntil(() => inside(home).querySelector('hw-portal-card[card]') === null);
  });

  it('is announced when it asks the owner elsewhere, in a region that was there before', async () => {
    const { state } = stateWith('owner', playRecordOf({ portal: 'garden' }));
    state.world.standing.set(undefined);
    const home = await showHome(state);
    const region = () =>
      inside(home).querySelector('hw-portal-card')?.shadowRoot?.querySelector('[role=status]') ?? undefined;
    await waitUntil(region, 'the region');
    const before = region();
    await aTimeout(100);
    expect(before?.textContent?.trim()).to.equal('');
    state.games.plays.set([waitingPlay({ portal: 'garden' })]);
    await waitUntil(() => before?.textContent?.includes('Timmy asks: click'), 'the announcement', {
      timeout: 3000,
    });
    expect(region() === before).to.equal(true);
  });

  it('has the way to sign in above the budget, and the way to sign out below it', async () => {
    const { state } = stateWith('visitor');
    const play = find(await cardOf(await showHome(state)), 'hw-play');
    const [form, budget] = [find(play, 'hw-owner-form'), find(play, '.budget')];
    const isAbove = (): boolean => form.getBoundingClientRect().top < budget.getBoundingClientRect().top;
    expect(isAbove()).to.equal(true);
    state.games.owner.set('owner');
    await waitUntil(() => !isAbove());
  });

  it('leaves the focus to a visitor who went elsewhere while the home was asked', async () => {
    const { state } = stateWith('visitor');
    const home = await showHome(state);
    const card = await cardOf(home);
    const form = find(find(card, 'hw-play'), 'hw-owner-form');
    button(form, 'I am the owner')?.click();
    await waitUntil(() => focused()?.id === 'code');
    (focused() as HTMLInputElement).value = 'right';
    let answer = (_response: Response): void => undefined;
    const own = window.fetch;
    try {
      window.fetch = () => new Promise((done) => (answer = done));
      button(form, 'Sign in')?.click();
      home.querySelector('canvas')?.focus();
      answer(Response.json({}));
      await waitUntil(() => !inside(form).querySelector('form'), 'the form goes');
      await aTimeout(20);
    } finally {
      window.fetch = own;
    }
    expect(focused()?.localName).to.equal('canvas');
  });

  it('keeps the focus in the form when it is cancelled, and at the sign-in and the sign-out', async () => {
    const { state } = stateWith('visitor');
    const form = find(find(await cardOf(await showHome(state)), 'hw-play'), 'hw-owner-form');
    const press = async (name: string): Promise<void> => {
      button(form, name)?.focus();
      await sendKeys({ press: 'Enter' });
    };
    const at = (text: string) => waitUntil(() => focused()?.textContent?.trim() === text, text);
    await press('I am the owner');
    await waitUntil(() => focused()?.id === 'code');
    await press('Cancel');
    await at('I am the owner');
    await press('I am the owner');
    await waitUntil(() => focused()?.id === 'code');
    await sendKeys({ type: 'right' });
    const own = window.fetch;
    try {
      window.fetch = slowly(async () => Response.json({ signIn: true, signedIn: false }));
      await press('Sign in');
      await at('Sign out');
      await sendKeys({ press: 'Enter' });
      await at('I am the owner');
    } finally {
      window.fetch = own;
    }
  });

  it('says what is wrong once, where the owner pressed, though the home as text has the same forms', async () => {
    const { state } = stateWith('visitor');
    setPortals(
      state,
      ['garden', 'study', 'forge'].map((id) => portal(id, { access_mode: 'operator' })),
    );
    const home = await showHome(state);
    const play = find(await cardOf(home), 'hw-play');
    const form = find(play, 'hw-owner-form');
    const formsOf = () => inside(find(home, 'hw-directory')).querySelectorAll('hw-owner-form');
    await waitUntil(() => formsOf().length > 1, 'the home as text has forms');
    const alertsIn = (root: ShadowRoot): string[] =>
      [...root.querySelectorAll('*')].flatMap((one) => [
        ...(one.role === 'alert' && one.textContent.trim() !== '' ? [one.textContent.trim()] : []),
        ...(one.shadowRoot ? alertsIn(one.shadowRoot) : []),
      ]);
    const own = window.fetch;
    try {
      window.fetch = async () => Response.json({ message: 'Not now.' }, { status: 503 });
      button(form, 'I am the owner')?.click();
      await waitUntil(() => inside(form).querySelector('input'));
      find<HTMLInputElement>(form, 'input').value = 'right';
      button(form, 'Sign in')?.click();
      await waitUntil(() => words(form).includes('Not now.'));
      expect(alertsIn(inside(home))).to.deep.equal(['Not now.']);
      state.games.owner.set('owner');
      await waitUntil(() => button(form, 'Sign out'));
      button(form, 'Sign out')?.click();
      await waitUntil(() => words(form).includes('You are still signed in.'));
      expect(alertsIn(inside(home))).to.deep.equal(['You are still signed in. Not now.']);
      state.bridgeLine.send = () => false;
      button(play, 'Stop the play')?.click();
      await waitUntil(() => words(play).includes('There is no connection to the home now.'));
      expect(alertsIn(inside(home))).to.have.length(1);
    } finally {
      window.fetch = own;
    }
  });

  it('has a form for the owner, which says what is wrong, and keeps a code that was not refused', async () => {
    const { state } = stateWith('visitor');
    const card = await cardOf(await showHome(state));
    const form = find(find(card, 'hw-play'), 'hw-owner-form');
    button(form, 'I am the owner')?.click();
    await waitUntil(() => focused()?.id === 'code');
    const field = focused() as HTMLInputElement;
    expect(field.autocomplete).to.equal('one-time-code');
    await expect(form).to.be.accessible();
    const asked: RequestInit[] = [];
    const own = window.fetch;
    try {
      for (const [status, kept] of [
        [503, 'wrong'],
        [429, 'wrong'],
        [401, ''],
      ] as const) {
        window.fetch = async (_url, init = {}) => {
          asked.push(init);
          return Response.json({ message: `Not with ${status}.` }, { status });
        };
        field.value = 'wrong';
        button(form, 'Sign in')?.click();
        await waitUntil(() => words(form).includes(`Not with ${status}.`));
        await waitUntil(() => focused() === field);
        expect(field.value).to.equal(kept);
      }
    } finally {
      window.fetch = own;
    }
    expect([asked[0]?.method, asked[0]?.body]).to.deep.equal(['POST', '{"code":"wrong"}']);
  });
});

describe('a portal that only the owner enters', () => {
  startWide();

  /** A page in front of it, and what `GET api/owner` answers. */
  async function standBefore(answer: object): Promise<{ state: State; home: HwHome; restore: () => void }> {
    const own = window.fetch;
    window.fetch = async (url, init) =>
      new Request(url).url.endsWith('/api/owner') ? Response.json(answer) : own(url, init);
    const state = readyState();
    setPortals(state, [portal('study', { access_mode: 'operator' })]);
    state.world.standing.set({ kind: 'portal', id: 'study' });
    return { state, home: await showHome(state), restore: () => (window.fetch = own) };
  }
  const form = (home: HwHome) =>
    inside(home).querySelector('hw-portal-card')?.shadowRoot?.querySelector<HTMLElement>('hw-owner-form');

  it('asks for the sign-in, and says to a visitor for whom it is', async () => {
    const { state, home, restore } = await standBefore({ signIn: true, signedIn: false });
    await waitUntil(() => {
      const found = form(home);
      return found && button(found, 'I am the owner');
    });
    restore();
    const card = find(home, 'hw-portal-card');
    expect(words(card)).to.contain('World study').and.contain('Only the owner of this home enters it.');
    await expect(card).to.be.accessible();
    state.games.owner.set('owner');
    await waitUntil(() => !card.hasAttribute('card'));
    expect(state.derived.portals.get().value?.[0]?.entrance).to.deep.equal({
      open: true,
      href: 'https://study.example/',
    });
  });

  it('says so where no owner can sign in', async () => {
    const { home, restore } = await standBefore({ signIn: false });
    await waitUntil(() => {
      const found = form(home);
      return found && words(found).includes('This home has no sign-in for its owner.');
    });
    restore();
  });
});
