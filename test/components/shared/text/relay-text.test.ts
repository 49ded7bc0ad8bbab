import { expect } from '@open-wc/testing';
import { eventText, relayText } from '../../../../components/shared/text/relay-text.ts';
import { event } from '../../app/home-state.ts';

describe('the rows of the relay feed', () => {
  it('name a reaction by its word where the system has no emoji', () => {
    for (const [content, word] of [
      ['👍', 'like'],
      ['👍🏽', 'like'],
      ['❤️', 'love'],
      ['🖤', 'love'],
      ['🤙', 'hang loose'],
      ['🦄', 'emoji'],
    ] as const)
      expect(eventText(event(0, { kind: 7, content }), false)).to.equal(`♥ [pub00000] ${word}`);
  });

  it('keep other text, and emoji where the system has them', () => {
    for (const content of ['like', ':thugamy:', '+1', '21', 'constructor'])
      expect(eventText(event(0, { kind: 7, content }), false)).to.equal(`♥ [pub00000] ${content}`);
    expect(eventText(event(0, { kind: 7, content: '🤙' }), true)).to.equal('♥ [pub00000] 🤙');
  });

  it('have words in brackets for the emoji of a note, where the system has none', () => {
    for (const [content, words] of [
      ['🔥', '(fire)'],
      ['Gm! Blessed. 🙏🏽 ok', 'Gm! Blessed. (thanks) ok'],
      ['👨‍👩‍👧 🇩🇪 ❤️', '(emoji) (emoji) (love)'],
      ['© 2026 ™ → 5 * 3 # 1', '© 2026 ™ → 5 * 3 # 1'],
    ] as const) {
      expect(eventText(event(0, { kind: 1, content }), false)).to.equal(`• [pub00000] ${words}`);
      expect(eventText(event(0, { kind: 1, content }), true)).to.equal(`• [pub00000] ${content}`);
    }
  });

  it('name an open relay without a cause', () => {
    expect(
      relayText({
        url: 'wss://a.example/',
        state: 'open',
        cause: 'old',
        accepted: 0,
        rejected: 0,
        dropped: 0,
      }),
    ).to.equal('a.example · open');
  });
});
