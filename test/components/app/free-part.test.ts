import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { freePart } from '../../../components/app/free-part.ts';
import { find } from './home-state.ts';
import { readyState, showHome, startWide } from './show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the free part of the picture', () => {
  startWide();

  it('is the largest rectangle beside what covers it', () => {
    const whole = { left: 0, top: 0, right: 1000, bottom: 500 };
    expect(freePart(whole, [])).to.deep.equal({ left: 0, top: 0, right: 1, bottom: 1 });
    expect(
      freePart(whole, [
        { left: 0, top: 0, right: 1000, bottom: 50 },
        { left: 0, top: 60, right: 200, bottom: 300 },
        { left: 750, top: 60, right: 1000, bottom: 500 },
        { left: 0, top: 0, right: 0, bottom: 0 },
      ]),
    ).to.deep.equal({ left: 0.2, top: 0.1, right: 0.75, bottom: 1 });
  });

  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [844, 390],
  ] as const)
    it(`is known while the chat is open (${width} × ${height})`, async () => {
      await setViewport({ width, height });
      const state = readyState();
      const home = await showHome(state);
      const { freePart: part } = state.world;
      expect(part.get()).to.equal(undefined);
      state.panels.chat.set(true);
      const chat = () => find(home, 'hw-chat').getBoundingClientRect();
      await waitUntil(() => {
        const free = part.get();
        return (
          free &&
          chat().width > 0 &&
          (Math.abs(free.right * width - chat().left) < 1 || Math.abs(free.bottom * height - chat().top) < 1)
        );
      }, 'the chat covers nothing of it');
      const { left, top, right, bottom } = part.get()!;
      expect((right - left) * (bottom - top)).to.be.greaterThan(0.15);
      expect(top * height).to.be.at.least(find(home, 'hw-header').getBoundingClientRect().bottom - 1);
      state.panels.chat.set(false);
      await waitUntil(() => part.get() === undefined);
    });
});
