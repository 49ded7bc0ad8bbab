import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { HwHome } from '../../../components/app/home.ts';
import '../../../components/modes/time-lapse.ts';
import type { DataModule } from '../../../data/core/module.ts';
import type { Commit } from '../../../data/readings/records.ts';
import type { State } from '../../../data/state.ts';
import { seek } from '../../../data/time-lapse/time-lapse-commands.ts';
import { createTimeLapse } from '../../../data/time-lapse/time-lapse-run.ts';
import { dispatchView } from '../../../data/view/dispatch-view.ts';
import { theme } from '../../../theme/theme.ts';
import { find, inside, words } from '../app/home-state.ts';
import { readyState, showHome } from '../app/show-home.ts';

const MINUTE = 60_000;
/** Midnight and noon of the visitor, in any zone. */
const TODAY = Date.parse('2026-03-01T00:00:00');
const NOW = TODAY + 720 * MINUTE;
const commit = (minute: number, title = `At ${minute}`): Commit => ({
  sha: `${minute}`,
  author: 'Ada',
  authoredAt: TODAY + minute * MINUTE,
  title,
});
/** Three today, the first alone, and two the day before. */
const commits = [commit(519), commit(518), commit(90, 'First \u202Elight'), commit(-300), commit(-900)];

describe('hw-time-lapse', () => {
  let state: State;
  let lapse: DataModule<State>;
  let now: number;

  beforeEach(async () => {
    sessionStorage.clear();
    localStorage.clear();
    await setViewport({ width: 1280, height: 720 });
    state = readyState();
    now = NOW;
    state.now.set(NOW);
    set(commits);
    lapse = createTimeLapse({ now: () => now, monotonicNow: () => now });
    lapse.init(undefined, state, theme);
  });
  afterEach(() => lapse.dispose?.());
  after(() => setViewport({ width: 1280, height: 720 }));

  const set = (value: readonly Commit[]): void =>
    state.readings.commits.set({ state: 'live', source: 'local/home', fetchedAt: NOW, value });
  const run = (seconds: number): void => {
    for (let t = 0; t < seconds - 1e-9; t += 0.05) {
      now += 50;
      lapse.update(0, 0.05);
    }
  };
  async function open(): Promise<{ home: HwHome; bar: HTMLElement }> {
    const home = await showHome(state);
    home.querySelector('canvas')?.focus();
    await sendKeys({ press: 'l' });
    run(0.1);
    await settled(home);
    return { home, bar: find(home, 'hw-time-lapse') };
  }
  async function settled(home: HwHome): Promise<void> {
    await home.updateComplete;
    await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done, 0));
  }
  const button = (bar: HTMLElement, name: string): HTMLButtonElement => find(bar, `[aria-label="${name}"]`);
  const slider = (bar: HTMLElement): HTMLInputElement => find(bar, 'input');
  const mode = (): string => state.view.get().mode;

  it('opens with L, shows clock, day and count, and closes with L, Esc or its button', async () => {
    const { home, bar } = await open();
    expect(mode()).to.equal('time-lapse');
    state.timeLapse.playing.set(false);
    seek(state, 520 / 721);
    run(0.5);
    await settled(home);
    expect(words(bar)).to.contain('08:40').and.contain('1 Mar').and.contain('3 of 3 commits');
    expect(slider(bar).getAttribute('aria-valuetext')).to.equal('08:40, 3 of 3 commits');
    await expect(bar).to.be.accessible();
    await sendKeys({ press: 'l' });
    await settled(home);
    expect(inside(home).querySelector('hw-time-lapse')).to.equal(null);
    for (const leave of ['Escape', 'button'] as const) {
      await sendKeys({ press: 'l' });
      run(0.1);
      await settled(home);
      if (leave === 'button') button(find(home, 'hw-time-lapse'), 'Leave the time-lapse').click();
      else await sendKeys({ press: 'Escape' });
      await settled(home);
      expect(mode(), leave).to.equal('normal');
      run(0.1);
    }
  });

  it('names the commit that fired last as plain text, without bidirectional control characters', async () => {
    const { home, bar } = await open();
    run(4);
    await settled(home);
    expect(words(bar)).to.contain('Ada').and.contain('First light');
    expect(words(bar)).to.contain('1 of 3 commits');
  });

  it('moves with the keys: ten minutes an arrow, an hour a page, Home and End', async () => {
    const { home, bar } = await open();
    state.timeLapse.playing.set(false);
    seek(state, 100 / 721);
    run(0.5);
    await settled(home);
    slider(bar).focus();
    const value = async (key: string): Promise<string | null> => {
      await sendKeys({ press: key });
      run(0.5);
      await settled(home);
      return slider(bar).getAttribute('aria-valuetext');
    };
    expect(await value('ArrowRight')).to.equal('01:50, 1 of 3 commits');
    expect(await value('ArrowLeft')).to.equal('01:40, 1 of 3 commits');
    expect(await value('PageUp')).to.equal('02:40, 1 of 3 commits');
    expect(await value('Home')).to.equal('00:00, 0 of 3 commits');
    expect(await value('End')).to.equal('12:01, 3 of 3 commits');
    expect(mode(), 'whoever is taken to the end stands there').to.equal('time-lapse');
  });

  it('pauses while the visitor holds the track, and plays on from there', async () => {
    const { home, bar } = await open();
    const track = slider(bar);
    track.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    track.value = '500';
    track.dispatchEvent(new Event('input', { bubbles: true }));
    run(1);
    expect(state.timeLapse.progress.get()).to.be.closeTo(500 / 721, 1e-9);
    track.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
    run(1);
    expect(state.timeLapse.progress.get()).to.be.greaterThan(500 / 721);
    await settled(home);
  });

  it('plays, pauses, rewinds, skips to each next burst, and changes its speed', async () => {
    const { home, bar } = await open();
    button(bar, 'Pause').click();
    await settled(home);
    button(bar, 'Next burst of commits').click();
    run(0.5);
    await settled(home);
    expect(state.timeLapse.progress.get()).to.be.closeTo(90 / 721, 0.011);
    button(bar, 'Next burst of commits').click();
    run(0.5);
    await settled(home);
    expect(state.timeLapse.progress.get()).to.be.closeTo(518 / 721, 0.011);
    expect(button(bar, 'Next burst of commits').getAttribute('aria-disabled')).to.equal('true');
    expect(button(bar, 'Next burst of commits').title).to.equal('No more commits this day');
    button(bar, 'From the beginning').click();
    button(bar, 'Play').click();
    const speed = find<HTMLSelectElement>(bar, 'select[aria-label="Speed"]');
    speed.value = '4×';
    speed.dispatchEvent(new Event('change'));
    run(1);
    expect(state.timeLapse.progress.get()).to.be.closeTo(4 / 30, 0.01);
  });

  it('changes to another day that has commits', async () => {
    const { home, bar } = await open();
    const day = find<HTMLSelectElement>(bar, 'select[aria-label="Day"]');
    expect([...day.options].map(({ text }) => text.trim())).to.deep.equal(['1 Mar (3)', '28 Feb (2)']);
    day.selectedIndex = 1;
    day.dispatchEvent(new Event('change'));
    run(0.1);
    await settled(home);
    expect(words(bar)).to.contain('28 Feb').and.contain('0 of 2 commits');
  });

  it('counts a single commit as one', async () => {
    set(commits.slice(0, 1));
    const { bar } = await open();
    expect(words(bar)).to.match(/0 of 1 commit(?!s)/);
  });

  it('says that today has no commits, and offers the days that have', async () => {
    set(commits.slice(3));
    const { home, bar } = await open();
    expect(words(bar)).to.contain('No commits so far on 1 Mar. Other days with commits:');
    await expect(bar).to.be.accessible();
    find<HTMLButtonElement>(bar, '.days button').click();
    run(0.1);
    await settled(home);
    expect(words(bar)).to.contain('0 of 2 commits');
  });

  for (const [reading, says] of [
    [{ state: 'loading', source: 'x' }, 'Loading the commits…'],
    [
      { state: 'error', source: 'x', cause: 'code.example answered 502' },
      'The commits cannot be read: code.example answered 502.',
    ],
    [
      { state: 'offline', source: 'x', cause: 'no network' },
      'Offline, and no commits are known yet: no network.',
    ],
    [{ state: 'empty', source: 'local/home', fetchedAt: NOW }, 'There are no commits yet in local/home.'],
  ] as const)
    it(`says what is wrong while the reading is ${reading.state}`, async () => {
      state.readings.commits.set(reading);
      const { bar } = await open();
      expect(words(bar)).to.contain(says);
      expect(inside(bar).querySelector('.days')).to.equal(null);
      await expect(bar).to.be.accessible();
    });

  it('says since when the day is known, when the list does not reach its start', async () => {
    set(Array.from({ length: 50 }, (_unused, i) => commit(700 - i)));
    const { bar } = await open();
    expect(words(bar)).to.contain('known from 10:51').and.contain('of 50+ commits');
    expect(find(bar, 'input').getAttribute('aria-valuetext')).to.contain('of at least 50 commits');
    const days = [...inside(bar).querySelectorAll('select[aria-label="Day"] option')];
    expect(days[0]?.textContent).to.equal('1 Mar (50+)');
    // Nothing is replayed that is not known.
    expect(bar.shadowRoot?.querySelector('.clock')?.textContent).to.equal('10:51');
  });

  it('starts a clip, shows its progress, and saves or cancels it', async () => {
    const { home, bar } = await open();
    const { video: clip, videoCommand: clipOrder } = state.timeLapse;
    button(bar, 'Record a clip from here').click();
    expect(clipOrder.get().detail).to.equal('start');
    clip.set({ phase: 'recording', seconds: 72.4, bytes: 3_210_000 });
    await settled(home);
    expect(words(bar)).to.contain('Recording 1:12 · 3.2 MB');
    expect(inside(bar).querySelector('[aria-label="Day"]'), 'a clip is one of a day').to.equal(null);
    button(bar, 'Stop recording and save the clip').click();
    expect(clipOrder.get().detail).to.equal('stop');
    button(bar, 'Cancel the recording').click();
    expect(clipOrder.get().detail).to.equal('cancel');
    await expect(bar).to.be.accessible();
  });

  it('saves a clip once, stays after the mode until it is closed, and says why there is none', async () => {
    const { home } = await open();
    const saved: string[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push(this.download);
    };
    try {
      const { video: clip, videoCommand: clipOrder } = state.timeLapse;
      clip.set({ phase: 'finishing' });
      dispatchView(state, { kind: 'escape' });
      run(0.1);
      await settled(home);
      clip.set({
        phase: 'done',
        file: new Blob(['film']),
        fileName: 'home-time-lapse-2026-03-01.webm',
        note: '',
      });
      await settled(home);
      const bar = find(home, 'hw-time-lapse');
      expect(saved).to.deep.equal(['home-time-lapse-2026-03-01.webm']);
      expect(words(bar)).to.contain('Saved home-time-lapse-2026-03-01.webm');
      await expect(bar).to.be.accessible();
      button(bar, 'Close the clip').click();
      expect(clipOrder.get().detail).to.equal('dismiss');
      clip.set({ phase: 'failed', cause: 'no encoder' });
      await settled(home);
      expect(words(bar)).to.contain('No clip: no encoder.');
      clip.set({ phase: 'idle' });
      await settled(home);
      expect(inside(home).querySelector('hw-time-lapse')).to.equal(null);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });

  it('has a button that says why it cannot record', async () => {
    state.timeLapse.video.set({ phase: 'impossible', cause: 'this browser has no recorder (MediaRecorder)' });
    const { bar } = await open();
    const record = button(bar, 'Record a clip from here');
    expect(record.title).to.equal('Cannot record a clip: this browser has no recorder (MediaRecorder)');
    const before = state.timeLapse.videoCommand.get();
    record.click();
    expect(state.timeLapse.videoCommand.get()).to.equal(before);
  });

  it('returns the focus when its button closes it', async () => {
    const { home, bar } = await open();
    const leave = button(bar, 'Leave the time-lapse');
    leave.focus();
    leave.click();
    await waitUntil(() => document.activeElement === home.querySelector('canvas'));
  });

  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [1024, 700],
    [1280, 720],
  ] as const)
    it(`leaves the middle free and its targets large at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const { home, bar } = await open();
      await settled(home);
      const box = find(bar, 'section').getBoundingClientRect();
      expect(box.width).to.be.at.most(width);
      expect(box.bottom).to.be.at.most(height);
      expect(box.top).to.be.at.least(height / 2);
      for (const one of inside(bar).querySelectorAll('button, select, input')) {
        if (!one.checkVisibility()) continue;
        const target = one.getBoundingClientRect();
        expect(target.right, one.outerHTML).to.be.at.most(box.right + 1);
        expect(target.left, one.outerHTML).to.be.at.least(box.left - 1);
        if (one.matches('button')) expect(Math.min(target.width, target.height)).to.be.at.least(32);
      }
      for (const other of ['hw-header', '.foot > *', 'hw-relay-feed', 'hw-hud'])
        for (const element of inside(home).querySelectorAll(other)) {
          const away = element.getBoundingClientRect();
          if (away.width * away.height === 0 || !element.checkVisibility()) continue;
          const apart =
            away.right <= box.left ||
            away.left >= box.right ||
            away.bottom <= box.top ||
            away.top >= box.bottom;
          expect(apart, other).to.equal(true);
        }
    });
});
