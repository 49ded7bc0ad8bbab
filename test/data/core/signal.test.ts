import { expect } from '@open-wc/testing';
import { computed, signal } from '../../../data/core/signal.ts';

it('computes from the values it read', () => {
  const count = signal(1);
  const double = computed(() => count.get() * 2);
  count.set(4);
  expect(double.get()).to.equal(8);
});
