import { aTimeout, expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { HwHome } from '../../../components/app/home.ts';
import { event, find, inside, liveState } from './home-state.ts';
import { openPanel } from '../../../components/app/open-panel.ts';
import { boxOf, overlap, readyState, showHome, startWide } from './show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

async function show(state = liveState()): Promise<HwHome> {
  const home = await showHome(state);
  await aTimeout(20);
  return home;
}

/** The visible panels, with their boxes. */
function boxes(element: HwHome): [string, DOMRect][] {
  const names = [
    'hw-header',
    'hw-chat',
    'hw-today',
    'hw-session-log',
    'hw-directory',
    'hw-debug',
    'hw-hints',
  ];
  return names.flatMap((name) => {
    const node = inside(element).querySelector(name);
    const panel = node?.shadowRoot?.querySelector<HTMLElement>('header, .panel');
    return panel?.checkVisibility() ? [[name, panel.getBoundingClientRect()] as [string, DOMRect]] : [];
  });
}

function expectNothingOverlaps(element: HwHome): void {
  const all = boxes(element).filter(
    ([name]) => name !== 'hw-directory' || find(element, 'hw-directory').getAttribute('mode') !== 'quiet',
  );
  all.forEach(([a, boxA], i) => {
    for (const [b, boxB] of all.slice(i + 1)) expect(overlap(boxA, boxB), `${a} over ${b}`).to.equal(false);
    expect(boxA.left, a).to.be.at.least(0);
    expect(boxA.right, a).to.be.at.most(innerWidth);
    expect(boxA.bottom, a).to.be.at.most(innerHeight);
  });
}

describe('the layout of hw-home', () => {
  startWide();

  it('has the empty places of its first frame where they are later, so that nothing shifts', async () => {
    const element = await show();
    const left = (): number => find(element, '.left').getBoundingClientRect().left;
    const later = left();
    const root = inside(element);
    root.adoptedStyleSheets = root.adoptedStyleSheets.slice(0, HwHome.elementStyles.length);
    expect(find(element, '.left').getBoundingClientRect().right).to.be.lessThan(innerWidth / 2);
    expect(left()).to.equal(later);
  });

  for (const [width, height, least] of [
    [1280, 720, 320],
    [1000, 500, 240],
  ] as const)
    it(`leaves the home as text enough room at ${width} × ${height}, beside Today`, async () => {
      await setViewport({ width, height });
      const state = liveState();
      state.relay.events.set(Array.from({ length: 10 }, (_, i) => event(i)));
      state.panels.directory.set(true);
      const element = await show(state);
      expect(boxOf(element, 'hw-directory')?.height).to.be.at.least(least);
      expectNothingOverlaps(element);
    });

  it('overlaps nothing on a wide screen with everything open', async () => {
    const state = liveState();
    for (const panel of [state.panels.chat, state.panels.debug, state.panels.log, state.panels.directory])
      panel.set(true);
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    state.world.hint.set({ label: 'A door', action: 'F — open' });
    state.relay.events.set(Array.from({ length: 10 }, (_, i) => event(i)));
    const element = await show(state);
    const panels = ['hw-chat', 'hw-today', 'hw-session-log', 'hw-directory', 'hw-debug'];
    await waitUntil(() => {
      const shown = boxes(element).map(([name]) => name);
      return panels.every((name) => shown.includes(name));
    });
    // The debug panel and the hints share the middle: debugging hides the view.
    state.panels.debug.set(false);
    await element.updateComplete;
    expectNothingOverlaps(element);
    await expect(element).to.be.accessible();
  });

  for (const [width, height] of [
    [360, 640],
    [640, 360],
    [768, 1024],
  ] as const) {
    it(`shows one sheet at a time at ${width} × ${height}, without overlaps`, async () => {
      await setViewport({ width, height });
      const state = liveState();
      state.world.status.set({ phase: 'ready', progress: 1, note: '' });
      const element = await show(state);
      expect(boxes(element).map(([name]) => name)).to.not.include('hw-today');
      for (const panel of ['chat', 'today', 'directory'] as const) {
        openPanel(state, panel);
        await element.updateComplete;
        await aTimeout(20);
        expectNothingOverlaps(element);
      }
      expect(document.documentElement.scrollWidth).to.be.at.most(width);
    });
  }

  for (const [width, height] of [
    [1280, 720],
    [844, 390],
    [390, 844],
    [360, 640],
  ] as const)
    it(`has header and readings in one row at ${width} × ${height}, nothing cut off`, async () => {
      await setViewport({ width, height });
      const element = await show();
      const header = boxOf(element, 'hw-header')!;
      const chips = boxOf(element, 'hw-hud')!;
      expect(header.height).to.be.at.most(52);
      expect(chips.top).to.be.at.least(header.top);
      expect(chips.bottom).to.be.at.most(header.bottom + 1);
      const first = find(find(element, 'hw-header'), '.icon').getBoundingClientRect();
      for (const chip of inside(find(element, 'hw-hud')).querySelectorAll('.row:not(.extra) .chip'))
        expect(chip.getBoundingClientRect().right, chip.textContent ?? '').to.be.at.most(first.left);
    });

  for (const [width, height] of [
    [844, 390],
    [390, 844],
    [320, 568],
  ] as const)
    it(`has a target of 44 pixels for each reading at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const hud = find(await show(), 'hw-hud');
      const name = (x: number, y: number): string | undefined =>
        inside(hud).elementFromPoint(x, y)?.closest<HTMLElement>('.chip')?.dataset['name'];
      // A chip without room is on a second line, which is not seen.
      const end = hud.getBoundingClientRect().bottom;
      const chips = [...inside(hud).querySelectorAll<HTMLElement>('.row:not(.extra) .chip')].filter(
        (chip) => chip.getBoundingClientRect().top < end,
      );
      expect(chips.length).to.be.at.least(2);
      for (const chip of chips) {
        const { left, top, right, bottom } = chip.getBoundingClientRect();
        const x = (left + right) / 2;
        expect(right - left).to.be.at.least(44);
        expect([name(x, bottom - 1), name(x, bottom - 43)]).to.deep.equal([
          chip.dataset['name'],
          chip.dataset['name'],
        ]);
        expect(bottom - top).to.be.at.least(44);
      }
    });

  for (const [width, height] of [
    [1280, 720],
    [844, 390],
    [390, 844],
    [320, 568],
  ] as const)
    it(`has room in the row for what the agent does at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const state = liveState();
      const now = state.now.get();
      state.resident.set({ name: 'A resident with quite a long name', attached: true, note: '' });
      state.activity.set({ state: 'thinking', task: 'words '.repeat(30), since: now, updatedAt: now });
      const element = await show(state);
      const chip = find(find(element, 'hw-hud'), '.chip[data-name=Now]');
      const box = chip.getBoundingClientRect();
      const header = boxOf(element, 'hw-header')!;
      expect(header.height).to.be.at.most(52);
      expect(box.top).to.be.at.least(header.top);
      expect(box.bottom).to.be.at.most(header.bottom + 1);
      const first = find(find(element, 'hw-header'), '.icon').getBoundingClientRect();
      expect(box.right).to.be.at.most(first.left);
      if (width > 320) expect(chip.scrollWidth, 'no word is cut').to.be.at.most(chip.clientWidth);
    });

  for (const [width, height, free] of [
    [844, 390, 0.86],
    [390, 844, 0.86],
    [360, 640, 0.86],
  ] as const)
    it(`leaves ${free * 100} % of a phone’s picture free at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const { matchMedia } = window;
      window.matchMedia = (query) =>
        /pointer: coarse/.test(query)
          ? Object.assign(new EventTarget() as MediaQueryList, { matches: true })
          : matchMedia(query);
      try {
        const element = await show(readyState());
        const parts = () =>
          (
            [
              ['hw-header', '.row'],
              ['hw-header', '.menu'],
              ['hw-hud', '.chip'],
              ['hw-hints', '.panel'],
            ] as const
          ).map(([name, part]) =>
            [...(find(element, name).shadowRoot?.querySelectorAll(part) ?? [])]
              .map((one) => one.getBoundingClientRect())
              // A chip without room is on a hidden second line.
              .filter(
                ({ top }) => name !== 'hw-hud' || top < find(element, name).getBoundingClientRect().bottom,
              ),
          );
        await waitUntil(() => parts().every((boxes) => boxes.some((box) => box.width > 0)));
        const covered = parts()
          .flat()
          .reduce((sum, box) => sum + box.width * box.height, 0);
        expect(1 - covered / (width * height)).to.be.at.least(free);
      } finally {
        window.matchMedia = matchMedia;
      }
    });

  it('keeps one sheet when the window becomes narrow', async () => {
    const state = liveState();
    state.panels.chat.set(true);
    await show(state);
    await setViewport({ width: 360, height: 640 });
    await waitUntil(() => !state.panels.today.get());
    expect(state.panels.chat.get()).to.equal(true);
  });

  it('shows the home as text where there is no WebGL', async () => {
    const state = liveState();
    const element = await show(state);
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2.' });
    await element.updateComplete;
    await waitUntil(() => find(element, 'hw-directory').getAttribute('mode') === 'page');
    expect(element.querySelector('canvas')?.checkVisibility()).to.equal(false);
    expect(find(element, 'hw-directory').getBoundingClientRect().width).to.be.greaterThan(300);
    const body = find(find(element, 'hw-directory'), '.body');
    expect(body.scrollWidth).to.equal(body.clientWidth);
    expectNothingOverlaps(element);
    await expect(element).to.be.accessible();
  });
});
