import { HOUR_MS } from '../../data/core/time.ts';
import type { EventReader } from '../../data/core/event.ts';
import type { Commit } from '../../data/readings/records.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import type { RelayState } from '../../data/relay/relay-state.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState, FireworkShell, Position } from '../../data/world-state.ts';
import type { View } from '../../data/view/view.ts';
import { NewBlocks, BEAM_PLACE } from '../utils/zaps-and-blocks.ts';
import { seededRandom } from '../utils/noise.ts';
import { commit, crackle, firework, knock, merge, thunder, warp, wave, wreath, zap } from './patches.ts';
import type { Patch, Voice, Voices } from './voices.ts';

type StateSlice = ReadingsState & RelayState & TimeLapseState & ViewState & WorldState;

/** The speed of sound in air. Metres a second. */
const SOUND_SPEED = 343;
/**
 * The time from a strike to its second, stronger glow. Thunder waits this long, so that it never comes before
 * the light.
 */
const STRIKE_GLOW_SECONDS = 0.85;
const THUNDER_HEIGHT_METRES = 30;
/** How many zaps of one burst are heard, and how far apart. */
const MAX_ZAPS = 3;
const ZAP_GAP_SECONDS = 0.17;
/** How many commits of one frame of a time-lapse are heard, and how far apart. */
const MAX_COMMITS = 3;
const COMMIT_GAP_SECONDS = 0.09;
/** The shortest time between two sounds of a kind, so that many events are not noise. */
const REST_SECONDS = { zap: 0.25, merge: 1.2, commit: 0.07 } as const;
/** The time between two crackles of a single arc: the minimum, and the most that a random number adds. */
const CRACKLE_SECONDS = { min: 2.4, spread: 5 } as const;
const CANCEL_SECONDS = 0.35;
const BEAM: Position = { ...BEAM_PLACE, y: 9 };
/** The position of the resident, where the shockwaves begin. */
const MIDDLE: Position = { x: 0, y: 1, z: 0 };

/**
 * Plays a sound for each event. Without voices it only reads the events, so that old events are not played
 * when the sound is switched on.
 */
export class Cues {
  readonly #state: StateSlice;
  readonly #blocks = new NewBlocks();
  readonly #random = seededRandom(77);
  /** Undefined while the sound is off. */
  #voices: Voices | undefined;
  #height: unknown;
  readonly #zaps: EventReader<number>;
  readonly #merges: EventReader<string>;
  readonly #commits: EventReader<readonly Commit[]>;
  readonly #milestones: EventReader<string>;
  readonly #shells: EventReader<FireworkShell>;
  readonly #strikes: EventReader<{ readonly x: number; readonly z: number }>;
  #view: View;
  /** The sound of the current warp. */
  #warp: Voice | undefined;
  #untilCrackle: number = CRACKLE_SECONDS.min;
  /** Seconds until the next sound of a kind may be played. */
  #untilZap = 0;
  #untilMerge = 0;
  #untilCommit = 0;
  /** The sessions that were read last, and how many of them waited; undefined before the first answer. */
  #sessions: unknown;
  #waiting: number | undefined;

  constructor(state: StateSlice) {
    this.#state = state;
    this.#zaps = state.zap.reader();
    this.#merges = state.mergeFlash.reader();
    this.#commits = state.commitFired.reader();
    this.#milestones = state.fireworks.reader();
    this.#shells = state.world.shells.reader();
    this.#strikes = state.world.lightning.reader();
    this.#view = state.view.get();
  }

  update(delta: number, voices: Voices | undefined): void {
    this.#voices = voices;
    this.#untilZap -= delta;
    this.#untilMerge -= delta;
    this.#untilCommit -= delta;
    const reducedMotion = this.#state.world.reducedMotion.get();
    this.#followWarp(reducedMotion);
    this.#followZaps();
    this.#followMerges();
    this.#followCommits();
    this.#followWaves();
    this.#followShells();
    this.#followLightning();
    this.#followArcs(delta, reducedMotion);
    this.#followSessions();
  }

