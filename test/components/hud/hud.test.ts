import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/hud/hud.ts';
import type { HwHud } from '../../../components/hud/hud.ts';
import { createState } from '../../../data/state.ts';
import { inside, liveState, words } from '../app/home-state.ts';

const show = (state = liveState()) => fixture<HwHud>(html`<hw-hud .state=${state}></hw-hud>`);

describe('hw-hud', () => {
  it('shows the six readings in the usual words', async () => {
    const element = await show();
    const text = words(element);
    for (const part of ['72% MOSTLY LOCAL', '1 of 2 working', '71.7°F Clear', '840000', 'waiting', 'open'])
      expect(text).to.include(part);
    await expect(element).to.be.accessible();
  });

  it('shows dashes before the first answer', async () => {
    const element = await show(createState());
    const values = [...inside(element).querySelectorAll('.value')].map((value) => value.textContent);
    expect(values.slice(0, 4)).to.deep.equal(['—', '—', '—', '—']);
  });

  it('shows ERROR, a cross and the cause when a source fails', async () => {
    const state = liveState();
    state.readings.weather.set({ state: 'error', source: 'api.open-meteo.com', cause: 'answered 503' });
    const element = await show(state);
    const row = [...inside(element).querySelectorAll('.row')].find((r) => r.textContent?.includes('Weather'));
    expect(row?.querySelector('.value')?.textContent).to.equal('ERROR');
    expect(row?.querySelector('.mark')?.textContent).to.equal('✕');
    expect(row?.getAttribute('title')).to.include('answered 503');
    expect(row?.classList.contains('value-only'), 'on a phone, ERROR needs its name').to.equal(false);
    await expect(element).to.be.accessible();
  });

  it('shows the level of the score by a shape, not by colour alone', async () => {
    const state = liveState();
    const marks: string[] = [];
    for (const score of [90, 50, 10]) {
      state.readings.sovereignty.set({
        state: 'live',
        source: 'f',
        value: { score, label: 'x' },
        fetchedAt: 0,
      });
      const element = await show(state);
      marks.push(inside(element).querySelector('.mark')?.textContent ?? '');
    }
    expect(marks).to.deep.equal(['▲', '■', '▼']);
  });

  it('lists in the tooltip what the sovereignty counts', async () => {
    const state = liveState();
    const parts = [
      { name: 'pages', own: true, where: '' },
      { name: 'weather', own: false, where: 'w.example' },
    ];
    state.readings.sovereignty.set({
      state: 'live',
      source: 'f',
      value: { score: 50, label: 'mostly own', parts },
      fetchedAt: 0,
    });
    const title = inside(await show(state))
      .querySelector('[title^="Sovereignty"]')
      ?.getAttribute('title');
    expect(title).to.include('1 of 2 parts are the owner’s own: pages; not own: weather (w.example)');
  });

  it('follows a reading that changes', async () => {
    const state = liveState();
    const element = await show(state);
    state.readings.blockHeight.set({ state: 'live', source: 'mempool.space', value: 840_001, fetchedAt: 0 });
    await element.updateComplete;
    expect(words(element)).to.include('840001');
  });
});
