import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Track } from '../../../data/presence/track.ts';
import { randomFrom } from '../../helpers/random.ts';

/** A longer step is not drawn as a movement. */
const TELEPORT_METRES = 6;

const place = new Float32Array(4);
const shown = (track: Track, now: number): readonly [number, number, number, number] => {
  track.advance(now, place, 0);
  const [x = 0, y = 0, z = 0, yaw = 0] = place;
  return [x, y, z, yaw];
};

/** Where a walker is: round a circle of 5 m, at `speed` metres a second. */
const circle = (speed: number, ms: number): readonly [number, number, number, number] => {
  const angle = ((speed / 5) * ms) / 1000;
  return [5 * Math.cos(angle), 2, 5 * Math.sin(angle), angle];
};

interface Walk {
  readonly speed: number;
  readonly everyMs: number;
  readonly jitterMs: number;
  readonly random: () => number;
  /** Called in each frame, with what is shown. */
  readonly look: (now: number, at: readonly number[], frameMs: number) => void;
}

/** Ten seconds of a walker whose places come late and unevenly, in frames of uneven length. */
function watchWalk({ speed, everyMs, jitterMs, random, look }: Walk): void {
  const track = new Track();
  const arrivals: (readonly [at: number, made: number])[] = [];
  for (let made = 0; made <= 10_000; made += everyMs) arrivals.push([made + random() * jitterMs, made]);
  let next = 0;
  for (let now = 0, frame = 0; now < 10_000; now += frame) {
    for (; (arrivals[next]?.[0] ?? Infinity) <= now; next++) {
      const made = arrivals[next]?.[1] ?? 0;
      track.add(made, ...circle(speed, made));
    }
    if (next > 0) look(now, shown(track, now), frame);
    frame = 4 + random() * 100;
  }
}

describe('the way of a player', () => {
  it('moves without jumps, close behind the player, at any frame rate and with late places', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomFrom(seed);
      const speed = 0.5 + random() * 6;
      let before: readonly number[] | undefined;
      watchWalk({
        speed,
        everyMs: 100,
        jitterMs: 60,
        random,
        look(now, at, frameMs) {
          if (before) {
            const step = Math.hypot(...at.slice(0, 3).map((value, i) => value - (before?.[i] ?? 0)));
            const most = speed * (frameMs / 1000) * 1.5 + 0.02;
            assert.ok(step <= most, `seed ${seed}: ${step} m in a frame of ${frameMs} ms`);
          }
          before = at;
          if (now < 1_500) return;
          const behind = [100, 150, 200, 250].map((late) => {
            const [x, , z] = circle(speed, now - late);
            return Math.hypot(x - (at[0] ?? 0), z - (at[2] ?? 0));
          });
          assert.ok(Math.min(...behind) <= 0.06 * speed + 0.02, `seed ${seed}: ${Math.min(...behind)} m off`);
        },
      });
    }
  });

  it('is as smooth where places come once a second, only later', () => {
    const random = randomFrom(7);
    let before: readonly number[] | undefined;
    watchWalk({
      speed: 2,
      everyMs: 1_000,
      jitterMs: 100,
      random,
      look(now, at, frameMs) {
        if (before && now > 3_500) {
          const step = Math.hypot(...at.slice(0, 3).map((value, i) => value - (before?.[i] ?? 0)));
          assert.ok(step <= 2 * (frameMs / 1000) * 1.4 + 0.02, `${step} m in ${frameMs} ms at ${now}`);
        }
        before = at;
      },
    });
  });

  it('ends where the player stopped, and extrapolates no more than 8 % of a second', () => {
    const track = new Track();
    for (let ms = 0; ms <= 1_000; ms += 100) track.add(ms, ms / 250, 2, 0, 0);
    let farthest = 0;
    for (let now = 1_000; now < 2_500; now += 16) farthest = Math.max(farthest, shown(track, now)[0]);
    assert.ok(farthest > 4 && farthest <= 4 + 4 * 0.08, `${farthest}`);
    assert.ok(Math.abs(shown(track, 3_000)[0] - 4) < 0.001);
  });

  it('does not creep during a long stop, but starts when the player did', () => {
    const track = new Track();
    track.add(0, 0, 2, 0, 0);
    shown(track, 500);
    assert.equal(shown(track, 60_000)[0], 0);
    track.add(60_000, 0.4, 2, 0, 0);
    assert.equal(shown(track, 60_010)[0], 0);
    track.add(60_100, 0.8, 2, 0, 0);
    const [x] = shown(track, 60_160);
    assert.ok(x > 0.1 && x < 0.8, `${x}`);
  });

  it('shows a teleport at once, and never shows a fast run as a teleport', () => {
    const track = new Track();
    track.add(0, 0, 2, 0, 0);
    shown(track, 0);
    track.add(100, TELEPORT_METRES + 0.1, 2, 0, 1);
    assert.deepEqual(shown(track, 101).map(Math.fround), [TELEPORT_METRES + 0.1, 2, 0, 1].map(Math.fround));
    shown(track, 1_100);
    track.add(1_100, TELEPORT_METRES + 9, 2, 0, 1);
    assert.ok(shown(track, 1_101)[0] < TELEPORT_METRES + 1);
  });

  it('turns the short way round', () => {
    const track = new Track();
    track.add(0, 0, 2, 0, 3.1);
    for (let now = 0; now <= 100; now += 20) shown(track, now);
    track.add(100, 0, 2, 0, -3.1);
    for (let now = 100; now < 600; now += 16) {
      const yaw = shown(track, now)[3];
      assert.ok(Math.cos(yaw) < -0.99, `${yaw}`);
    }
  });

  it('takes places that come twice or in the wrong order without harm', () => {
    const track = new Track();
    for (const ms of [0, 100, 100, 50, 200, 150]) track.add(ms, ms / 1000, 2, 0, 0);
    for (let now = 200; now < 1_000; now += 16) assert.ok(shown(track, now).every(Number.isFinite));
    assert.ok(Math.abs(shown(track, 1_000)[0] - 0.15) < 0.01);
  });
});
