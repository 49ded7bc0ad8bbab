import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/modes/wall.ts';
import type { HwWall } from '../../../components/modes/wall.ts';
import { keepScreenOn } from '../../../components/modes/wake-lock.ts';
import { type State, createState } from '../../../data/state.ts';
import { beginAt } from '../../../data/view/view-state.ts';
import { themeProperties } from '../../../theme/css.ts';
import { find, inside } from '../app/home-state.ts';
import { focused, showHome, startWide } from '../app/show-home.ts';
import { setReadings } from '../../helpers/home-readings.ts';
import { session, team, teamAtWork } from '../../helpers/sessions.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const MINUTE = 60_000;
const NOON = new Date(2026, 4, 12, 12, 0).getTime();

function wallState(): State {
  const state = createState();
  beginAt(state, '/wall');
  state.now.set(NOON);
  return state;
}

function setSessions({ readings }: State, value = teamAtWork(NOON), fetchedAt = NOON): void {
  readings.sessions.set({ state: 'live', source: 'reports', value, fetchedAt });
}

async function showWall(state: State): Promise<HwWall> {
  const box = await fixture<HTMLElement>(
    html`<div style=${themeProperties()}>
      <hw-wall .state=${state} .reload=${() => undefined}></hw-wall>
    </div>`,
  );
  const wall = box.firstElementChild as HwWall;
  await wall.updateComplete;
  return wall;
}
const text = (wall: HwWall, selector: string): string =>
  (find(wall, selector).textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const nodes = (wall: HwWall): number => {
  const walker = document.createTreeWalker(inside(wall));
  let count = 0;
  while (walker.nextNode()) count++;
  return count;
};

describe('hw-wall', () => {
  startWide();

  it('says who waits, the time and the day, and tells the camera', async () => {
    const state = wallState();
    setSessions(state);
    const wall = await showWall(state);
    expect(text(wall, '.caption')).to.contain('Claude Code');
    expect(text(wall, '.state')).to.contain('waits for permission');
    expect(text(wall, '.clock')).to.equal('12:00');
    expect(text(wall, '.foot')).to.contain('1 waits');
    await Promise.resolve();
    expect(state.stage.get()?.kind).to.equal('waiting');
    setSessions(state, team([session({ name: 'Codex', state: 'failed', since: NOON })]));
    await wall.updateComplete;
    await Promise.resolve();
    expect(state.stage.get()?.kind).to.equal('failed');
    await expect(wall).to.be.accessible();
  });

  it('shows one link after a key or a touch, and hides it again', async () => {
    const wall = await showWall(wallState());
    const link = find(wall, 'a');
    const isShown = (): boolean => getComputedStyle(link).opacity === '1';
    expect(isShown()).to.equal(false);
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
    await wall.updateComplete;
    expect(isShown()).to.equal(true);
    expect(focused()).to.equal(link);
    expect(link.getAttribute('href')).to.equal('http://localhost/');
    link.blur();
    const other = await showWall(wallState());
    expect(getComputedStyle(find(other, 'a')).opacity).to.equal('0');
    other.dispatchEvent(new PointerEvent('pointerdown'));
    await other.updateComplete;
    expect(getComputedStyle(find(other, 'a')).opacity).to.equal('1');
  });

  it('says honestly that nothing answers, and stops when it does', async () => {
    const state = wallState();
    setSessions(state);
    const wall = await showWall(state);
    expect(inside(wall).querySelector('.old')).to.equal(null);
    state.homeAnswers.set(false);
    await wall.updateComplete;
    expect(text(wall, '.old')).to.equal('The home does not answer · this is from 12:00 · asking again');
    state.homeAnswers.set(true);
    await wall.updateComplete;
    expect(inside(wall).querySelector('.old')).to.equal(null);
  });

  it('loads the page again after an update, when the home answers', async () => {
    sessionStorage.removeItem('home-world.wall-reloaded');
    const state = wallState();
    let loads = 0;
    const wall = await showWall(state);
    wall.reload = () => loads++;
    state.homeAnswers.set(false);
    state.newBuild.set(true);
    await wall.updateComplete;
    await Promise.resolve();
    expect(loads).to.equal(0);
    state.homeAnswers.set(true);
    await wall.updateComplete;
    await Promise.resolve();
    expect(loads).to.equal(1);
    // The new page is the old one: a cache has kept it.
    const next = await showWall(state);
    next.reload = () => loads++;
    await next.updateComplete;
    await Promise.resolve();
    expect(loads, 'once in ten minutes').to.equal(1);
  });

  it('loads the page again when the picture is lost, and tries again if that was too soon', async () => {
    const state = wallState();
    const timers: (() => void)[] = [];
    const { setInterval: real } = window;
    const { now: clock } = Date;
    window.setInterval = ((run: () => void) => timers.push(run)) as unknown as typeof setInterval;
    let time = clock();
    Date.now = () => time;
    let loads = 0;
    try {
      sessionStorage.setItem('home-world.wall-reloaded', String(time - MINUTE));
      const wall = await showWall(state);
      wall.reload = () => loads++;
      state.world.status.set({ phase: 'lost', progress: 1, note: '' });
      await wall.updateComplete;
      expect(timers).to.have.length(1);
      for (let minute = 2; minute < 10; minute++) {
        time += MINUTE;
        state.now.set(time);
        await wall.updateComplete;
        timers[0]?.();
        expect(loads, `${minute} minutes after the last time`).to.equal(0);
      }
      time += MINUTE;
      timers[0]?.();
      expect(loads).to.equal(1);
      expect(timers, 'one timer').to.have.length(1);
    } finally {
      window.setInterval = real;
      Date.now = clock;
    }
  });

  it('says that there were more commits today than the list has', async () => {
    const state = wallState();
    const commit = { sha: '1', title: 'One', author: 'Ben', authoredAt: NOON };
    state.readings.commits.set({ state: 'live', source: 'git', fetchedAt: NOON, value: [commit] });
    state.commitsKnownSince.set(NOON - MINUTE);
    expect(text(await showWall(state), '.foot')).to.contain('1+ commits today');
  });

  it('stays as large as it was in 12 hours with news each minute', async () => {
    const state = wallState();
    setReadings(state);
    setSessions(state);
    const wall = await showWall(state);
    const calm = (now: number): void => {
      state.now.set(now);
      setSessions(state, team([session({ name: 'Codex', state: 'working' })]), now);
    };
    calm(NOON);
    await wall.updateComplete;
    const before = nodes(wall);
    const seen = new Set<string>();
    for (let minute = 1; minute <= 12 * 60; minute++) {
      const now = NOON + minute * MINUTE;
      state.now.set(now);
      const key = minute % 7 === 0 ? 'waiting' : minute % 5 === 0 ? 'failed' : 'done';
      setSessions(state, team([session({ name: 'Codex', state: key, since: now })]), now);
      const commit = { sha: `${minute}`, title: `Commit ${minute}`, author: 'Ben', authoredAt: now };
      state.readings.commits.set({ state: 'live', source: 'git', fetchedAt: now, value: [commit] });
      // An hour without a network, and a clock that goes back and forward.
      state.online.set(minute < 200 || minute > 260);
      if (minute === 400) state.now.set(now - 5 * 60 * MINUTE);
      await wall.updateComplete;
      seen.add(find(wall, '.caption').className);
    }
    expect(seen.size).to.be.greaterThan(2);
    calm(NOON + 721 * MINUTE + 2 * MINUTE);
    await wall.updateComplete;
    expect(nodes(wall)).to.be.within(before - 4, before + 4);
  });
});

describe('the page at /wall', () => {
  startWide();

  it('shows nothing else, and no key opens anything', async () => {
    const state = wallState();
    const home = await showHome(state);
    await waitUntil(() => inside(home).querySelector('hw-wall')?.shadowRoot?.querySelector('.strip'));
    expect(getComputedStyle(find(home, 'hw-header')).visibility).to.equal('hidden');
    for (const key of ['Enter', '?', 'o', 'Tab', 'Escape'])
      document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await home.updateComplete;
    expect(state.view.get().mode).to.equal('wall');
    expect(Object.values(state.panels).some((panel) => panel.get())).to.equal(false);
    // Today opens again at the next visit of the home.
    expect(localStorage.getItem('home-world.today')).to.equal(null);
  });
});

describe('the screen', () => {
  it('is kept on, and again when the page is visible again', async () => {
    let [requested, released] = [0, 0];
    const request = (): Promise<{ release(): Promise<void> }> => {
      requested++;
      return Promise.resolve({ release: () => Promise.resolve(void released++) });
    };
    const end = keepScreenOn(() => expect.fail('refused'), { wakeLock: { request } });
    await waitUntil(() => requested === 1);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitUntil(() => requested === 2);
    end();
    await waitUntil(() => released === 1);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requested).to.equal(2);
  });

  it('is said once to be off where the browser refuses', async () => {
    let refusals = 0;
    const refuse = (): number => refusals++;
    keepScreenOn(refuse, {})();
    expect(refusals).to.equal(1);
    const end = keepScreenOn(refuse, { wakeLock: { request: () => Promise.reject(new Error('no')) } });
    await waitUntil(() => refusals === 2);
    document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    await Promise.resolve();
    expect(refusals).to.equal(2);
    end();
  });
});
