import { aTimeout, expect, fixture, html, nextFrame, oneEvent, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../components/chat/chat.ts';
import type { HwChat } from '../../../components/chat/chat.ts';
import type { HwChatComposer } from '../../../components/chat/chat-composer.ts';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import { MAX_PENDING } from '../../../data/chat/chat.ts';
import { MAX_CHAT_CHARACTERS } from '../../../data/chat/limits.ts';
import type { State } from '../../../data/state.ts';
import { NOW, entry, find, inside, liveState, words } from '../app/home-state.ts';

async function open(
  entries: readonly ChatEntry[] = [],
  state = liveState(),
): Promise<{ element: HwChat; state: State }> {
  state.panels.chat.set(true);
  state.chat.entries.set(entries);
  const element = await fixture<HwChat>(html`<hw-chat .state=${state} style="height: 400px"></hw-chat>`);
  const composer = find<HwChatComposer>(element, 'hw-chat-composer');
  composer.state = state;
  await composer.updateComplete;
  return { element, state };
}

/** What the visitor sent in this test. */
const sent = (state: State): string[] =>
  state.chat.entries
    .get()
    .filter(({ role }) => role === 'visitor')
    .map(({ text }) => text);
const composerOf = (element: HwChat): HwChatComposer => find(element, 'hw-chat-composer');
const fieldOf = (element: HwChat): HTMLTextAreaElement => find(composerOf(element), 'textarea');
const rows = (element: HwChat): Element[] => [...inside(element).querySelectorAll('hw-chat-message')];
const textOf = (row: Element | undefined): string =>
  inside(row as Element).querySelector('.text')?.textContent ?? '';
const announced = (element: HwChat): string =>
  find(element, '.visually-hidden[role=status]').textContent ?? '';
const scrollOf = (element: HwChat): HTMLElement => find(element, '.scroll');
const atEnd = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < 4;
const many = (n: number): ChatEntry[] => Array.from({ length: n }, (_, i) => entry(`m${i}`, `message ${i}`));

describe('hw-chat', () => {
  beforeEach(() => sessionStorage.clear());

  it('takes no room and no focus while it is closed', async () => {
    const element = await fixture<HwChat>(html`<hw-chat .state=${liveState()}></hw-chat>`);
    expect(inside(element).querySelector('section')).to.equal(null);
    expect(element.getBoundingClientRect().height).to.be.lessThan(2);
    await expect(element).to.be.accessible();
  });

  it('sends on Enter, and writes a new line on Shift+Enter', async () => {
    const { element, state } = await open();
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

  it('empties the field when the message stands in the list', async () => {
    const { element, state } = await open();
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
    const { element, state } = await open();
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

  it('does not send one draft twice', async () => {
    const { element, state } = await open();
    fieldOf(element).focus();
    await sendKeys({ type: 'once' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    expect(sent(state)).to.deep.equal(['once']);
  });

  it('has the draft again after a reload', async () => {
    const first = await open();
    fieldOf(first.element).focus();
    await sendKeys({ type: 'half a thought' });
    first.element.remove();
    const second = await open();
    expect(fieldOf(second.element).value).to.equal('half a thought');
  });

  it('sends the word of a quick action and leaves the draft alone', async () => {
    const { element, state } = await open();
    fieldOf(element).focus();
    await sendKeys({ type: 'draft' });
    const buttons = [...inside(composerOf(element)).querySelectorAll<HTMLButtonElement>('.quick button')];
    for (const button of buttons) button.click();
    expect(sent(state)).to.deep.equal(['status', 'agents', 'portals', 'help']);
    expect(fieldOf(element).value).to.equal('draft');
  });

  it('says why a quick action was refused', async () => {
    const { element, state } = await open();
    state.chat.unanswered.set(MAX_PENDING);
    find<HTMLButtonElement>(composerOf(element), '.quick button').click();
    await composerOf(element).updateComplete;
    expect(sent(state)).to.deep.equal([]);
    expect(words(composerOf(element))).to.include('messages are still waiting for an answer');
  });

  it('shows the stop button only while an answer streams, and names that answer', async () => {
    const { element, state } = await open([entry('a-1', 'Hel', { status: 'streaming' })]);
    const composer = composerOf(element);
    find<HTMLButtonElement>(composer, '.stop').click();
    expect(state.chat.stopped.get()).to.deep.equal({ count: 1, detail: 'a-1' });
    state.chat.entries.set([entry('a-1', 'Hel', { status: 'stopped' })]);
    await composer.updateComplete;
    expect(inside(composer).querySelector('.stop')).to.equal(null);
  });

  it('renders one row for a piece of an answer', async () => {
    const old = entry('a-1', 'old');
    const { element, state } = await open([old, entry('a-2', 'Hel', { status: 'streaming' })]);
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

  it('tells a screen reader of each finished answer once, and of no piece and no history', async () => {
    const history = entry('a-0', 'long ago', { ts: NOW - 86_400_000 });
    const { element, state } = await open([history]);
    expect(announced(element)).to.equal('');
    state.chat.entries.set([history, entry('a-1', '**All', { status: 'streaming' })]);
    await element.updateComplete;
    expect(announced(element)).to.equal('');
    state.chat.entries.set([history, entry('a-1', '**All** is well.')]);
    await element.updateComplete;
    await element.updateComplete;
    expect(announced(element)).to.equal('Timmy: All is well.');
    state.chat.entries.set([
      history,
      entry('a-1', '**All** is well.'),
      entry('v', 'ok', { role: 'visitor' }),
    ]);
    await element.updateComplete;
    expect(announced(element)).to.equal('Timmy: All is well.');
  });

  it('tells a list as one thing after the other', async () => {
    const { element, state } = await open();
    const answer = entry(
      'a-1',
      'The **day**:\n\n- Weather: clear\n- [Block](https://x.example/): 1\n\nThat is all',
    );
    state.chat.entries.set([{ ...answer, status: 'streaming' }]);
    await element.updateComplete;
    state.chat.entries.set([answer]);
    await element.updateComplete;
    expect(announced(element)).to.equal('Timmy: The day: Weather: clear. Block: 1. That is all');
  });

  it('follows the end while the reader is there', async () => {
    const { element, state } = await open(many(40));
    await waitUntil(() => atEnd(scrollOf(element)) && scrollOf(element).scrollTop > 0);
    state.chat.entries.set([...many(40), entry('new', 'one more')]);
    await waitUntil(() => textOf(rows(element).at(-1)).trim() === 'one more');
    await nextFrame();
    await waitUntil(() => atEnd(scrollOf(element)));
  });

  it('leaves a reader further up alone, and offers the new messages', async () => {
    const { element, state } = await open(many(40));
    const box = scrollOf(element);
    await waitUntil(() => atEnd(box) && box.scrollTop > 0);
    const scrolled = oneEvent(box, 'scroll');
    box.scrollTop = 0;
    await scrolled;
    state.chat.entries.set([...many(40), entry('new', 'one more')]);
    await waitUntil(() => inside(element).querySelector('.newer') !== null);
    expect(box.scrollTop).to.equal(0);
    await expect(element).to.be.accessible();
    find<HTMLButtonElement>(element, '.newer').click();
    await waitUntil(() => atEnd(box));
    await waitUntil(() => inside(element).querySelector('.newer') === null);
  });

  /** Asks and is answered, as the bridge client would set it. */
  async function ask(state: State, n: number): Promise<void> {
    const add = (more: ChatEntry): void => state.chat.entries.set([...state.chat.entries.get(), more]);
    add(entry(`q${n}`, `question ${n}`, { role: 'visitor', status: 'sending' }));
    await nextFrame();
    add(entry(`a${n}`, 'one', { status: 'streaming' }));
    await nextFrame();
    const done = entry(`a${n}`, `answer ${n}\n\n- one\n- two\n- three`.repeat(1 + (n % 3)));
    state.chat.entries.set(state.chat.entries.get().with(-1, done));
    await nextFrame();
  }

  it('follows one’s own questions past the number of messages that are shown at first', async () => {
    const { element, state } = await open();
    const box = scrollOf(element);
    for (let n = 0; n < 36; n++) {
      await ask(state, n);
      await waitUntil(() => atEnd(box), `the end of answer ${n} is in sight`);
      expect(inside(element).querySelector('.newer'), `answer ${n} is not called unseen`).to.equal(null);
    }
  });

  it('goes to one’s own question from wherever one read', async () => {
    const { element, state } = await open(many(56));
    const box = scrollOf(element);
    await waitUntil(() => atEnd(box), 'begins at its end');
    box.scrollTop = 0;
    await oneEvent(box, 'scroll');
    await ask(state, 0);
    await waitUntil(() => atEnd(box), 'the answer is in sight');
  });

  it('shows a long answer from its beginning: follows it until that is at the top, and no further', async () => {
    const { element, state } = await open(many(40));
    const box = scrollOf(element);
    await waitUntil(() => atEnd(box) && box.scrollTop > 0);
    const answer = (lines: number, status: 'streaming' | 'complete'): Promise<unknown> => {
      const text = Array.from({ length: lines }, (_, i) => `line ${i}`).join('\n\n');
      state.chat.entries.set([...many(40), entry('a-1', text, { status })]);
      return waitUntil(() => textOf(rows(element).at(-1)).includes(`line ${lines - 1}`));
    };
    const below = (): number =>
      (rows(element).at(-1)?.getBoundingClientRect().top ?? 0) - box.getBoundingClientRect().top;
    await answer(2, 'streaming');
    await waitUntil(() => atEnd(box), 'a short one is seen whole');
    await answer(60, 'streaming');
    await waitUntil(() => Math.abs(below()) < 2);
    expect(atEnd(box)).to.equal(false);
    await answer(90, 'complete');
    await nextFrame();
    expect(Math.abs(below()), 'it stays there').to.be.lessThan(2);
    expect(inside(element).querySelector('.newer')).to.equal(null);
    state.chat.entries.set([...state.chat.entries.get(), entry('v', 'thanks', { role: 'visitor' })]);
    await waitUntil(() => atEnd(box), 'what comes next is followed again');
  });

  it('leaves a reader alone who has read on in a long answer', async () => {
    const text = Array.from({ length: 90 }, (_, i) => `line ${i}`).join('\n\n');
    const answer = entry('a-1', text);
    const { element, state } = await open([answer]);
    const box = scrollOf(element);
    await waitUntil(() => inside(rows(element)[0] as Element).querySelectorAll('p').length === 90);
    expect(box.scrollTop).to.be.lessThan(10);
    for (const [place, offered] of [
      [() => 300, true],
      [() => box.scrollHeight, false],
    ] as const) {
      const scrolled = oneEvent(box, 'scroll');
      box.scrollTop = place();
      await scrolled;
      const { scrollTop } = box;
      state.chat.entries.set([{ ...answer, text: `${state.chat.entries.get()[0]?.text}\n\nand more` }]);
      const paragraphs = 90 + (offered ? 1 : 2);
      await waitUntil(() => inside(rows(element)[0] as Element).querySelectorAll('p').length === paragraphs);
      await aTimeout(50);
      expect(box.scrollTop).to.equal(scrollTop);
      expect(inside(element).querySelector('.newer') !== null).to.equal(offered);
    }
  });

  it('holds long histories back until they are asked for', async () => {
    const { element } = await open(many(150));
    expect(rows(element)).to.have.length(60);
    find<HTMLButtonElement>(element, '.earlier').click();
    await element.updateComplete;
    expect(rows(element)).to.have.length(120);
  });

  it('says quietly why it is not connected', async () => {
    const state = liveState();
    state.bridge.set({ state: 'waiting', cause: 'the gateway does not answer' });
    const { element } = await open([], state);
    expect(words(composerOf(element))).to.include('Not connected, trying again: the gateway does not answer');
    await expect(element).to.be.accessible();
  });

  it('keeps its place and its draft while it is closed', async () => {
    const { element, state } = await open(many(3));
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
    const { element } = await open([
      entry('v1', 'status', { role: 'visitor', speaker: 'You' }),
      entry('a-v1', '# Status\n\n- one\n- two\n\n`code` and [a link](https://example.org)'),
      entry('v2', 'hm', { role: 'visitor', speaker: 'You', status: 'failed', cause: 'the bridge closed' }),
    ]);
    await waitUntil(() => inside(rows(element)[1] as Element).querySelector('li') !== null);
    await expect(element).to.be.accessible();
    expect(words(rows(element)[2] as Element)).to.include('not delivered: the bridge closed');
  });
});
