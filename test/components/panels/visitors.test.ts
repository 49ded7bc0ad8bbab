import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import { emit } from '../../../data/core/event.ts';
import { PLAYER_CHAT_RATE } from '../../../data/core/limits.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import { PlayerChat, reportPlayer, sendPlayerChat } from '../../../data/presence/player-chat.ts';
import { Players } from '../../../data/presence/players.ts';
import type { State } from '../../../data/state.ts';
import { find, inside, words } from '../app/home-state.ts';
import { focused, readyState, showHome } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { changesOf } from '../../helpers/changes-of.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

/** A page in the world, with two others near by and three more. */
function together(): State {
  const state = readyState();
  const { presence } = state;
  const players = new Players(presence.players);
  Object.assign(presence.own, { isKnown: true, x: 0, y: 2, z: 0 });
  players.introduce(1, '', 10);
  players.move(1, 0, 0, 2, -12, 0);
  players.introduce(2, 'Ada \u202e', 200);
  players.move(2, 0, 3, 2, 4, 0);
  players.advance(1_000);
  presence.count.set(5);
  presence.line.set('on');
  return state;
}

const opened = async (home: HwHome): Promise<HTMLElement & { updateComplete: Promise<unknown> }> => {
  await waitUntil(() => inside(home).querySelector('hw-visitors')?.shadowRoot?.querySelector('.body'));
  return find(home, 'hw-visitors');
};
const emotesOf = (panel: HTMLElement): HTMLButtonElement[] => [
  ...inside(panel).querySelectorAll<HTMLButtonElement>('.emotes button'),
];

