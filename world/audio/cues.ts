import type { Reading } from '../../data/readings/reading.ts';
import type { AgentActivity, Commit } from '../../data/readings/records.ts';
import type { State } from '../../data/state.ts';
import type { EventReader } from '../../data/core/event.ts';
import type { View } from '../../data/view/view.ts';
import { BEAM_PLACE } from '../effects/ambient/energy-beam.ts';
import type { Shell } from '../effects/events/fireworks-animation.ts';
import { fireworkShow } from '../effects/events/fireworks.ts';
import { TIP_HEIGHT, arcEnds, arcsLook, pylonPlaces } from '../effects/ambient/lightning-arcs-layout.ts';
import { NewBlocks } from '../utils/new-blocks.ts';
import { seededRandom } from '../utils/noise.ts';
import { commit, crackle, firework, merge, thunder, warp, wave, wreath, zap } from './patches.ts';
import type { Patch, SoundPlace, Voice, Voices } from './voices.ts';

/** Metres a second, of sound in air. */
const SOUND_SPEED = 343;
/** Seconds from a strike's beginning to its second, stronger glow: thunder never comes before the light. */
const STRIKE_GLOW = 0.85;
const THUNDER_HEIGHT = 30;
/** Zaps that come in one burst are heard as so many at most, this far apart. Seconds. */
const MAX_ZAPS = 3;
const ZAP_GAP = 0.17;
/** The same for commits of the day that is played back: a busy hour is a patter. */
const MAX_COMMITS = 3;
const COMMIT_GAP = 0.09;
const HOUR_MS = 3_600_000;
/** Between two of a kind, so that a flood of them is no noise. Seconds. */
const REST_SECONDS = { zap: 0.25, merge: 1.2, commit: 0.07 } as const;
/** Between two crackles of a single arc. Seconds. */
const CRACKLE = { least: 2.4, spread: 5 } as const;
const JUST_NOW_SECONDS = 0.1;
const CANCEL_SECONDS = 0.35;
const BEAM: SoundPlace = { ...BEAM_PLACE, y: 9 };
/** Where rings begin: at the resident. */
const MIDDLE: SoundPlace = { x: 0, y: 1, z: 0 };

/** Who plays; nobody: then news is only taken note of. */
type Choir = Voices | undefined;

/**
 * Turns news into sounds: it compares counters and readings with what it heard last. Without anybody who plays it just
 * takes note of them, so that switching the sound on never plays what is past.
 */
export class Cues {
  readonly #state: State;
  readonly #blocks = new NewBlocks();
  readonly #random = seededRandom(77);
  readonly #arcs: readonly SoundPlace[];
  readonly #shells: (Shell | undefined)[] = [];
  #choir: Choir;
  #height: unknown;
  readonly #zaps: EventReader<number>;
  readonly #merges: EventReader<string>;
  readonly #commits: EventReader<readonly Commit[]>;
  readonly #milestones: EventReader<string>;
  readonly #strikes: EventReader<{ readonly x: number; readonly z: number }>;
  #view: View;
  #warp: Voice | undefined;
  #agents: Reading<readonly AgentActivity[]> | undefined;
  #arcCount = 0;
  #untilCrackle: number = CRACKLE.least;
  #untilZap = 0;
  #untilMerge = 0;
  #untilCommit = 0;

