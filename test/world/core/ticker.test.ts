import { expect } from '@open-wc/testing';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { Ticker } from '../../../world/core/ticker.ts';

/** A browser whose frames and timers come when the test says so. */
class ByHand {
  frame: FrameRequestCallback | undefined;
  timer: (() => void) | undefined;
  waited = 0;
  readonly #real = {
    requestAnimationFrame: window.requestAnimationFrame,
    cancelAnimationFrame: window.cancelAnimationFrame,
    setTimeout: window.setTimeout,
    clearTimeout: window.clearTimeout,
  };
  /** The clock of the frames; that of the page runs on by itself. */
  now = performance.now();

  constructor() {
    Object.assign(window, {
      requestAnimationFrame: (callback: FrameRequestCallback) => {
        this.frame = callback;
        return 1;
      },
      cancelAnimationFrame: () => {
        this.frame = undefined;
      },
      setTimeout: (callback: () => void, wait: number) => {
        this.timer = callback;
        this.waited = wait;
        return 1;
      },
      clearTimeout: () => {
        this.timer = undefined;
      },
    });
  }

  /** The browser draws a frame `seconds` after the last one. */
  draw(seconds: number): void {
    const { frame } = this;
    if (!frame) throw new Error('no frame was asked for');
    this.frame = undefined;
    this.now = Math.max(this.now + seconds * 1000, performance.now());
    frame(this.now);
  }

  end(): void {
    Object.assign(window, this.#real);
  }
}

describe('the ticker', () => {
  let browser: ByHand;
  let ticker: Ticker;
  let deltas: number[];
  let elapsed = 0;
  const add = (): void => {
    const module = {
      init: () => undefined,
      update(time: number, delta: number) {
        elapsed = time;
        deltas.push(delta);
      },
    };
    ticker.add('probe', module, 'world', undefined, createState(), theme);
  };
  beforeEach(() => {
    browser = new ByHand();
    ticker = new Ticker();
    deltas = [];
    add();
  });
  afterEach(() => {
    ticker.dispose();
    browser.end();
  });

  it('asks for every frame without a pace, and waits with one', () => {
    ticker.start();
    browser.draw(1 / 60);
    expect(browser.frame, 'the next frame').to.exist;
    ticker.pace = 1 / 5;
    browser.draw(1 / 60);
    expect(browser.frame, 'no frame meanwhile').to.equal(undefined);
    expect(browser.waited, 'the clock of the frames may be ahead').to.be.within(100, 1000);
    browser.timer?.();
    expect(browser.frame).to.exist;
  });

  it('wakes before the time is over', () => {
    ticker.pace = 1 / 5;
    ticker.start();
    browser.draw(1 / 5);
    ticker.wake();
    expect(browser.timer).to.equal(undefined);
    expect(browser.frame).to.exist;
    browser.draw(0.03);
    expect(deltas.length).to.be.greaterThan(0);
  });

  it('neither waits nor wakes while the page is hidden or the loop is stopped', () => {
    ticker.pace = 1 / 5;
    ticker.start();
    browser.draw(1 / 5);
    const visible = Object.getOwnPropertyDescriptor(Document.prototype, 'hidden');
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.timer).to.equal(undefined);
    ticker.wake();
    expect(browser.frame).to.equal(undefined);
    Reflect.deleteProperty(document, 'hidden');
    expect(visible).to.exist;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.frame, 'seen again').to.exist;
    browser.draw(1 / 5);
    ticker.stop();
    ticker.wake();
    expect(browser.timer).to.equal(undefined);
    expect(browser.frame).to.equal(undefined);
  });

  it('keeps the world at its true speed at five frames a second, in steps of at most 1/20 s', () => {
    ticker.pace = 1 / 5;
    for (let i = 0; i < 25; i++) ticker.tick(i % 2 === 0 ? 0.2 : 0.23);
    expect(elapsed).to.be.closeTo(13 * 0.2 + 12 * 0.23, 1e-6);
    expect(Math.max(...deltas)).to.be.at.most(1 / 20 + 1e-9);
  });

  it('does not simulate a longer pause, at any pace', () => {
    ticker.tick(3);
    expect(elapsed).to.be.closeTo(1 / 20, 1e-9);
    ticker.pace = 1 / 5;
    ticker.tick(3);
    expect(elapsed).to.be.closeTo(1 / 20 + 0.3, 1e-9);
  });
});
