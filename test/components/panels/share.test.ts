import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../components/panels/share.ts';
import type { HwShare } from '../../../components/panels/share.ts';
import { type State, createState } from '../../../data/state.ts';
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
    expect(await element.share(liveState())).to.equal('');
    expect(shared).to.deep.equal([{ title: 'Home World', url: 'https://home.example/' }]);
    expect(words(element)).to.equal('');
  });

  it('does nothing else after the visitor closed the system’s dialog', async () => {
    const copied: string[] = [];
    set('share', refuse('AbortError'));
    set('clipboard', { writeText: async (text: string) => void copied.push(text) });
    const element = await show();
    expect(await element.share(liveState())).to.equal('');
    expect(copied).to.deep.equal([]);
    expect(words(element)).to.equal('');
  });

  it('copies the link where the system has no dialog, and says so', async () => {
    set('share', refuse('NotAllowedError'));
    set('clipboard', { writeText: async () => undefined });
    const element = await show();
    expect(await element.share(liveState())).to.equal('Link copied');
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });

  it('says who can open the address of a home on this computer or in its network', async () => {
    const at = (base: string): State => createState(undefined, { base });
    const element = await show();
    for (const [base, reach] of [
      ['http://127.0.0.1:4200/', 'It opens on this computer only'],
      ['http://localhost:4200/', 'It opens on this computer only'],
      ['http://192.168.1.7:4200/', 'It opens in this network only'],
    ] as const) {
      set('share', undefined);
      set('clipboard', { writeText: async () => undefined });
      expect(await element.share(at(base))).to.equal(`Link copied. ${reach}`);
      set('clipboard', { writeText: refuse('NotAllowedError') });
      expect(await element.share(at(base)), 'beside the field').to.equal(reach);
      set('share', async () => undefined);
      expect(await element.share(at(base)), 'after the dialog').to.equal(reach);
    }
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