  constructor(state: State) {
    this.#state = state;
    this.#zaps = state.zap.reader();
    this.#merges = state.mergeFlash.reader();
    this.#commits = state.commitFired.reader();
    this.#milestones = state.fireworks.reader();
    this.#strikes = state.world.lightning.reader();
    this.#view = state.view.get();
    const pylons = pylonPlaces();
    this.#arcs = pylons.map((_unused, i) => {
      const [from, to] = arcEnds(i);
      const [a, b] = [pylons[from], pylons[to]] as [SoundPlace, SoundPlace];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + TIP_HEIGHT, z: (a.z + b.z) / 2 };
    });
  }

  update(delta: number, choir: Choir): void {
    this.#choir = choir;
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
  }

  #play(recipe: Patch, after?: number, place?: SoundPlace): Voice | undefined {
    return this.#choir?.play(recipe, after, place);
  }

  #followWarp(reducedMotion: boolean): void {
    const view = this.#state.view.get();
    if (view === this.#view) return;
    const [was, is] = [this.#view.mode === 'warp', view.mode === 'warp'];
    this.#view = view;
    if (is && !was) this.#warp = this.#play(warp(reducedMotion));
    if (is || !was || !this.#warp) return;
    // Turned back, or already over: then there is nothing left to let go.
    this.#choir?.letGo(this.#warp, CANCEL_SECONDS);
    this.#warp = undefined;
  }

  #followZaps(): void {
    const heard = this.#choir && this.#untilZap <= 0;
    let played = 0;
    for (let sats = this.#zaps.next(); sats !== undefined; sats = this.#zaps.next()) {
      if (!heard || played === MAX_ZAPS) continue;
      this.#untilZap = REST_SECONDS.zap;
      this.#play(zap(sats), played++ * ZAP_GAP, BEAM);
    }
  }

  #followMerges(): void {
    // Several at once are one sound, as they are one light.
    const merged = this.#merges.last() !== undefined;
    if (!merged || !this.#choir || this.#untilMerge > 0) return;
    this.#untilMerge = REST_SECONDS.merge;
    this.#play(merge);
  }

  #followCommits(): void {
    const heard = this.#choir && this.#untilCommit <= 0;
    let played = 0;
    for (let commits = this.#commits.next(); commits; commits = this.#commits.next()) {
      if (!heard) continue;
      this.#untilCommit = REST_SECONDS.commit;
      for (let i = 0; i < commits.length && played < MAX_COMMITS; i++) {
        const hour = Math.floor((commits[i]?.authoredAt ?? 0) / HOUR_MS);
        this.#play(commit(hour + played), played++ * COMMIT_GAP);
      }
    }
  }

  #followWaves(): void {
    // One wave runs at a time.
    if (this.#milestones.last() !== undefined) this.#play(wave(1), 0, MIDDLE);
    const height = this.#state.readings.blockHeight.get();
    if (height === this.#height) return;
    this.#height = height;
    if (this.#blocks.heard(height)) this.#play(wave(0.5), 0, MIDDLE);
  }

  /** Each shell is heard where it opens, as late as its light has been seen. */
  #followShells(): void {
    const show = fireworkShow();
    if (!show) return;
    for (let i = 0; i < show.shells.length; i++) {
      const shell = show.shells[i];
      if (shell === this.#shells[i]) continue;
      this.#shells[i] = shell;
      // What has opened in this very frame is no older than that.
      if (!shell || shell.opensAt < show.clock - JUST_NOW_SECONDS) continue;
      const wait = Math.max(0, shell.opensAt - show.clock);
      if (!shell.isWreath)
        this.#play(firework(i), wait + Math.hypot(shell.x, shell.y, shell.z) / SOUND_SPEED, shell);
      // The strands of a wreath sound as one.
      else if (!this.#shells[i - 1]?.isWreath) this.#play(wreath, wait, shell);
    }
  }

  #followLightning(): void {
    const strike = this.#strikes.last();
    if (!strike) return;
    const { x, z } = strike;
    const { count } = this.#state.world.lightning.get();
    this.#play(thunder(count), STRIKE_GLOW + Math.hypot(x, z) / SOUND_SPEED, { x, y: THUNDER_HEIGHT, z });
  }

  #followArcs(delta: number, reducedMotion: boolean): void {
    const agents = this.#state.derived.shownAgents.get();
    if (agents !== this.#agents) {
      this.#agents = agents;
      const look = arcsLook(agents);
      this.#arcCount = look.moves ? look.arcs : 0;
    }
    // What stands still is silent.
    if (this.#arcCount === 0 || reducedMotion) return;
    this.#untilCrackle -= delta * Math.sqrt(this.#arcCount);
    if (this.#untilCrackle > 0) return;
    this.#untilCrackle = CRACKLE.least + CRACKLE.spread * this.#random();
    const arc = Math.floor(this.#random() * this.#arcCount) % this.#arcs.length;
    this.#play(crackle(Math.floor(this.#random() * 1000)), 0, this.#arcs[arc]);
  }
}
