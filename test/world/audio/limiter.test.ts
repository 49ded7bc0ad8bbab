import { expect } from '@open-wc/testing';
import { buildLimiter } from '../../../world/audio/limiter.ts';
import { Nodes } from '../../../world/audio/nodes.ts';
import { SAMPLE_RATE, decibels, goertzel, peak } from '../../helpers/listening.ts';

/** −1 dB below full scale. */
const CEILING = 0.89;

describe('the limiter', () => {
  it('keeps a signal twenty times too loud below the ceiling from its first sample', async () => {
    const context = new OfflineAudioContext(1, SAMPLE_RATE, SAMPLE_RATE);
    const nodes = new Nodes(context);
    const limiter = buildLimiter(nodes, context.destination);
    nodes.tone(97, [1, 0.5, 0.5, 0.3], nodes.gain(20, limiter)).start(0.3);
    const heard = (await context.startRendering()).getChannelData(0);
    expect(peak(heard)).to.be.within(CEILING * 0.95, CEILING);
    expect(peak(heard, 0, 0.3)).to.equal(0);
    nodes.dispose();
  });

  it('passes quiet signals unchanged', async () => {
    const context = new OfflineAudioContext(1, SAMPLE_RATE, SAMPLE_RATE);
    const nodes = new Nodes(context);
    const limiter = buildLimiter(nodes, context.destination);
    nodes.tone(440, undefined, nodes.gain(0.1, limiter)).start();
    const heard = (await context.startRendering()).getChannelData(0);
    expect(decibels(goertzel(heard, 440, 0.2) / 0.1)).to.be.closeTo(0, 0.1);
    nodes.dispose();
  });
});
