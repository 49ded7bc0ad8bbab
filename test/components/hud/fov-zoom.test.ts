import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { find, inside } from '../app/home-state.ts';
import { boxOf, overlap, readyState, showHome, startWide } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('hw-fov-zoom', () => {
  startWide();

  it('says how much the view is magnified, beside the card at the foot of a phone, and ends it', async () => {
    await setViewport({ width: 390, height: 844 });
    const state = readyState();
    state.world.hint.set({ label: 'A portal', action: 'F — enter' });
    const home = await showHome(state);
    const element = find(home, 'hw-fov-zoom');
    expect(element.shadowRoot, 'nothing to load before').to.equal(null);
    state.world.fovZoom.set(2.57);
    await waitUntil(() => element.shadowRoot?.querySelector('button'), 'it comes');
    const button = find<HTMLButtonElement>(element, 'button');
    expect(button.textContent?.trim()).to.equal('2.6 ×');
    await waitUntil(() => boxOf(home, 'hw-hints'), 'the hint');
    const box = button.getBoundingClientRect();
    expect(box.height).to.be.at.least(44);
    expect(overlap(box, boxOf(home, 'hw-hints')!)).to.equal(false);
    expect(box.right).to.be.at.most(390);
    await expect(element).to.be.accessible();
    button.click();
    expect(state.world.fovZoom.get()).to.equal(1);
    await waitUntil(() => inside(element).querySelector('button') === null, 'it goes');
  });
});
