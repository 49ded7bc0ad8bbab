import { expect } from '@open-wc/testing';
import { observeViewport } from '../../../components/app/viewport.ts';
import { showHome, startWide } from './show-home.ts';

/** A visual viewport as in Safari: an on-screen keyboard covers the page and makes the viewport smaller. */
class CoveredViewport extends EventTarget {
  scale = 1;
  height = innerHeight;
  offsetTop = 0;
}

describe('observeViewport', () => {
  startWide();

  /** The styles of index.html, which apply together with those of the element. */
  let style: HTMLStyleElement;
  before(async () => {
    const page = await (await fetch('/index.html')).text();
    style = document.createElement('style');
    style.textContent = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
    document.head.append(style);
  });
  after(() => style.remove());

  it('keeps the page of index.html inside what a keyboard over it leaves of the window', async () => {
    const home = await showHome();
    const viewport = new CoveredViewport();
    const end = observeViewport(home, viewport as unknown as VisualViewport);
    viewport.height = 500;
    viewport.offsetTop = 180;
    viewport.dispatchEvent(new Event('scroll'));
    const { left, top, width, height } = home.getBoundingClientRect();
    expect([left, top, width, height]).to.deep.equal([0, 180, innerWidth, 500]);
    end();
    expect(home.getBoundingClientRect().top).to.equal(0);
    expect(home.getBoundingClientRect().height).to.equal(innerHeight);
  });
});
