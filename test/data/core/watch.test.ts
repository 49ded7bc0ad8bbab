import { expect } from '@open-wc/testing';
import { computed, signal } from '@lit-labs/signals';
import { Observer, watch } from '../../../data/core/watch.ts';
import { survivors } from '../../helpers/collection.ts';

const settled = () => new Promise((next) => setTimeout(next));

describe('a computed signal', () => {
  it('is not kept by the signals it read', async () => {
    const count = signal(1);
    const refs = Array.from({ length: 100 }, () => {
      const one = computed(() => count.get());
      one.get();
      return new WeakRef(one);
    });
    expect(await survivors(refs)).to.equal(0);
  });
});

describe('an observer', () => {
  it('is notified once, also through two computed signals, until it runs again', () => {
    const count = signal(1);
    const double = computed(() => count.get() * 2);
    const triple = computed(() => count.get() * 3);
    let told = 0;
    const observer = new Observer(() => void (told += 1));
    const look = () => observer.run(() => double.get() + triple.get());
    expect(look()).to.equal(5);
    count.set(2);
    count.set(3);
    expect(told).to.equal(1);
    expect(look()).to.equal(15);
    count.set(4);
    expect(told).to.equal(2);
  });

  it('continues after a pass that throws', () => {
    const count = signal(1);
    let told = 0;
    const observer = new Observer(() => void (told += 1));
    const look = () =>
      observer.run(() => {
        if (count.get() === 1) throw new Error('one');
      });
    expect(look).to.throw('one');
    count.set(2);
    expect(told).to.equal(1);
  });
});

describe('a watch', () => {
  it('calls back once for all changes of a task, with the last value', async () => {
    const count = signal(0);
    const seen: number[] = [];
    const end = watch(count, (value) => seen.push(value));
    count.set(1);
    count.set(2);
    expect(seen).to.deep.equal([]);
    await settled();
    expect(seen).to.deep.equal([2]);
    count.set(3);
    await settled();
    end();
    count.set(4);
    await settled();
    expect(seen).to.deep.equal([2, 3]);
  });

  it('may set the signal itself', async () => {
    const count = signal(0);
    const end = watch(count, (value) => count.set(Math.min(3, value + 1)));
    count.set(1);
    await settled();
    expect(count.get()).to.equal(3);
    end();
  });
});