  #play(patch: Patch, afterSeconds?: number, place?: Position): Voice | undefined {
    return this.#voices?.play(patch, afterSeconds, place);
  }

  #followWarp(reducedMotion: boolean): void {
    const view = this.#state.view.get();
    if (view === this.#view) return;
    const [was, is] = [this.#view.mode === 'warp', view.mode === 'warp'];
    this.#view = view;
    if (is && !was) this.#warp = this.#play(warp(reducedMotion));
    if (is || !was || !this.#warp) return;
    // If the warp was cancelled, this fades its sound. It has no effect on a sound that has ended.
    this.#voices?.release(this.#warp, CANCEL_SECONDS);
    this.#warp = undefined;
  }

  #followZaps(): void {
    const heard = this.#voices && this.#untilZap <= 0;
    let played = 0;
    for (let sats = this.#zaps.next(); sats !== undefined; sats = this.#zaps.next()) {
      if (!heard || played === MAX_ZAPS) continue;
      this.#untilZap = REST_SECONDS.zap;
      this.#play(zap(sats), played++ * ZAP_GAP_SECONDS, BEAM);
    }
  }

  #followMerges(): void {
    // Several merges in one frame play one sound, because they also make only one flash.
    const merged = this.#merges.last() !== undefined;
    if (!merged || !this.#voices || this.#untilMerge > 0) return;
    this.#untilMerge = REST_SECONDS.merge;
    this.#play(merge);
  }

  #followCommits(): void {
    const heard = this.#voices && this.#untilCommit <= 0;
    let played = 0;
    for (let commits = this.#commits.next(); commits; commits = this.#commits.next()) {
      if (!heard) continue;
      this.#untilCommit = REST_SECONDS.commit;
      for (let i = 0; i < commits.length && played < MAX_COMMITS; i++) {
        const hour = Math.floor((commits[i]?.authoredAt ?? 0) / HOUR_MS);
        this.#play(commit(hour + played), played++ * COMMIT_GAP_SECONDS);
      }
    }
  }

  #followWaves(): void {
    // Several milestones play one sound, because only one shockwave runs at a time.
    if (this.#milestones.last() !== undefined) this.#play(wave(1), 0, MIDDLE);
    const height = this.#state.readings.blockHeight.get();
    if (height === this.#height) return;
    this.#height = height;
    if (this.#blocks.heard(height)) this.#play(wave(0.5), 0, MIDDLE);
  }

  /** Plays each shell at its position, delayed by the speed of sound. */
  #followShells(): void {
    for (let shell = this.#shells.next(); shell; shell = this.#shells.next()) {
      const { x, y, z, opensInSeconds, isWreath, seed } = shell;
      if (isWreath) this.#play(wreath, opensInSeconds, shell);
      else this.#play(firework(seed), opensInSeconds + Math.hypot(x, y, z) / SOUND_SPEED, shell);
    }
  }

  /** Plays thunder after the flash, delayed by the speed of sound. */
  #followLightning(): void {
    const strike = this.#strikes.last();
    if (!strike) return;
    const { x, z } = strike;
    const { count } = this.#state.world.lightning.get();
    const after = STRIKE_GLOW_SECONDS + Math.hypot(x, z) / SOUND_SPEED;
    this.#play(thunder(count), after, { x, y: THUNDER_HEIGHT_METRES, z });
  }

  /** Plays a knock when more sessions wait for their owner than before. */
  #followSessions(): void {
    const reading = this.#state.readings.sessions.get();
    if (reading === this.#sessions) return;
    this.#sessions = reading;
    if (reading.state !== 'live' && reading.state !== 'empty') return;
    const waiting = reading.value?.counts.waiting ?? 0;
    const isNews = this.#waiting !== undefined && waiting > this.#waiting;
    this.#waiting = waiting;
    if (isNews) this.#play(knock, 0, MIDDLE);
  }

  /** Plays crackles at random times, each at the position of a random arc. More arcs crackle more often. */
  #followArcs(delta: number, reducedMotion: boolean): void {
    const arcs = this.#state.world.arcs.get();
    // With reduced motion, arcs do not move and make no sound.
    if (arcs.length === 0 || reducedMotion) return;
    this.#untilCrackle -= delta * Math.sqrt(arcs.length);
    if (this.#untilCrackle > 0) return;
    this.#untilCrackle = CRACKLE_SECONDS.min + CRACKLE_SECONDS.spread * this.#random();
    const place = arcs[Math.floor(this.#random() * arcs.length)];
    this.#play(crackle(Math.floor(this.#random() * 1000)), 0, place);
  }
}
