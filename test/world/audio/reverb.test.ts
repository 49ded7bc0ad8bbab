import { expect } from '@open-wc/testing';
import { impulseResponse } from '../../../world/audio/reverb.ts';
import { SAMPLE_RATE, decibels, rms } from '../../helpers/listening.ts';

const REVERB_SECONDS = 3.4;

describe('the reverb', () => {
  it('is deterministic, differs between its two channels, and decays evenly', async () => {
    const [one, other] = [await impulseResponse(SAMPLE_RATE), await impulseResponse(SAMPLE_RATE)];
    const differs = (a: Float32Array, b: Float32Array): boolean => a.some((sample, i) => sample !== b[i]);
    expect(differs(one.getChannelData(0), other.getChannelData(0))).to.equal(false);
    expect(differs(one.getChannelData(0), one.getChannelData(1))).to.equal(true);
    expect(one.duration).to.be.closeTo(REVERB_SECONDS, 0.01);
    const left = one.getChannelData(0);
    let before = Infinity;
    for (let at = 0.1; at < REVERB_SECONDS - 0.3; at += 0.3) {
      const now = rms(left, at, at + 0.3);
      expect(now).to.be.below(before);
      before = now;
    }
    expect(decibels(rms(left, REVERB_SECONDS - 0.2) / rms(left, 0.1, 0.3))).to.be.below(-45);
  });
});
