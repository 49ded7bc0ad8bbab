import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { HwChat } from '../../../components/chat/chat.ts';
import { MAX_PENDING } from '../../../data/chat/chat.ts';
import { MAX_CHAT_CHARACTERS } from '../../../data/core/limits.ts';
import { Outbox } from '../../../data/chat/outbox.ts';
import { entry, find, inside, liveState, words } from '../app/home-state.ts';
import { composerOf, fieldOf, many, openChat, rows, scrollOf, sent, textOf } from './open-chat.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('hw-chat', () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });

  it('takes no space and no focus while it is closed', async () => {
    const element = await fixture<HwChat>(html`<hw-chat .state=${liveState()}></hw-chat>`);
    expect(inside(element).querySelector('section')).to.equal(null);
    expect(element.getBoundingClientRect().height).to.be.lessThan(2);
    await expect(element).to.be.accessible();
  });

  it('sends on Enter, and adds a line on Shift+Enter', async () => {
    const { element, state } = await openChat();
    const field = fieldOf(element);
    field.focus();
    await sendKeys({ type: 'hello' });
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ up: 'Shift' });
    await sendKeys({ type: 'there' });
    expect(sent(state)).to.deep.equal([]);
    await sendKeys({ press: 'Enter' });
    expect(sent(state)).to.deep.equal(['hello\nthere']);
  });

  it('does not send at an Enter that confirms a word of an input method, in Safari too', async () => {
    const { element, state } = await openChat();
    const field = fieldOf(element);
    field.focus();
    await sendKeys({ type: 'こんにちは' });
    for (const how of [{ isComposing: true }, { keyCode: 229 }])
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...how }));
    expect(sent(state)).to.deep.equal([]);
    await sendKeys({ press: 'Enter' });
    expect(sent(state)).to.deep.equal(['こんにちは']);
  });

  it('empties the field when the message is in the list', async () => {
    const { element, state } = await openChat();
    const field = fieldOf(element);
    field.focus();
    await sendKeys({ type: 'hello' });
    await sendKeys({ press: 'Enter' });
    await composerOf(element).updateComplete;
    expect(state.chat.entries.get().map(({ text, status }) => [text, status])).to.deep.equal([
      ['hello', 'sending'],
    ]);
    expect(field.value).to.equal('');
  });

  it('keeps the draft when the message is refused, and says why beside the field', async () => {
    const { element, state } = await openChat();
    const field = fieldOf(element);
    const write = (text: string): void => {
      field.value = text;
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    field.focus();
    const long = 'x'.repeat(MAX_CHAT_CHARACTERS + 1);
    write(long);
    await sendKeys({ press: 'Enter' });
    await composerOf(element).updateComplete;
    expect(sent(state)).to.deep.equal([]);
    expect(field.value).to.equal(long);
    expect(words(composerOf(element))).to.include('Shorten it, or send it in parts.');
    expect(field.getAttribute('aria-describedby')).to.equal('problem');
    await expect(element).to.be.accessible();
    write('short');
    await sendKeys({ press: 'Enter' });
    expect(sent(state)).to.deep.equal(['short']);
    expect(state.chat.problem.get()).to.equal('');
  });

  it('stores each message before the bridge client is loaded, and clears the stored draft', async () => {
    const { element, state } = await openChat();
    fieldOf(element).focus();
    for (const text of ['one', 'two']) {
      await sendKeys({ type: text });
      await sendKeys({ press: 'Enter' });
    }
    const outbox = new Outbox(localStorage, state.base, Date.now(), () => 0);
    expect(outbox.pending.map(({ id, text }) => [id, text])).to.deep.equal(
      state.chat.entries.get().map(({ id, text }) => [id, text]),
    );
    expect(outbox.size).to.equal(2);
    element.remove();
    const next = await openChat();
    expect(fieldOf(next.element).value).to.equal('');
  });

  it('sends a draft once', async () => {
    const { element, state } = await openChat();
    fieldOf(element).focus();
    await sendKeys({ type: 'once' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    expect(sent(state)).to.deep.equal(['once']);
  });

  it('restores the draft after a reload', async () => {
    const first = await openChat();
    fieldOf(first.element).focus();
    await sendKeys({ type: 'half a thought' });
    first.element.remove();
    const second = await openChat();
    expect(fieldOf(second.element).value).to.equal('half a thought');
  });

  it('sends the word of a quick action and keeps the draft', async () => {
    const { element, state } = await openChat();
    fieldOf(element).focus();
    await sendKeys({ type: 'draft' });
    const buttons = [...inside(composerOf(element)).querySelectorAll<HTMLButtonElement>('.quick button')];
    for (const button of buttons) button.click();
    expect(sent(state)).to.deep.equal(['status', 'agents', 'portals', 'help']);
    expect(fieldOf(element).value).to.equal('draft');
  });

  it('says why a quick action was refused', async () => {
    const { element, state } = await openChat();
    state.chat.unanswered.set(MAX_PENDING);
    find<HTMLButtonElement>(composerOf(element), '.quick button').click();
    await composerOf(element).updateComplete;
    expect(sent(state)).to.deep.equal([]);
    expect(words(composerOf(element))).to.include('messages are still waiting for an answer');
  });

  it('shows the stop button only while an answer streams, and stops that answer', async () => {
    const { element, state } = await openChat([entry('a-1', 'Hel', { status: 'streaming' })]);
    const composer = composerOf(element);
    find<HTMLButtonElement>(composer, '.stop').click();
    expect(state.chat.stopped.get()).to.deep.equal({ count: 1, detail: 'a-1' });
    state.chat.entries.set([entry('a-1', 'Hel', { status: 'stopped' })]);
    await composer.updateComplete;
    expect(inside(composer).querySelector('.stop')).to.equal(null);
  });

  it('keeps the focus in the composer when a key presses the button that sends or stops', async () => {
    const { element, state } = await openChat();
    const composer = composerOf(element);
    fieldOf(element).focus();
    await sendKeys({ type: 'hello' });
    for (const selector of ['.send', '.stop']) {
      await composer.updateComplete;
      find<HTMLButtonElement>(composer, selector).focus();
      await sendKeys({ press: 'Enter' });
      state.chat.entries.set([
        entry('a-1', 'Hel', { status: selector === '.send' ? 'streaming' : 'stopped' }),
      ]);
      await composer.updateComplete;
      expect(inside(composer).activeElement?.localName).to.equal('textarea');
    }
    expect(state.chat.stopped.get().detail).to.equal('a-1');
  });

  it('keeps the focus in the chat when a button of a message goes with its press', async () => {
    const failed = entry('1', 'one', { role: 'visitor', status: 'failed' });
    const { element, state } = await openChat([...many(70), failed]);
    for (const name of ['earlier', 'Send again']) {
      const buttons = [
        ...inside(element).querySelectorAll('button'),
        ...inside(rows(element).at(-1)!.querySelector('hw-chat-actions')!).querySelectorAll('button'),
      ];
      const button = buttons.find((one) => (one.ariaLabel ?? one.textContent).includes(name))!;
      button.focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => !button.isConnected, name);
      expect(inside(element).activeElement === scrollOf(element), name).to.equal(true);
    }
    expect(state.chat.entries.get().at(-1)?.status).to.equal('sending');
  });

  it('does not focus the field after a tap, because a phone would open its keyboard', async () => {
    const { element } = await openChat([entry('a-1', 'Hel', { status: 'streaming' })]);
    find(composerOf(element), '.stop').dispatchEvent(new MouseEvent('click', { detail: 1 }));
    expect(inside(composerOf(element)).activeElement?.localName).to.equal(undefined);
  });

  it('renders one row for a delta of an answer', async () => {
    const old = entry('a-1', 'old');
    const { element, state } = await openChat([old, entry('a-2', 'Hel', { status: 'streaming' })]);
    const [first, second] = rows(element);
    const untouched = inside(first as Element).querySelector('.head');
    let firstUpdates = 0;
    const observer = new MutationObserver(() => firstUpdates++);
    observer.observe(inside(first as Element), { subtree: true, childList: true, characterData: true });
    state.chat.entries.set([old, entry('a-2', 'Hello', { status: 'streaming' })]);
    await element.updateComplete;
    await aTimeout(0);
    expect(rows(element)[1]).to.equal(second);
    expect(textOf(second).trim()).to.equal('Hello');
    expect(inside(first as Element).querySelector('.head')).to.equal(untouched);
    expect(firstUpdates).to.equal(0);
    observer.disconnect();
  });

  it('shows older messages of a long history on demand', async () => {
    const { element } = await openChat(many(150));
    expect(rows(element)).to.have.length(60);
    find<HTMLButtonElement>(element, '.earlier').click();
    await element.updateComplete;
    expect(rows(element)).to.have.length(120);
  });

  it('shows why it is not connected', async () => {
    const state = liveState();
    state.bridge.set({ state: 'waiting', cause: 'the gateway does not answer' });
    const { element } = await openChat([], state);
    expect(words(composerOf(element))).to.include('Not connected, trying again: the gateway does not answer');
    await expect(element).to.be.accessible();
  });

  it('keeps its scroll position and its draft while it is closed', async () => {
    const { element, state } = await openChat(many(3));
    fieldOf(element).focus();
    await sendKeys({ type: 'wait' });
    state.panels.chat.set(false);
    await element.updateComplete;
    expect(find(element, 'section').checkVisibility()).to.equal(false);
    state.panels.chat.set(true);
    await element.updateComplete;
    expect(fieldOf(element).value).to.equal('wait');
  });

  it('is accessible with a conversation in it', async () => {
    const { element } = await openChat([
      entry('v1', 'status', { role: 'visitor', speaker: 'You' }),
      entry('a-v1', '# Status\n\n- one\n- two\n\n`code` and [a link](https://example.org)'),
      entry('v2', 'hm', { role: 'visitor', speaker: 'You', status: 'failed', cause: 'the bridge closed' }),
    ]);
    await waitUntil(() => inside(rows(element)[1] as Element).querySelector('li') !== null);
    await expect(element).to.be.accessible();
    expect(words(rows(element)[2] as Element)).to.include('not delivered: the bridge closed');
  });
});
