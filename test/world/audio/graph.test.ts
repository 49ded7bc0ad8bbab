import { expect } from '@open-wc/testing';
import { defaultSettings } from '../../../data/config/settings/settings.ts';
import { note, scale } from '../../../world/audio/harmony.ts';
import * as patches from '../../../world/audio/patches.ts';
import {
  FULL,
  weatherAt,
  decibels,
  goertzel,
  droneAt,
  listen,
  mean,
  only,
  peak,
  rms,
  step,
  still,
} from '../../helpers/listening.ts';

/** −1 dB below full scale. */
const CEILING = 0.89;

const STORM = 95;
const RAIN = 65;
const CLEAR = 0;
const around = [0, 1, 2, 3, 4, 5].map((i) => droneAt(i, Math.cos(i) * 4, Math.sin(i) * 4));

describe('the audio graph', function () {
  this.timeout(60_000);

  it('never exceeds the ceiling, with every sound at full volume', async () => {
    const [left, right] = await listen({
      seconds: 4,
      weatherNoise: weatherAt(STORM),
      drones: around,
      begin: ({ voices }) => {
        for (let i = 0; i < 4; i++) voices.play(patches.thunder(i), 0.5);
        for (let i = 0; i < 3; i++) voices.play(patches.firework(i), 1);
        voices.play(patches.zap(1_000_000), 1);
        voices.play(patches.wave(1), 1);
        voices.play(patches.warp(false), 0.5);
      },
    });
    expect(Math.max(peak(left), peak(right))).to.be.within(0.4, CEILING);
  });

  it('is exactly silent until it is switched on, and with the master volume at zero', async () => {
    const loud = {
      seconds: 1.5,
      weatherNoise: weatherAt(STORM),
      drones: around,
      begin: ({ voices }: { voices: { play: (patch: typeof patches.merge) => unknown } }) =>
        void voices.play(patches.merge),
    };
    for (const silent of [
      { ...loud, fade: false as const },
      { ...loud, volumes: { ...FULL, master: 0 } },
    ])
      for (const ear of await listen(silent)) expect(peak(ear)).to.equal(0);
  });

  for (const bus of ['ambient', 'portals', 'effects'] as const)
    it(`is exactly silent with only the ${bus}, at volume zero`, async () => {
      const take = {
        seconds: 1.5,
        weatherNoise: bus === 'ambient' ? weatherAt(STORM) : still,
        drones: bus === 'portals' ? around : [],
        begin: ({ voices }: { voices: { play: (patch: typeof patches.merge) => unknown } }) =>
          void (bus === 'effects' && voices.play(patches.merge)),
      };
      for (const ear of await listen({ ...take, volumes: { ...only(bus), [bus]: 0 } }))
        expect(peak(ear)).to.equal(0);
      for (const ear of await listen({ ...take, volumes: only(bus) })) expect(peak(ear)).to.be.above(0.005);
    });

  it('is exactly silent soon after it is switched off, without a click at either end', async () => {
    const [left] = await listen({
      seconds: 6,
      weatherNoise: weatherAt(CLEAR),
      fade: 2.4,
      drones: around,
      at: { 4: ({ graph }) => graph.fade(0, 0.3) },
    });
    const steady = step(left, 2.6, 3.9);
    expect(step(left, 0, 2.4)).to.be.at.most(steady * 1.1);
    expect(step(left, 3.9, 5)).to.be.at.most(steady * 1.1);
    expect(Math.abs(left[0] as number)).to.be.below(1e-4);
    expect(peak(left, 4.32)).to.equal(0);
  });

  it('changes its volumes without a click', async () => {
    const take = (act: boolean) =>
      listen({
        seconds: 3,
        drones: around,
        volumes: defaultSettings.volume,
        at: {
          1.5: ({ graph }) => act && graph.setVolumes({ ...defaultSettings.volume, master: 0, portals: 0.1 }),
        },
      });
    const [left] = await take(true);
    const [before] = await take(false);
    expect(step(left, 1.4, 1.8)).to.be.at.most(step(before, 0.9, 2) * 1.1);
    expect(peak(left, 1.8)).to.equal(0);
  });

  it('lowers the ambient sound by 11 dB under speech, and not the effects', async () => {
    const loudness = async (bus: 'ambient' | 'portals' | 'effects', speaking: boolean): Promise<number> => {
      const [left] = await listen({
        seconds: 3,
        // Quiet enough for the limiter to stay inactive.
        volumes: { ...only(bus), master: 0.5 },
        echo: false,
        drones: around,
        begin: ({ graph, voices }) => {
          graph.duck(speaking);
          voices.play(patches.wave(1), 0.6);
        },
      });
      return rms(left, 1);
    };
    for (const bus of ['ambient', 'portals'] as const)
      expect(decibels((await loudness(bus, true)) / (await loudness(bus, false))), bus).to.be.closeTo(
        -11.06,
        0.05,
      );
    expect(await loudness('effects', true)).to.be.closeTo(await loudness('effects', false), 1e-6);
  });

  it('raises it slowly when the speech ends', async () => {
    const take = (spoken: boolean) =>
      listen({
        seconds: 4.5,
        volumes: { ...only('portals'), master: 0.5 },
        drones: [droneAt(0, 0, -5)],
        at: {
          1.5: ({ graph }) => graph.duck(spoken),
          2.5: ({ graph }) => graph.duck(false),
        },
      });
    const [left] = await take(true);
    const [without] = await take(false);
    expect(decibels(rms(left, 2, 2.4) / rms(without, 2, 2.4))).to.be.closeTo(-11.06, 0.05);
    expect(rms(left, 3.6)).to.be.closeTo(rms(without, 3.6), 1e-6);
    expect(step(left, 1.4, 3.6)).to.be.at.most(step(without, 1, 4) * 1.05);
  });

  it('is deterministic', async () => {
    const take = () => listen({ seconds: 2, weatherNoise: weatherAt(RAIN), drones: around });
    const [first, second] = [await take(), await take()];
    // Not bit for bit: browsers add the inputs of a node in any order.
    for (const ear of [0, 1] as const)
      expect(decibels(peak(first[ear].map((sample, i) => sample - (second[ear][i] as number))))).to.be.below(
        -75,
      );
  });
});