describe('hw-visitors', () => {
  afterEach(() => setViewport({ width: 1280, height: 720 }));

  it('lists who is near, the nearest first, wide and narrow', async () => {
    for (const size of [
      { width: 1280, height: 720 },
      { width: 320, height: 640 },
    ]) {
      await setViewport(size);
      const state = together();
      const home = await showHome(state);
      state.panels.visitors.set(true);
      const panel = await opened(home);
      const items = [...inside(panel).querySelectorAll('li')].map((item) => item.textContent);
      expect(items).to.deep.equal(['Ada , 5 m away', 'A visitor, 12 m away', '3 more, farther away']);
      expect(words(panel)).to.include('5 others here.');
      await expect(panel).to.be.accessible();
      expect(document.documentElement.scrollWidth).to.be.at.most(size.width);
    }
  });

  it('shows a gesture with T and Enter, and says so', async () => {
    const state = together();
    const home = await showHome(state);
    await sendKeys({ press: 't' });
    const panel = await opened(home);
    await waitUntil(() => focused()?.textContent?.trim() === 'Wave');
    await sendKeys({ press: 'Enter' });
    expect(state.presence.emote.inbox.next()).to.equal('wave');
    state.presence.shown.set({ count: 1, detail: 'wave' });
    await panel.updateComplete;
    expect(find(panel, '[role=status]').textContent).to.include('Your light shows a wave.');
    await sendKeys({ press: 'Escape' });
    expect(state.panels.visitors.get()).to.equal(false);
  });

  it('offers no gesture that is not seen, and says why', async () => {
    const state = together();
    const home = await showHome(state);
    state.panels.visitors.set(true);
    const panel = await opened(home);
    find<HTMLInputElement>(panel, 'input').click();
    await panel.updateComplete;
    expect(state.settings.get().showMe).to.equal(false);
    expect(emotesOf(panel).every(({ disabled }) => disabled)).to.equal(true);
    expect(words(panel)).to.include('“Show me to others” is off, so the others do not see you.');
    state.presence.line.set('waiting');
    state.bridge.set({ state: 'waiting' });
    await panel.updateComplete;
    expect(words(panel)).to.include('No connection to the home, so no other visitor is shown.');
    state.presence.line.set('off');
    await panel.updateComplete;
    expect(words(panel)).to.include('In this home visitors do not see each other.');
    expect(emotesOf(panel)).to.have.length(0);
    await expect(panel).to.be.accessible();
  });

  it('lets visitors write to each other only where the owner allows it, mute and report', async () => {
    const state = together();
    const { talk } = state.presence;
    const home = await showHome(state);
    state.panels.visitors.set(true);
    const panel = await opened(home);
    expect(inside(panel).querySelector('form')).to.equal(null);
    state.config.set({ ...state.config.get(), together: { presence: true, chat: true } });
    talk.lines.set([
      { id: 1, number: 2, name: 'Ada', text: '<b>Hello</b>' },
      { id: 2, number: 0, name: '', text: 'Good evening' },
    ]);
    await panel.updateComplete;
    const lines = (): string[] =>
      [...inside(panel).querySelectorAll('.line > span')].map(({ textContent }) => textContent);
    expect(lines()).to.deep.equal(['Ada: <b>Hello</b>', 'You: Good evening']);
    await expect(panel).to.be.accessible();
    find(panel, '.say input').focus();
    await sendKeys({ type: 'Hi ' });
    await sendKeys({ press: 'Enter' });
    expect(talk.outgoing.inbox.next()).to.equal('Hi');
    find(panel, '[aria-label="Report Ada to the owner"]').click();
    expect(talk.reported.inbox.next()).to.equal(2);
    find(panel, '[aria-label="Mute Ada"]').click();
    await panel.updateComplete;
    expect(lines()).to.deep.equal(['You: Good evening']);
    [...inside(panel).querySelectorAll<HTMLElement>('button')]
      .find(({ textContent }) => textContent.includes('Unmute the muted visitor'))
      ?.click();
    await panel.updateComplete;
    expect(lines()).to.have.length(2);
  });

  it('keeps its lines and the focus in them when the oldest goes for a new one', async () => {
    const state = together();
    const { lines } = state.presence.talk;
    const line = (id: number) => ({ id, number: id, name: `Visitor ${id}`, text: `line ${id}` });
    const home = await showHome(state);
    state.panels.visitors.set(true);
    const panel = await opened(home);
    state.config.set({ ...state.config.get(), together: { presence: true, chat: true } });
    lines.set([1, 2, 3].map(line));
    await panel.updateComplete;
    const log = find(panel, '[role=log]');
    const changes = changesOf(log);
    const mute = find(panel, '[aria-label="Mute Visitor 2"]');
    mute.focus();
    lines.set([2, 3, 4].map(line));
    await panel.updateComplete;
    expect([focused(), mute.ariaLabel]).to.deep.equal([mute, 'Mute Visitor 2']);
    const added = changes().flatMap(({ addedNodes }) => [...addedNodes]);
    expect(added.map(({ textContent }) => textContent?.trim()).filter(Boolean)).to.have.length(1);
    await sendKeys({ press: 'Enter' });
    await panel.updateComplete;
    expect(log.textContent).to.not.include('line 2');
    expect(focused()).to.equal(log);
  });

  it('keeps a line that could not be sent, and what was typed after one that was', async () => {
    const state = together();
    let isConnected = false;
    const chat = new PlayerChat(state, () => isConnected, new TokenBucket(PLAYER_CHAT_RATE, () => 0));
    const home = await showHome(state);
    state.panels.visitors.set(true);
    const panel = await opened(home);
    state.config.set({ ...state.config.get(), together: { presence: true, chat: true } });
    await panel.updateComplete;
    const field = (): HTMLInputElement => find(panel, '.say input');
    const enter = async (typed: string): Promise<void> => {
      field().focus();
      await sendKeys({ type: typed });
      await sendKeys({ press: 'Enter' });
    };
    const update = async (canSpeak: boolean): Promise<void> => {
      chat.update(canSpeak);
      await panel.updateComplete;
      await panel.updateComplete;
    };
    const own = (): string[] => state.presence.talk.lines.get().map(({ text }) => text);
    await enter('Hello');
    await update(false);
    expect(words(panel)).to.include('Not sent: the others do not see you');
    expect(field().value).to.equal('Hello');
    // The same refusal again.
    await enter(' you');
    expect(words(panel)).to.not.include('Not sent');
    await update(false);
    expect(words(panel)).to.include('Not sent: the others do not see you');
    expect(field().value).to.equal('Hello you');
    await enter('');
    state.presence.line.set('waiting');
    await update(true);
    state.presence.line.set('on');
    await panel.updateComplete;
    expect(words(panel)).to.include('Not sent: there is no connection');
    expect(field().value).to.equal('Hello you');
    isConnected = true;
    await enter('');
    await sendKeys({ type: 'More' });
    await sendKeys({ press: 'Enter' });
    await update(true);
    expect(own()).to.deep.equal(['Hello you']);
    expect(field().value).to.equal('More');
    await enter('');
    await update(true);
    expect(own()).to.deep.equal(['Hello you', 'More']);
    expect(field().value).to.equal('');
  });

  it('says each report once', async () => {
    const state = together();
    const rate = new TokenBucket(PLAYER_CHAT_RATE, () => 0);
    const chat = new PlayerChat(state, () => true, rate);
    const home = await showHome(state);
    state.panels.visitors.set(true);
    const panel = await opened(home);
    state.config.set({ ...state.config.get(), together: { presence: true, chat: true } });
    await panel.updateComplete;
    const region = find(panel, '.say + [role=status]');
    const changes = changesOf(region);
    /** What a screen reader says: the text of the nodes that are new. */
    const said = async (canSpeak: boolean): Promise<string> => {
      chat.update(canSpeak);
      await panel.updateComplete;
      await panel.updateComplete;
      const added = changes().flatMap(({ addedNodes }) => [...addedNodes]);
      return added
        .map(({ textContent }) => textContent?.trim())
        .filter(Boolean)
        .join(' ');
    };
    reportPlayer(state, 1);
    expect(await said(true)).to.equal('');
    for (const number of [1, 2]) {
      // The answer of the home.
      emit(state.presence.talk.wasReported, number);
      expect(await said(true)).to.match(/^Reported/);
    }
    sendPlayerChat(state, 'Hello');
    expect(await said(false)).to.match(/^Not sent/);
    sendPlayerChat(state, 'Hello');
    expect(await said(true)).to.equal('');
    expect(region.textContent.trim()).to.equal('');
  });

  it('is in the line of chips and in the home as text while others are here', async () => {
    const state = together();
    const home = await showHome(state);
    const hud = find(home, 'hw-hud');
    expect(words(hud)).to.include('Visitors: 5 others here');
    state.panels.directory.set(true);
    await waitUntil(() => {
      const directory = inside(home).querySelector('hw-directory');
      return (
        directory?.shadowRoot?.querySelector('section') && words(directory).includes('A visitor, 12 m away')
      );
    });
    state.presence.count.set(0);
    await (hud as typeof hud & { updateComplete: Promise<unknown> }).updateComplete;
    expect(words(hud)).not.to.include('Visitors');
  });
});
