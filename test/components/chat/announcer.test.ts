import { expect } from '@open-wc/testing';
import { NOW, entry } from '../app/home-state.ts';
import { announced, openChat } from './open-chat.ts';

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
