import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/hud/debug.ts';
import type { HwDebug } from '../../../components/hud/debug.ts';
import type { FrameStats } from '../../../data/core/frame-stats.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { liveState, words } from '../app/home-state.ts';

const stats: FrameStats = {
  framesPerSecond: 59.6,
  frameMilliseconds: 1.234,
  modules: [
    { name: 'island', milliseconds: 0.12, failure: undefined },
    { name: 'guest', milliseconds: 0, failure: 'boom' },
  ],
  drawCalls: 42,
  triangles: 123_456,
  geometries: 5,
  textures: 6,
  programs: 7,
};

const show = (state = liveState()) =>
  fixture<HwDebug>(html`<hw-debug .state=${state} .stats=${() => stats}></hw-debug>`);

describe('hw-debug', () => {
  it('shows frames, modules with failures, readings with causes and sockets', async () => {
    const state = liveState();
    state.readings.weather.set({ state: 'error', source: 'weather', cause: 'answered 503' });
    state.bridge.set({ state: 'waiting', cause: 'refused' });
    state.relay.relays.set([
      { url: 'wss://relay.example', state: 'open', accepted: 3, rejected: 1, dropped: 2 },
    ]);
    const element = await show(state);
    for (const part of [
      '60',
      '1.23 ms',
      '123,456',
      '0.120 ms',
      '✕ off: boom',
      'error · weather · error · answered 503',
      'waiting · refused',
      'relay.example · open · 3 kept, 1 rejected, 2 dropped',
    ])
      expect(words(element)).to.include(part);
    await expect(element).to.be.accessible();
  });

  it('updates the figures a few times a second', async () => {
    const element = await show();
    stats.drawCalls = 77;
    await waitUntil(() => words(element).includes('77'));
  });

  it('outlines colliders and lights only while it is shown', async () => {
    const box = await fixture(html`<div class="collision-box"></div>`);
    const lamp = await fixture(html`<div class="light-source"></div>`);
    const element = await show();
    expect(getComputedStyle(box).outlineStyle).to.equal('dashed');
    expect(getComputedStyle(lamp).outlineStyle).to.equal('dashed');
    element.remove();
    expect(getComputedStyle(box).outlineStyle).to.equal('none');
    expect(getComputedStyle(lamp).outlineStyle).to.equal('none');
  });
});
