import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { HwChat } from '../../../components/chat/chat.ts';
import '../../../components/chat/chat-actions.ts';
import type { HwChatMessage } from '../../../components/shared/chat/chat-message.ts';
import type { ChatStep } from '../../../data/chat/protocol.ts';
import type { State } from '../../../data/state.ts';
import { entry, find, inside, words } from '../app/home-state.ts';
import { composerOf, openChat, rows, sent, textOf } from './open-chat.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwChatActions = HTMLElementTagNameMap['hw-chat-actions'];

const step = (name: string, more: Partial<ChatStep> = {}): ChatStep => ({
  step: name,
  tool: name,
  title: `Read the ${name}`,
  state: 'done',
  ...more,
});
const actionsOf = (element: HwChat, row: number): HwChatActions => {
  const actions = rows(element)[row]?.querySelector<HwChatActions>('hw-chat-actions');
  if (!actions) throw new Error(`message ${row} has no buttons`);
  return actions;
};
const names = (actions: HwChatActions): (string | null)[] =>
  [...inside(actions).querySelectorAll('button')].map((button) => button.getAttribute('aria-label'));
const press = (actions: HwChatActions, kind: string): void =>
  find<HTMLButtonElement>(actions, `[data-kind=${kind}]`).click();
/** A conversation with the four kinds of ends. */
const conversation = [
  entry('1', 'one', { role: 'visitor' }),
  entry('a-1', 'The **first** answer.'),
  entry('2', 'two', { role: 'visitor' }),
  entry('a-2', 'The sec', { status: 'stopped' }),
  entry('3', 'three', { role: 'visitor', status: 'failed', cause: 'Try again later.' }),
  entry('4', 'four', { role: 'visitor' }),
  entry('a-4', 'The four', { status: 'streaming' }),
];
const texts = (state: State): string[] => state.chat.entries.get().map(({ text }) => text);

