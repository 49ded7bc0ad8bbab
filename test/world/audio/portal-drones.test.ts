import { expect } from '@open-wc/testing';
import { droneFrequency } from '../../../world/audio/harmony.ts';
import { PortalDrones } from '../../../world/audio/portal-drones.ts';
import { Nodes } from '../../../world/audio/nodes.ts';
import {
  type Take,
  decibels,
  goertzel,
  droneAt,
  listen,
  only,
  peak,
  rms,
  step,
} from '../../helpers/listening.ts';

const SECONDS = 4;
const hear = (take: Partial<Take>) =>
  // Quiet enough for the limiter to stay inactive.
  listen({ seconds: SECONDS, volumes: { ...only('portals'), master: 0.5 }, echo: false, ...take });

describe('the portal drones', () => {
  it('sound louder in the nearer ear, by the same amount on either side', async () => {
    const [left, right] = await hear({ drones: [droneAt(0, 5, 0)] });
    const [mirroredLeft, mirroredRight] = await hear({ drones: [droneAt(0, -5, 0)] });
    const lead = decibels(rms(right, 1) / rms(left, 1));
    expect(lead).to.be.within(1.5, 12);
    expect(decibels(rms(mirroredLeft, 1) / rms(mirroredRight, 1))).to.be.closeTo(lead, 0.01);
    expect(rms(mirroredLeft, 1)).to.be.closeTo(rms(right, 1), 1e-6);
  });

  it('are equally loud in both ears straight ahead', async () => {
    const [left, right] = await hear({ drones: [droneAt(0, 0, -5)] });
    expect(decibels(rms(right, 1) / rms(left, 1))).to.be.within(-0.5, 0.5);
  });

  it('get quieter with distance by the inverse model, and are silent beyond 80 metres', async () => {
    const [near] = await hear({ drones: [droneAt(1, 0, -5)] });
    const reference = rms(near, 1);
    for (const metres of [10, 20, 40, 79]) {
      const [far] = await hear({ drones: [droneAt(1, 0, -metres)] });
      expect(rms(far, 1) / reference, `${metres} m`).to.be.closeTo(5 / (5 + (metres - 5)), 0.004);
    }
    const [inside] = await hear({ drones: [droneAt(1, 0, -2)] });
    expect(rms(inside, 1)).to.be.closeTo(reference, reference * 0.01);
    const [beyond] = await hear({ drones: [droneAt(1, 0, -81)] });
    expect(rms(beyond)).to.equal(0);
  });

  it('repeat the five frequencies', async () => {
    const frequencies = [58.27, 65.41, 73.42, 82.41, 87.31];
    expect([0, 1, 2, 3, 4].map(droneFrequency)).to.deep.equal(frequencies);
    expect([5, 6, 14].map(droneFrequency)).to.deep.equal([58.27, 65.41, 87.31]);
    for (let index = 0; index < 6; index++) {
      const [left] = await hear({ seconds: 5, drones: [droneAt(index, 0, -5)] });
      const own = goertzel(left, droneFrequency(index), 1);
      for (const other of frequencies)
        if (other !== droneFrequency(index))
          expect(decibels(goertzel(left, other, 1) / own), `${index}: ${other}`).to.be.below(-40);
      // The fundamental is the loudest partial.
      expect(own).to.be.above(goertzel(left, droneFrequency(index) * 2, 1));
    }
  });

  it('are silent when the portal is offline', async () => {
    const [left, right] = await hear({ drones: [droneAt(0, 5, 0, 0)] });
    expect([rms(left), rms(right)]).to.deep.equal([0, 0]);
  });

  it('fade in and out with their portals', async () => {
    const here = droneAt(0, 3, -3);
    const [left] = await hear({
      seconds: 6,
      at: {
        1: ({ portalDrones }) => {
          portalDrones.set([here]);
          portalDrones.update(1, 0, 0, 0);
        },
        3.5: ({ portalDrones }) => {
          portalDrones.set([]);
          portalDrones.update(3.5, 0, 0, 0);
        },
        5: ({ portalDrones }) => {
          portalDrones.update(5, 0, 0, 0);
          expect(portalDrones.connectedCount).to.equal(0);
        },
      },
    });
    expect(rms(left, 0, 1)).to.equal(0);
    expect(rms(left, 2, 3.5)).to.be.above(0.003);
    expect(rms(left, 5.1)).to.equal(0);
    const steady = step(left, 2, 3.4);
    expect(step(left, 0.9, 2)).to.be.at.most(steady * 1.2);
    expect(step(left, 3.4, 5)).to.be.at.most(steady * 1.2);
  });

  it('continue unchanged when a check gives the same result', async () => {
    const again = (): ReturnType<typeof droneAt>[] => [droneAt(0, 3, -3)];
    const take = (act: boolean) =>
      hear({
        drones: again(),
        at: {
          2: ({ portalDrones }) => {
            if (!act) return;
            portalDrones.set(again());
            portalDrones.update(2, 0, 0, 0);
          },
        },
      });
    const [[one], [other]] = [await take(true), await take(false)];
    expect(decibels(peak(one.map((sample, i) => sample - (other[i] as number))))).to.be.below(-75);
  });

  it('play the nearest portals only, with a fixed number of nodes', () => {
    const context = new OfflineAudioContext(2, 128, 48_000);
    const nodes = new Nodes(context);
    const portalDrones = new PortalDrones(nodes, context.destination);
    const made = nodes.count;
    const ring = Array.from({ length: 40 }, (_unused, i) =>
      droneAt(i, Math.cos((i / 40) * Math.PI * 2) * 25, Math.sin((i / 40) * Math.PI * 2) * 25),
    );
    portalDrones.set(ring);
    portalDrones.update(0, 24, 0, 0);
    expect(portalDrones.connectedCount).to.equal(6);
    expect(portalDrones.heard.map(({ index }) => index).sort((a, b) => a - b)).to.deep.equal(
      [0, 1, 2, 38, 39, 3].sort((a, b) => a - b),
    );
    // The visitor walks to the other side: these drones fade out, others fade in.
    for (let now = 1; now < 6; now++) portalDrones.update(now, -24, 0, 0);
    expect(
      portalDrones.heard.map(({ index }) => index).every((index) => index >= 17 && index <= 23),
    ).to.equal(true);
    expect(portalDrones.connectedCount).to.equal(6);
    expect(nodes.count).to.equal(made);
    nodes.dispose();
    expect(nodes.count).to.equal(0);
  });
});
