import { aTimeout, expect, nextFrame, oneEvent } from '@open-wc/testing';
import type { ChatEntry } from '../../../data/chat/chat-entries.ts';
import type { State } from '../../../data/state.ts';
import { entry, find, inside } from '../app/home-state.ts';
import { atEnd, many, openChat, rows, scrollOf, textOf } from './open-chat.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the scroll position of the chat', () => {
  beforeEach(() => sessionStorage.clear());

  it('follows the end while the reader is there', async () => {
    const { element, state } = await openChat(many(40));
    await waitUntil(() => atEnd(scrollOf(element)) && scrollOf(element).scrollTop > 0);
    state.chat.entries.set([...many(40), entry('new', 'one more')]);
    await waitUntil(() => textOf(rows(element).at(-1)).trim() === 'one more');
    await nextFrame();
    await waitUntil(() => atEnd(scrollOf(element)));
  });

  it('follows the end after messages were removed and the list became lower', async () => {
    const { element, state } = await openChat(many(40));
    const box = scrollOf(element);
    await waitUntil(() => atEnd(box) && box.scrollTop > 0);
    const { scrollHeight } = box;
    state.chat.entries.set(many(38));
    await waitUntil(() => box.scrollHeight < scrollHeight && atEnd(box));
    await nextFrame();
    await nextFrame();
    box.style.maxHeight = '100px';
    // The browser can report its own move before the observer is told of the new size.
    box.dispatchEvent(new Event('scroll'));
    await waitUntil(() => box.clientHeight === 100 && atEnd(box), 'the end is in sight');
  });

  it('stays for a reader further up, and offers the new messages', async () => {
    const { element, state } = await openChat(many(40));
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

  /** Adds a question and its answer, as the bridge client does. */
  async function ask(state: State, n: number): Promise<void> {
    const add = (more: ChatEntry): void => state.chat.entries.set([...state.chat.entries.get(), more]);
    add(entry(`q${n}`, `question ${n}`, { role: 'visitor', status: 'sending' }));
    await nextFrame();
    add(entry(`a${n}`, 'one', { status: 'streaming' }));
    await nextFrame();
    const done = entry(`a${n}`, `answer ${n}\n\n- one\n- two\n- three`.repeat(1 + (n % 2)));
    state.chat.entries.set(state.chat.entries.get().with(-1, done));
    await nextFrame();
  }

  it('follows the visitor’s questions past the number of messages that are shown at first', async () => {
    const { element, state } = await openChat();
    const box = scrollOf(element);
    for (let n = 0; n < 36; n++) {
      await ask(state, n);
      await waitUntil(() => atEnd(box), `the end of answer ${n} is in sight`);
      expect(inside(element).querySelector('.newer'), `answer ${n} is not called unseen`).to.equal(null);
    }
  });

  it('moves to the visitor’s own question from anywhere', async () => {
    const { element, state } = await openChat(many(56));
    const box = scrollOf(element);
    await waitUntil(() => atEnd(box), 'begins at its end');
    box.scrollTop = 0;
    await oneEvent(box, 'scroll');
    await ask(state, 0);
    await waitUntil(() => atEnd(box), 'the answer is in sight');
  });

  it('follows a long answer until its beginning is at the top', async () => {
    const { element, state } = await openChat(many(40));
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

  it('stays for a reader who scrolled on in a long answer', async () => {
    const text = Array.from({ length: 90 }, (_, i) => `line ${i}`).join('\n\n');
    const answer = entry('a-1', text);
    const { element, state } = await openChat([answer]);
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
});
