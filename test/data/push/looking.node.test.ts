import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createLooking } from '../../../data/push/looking.ts';

/** A page of the owner that says whether it is visible. */
function pageWith() {
  const told: { readonly page: string; readonly visible: boolean }[] = [];
  const page = { isOwner: true, isHidden: false, now: 0 };
  const window = new EventTarget();
  const module = createLooking({
    base: 'https://home.example/',
    window,
    fetch: async (input, init = {}) => {
      assert.deepEqual(input, new URL('https://home.example/api/push/looking'));
      assert.equal(init.keepalive, true);
      told.push(JSON.parse(init.body as string) as (typeof told)[number]);
      throw new Error('nothing is said about it');
    },
    isHidden: () => page.isHidden,
    monotonicNow: () => page.now,
  });
  module.init(undefined, { isOwner: { get: () => page.isOwner } });
  const second = (count = 1): void => {
    for (let passed = 0; passed < count; passed++) {
      page.now += 1_000;
      module.update(0, 1);
    }
  };
  const visible = () => told.map((one) => one.visible);
  return { told, page, window, module, second, visible };
}

describe('a page of the owner', () => {
  test('tells the home every twenty seconds that it is visible', () => {
    const { told, second, visible } = pageWith();
    second(41);
    assert.deepEqual(visible(), [true, true, true]);
    assert.match(told[0]?.page ?? '', /^[\w-]{8,40}$/);
    assert.equal(new Set(told.map(({ page }) => page)).size, 1);
    assert.notEqual(pageWith().told[0]?.page, told[0]?.page);
  });

  test('tells at once that it is hidden, visible again, and closed', () => {
    const { page, window, module, second, visible } = pageWith();
    second();
    page.isHidden = true;
    window.dispatchEvent(new Event('visibilitychange'));
    second(30);
    assert.deepEqual(visible(), [true, false]);
    page.isHidden = false;
    window.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('pagehide'));
    assert.deepEqual(visible(), [true, false, true, false]);
    module.dispose?.();
    window.dispatchEvent(new Event('visibilitychange'));
    assert.equal(visible().length, 5);
  });

  test('says nothing for visitors', () => {
    const { page, window, second, told } = pageWith();
    page.isOwner = false;
    second(60);
    window.dispatchEvent(new Event('pagehide'));
    assert.deepEqual(told, []);
  });
});
