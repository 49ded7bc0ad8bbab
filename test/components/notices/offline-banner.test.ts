import { expect, fixture, html } from '@open-wc/testing';
import type { HwOfflineBanner } from '../../../components/notices/offline-banner.ts';
import '../../../components/notices/offline-banner.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const show = (state = liveState(), seconds = 0.01) =>
  fixture<HwOfflineBanner>(
    html`<hw-offline-banner .state=${state} patience=${seconds} farewell=${seconds}></hw-offline-banner>`,
  );

describe('hw-offline-banner', () => {
  it('says what still works without a network, and that the network is back', async () => {
    const state = liveState();
    const element = await show(state);
    expect(words(element)).to.equal('');
    state.online.set(false);
    await waitUntil(() => words(element).includes('No network.'));
    expect(words(element)).to.include('readings show their age');
    expect(find(element, '[role=status]').contains(find(element, '.text'))).to.equal(true);
    await expect(element).to.be.accessible();
    element.farewell = 60;
    state.online.set(true);
    await waitUntil(() => words(element).includes('The network is back.'));
    await expect(element).to.be.accessible();
  });

  it('says once that the home cannot be reached, and once that it answers again', async () => {
    const state = liveState();
    const element = await show(state);
    const said: string[] = [];
    const hear = new MutationObserver(() => words(element) !== said.at(-1) && said.push(words(element)));
    hear.observe(find(element, '[role=status]'), { childList: true, characterData: true, subtree: true });
    state.homeAnswers.set(false);
    await waitUntil(() => words(element).includes('This home cannot be reached.'));
    expect(words(element)).to.include('readings show their age');
    await expect(element).to.be.accessible();
    element.farewell = 60;
    state.homeAnswers.set(true);
    await waitUntil(() => words(element).includes('This home answers again.'));
    expect(said).to.have.length(2);
    hear.disconnect();
  });

  it('tells of the network first, and of a home that is still gone after its return', async () => {
    const state = liveState();
    const element = await show(state);
    state.homeAnswers.set(false);
    state.online.set(false);
    await waitUntil(() => words(element).includes('No network.'));
    state.online.set(true);
    await waitUntil(() => words(element).includes('This home cannot be reached.'));
  });

  it('is gone some time after the return', async () => {
    const state = liveState();
    const element = await show(state);
    state.online.set(false);
    await waitUntil(() => words(element) !== '');
    state.online.set(true);
    await waitUntil(() => words(element) === '');
    expect(inside(element).querySelector('section')).to.equal(null);
  });

  it('is gone after the return also when the network goes for a moment meanwhile', async () => {
    const state = liveState();
    const element = await show(state);
    state.online.set(false);
    await waitUntil(() => words(element).includes('No network.'));
    element.patience = 60;
    element.farewell = 60;
    state.online.set(true);
    await waitUntil(() => words(element).includes('The network is back.'));
    state.online.set(false);
    await element.updateComplete;
    element.farewell = 0.01;
    state.online.set(true);
    await waitUntil(() => words(element) === '');
  });

  it('says nothing about a network that is back at once', async () => {
    const state = liveState();
    const element = await show(state, 60);
    state.online.set(false);
    await element.updateComplete;
    state.online.set(true);
    await element.updateComplete;
    expect(words(element)).to.equal('');
  });

  it('can be dismissed, and announces the return all the same', async () => {
    const state = liveState();
    const element = await show(state);
    state.online.set(false);
    await waitUntil(() => words(element) !== '');
    find<HTMLButtonElement>(element, '[aria-label="Dismiss"]').click();
    await element.updateComplete;
    expect(words(element)).to.equal('');
    element.farewell = 60;
    state.online.set(true);
    await waitUntil(() => words(element).includes('The network is back.'));
  });

  it('shows a page that was opened without a network the same', async () => {
    const state = liveState();
    state.online.set(false);
    const element = await show(state);
    await waitUntil(() => words(element).includes('No network.'));
  });
});
