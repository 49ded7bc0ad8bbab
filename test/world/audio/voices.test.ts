import { expect } from '@open-wc/testing';
import type { Position } from '../../../data/world-state.ts';
import { defaultSettings } from '../../../data/config/settings/settings.ts';
import { Nodes } from '../../../world/audio/nodes.ts';
import * as patches from '../../../world/audio/patches.ts';
import { type Patch, Voices } from '../../../world/audio/voices.ts';
import { decibels, goertzel, listen, only, peak, rms, step } from '../../helpers/listening.ts';

const far: Position = { x: 30, y: 25, z: -48 };
const all: readonly [string, Patch, number, Position?][] = [
  ['warp', patches.warp(false), 4],
  ['warp with reduced motion', patches.warp(true), 4],
  ['zap', patches.zap(21), 5, { x: 0, y: 9, z: -30 }],
  ['large zap', patches.zap(2_000_000), 5, { x: 0, y: 9, z: -30 }],
  ['firework', patches.firework(3), 4, far],
  ['wreath', patches.wreath, 7, far],
  ['thunder', patches.thunder(2), 7, { x: 90, y: 30, z: -60 }],
  ['crackle', patches.crackle(5), 1.5, { x: 7, y: 6, z: -7 }],
  ['block', patches.wave(0.5), 5],
  ['milestone', patches.wave(1), 5],
  ['merge', patches.merge, 5],
  ['commit', patches.commit(7), 2.5],
];

describe('the voices of effects', function () {
  this.timeout(60_000);

  for (const [name, patch, seconds, place] of all)
    it(`${name}: starts softly, stays quiet at the default volumes, and ends in silence`, async () => {
      const [left, right] = await listen({
        seconds,
        volumes: { ...defaultSettings.volume, ambient: 0, portals: 0 },
        echo: false,
        begin: ({ voices }) => void voices.play(patch, 0.1, place),
      });
      const loudest = Math.max(peak(left), peak(right));
      expect(decibels(loudest)).to.be.within(-48, -11);
      expect(peak(left, 0, 0.1)).to.equal(0);
      expect(peak(left, 0.1, 0.1075)).to.be.below(loudest * 0.75);
      expect(peak(left, seconds - 0.1)).to.be.below(1e-6);
    });

  it('play a higher and brighter zap for a larger amount', async () => {
    const hear = async (sats: number) =>
      (
        await listen({
          seconds: 2,
          volumes: only('effects'),
          echo: false,
          begin: ({ voices }) => void voices.play(patches.zap(sats)),
        })
      )[0];
    const [small, large] = [await hear(21), await hear(2_000_000)];
    // Speed of change relative to loudness: the spectral centre.
    const height = (samples: Float32Array): number =>
      rms(samples.map((sample, i) => sample - (samples[i - 1] ?? 0))) / rms(samples);
    expect(height(large)).to.be.above(height(small) * 1.5);
    expect(goertzel(large, 698.48)).to.be.above(goertzel(small, 698.48) * 4);
  });

  it('play a warp that rises for 0.88 of its 2.2 s', async () => {
    const [left] = await listen({
      seconds: 3,
      volumes: only('effects'),
      echo: false,
      begin: ({ voices }) => void voices.play(patches.warp(false)),
    });
    const loudness = [0, 0.4, 0.8, 1.2, 1.6].map((at) => rms(left, at, at + 0.33));
    for (let i = 1; i < loudness.length; i++) expect(loudness[i]).to.be.above(loudness[i - 1] as number);
    expect(rms(left, 2.2, 2.6)).to.be.below((loudness.at(-1) as number) / 3);
  });

  it('come from their positions', async () => {
    const hear = (x: number) =>
      listen({
        seconds: 1,
        volumes: only('effects'),
        echo: false,
        begin: ({ voices }) => void voices.play(patches.merge, 0, { x, y: 0, z: -5 }),
      });
    const [left, right] = await hear(20);
    expect(rms(right)).to.be.above(rms(left) * 2);
    const [mirroredLeft, mirroredRight] = await hear(-20);
    expect(rms(mirroredLeft)).to.be.closeTo(rms(right), 1e-5);
    expect(rms(mirroredRight)).to.be.closeTo(rms(left), 1e-5);
  });

  it('stop without a click', async () => {
    const take = (cut: boolean) => {
      let voice: ReturnType<Voices['play']>;
      return listen({
        seconds: 2,
        volumes: only('effects'),
        echo: false,
        begin: ({ voices }) => (voice = voices.play(patches.merge)),
        at: { 0.8: ({ voices }) => void (cut && voice && voices.release(voice, 0.08)) },
      });
    };
    const [left] = await take(true);
    expect(step(left, 0.7, 1)).to.be.at.most(step((await take(false))[0], 0.6, 1) * 1.1);
    expect(peak(left, 0.95)).to.be.below(1e-4);
  });

  it('keep to the maximum number, and leave no node behind', async () => {
    const context = new OfflineAudioContext(2, 48_000 * 8, 48_000);
    const nodes = new Nodes(context);
    const voices = new Voices(nodes, context.destination);
    const counts: number[] = [];
    for (let i = 0; i < 1000; i++) {
      voices.play(patches.merge, 0, far);
      voices.play(patches.thunder(i), 0, far);
      counts.push(nodes.count);
    }
    expect(voices.count).to.be.at.most(14);
    expect(Math.max(...counts)).to.be.below(200);
    await context.startRendering();
    voices.update();
    expect([voices.count, nodes.count]).to.deep.equal([0, 0]);
  });
});
