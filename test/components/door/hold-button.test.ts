import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/door/hold-button.ts';
import { HOLD_MS, type HwHoldButton } from '../../../components/door/hold-button.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { find, words } from '../app/home-state.ts';

const show = async () => {
  const element = await fixture<HwHoldButton>(html`<hw-hold-button what="Allow once"></hw-hold-button>`);
  let held = 0;
  element.addEventListener('held', () => held++);
  const button = (): HTMLButtonElement => find<HTMLButtonElement>(element, '.hold');
  const pointer = (type: string, more: PointerEventInit = {}): boolean =>
    button().dispatchEvent(
      new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 1, pointerType: 'touch', ...more }),
    );
  return { element, button, pointer, held: () => held };
};
const confirmButton = (element: HwHoldButton): HTMLButtonElement =>
  find<HTMLButtonElement>(element, '.sure .main');

describe('hw-hold-button', () => {
  before(() => setViewport({ width: 390, height: 844 }));

  it('fires once when a finger holds it for 600 ms, and shows how far it is', async () => {
    const { element, button, pointer, held } = await show();
    const began = performance.now();
    const fired = oneEvent(element, 'held');
    pointer('pointerdown');
    await element.updateComplete;
    expect(button().hasAttribute('data-held')).to.equal(true);
    await fired;
    expect(performance.now() - began).to.be.at.least(HOLD_MS - 1);
    pointer('pointerup');
    button().click();
    await element.updateComplete;
    expect(held()).to.equal(1);
    expect(words(element)).to.equal('Hold to allow once');
  });

  for (const end of ['pointerup', 'pointerleave', 'pointercancel'])
    it(`decides nothing if the hold ends too early with ${end}`, async () => {
      const { element, pointer, held } = await show();
      pointer('pointerdown');
      await aTimeout(50);
      pointer(end);
      await aTimeout(HOLD_MS + 100);
      expect(held()).to.equal(0);
      expect(words(element)).to.include('Too short: nothing was decided');
      await expect(element).to.be.accessible();
    });

  it('takes no second finger and no second button of a mouse', async () => {
    const { pointer, held } = await show();
    pointer('pointerdown', { isPrimary: false });
    pointer('pointerdown', { button: 2, pointerType: 'mouse' });
    await aTimeout(HOLD_MS + 100);
    expect(held()).to.equal(0);
  });

  it('can be held with Space and Enter, and a repeated key does not begin again', async () => {
    const { element, button, held } = await show();
    button().focus();
    for (const key of ['Enter', 'Space']) {
      const fired = oneEvent(element, 'held');
      await sendKeys({ down: key });
      await fired;
      await sendKeys({ up: key });
    }
    expect(held()).to.equal(2);
    button().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }));
    await aTimeout(HOLD_MS + 100);
    expect(held()).to.equal(2);
  });

  it('ends a hold when the focus leaves', async () => {
    const { button, held } = await show();
    button().focus();
    await sendKeys({ down: 'Enter' });
    button().blur();
    await aTimeout(HOLD_MS + 100);
    await sendKeys({ up: 'Enter' });
    expect(held()).to.equal(0);
  });

  it('asks before it acts when assistive technology presses it; Confirm waits 600 ms', async () => {
    const { element, button, held } = await show();
    button().click();
    await element.updateComplete;
    expect(words(element)).to.include('Allow once?');
    await waitUntil(
      () => element.shadowRoot?.activeElement?.className === 'sure',
      'the question has the focus',
    );
    confirmButton(element).click();
    expect(held()).to.equal(0);
    expect(confirmButton(element).getAttribute('aria-disabled')).to.equal('true');
    confirmButton(element).focus();
    expect(element.shadowRoot?.activeElement).to.equal(confirmButton(element));
    await waitUntil(
      () => confirmButton(element).getAttribute('aria-disabled') === 'false',
      'it can be confirmed',
    );
    await expect(element).to.be.accessible();
    confirmButton(element).click();
    expect(held()).to.equal(1);
  });

  it('leads from a short press to the same question, and back', async () => {
    const { element, button, pointer, held } = await show();
    pointer('pointerdown');
    pointer('pointerup');
    await element.updateComplete;
    find<HTMLButtonElement>(element, '.link').click();
    await element.updateComplete;
    find<HTMLButtonElement>(element, '.sure .action:not(.main)').click();
    await element.updateComplete;
    await waitUntil(() => element.shadowRoot?.activeElement === button(), 'the button has the focus');
    expect(held()).to.equal(0);
  });

  it('does nothing while it is disabled', async () => {
    const { element, pointer, held } = await show();
    pointer('pointerdown');
    element.disabled = true;
    await aTimeout(HOLD_MS + 100);
    expect(held()).to.equal(0);
  });

  it('can be held again after it was disabled while it asked', async () => {
    const { element, button, held } = await show();
    button().click();
    await element.updateComplete;
    element.disabled = true;
    await element.updateComplete;
    element.disabled = false;
    await element.updateComplete;
    button().click();
    await element.updateComplete;
    await waitUntil(() => confirmButton(element).getAttribute('aria-disabled') === 'false');
    confirmButton(element).click();
    expect(held()).to.equal(1);
  });
});
