import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../components/panels/share.ts';
import type { HwShare } from '../../../components/panels/share.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const show = () => fixture<HwShare>(html`<hw-share></hw-share>`);
const set = (name: 'share' | 'clipboard', value: unknown): void => {
  Object.defineProperty(navigator, name, { value, configurable: true });
};
const refuse = (name: string) => async (): Promise<never> => {
  throw new DOMException('no', name);
};

describe('hw-share', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  it('shares the view with the system’s dialog', async () => {
    const shared: ShareData[] = [];
    set('share', async (data: ShareData) => void shared.push(data));
    const element = await show();
    expect(await element.share(liveState())).to.equal(false);
    expect(shared).to.deep.equal([{ title: 'Home World', url: 'https://home.example/' }]);
    expect(words(element)).to.equal('');
  });

  it('does nothing else after the visitor closed the system’s dialog', async () => {
    const copied: string[] = [];
    set('share', refuse('AbortError'));
    set('clipboard', { writeText: async (text: string) => void copied.push(text) });
    const element = await show();
    expect(await element.share(liveState())).to.equal(false);
    expect(copied).to.deep.equal([]);
    expect(words(element)).to.equal('');
  });

  it('copies the link where the system has no dialog, and says so', async () => {
    set('share', refuse('NotAllowedError'));
    set('clipboard', { writeText: async () => undefined });
    const element = await show();
    expect(await element.share(liveState())).to.equal(true);
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });

  it('shows the link selected where copying is forbidden, and closes with Esc', async () => {
    set('share', undefined);
    set('clipboard', { writeText: refuse('NotAllowedError') });
    const element = await show();
    let closed = 0;
    element.addEventListener('share-closed', () => closed++);
    const state = liveState();
    state.world.standing.set({ kind: 'panel', name: 'agents' });
    await element.share(state);
    await element.updateComplete;
    const field = find<HTMLInputElement>(element, 'input');
    await waitUntil(() => inside(element).activeElement === field);
    expect(field.value).to.equal('https://home.example/#panel=agents');
    expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).to.equal(field.value);
    await expect(element).to.be.accessible();
    await sendKeys({ press: 'Escape' });
    await element.updateComplete;
    expect(inside(element).querySelector('input')).to.equal(null);
    expect(closed).to.equal(1);
  });
});
