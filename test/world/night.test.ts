import { expect } from '@open-wc/testing';
import { lumaOf } from '../../ci/pictures/light.ts';
import { createState } from '../../data/state.ts';
import type { QualityLevel } from '../../data/world-state.ts';
import { theme } from '../../theme/theme.ts';
import { Ticker } from '../../world/core/ticker.ts';
import { startWorld } from '../../world/world.ts';
import { portal, setPortals } from '../helpers/home-readings.ts';

/** In Greenwich, where a home without a configured place is. */
const hours = {
  midnight: '2024-03-20T00:07Z',
  dawn: '2024-03-20T05:48Z',
  noon: '2024-06-20T12:02Z',
  dusk: '2024-03-20T18:28Z',
} as const;

/** The first frame at a quality level, as RGBA. */
async function firstLook(quality: QualityLevel, hour: keyof typeof hours): Promise<Uint8Array> {
  const box = document.createElement('div');
  box.style.cssText = 'width: 256px; height: 144px';
  const canvas = document.createElement('canvas');
  box.append(canvas);
  document.body.append(box);
  const state = createState();
  state.now.set(Date.parse(hours[hour]));
  setPortals(
    state,
    ['a', 'b', 'c', 'd'].map((id) => portal(id)),
  );
  const ticker = new Ticker();
  const world = await startWorld({ canvas, state, ticker, theme, quality });
  if (!world) throw new Error('no picture to measure');
  const { renderer } = world.scene;
  for (let i = 0; i < 4; i++) ticker.tick(0.05);
  const gl = renderer.getContext();
  const pixels = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  world.dispose();
  renderer.forceContextLoss();
  box.remove();
  return pixels;
}

describe('the brightness of the start view', () => {
  for (const [quality, hour] of [
    ['lowest', 'midnight'],
    ['lowest', 'dawn'],
    ['lowest', 'noon'],
    ['lowest', 'dusk'],
    ['highest', 'midnight'],
    ['highest', 'noon'],
  ] as const)
    it(`has a median of 18 to 55, a quarter above 40 and almost no white: ${quality}, ${hour}`, async () => {
      const { median, above40, above240 } = lumaOf(await firstLook(quality, hour));
      expect(median).to.be.within(18, 55);
      expect(above40).to.be.at.least(0.25);
      expect(above240).to.be.at.most(0.03);
    });
});
