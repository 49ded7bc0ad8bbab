import { sendKeys } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import '../../../components/modes/time-lapse.ts';
import type { DataModule } from '../../../data/core/module.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { State } from '../../../data/state.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import { theme } from '../../../theme/theme.ts';
import { find } from '../app/home-state.ts';
import { readyState, showHome } from '../app/show-home.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const MINUTE = 60_000;
/** Midnight and noon of the visitor, in any zone. */
const TODAY = Date.parse('2026-03-01T00:00:00');
export const NOW = TODAY + 720 * MINUTE;
export const commit = (minute: number, title = `At ${minute}`): Commit => ({
  sha: `${minute}`,
  author: 'Ada',
  authoredAt: TODAY + minute * MINUTE,
  title,
});
/** Three commits of today, the first alone, and two of the day before. */
export const commits = [
  commit(519),
  commit(518),
  commit(90, 'First \u202Elight'),
  commit(-300),
  commit(-900),
];

export let state: State;
let lapse: DataModule<State>;
let now: number;

beforeEach(() => {
  state = readyState();
  now = NOW;
  state.now.set(NOW);
  setCommits(commits);
  lapse = createTimeLapse({ now: () => now, monotonicNow: () => now });
  lapse.init(undefined, state, theme);
});
afterEach(() => lapse.dispose?.());

export const setCommits = (value: readonly Commit[]): void =>
  state.readings.commits.set({ state: 'live', source: 'local/home', fetchedAt: NOW, value });
export const run = (seconds: number): void => {
  for (let t = 0; t < seconds - 1e-9; t += 0.05) {
    now += 50;
    lapse.update(0, 0.05);
  }
};
export async function open(): Promise<{ home: HwHome; bar: HTMLElement }> {
  const home = await showHome(state);
  home.querySelector('canvas')?.focus();
  await sendKeys({ press: 'l' });
  run(0.1);
  await settled(home);
  return { home, bar: find(home, 'hw-time-lapse') };
}
export async function settled(home: HwHome): Promise<void> {
  await home.updateComplete;
  await new Promise((done) => requestAnimationFrame(done));
  await new Promise((done) => setTimeout(done, 0));
}
export const button = (bar: HTMLElement, name: string): HTMLButtonElement =>
  find(bar, `[aria-label="${name}"]`);
