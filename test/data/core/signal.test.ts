import { expect } from '@open-wc/testing';
import { Observer, computed, signal, watch } from '../../../data/core/signal.ts';
import { survivors } from '../../helpers/collection.ts';

const settled = () => new Promise((next) => setTimeout(next));

describe('a computed signal', () => {
  it('computes from the values it read, and only when asked', () => {
    const count = signal(1);
    let runs = 0;
    const double = computed(() => {
      runs += 1;
      return count.get() * 2;
    });
    expect(runs).to.equal(0);
    count.set(4);
    expect([double.get(), double.get(), runs]).to.deep.equal([8, 8, 1]);
  });

  it('does not compute again for an equal value of what it read', () => {
    const count = signal(1);
    let runs = 0;
    const parity = computed(() => count.get() % 2);
    const word = computed(() => {
      runs += 1;
      return parity.get() === 0 ? 'even' : 'odd';
    });
    expect(word.get()).to.equal('odd');
    count.set(3);
    expect([word.get(), runs]).to.deep.equal(['odd', 1]);
    count.set(4);
    expect([word.get(), runs]).to.deep.equal(['even', 2]);
  });

  it('forgets what it does not read any more', () => {
    const first = signal(true);
    const left = signal('a');
    const right = signal('b');
    let runs = 0;
    const chosen = computed(() => {
      runs += 1;
      return first.get() ? left.get() : right.get();
    });
    const observer = new Observer(() => undefined);
    observer.run(() => chosen.get());
    first.set(false);
    expect(chosen.get()).to.equal('b');
    left.set('c');
    expect([chosen.get(), runs]).to.deep.equal(['b', 2]);
    observer.end();
  });

  it('keeps the value that its own comparison calls the same', () => {
    const list = signal([1, 2]);
    const sorted = computed(
      () => list.get().toSorted((a, b) => a - b),
      (before, after) => before.join() === after.join(),
    );
    const before = sorted.get();
    list.set([2, 1]);
    expect(sorted.get()).to.equal(before);
  });

  it('throws what its computation threw, until a value it read changes', () => {
    const count = signal(0);
    let runs = 0;
    const inverse = computed(() => {
      runs += 1;
      if (count.get() === 0) throw new RangeError('zero');
      return 1 / count.get();
    });
    expect(() => inverse.get()).to.throw(RangeError, 'zero');
    expect(() => inverse.get()).to.throw(RangeError, 'zero');
    expect(runs).to.equal(1);
    count.set(2);
    expect(inverse.get()).to.equal(0.5);
  });

  it('says that it reads itself', () => {
    const loop: { get(): number } = computed(() => loop.get() + 1);
    expect(() => loop.get()).to.throw('reads itself');
  });

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

  it('is notified after a pass that changes what it had read', () => {
    const count = signal(1);
    let told = 0;
    const observer = new Observer(() => void (told += 1));
    observer.run(() => count.set(count.get() + 1));
    expect(told).to.equal(1);
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