describe('the ambient sound', function () {
  this.timeout(60_000);

  it('is quiet, even and wide, and has no DC offset', async () => {
    const [left, right] = await listen({
      seconds: 24,
      weatherNoise: weatherAt(CLEAR),
      volumes: defaultSettings.volume,
    });
    const loudness = decibels(rms(left, 4));
    expect(loudness).to.be.within(-36, -26);
    expect(decibels(peak(left)) - loudness, 'crest').to.be.below(16);
    expect(Math.abs(mean(left, 4))).to.be.below(1e-4);
    expect(decibels(rms(left, 4) / rms(right, 4))).to.be.within(-2, 2);
    for (let second = 4; second < 23; second++)
      expect(decibels(rms(left, second, second + 1)), `second ${second}`).to.be.within(
        loudness - 5,
        loudness + 5,
      );
    // Wide, but not lost in mono.
    const middle = left.map((sample, i) => (sample + (right[i] as number)) / 2);
    expect(decibels(rms(middle, 4)) - loudness).to.be.within(-2.5, -0.1);
  });

  it('has no pitch outside the harmony of the portals', async () => {
    const [left] = await listen({ seconds: 12, volumes: only('ambient'), echo: false });
    const loudest = goertzel(left, note.aSharp1, 1);
    // The semitones in between, C♯2 to A♯4; the neighbours of a note are inside its window's side lobes.
    for (const foreign of [
      69.3,
      77.78,
      92.5,
      98,
      103.83,
      110,
      123.47,
      155.56,
      164.81,
      185,
      196,
      207.65,
      466.16 * 1.06,
    ])
      expect(decibels(goertzel(left, foreign, 1) / loudest), `${foreign} Hz`).to.be.below(-45);
    expect(Math.max(note.d4, ...Object.values(note)) <= (scale.at(-1) as number)).to.equal(true);
  });

  it('has no amplitude beat faster than twice a second', async () => {
    const [left] = await listen({ seconds: 20, volumes: only('ambient'), echo: false });
    // The loudness of the lowest note in steps of 1/8 s.
    const loudness: number[] = [];
    for (let at = 2; at < 19; at += 0.125) loudness.push(goertzel(left, note.aSharp1, at, at + 0.5));
    const average = loudness.reduce((sum, one) => sum + one, 0) / loudness.length;
    for (let i = 1; i < loudness.length; i++)
      expect(Math.abs((loudness[i] as number) - (loudness[i - 1] as number)) / average).to.be.below(0.08);
  });

  it('changes its timbre with the weather, and is calmer at night', async () => {
    const high = (samples: Float32Array): number => {
      // The difference of neighbouring samples: mostly high frequencies.
      const sharp = samples.map((sample, i) => sample - (samples[i - 1] ?? sample));
      return rms(sharp, 2);
    };
    const take = async (code: number, night = 0): Promise<Float32Array> =>
      (
        await listen({
          seconds: 6,
          volumes: only('ambient'),
          echo: false,
          weatherNoise: weatherAt(code, night),
        })
      )[0];
    const [clear, dark, rain, storm, fog] = [
      await take(CLEAR),
      await take(CLEAR, 1),
      await take(RAIN),
      await take(STORM),
      await take(45),
    ];
    expect(decibels(high(rain) / high(clear))).to.be.above(6);
    expect(decibels(high(storm) / high(clear))).to.be.above(6);
    expect(decibels(high(dark) / high(clear))).to.be.below(-1);
    expect(decibels(high(fog) / high(clear))).to.be.below(-2);
    const growl = (samples: Float32Array): number =>
      goertzel(samples, 31, 2) + goertzel(samples, 43, 2) + goertzel(samples, 37, 2);
    expect(decibels(growl(storm) / growl(rain))).to.be.above(6);
  });

  it('gets quieter under the owner’s own sound, and the weather does not', async () => {
    const take = async (sound: typeof still, file: boolean): Promise<number> =>
      rms(
        (
          await listen({
            seconds: 7,
            volumes: only('ambient'),
            echo: false,
            weatherNoise: sound,
            begin: ({ graph }) => graph.duckMusic(file),
          })
        )[0],
        5,
      );
    expect(decibels((await take(still, true)) / (await take(still, false)))).to.be.closeTo(-10.46, 0.1);
  });
});
