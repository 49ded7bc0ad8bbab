import { expect } from '@open-wc/testing';
import { NOW, entry, find } from '../app/home-state.ts';
import { announced, openChat } from './open-chat.ts';
import { changesOf } from '../../helpers/changes-of.ts';

describe('the chat’s announcements for screen readers', () => {
  beforeEach(() => sessionStorage.clear());

  it('announce each finished answer once, and no delta or history', async () => {
    const history = entry('a-0', 'long ago', { ts: NOW - 86_400_000 });
    const { element, state } = await openChat([history]);
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

  it('announce once that another resident answers, also where nothing was said yet', async () => {
    const { element, state } = await openChat();
    const { name, note } = state.resident.get();
    const who = { name, note, attached: true } as const;
    expect(announced(element), 'who answers at the start').to.equal('');
    state.resident.set({ ...who, kind: 'agent', by: 'Scout', place: 'local' });
    await element.updateComplete;
    await element.updateComplete;
    expect(announced(element)).to.equal('Answers now come from agent Scout, local.');
    state.chat.entries.set([
      entry('notice-1', 'Answers now come from agent Scout, local.', { role: 'notice' }),
      entry('a-1', 'Here I am.'),
    ]);
    await element.updateComplete;
    await element.updateComplete;
    expect(announced(element)).to.equal('Timmy: Here I am.');
    state.resident.set({ ...who, kind: 'model', by: 'local/qwen3', place: 'local' });
    state.chat.entries.set([...state.chat.entries.get(), entry('a-2', 'And I am back.')]);
    await element.updateComplete;
    await element.updateComplete;
    expect(announced(element)).to.equal('Answers now come from model qwen3, local. Timmy: And I am back.');
  });

  it('announce an answer that is the same as the one before', async () => {
    const { element, state } = await openChat();
    const region = find(element, '.visually-hidden[role=status]');
    const changes = changesOf(region);
    for (const n of [1, 2]) {
      const entries = Array.from({ length: n }, (_, index) => entry(`a-${index}`, 'Nothing new.'));
      state.chat.entries.set(entries);
      await element.updateComplete;
      await element.updateComplete;
      expect(announced(element)).to.equal('Timmy: Nothing new.');
      const added = changes().flatMap(({ addedNodes }) => [...addedNodes]);
      expect(
        added.filter(({ textContent }) => textContent === 'Timmy: Nothing new.'),
        `answer ${n}`,
      ).to.have.length(1);
      state.chat.entries.set([...entries, entry('v', 'ok', { role: 'visitor' })]);
      await element.updateComplete;
      await element.updateComplete;
      expect(changes(), 'no change without an answer').to.have.length(0);
    }
  });

  it('say that an answer broke off or was stopped', async () => {
    const { element, state } = await openChat();
    for (const [id, text, status, cause, said] of [
      [
        'a-1',
        'The build is gre',
        'failed',
        'the connection was lost',
        'Timmy: The build is gre … broke off: the connection was lost',
      ],
      ['a-2', '', 'failed', undefined, 'Timmy: broke off'],
      ['a-3', 'It is', 'stopped', undefined, 'Timmy: It is … stopped'],
    ] as const) {
      state.chat.entries.set([entry(id, text, { status: 'streaming' })]);
      await element.updateComplete;
      state.chat.entries.set([entry(id, text, { status, cause })]);
      await element.updateComplete;
      await element.updateComplete;
      expect(announced(element)).to.equal(said);
    }
  });

  it('announce a list item by item', async () => {
    const { element, state } = await openChat();
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
});