describe('the answers of hw-chat', () => {
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
  });

  it('shows each tool call in a line, in words, and what it returned on demand', async () => {
    const steps = [
      step('weather', { detail: '<b>71.7°F</b>\nClear' }),
      step('chain', { state: 'failed' }),
      step('relay', { state: 'running', title: 'x'.repeat(200) }),
    ];
    const { element } = await openChat([entry('a-1', 'It is clear.', { steps })]);
    const row = rows(element)[0] as Element;
    const lines = [...inside(row).querySelectorAll<HTMLElement>('.step')];
    expect(lines.map((line) => line.innerText.replace(/\s+/g, ' ').trim())).to.deep.equal([
      '✓ Read the weather done',
      '✕ Read the chain failed',
      `○ ${'x'.repeat(200)} running`,
    ]);
    expect(Math.max(...lines.map((line) => line.getBoundingClientRect().height))).to.be.lessThan(48);
    const detail = find(row, '.detail');
    expect(detail.checkVisibility()).to.equal(false);
    find(row, 'summary').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => detail.checkVisibility());
    expect(detail.textContent).to.equal('<b>71.7°F</b>\nClear');
    expect(inside(row).querySelectorAll('details').length).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('keeps a result open while more calls arrive', async () => {
    const first = step('weather', { detail: 'Clear' });
    const { element, state } = await openChat([entry('a-1', '', { status: 'streaming', steps: [first] })]);
    const row = rows(element)[0] as Element;
    find<HTMLDetailsElement>(row, 'details').open = true;
    state.chat.entries.set([
      entry('a-1', 'It is', { status: 'streaming', steps: [first, step('chain', { detail: '840000' })] }),
    ]);
    await waitUntil(() => inside(row).querySelectorAll('details').length === 2);
    expect([...inside(row).querySelectorAll('details')].map(({ open }) => open)).to.deep.equal([true, false]);
  });

  it('says in its head who answers and from where, at once', async () => {
    const { element, state } = await openChat([
      entry('1', 'hello', { role: 'visitor' }),
      entry('notice-1', 'Answers now come from agent Scout, local.', { role: 'notice' }),
    ]);
    expect(find(element, '.by').textContent).to.equal('Answers come from the readings of this home');
    const who = {
      name: 'Timmy',
      attached: true,
      note: '',
      kind: 'agent',
      by: 'Scout',
      place: 'local',
    } as const;
    state.resident.set(who);
    await waitUntil(() => find(element, '.by').textContent === 'Answers come from agent Scout, local');
    const notice = rows(element)[1] as Element;
    expect(words(notice)).to.equal('Answers now come from agent Scout, local.');
    expect(notice.querySelector('hw-chat-actions')).to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('has buttons that fit each message, with names', async () => {
    const { element } = await openChat(conversation);
    expect(names(actionsOf(element, 0))).to.deep.equal([]);
    expect(names(actionsOf(element, 1))).to.deep.equal(['Copy this answer', 'Read this answer aloud']);
    expect(names(actionsOf(element, 3))).to.deep.equal([
      'Copy this answer',
      'Read this answer aloud',
      'Ask again',
    ]);
    expect(names(actionsOf(element, 4))).to.deep.equal(['Send again']);
    expect(rows(element)[6]?.querySelector('hw-chat-actions'), 'while it arrives').to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('shows less of a very long answer again after all of it', async () => {
    const text = Array.from({ length: 900 }, (_, i) => `Line **${i}** of a long answer.`).join('\n');
    const { element } = await openChat([entry('a-1', text)]);
    const row = rows(element)[0] as HwChatMessage;
    await waitUntil(() => textOf(row).startsWith('Line 0 of'));
    const [formatted, lengths] = [textOf(row).length, [] as number[]];
    for (let presses = 0; presses < 3; presses += 1) {
      find(row, '.action').click();
      await row.updateComplete;
      lengths.push(textOf(row).length);
    }
    expect(lengths).to.deep.equal([text.length, formatted, text.length]);
  });

  it('copies an answer as it was written, and says so', async () => {
    const { element } = await openChat(conversation);
    let copied = '';
    const { writeText } = navigator.clipboard;
    try {
      navigator.clipboard.writeText = (text: string) => {
        copied = text;
        return Promise.resolve();
      };
      const actions = actionsOf(element, 1);
      press(actions, 'copy');
      await waitUntil(() => words(find(actions, 'hw-status-message')) === 'Copied');
      expect(copied).to.equal('The **first** answer.');
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      press(actions, 'copy');
      await waitUntil(() => /does not allow/.test(words(find(actions, 'hw-status-message'))));
    } finally {
      navigator.clipboard.writeText = writeText;
    }
  });

  it('reads one answer aloud, and its button shows which', async () => {
    const { element, state } = await openChat(conversation);
    const commands = state.narrate.reader();
    press(actionsOf(element, 1), 'readAloud');
    expect(commands.next()).to.deep.equal({
      kind: 'start',
      what: { id: 'a-1', text: 'The **first** answer.' },
    });
    state.narration.set({ ...state.narration.get(), what: 'answer', answer: 'a-1', phase: 'speaking' });
    const pressed = (row: number) =>
      find(actionsOf(element, row), '[data-kind=readAloud]').getAttribute('aria-pressed');
    await waitUntil(() => pressed(1) === 'true');
    expect(pressed(3)).to.equal('false');
    press(actionsOf(element, 1), 'readAloud');
    expect(commands.next()).to.deep.equal({ kind: 'stop' });
  });

  it('sends the message or the question again', async () => {
    const { element, state } = await openChat(conversation);
    press(actionsOf(element, 4), 'retry');
    expect(state.chat.entries.get()[4]).to.include({ id: '3', status: 'sending' });
    expect(state.chat.entries.get()[4]?.cause).to.equal(undefined);
    press(actionsOf(element, 3), 'retry');
    expect(texts(state).at(-1)).to.equal('two');
    expect(sent(state)).to.deep.equal(['one', 'two', 'three', 'four', 'two']);
    await composerOf(element).updateComplete;
  });
});
