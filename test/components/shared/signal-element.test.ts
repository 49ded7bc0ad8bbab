import { signal } from '@lit-labs/signals';
import { expect, fixture, html } from '@open-wc/testing';
import { SignalElement } from '../../../components/shared/signal-element.ts';
import { survivors } from '../../helpers/collection.ts';

const count = signal(0);
let renders = 0;

class CountElement extends SignalElement {
  protected override render(): unknown {
    renders++;
    return html`${count.get()}`;
  }
}
customElements.define('test-count', CountElement);

const text = (element: Element): string => element.shadowRoot?.textContent ?? '';

describe('an element that watches signals', () => {
  it('renders once for many sets in a task', async () => {
    const element = await fixture<CountElement>(html`<test-count></test-count>`);
    renders = 0;
    for (let i = 1; i <= 100; i++) count.set(i);
    await element.updateComplete;
    expect(renders).to.equal(1);
    expect(text(element)).to.equal('100');
  });

  it('keeps watching after a move in the document', async () => {
    const element = await fixture<CountElement>(html`<test-count></test-count>`);
    const other = await fixture<HTMLElement>(html`<div></div>`);
    other.append(element);
    await element.updateComplete;
    count.set(7);
    await element.updateComplete;
    expect(text(element)).to.equal('7');
  });

  it('renders changes made while it was away when it returns', async () => {
    const element = await fixture<CountElement>(html`<test-count></test-count>`);
    const parent = element.parentElement as HTMLElement;
    element.remove();
    count.set(41);
    count.set(42);
    parent.append(element);
    await element.updateComplete;
    expect(text(element)).to.equal('42');
  });

  it('leaves no watcher on a signal after its removal, even with an update pending', async () => {
    const lonely = signal(0);
    let asked = 0;
    class LonelyElement extends SignalElement {
      override requestUpdate(...change: Parameters<SignalElement['requestUpdate']>): void {
        asked += 1;
        super.requestUpdate(...change);
      }
      protected override render(): unknown {
        return html`${lonely.get()}`;
      }
    }
    customElements.define('test-lonely', LonelyElement);
    const element = await fixture<LonelyElement>(html`<test-lonely></test-lonely>`);
    asked = 0;
    lonely.set(1);
    expect(asked).to.equal(1);
    element.remove();
    await element.updateComplete;
    lonely.set(2);
    expect(asked).to.equal(1);
  });

  it('can be collected: of 500 added and removed, none is left', async function () {
    const refs: WeakRef<Element>[] = [];
    // In a separate function, so that no local variable keeps the last one.
    await (async () => {
      const box = document.createElement('div');
      document.body.append(box);
      for (let i = 0; i < 500; i++) box.append(document.createElement('test-count'));
      await (box.lastElementChild as CountElement).updateComplete;
      for (const element of box.children) refs.push(new WeakRef(element));
      box.remove();
    })();
    count.set(1000);
    expect(await survivors(refs)).to.equal(0);
  });
});
