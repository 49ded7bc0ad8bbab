import { signal } from '@lit-labs/signals';
import { expect } from '@open-wc/testing';
import { NeededParts, type Part } from '../../../components/app/parts.ts';
import { liveState } from './home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the parts of the page', () => {
  /** A part that is needed while it is open, and whose file cannot be loaded. */
  const missing = () => {
    const open = signal<false | 'first' | 'second'>('first');
    const loads: (() => void)[] = [];
    let resets = 0;
    const part: Part = {
      name: 'Clock',
      load: () => new Promise((_done, fail) => loads.push(() => fail(new Error('gone')))),
      needed: () => open.get(),
      reset: () => resets++,
    };
    return { part, open, loads, resets: () => resets };
  };

  it('are made ready to be asked for again when they cannot be loaded', async () => {
    const state = liveState();
    const { part, loads, resets } = missing();
    new NeededParts([part]).check(state);
    loads[0]?.();
    await waitUntil(() => resets() === 1);
    expect(state.missingParts.get()).to.deep.equal(['Clock']);
  });

  it('leave the visitor alone who has closed them, or opened something else, before that', async () => {
    for (const now of [false, 'second'] as const) {
      const state = liveState();
      const { part, open, loads, resets } = missing();
      const parts = new NeededParts([part]);
      parts.check(state);
      open.set(now);
      parts.check(state);
      loads[0]?.();
      await waitUntil(() => state.missingParts.get().length === 1);
      expect(resets()).to.equal(0);
    }
  });
});
