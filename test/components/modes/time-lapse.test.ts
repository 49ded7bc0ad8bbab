import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { AgentDay } from '../../../data/day/agent-day.ts';
import { replayedDay } from '../../../data/day/replayed-day.ts';
import { seek, startTimeLapse } from '../../../data/time-lapse/time-lapse-commands.ts';
import { find, inside, words } from '../app/home-state.ts';
import { boxOf, startWide } from '../app/show-home.ts';
import { NOW, button, commit, commits, open, run, setCommits, settled, state } from './time-lapse-bar.ts';
import { withAgents } from '../../../data/time-lapse/time-lapse.ts';
import { session } from '../../helpers/sessions.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const slider = (bar: HTMLElement): HTMLInputElement => find(bar, 'input');
const mode = (): string => state.view.get().mode;

describe('hw-time-lapse', () => {
  startWide();

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

  it('says what the agents do, marks waits, failures and merges by shape, and offers the day as files', async () => {
    state.readings.merged.set({
      state: 'live',
      source: 'local/home',
      fetchedAt: NOW,
      value: [{ number: 7, title: 'The quay', author: 'ada', mergedAt: commit(300).authoredAt }],
    });
    const { home, bar } = await open();
    const before = state.timeLapse.run.get()!;
    const change = (minute: number, given: Parameters<typeof session>[0]) => ({
      at: before.from + minute * 60_000,
      session: session(given),
    });
    const day = replayedDay({
      from: before.from,
      until: NOW,
      audience: 'states',
      knownSince: before.from,
      isCut: false,
      changes: [
        change(60, { name: 'Codex', state: 'working' }),
        change(90, { name: 'Gemini CLI', state: 'waiting' }),
        change(200, { name: 'Codex', state: 'failed' }),
      ],
      counts: [],
      asks: [],
    });
    state.timeLapse.run.set(withAgents(before, day, NOW));
    state.timeLapse.playing.set(false);
    seek(state, 120 / 721);
    run(0.5);
    await settled(home);
    expect(words(bar)).to.contain('1 waits · 1 at work');
    expect(slider(bar).getAttribute('aria-valuetext')).to.equal('02:00, 1 of 3 commits, 1 waits · 1 at work');
    const marks = [...inside(bar).querySelectorAll('.marks path')];
    expect(marks.map((mark) => mark.getAttribute('class')?.trim())).to.deep.equal([
      'ask past',
      'failure',
      'merge',
    ]);
    expect(new Set(marks.map((mark) => mark.getAttribute('d'))).size).to.equal(3);
    const files = [...inside(bar).querySelectorAll('a')].map((link) => link.getAttribute('href'));
    const query = `from=${before.from}&until=${before.to}`;
    expect(files).to.deep.equal([`api/day.md?${query}`, `api/day.json?${query}`]);
    await expect(bar).to.be.accessible();
    // Merged pull requests that are read later are marked too.
    state.readings.merged.set({ state: 'empty', source: 'local/home', fetchedAt: NOW });
    await settled(home);
    expect(inside(bar).querySelectorAll('.marks path').length).to.equal(2);
  });

  it('offers the days of which only the agents are stored, while the commits cannot be read', async () => {
    state.readings.commits.set({ state: 'error', source: 'x', cause: 'code.example answered 502' });
    const { home, bar } = await open();
    const before = state.timeLapse.run.get()!;
    const stored = {
      from: before.from,
      until: NOW,
      audience: 'states',
      knownSince: before.from - 2 * 86_400_000,
      isCut: false,
      changes: [],
      counts: [],
      asks: [],
    } as AgentDay;
    state.timeLapse.run.set(withAgents(before, replayedDay(stored), NOW));
    await settled(home);
    expect(words(bar)).to.contain('The commits cannot be read: code.example answered 502.');
    expect(inside(bar).querySelectorAll('.days option').length).to.equal(3);
    await expect(bar).to.be.accessible();
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
    expect(mode(), 'the end is kept').to.equal('time-lapse');
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
    // A link, or the resident, may name a day that the visitor has chosen before.
    for (const [date, index] of [
      ['2026-03-01', 0],
      ['2026-02-28', 1],
    ] as const) {
      startTimeLapse(state, { day: date });
      run(0.1);
      await settled(home);
      expect(day.selectedIndex, date).to.equal(index);
    }
  });

  it('counts a single commit as one', async () => {
    setCommits(commits.slice(0, 1));
    const { bar } = await open();
    expect(words(bar)).to.match(/0 of 1 commit(?!s)/);
  });

  it('says that today has no commits, and offers the days that have', async () => {
    setCommits(commits.slice(3));
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
    setCommits(Array.from({ length: 50 }, (_unused, i) => commit(700 - i)));
    const { bar } = await open();
    expect(words(bar)).to.contain('known from 10:51').and.contain('of 50+ commits');
    expect(find(bar, 'input').getAttribute('aria-valuetext')).to.contain('of at least 50 commits');
    const days = [...inside(bar).querySelectorAll('select[aria-label="Day"] option')];
    expect(days[0]?.textContent).to.equal('1 Mar (50+)');
    // The replay begins at the first known commit.
    expect(bar.shadowRoot?.querySelector('.clock')?.textContent).to.equal('10:51');
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
      for (const other of ['hw-header', '.foot > *', 'hw-today', 'hw-hud'])
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

  for (const [width, height, most] of [
    [390, 844, 0.24],
    [360, 640, 0.31],
    [320, 568, 0.35],
  ] as const)
    it(`covers at most ${most * 100} % of a phone’s picture with the header at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const { home } = await open();
      await settled(home);
      const parts = ['hw-header', ...[...find(home, '.foot').children].map(({ localName }) => localName)];
      const heights = [...parts, 'hw-time-lapse'].map((name) => boxOf(home, name)?.height ?? 0);
      expect(heights.reduce((sum, one) => sum + one, 0) / height).to.be.at.most(most);
    });

  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [844, 390],
  ] as const)
    it(`leaves 90 % of the picture free at ${width} × ${height}, and unfolds what it leaves out`, async () => {
      await setViewport({ width, height });
      const { home, bar } = await open();
      state.timeLapse.playing.set(false);
      seek(state, 520 / 721);
      run(0.5);
      await settled(home);
      const box = (): DOMRect => find(bar, 'section').getBoundingClientRect();
      expect((box().width * box().height) / (width * height)).to.be.at.most(0.1);
      for (const name of ['Play', 'Burst, speed, day and clip', 'Leave the time-lapse']) {
        const { left, right, width: across, height: high } = button(bar, name).getBoundingClientRect();
        expect([across, high], name).to.deep.equal([44, 44]);
        expect(left, name).to.be.at.least(0);
        expect(right, name).to.be.at.most(width);
      }
      expect(find(bar, '.clock').checkVisibility()).to.equal(true);
      expect(getComputedStyle(find(home, 'hw-hud')).visibility, 'readings of now').to.equal('hidden');
      const next = button(bar, 'Next burst of commits');
      expect(next.checkVisibility()).to.equal(false);
      button(bar, 'Burst, speed, day and clip').click();
      await settled(home);
      expect(next.checkVisibility()).to.equal(true);
      for (const control of inside(bar).querySelectorAll('.extras > *')) {
        const { right, height: high } = control.getBoundingClientRect();
        expect(high, control.ariaLabel ?? '').to.be.at.least(32);
        expect(right, control.ariaLabel ?? '').to.be.at.most(width);
      }
      expect(box().bottom).to.be.at.most(height);
      await expect(bar).to.be.accessible();
    });

  it('shows the buttons that end a recording on a phone', async () => {
    await setViewport({ width: 360, height: 640 });
    const { home, bar } = await open();
    state.timeLapse.video.set({ phase: 'recording', seconds: 1, bytes: 1 });
    await settled(home);
    expect(button(bar, 'Cancel the recording').checkVisibility()).to.equal(true);
  });
});
