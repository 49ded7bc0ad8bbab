import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import type { Commit } from '../../../data/readings/records.ts';
import { type State, createState } from '../../../data/state.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import { seek, startTimeLapse } from '../../../data/time-lapse/time-lapse-commands.ts';
import { clockText } from '../../../data/time-lapse/time-lapse.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { theme } from '../../../theme/theme.ts';
import { readingAs } from '../../helpers/home-readings.ts';

// Days depend on the visitor's time zone.
process.env['TZ'] = 'UTC';

const DAY = Date.parse('2026-11-20T00:00:00Z');
const MINUTE = 60_000;
export const NOW = DAY + 38 * 60 * MINUTE;
export const commit = (minute: number, author = 'Ada'): Commit => ({
  sha: `${minute}`,
  author,
  authoredAt: DAY + minute * MINUTE,
  title: `at minute ${minute}`,
});
/** A night's work, ten commits in ten minutes, one in the first minute and one in the last. */
const BURST = Array.from({ length: 10 }, (_unused, i) => 700 + i);
export const DAYS_COMMITS = [0, 125, 500, ...BURST, 1201, 1439].map((minute) => commit(minute));

export let state: State;
/** The commits that fired, and when. */
export let fired: Commit[];
export let firings: number[];
let lapse: ReturnType<typeof createTimeLapse>;
let seconds: number;
let heard: number;
const now = (): number => NOW + seconds * 1000;

beforeEach(() => {
  seconds = heard = 0;
  fired = [];
  firings = [];
  const codeHost = { ...defaultConfig.codeHost, agents: ['Ada'] };
  state = createState({ ...defaultConfig, codeHost }, { now: NOW });
  setCommits(DAYS_COMMITS);
  lapse = createTimeLapse({ now, monotonicNow: now });
  lapse.init(undefined, state, theme);
});
afterEach(() => lapse.dispose?.());

export const setCommits = (commits: readonly Commit[]): void =>
  state.readings.commits.set(readingAs('live', 'me/home', commits.toReversed(), NOW));

export function frame(delta: number): void {
  seconds += delta;
  lapse.update(0, Math.min(delta, 1 / 20));
  const { count, detail } = state.commitFired.get();
  if (count === heard) return;
  assert.equal(count, heard + 1);
  heard = count;
  firings.push(now());
  fired.push(...detail);
}
export function run(length: number, rate = 60): void {
  for (let i = 0; i < Math.round(length * rate); i++) frame(1 / rate);
}
/** Opens a day or a moment of it, as a link does. */
export function open(day = '2026-11-20', moment?: number): void {
  const at = moment === undefined ? undefined : Date.parse(`${day}T00:00:00`) + moment * 1000;
  startTimeLapse(state, { day, at });
  frame(0);
}
export function leave(): void {
  dispatchView(state, { kind: 'escape' });
  frame(0);
}
export function jump(minute: number): void {
  seek(state, minute / 1440);
  frame(0);
}
export const mode = (): string => state.view.get().mode;
export const clock = (): string => clockText(state.timeLapse.clock.get());
/** What the world draws. */
export function shown(): string {
  const { shownCommits, shownAgents, shownNow, shownSince } = state.derived;
  return JSON.stringify([shownCommits.get(), shownAgents.get(), shownNow.get(), shownSince.get()]);
}
