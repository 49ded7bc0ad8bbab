import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import '../../../components/chat/chat.ts';
import '../../../components/painted/painted-home.ts';
import '../../../components/panels/directory.ts';
import type { HwHome } from '../../../components/app/home.ts';
import type { HwPaintedHome } from '../../../components/painted/painted-home.ts';
import type { WeatherLabel } from '../../../data/readings/records.ts';
import type { State } from '../../../data/state.ts';
import { themeProperties } from '../../../theme/css.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { teamAtWork } from '../../helpers/sessions.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { NOW, find, inside, live, liveState } from '../app/home-state.ts';
import { focused, overlap, startWide } from '../app/show-home.ts';

/** A home whose painted files are those of this repository. */
const base = new URL('/public/', location.origin).href;
const pictureOf = (aspect: string, hour = 'noon', format = 'webp'): string =>
  `${base}painted/${aspect}-clear-${hour}.${format}`;

/** Noon at this place at `NOW`: the picture is not exchanged. */
const noon = { latitude: 10, longitude: 0 };

function withoutWorld(): State {
  const state = liveState(base);
  state.config.set({ ...state.config.get(), weather: { ...state.config.get().weather, ...noon } });
  // Today would cover the left of the picture.
  state.panels.today.set(false);
  state.world.painted.set(true);
  state.world.status.set({ phase: 'unavailable', progress: 0, note: 'this browser has no WebGL 2.' });
  return state;
}

async function show(state: State, picture: string): Promise<HwHome> {
  localStorage.setItem('home-world.first-words', 'yes');
  const box = await fixture<HTMLElement>(
    html`<div style=${themeProperties()}>
      <hw-home .state=${state}>
        <picture class="paint" slot="paint" style="position:absolute;inset:0">
          <img src=${picture} alt="" style="width:100%;height:100%;object-fit:cover" />
        </picture>
      </hw-home>
    </div>`,
  );
  return box.firstElementChild as HwHome;
}

/** The painted home once its labels stand in the picture. */
async function painted(state = withoutWorld(), picture = pictureOf('wide')): Promise<HwPaintedHome> {
  const home = await show(state, picture);
  const element = (): HwPaintedHome | null => inside(home).querySelector('hw-painted-home');
  await waitUntil(() => element()?.shadowRoot?.querySelector('.placed'), 'labels have their places');
  return element() as HwPaintedHome;
}

const textOf = (node: Element): string => (node.textContent ?? '').replace(/\s+/g, ' ').trim();
const placed = (element: Element): HTMLElement[] => [
  ...inside(element).querySelectorAll<HTMLElement>('.placed > .label'),
];
const listed = (element: Element): HTMLElement[] => [
  ...inside(element).querySelectorAll<HTMLElement>('.list .label'),
];
const control = (element: Element, text: string): HTMLElement => {
  const found = [...placed(element), ...listed(element)].find((node) => textOf(node).includes(text));
  if (!found) throw new Error(`nothing says “${text}”`);
  return found;
};

describe('hw-painted-home', () => {
  startWide();

  it('moves the picture against the mouse, but not with reduced motion', async () => {
    const state = withoutWorld();
    await painted(state);
    const image = document.querySelector('.paint img') as HTMLImageElement;
    const move = (pointerType: string): void => {
      dispatchEvent(new PointerEvent('pointermove', { pointerType, clientX: innerWidth, clientY: 0 }));
    };
    move('touch');
    expect(image.style.translate).to.equal('');
    move('mouse');
    expect(image.style.translate).to.equal('-0.9% 0.9%');
    const { width } = image.parentElement?.getBoundingClientRect() ?? {};
    await Promise.all(image.getAnimations().map(({ finished }) => finished));
    const { left, right } = image.getBoundingClientRect();
    expect(left, 'the picture covers the window').to.be.at.most(0);
    expect(right).to.be.at.least(width ?? 0);
    state.world.reducedMotion.set(true);
    await waitUntil(() => image.style.scale === '', 'the picture stands still');
    move('mouse');
    expect(image.style.translate).to.equal('');
  });

  it('moves no picture after it is removed', async () => {
    const state = withoutWorld();
    const element = await painted(state);
    const image = document.querySelector('.paint img') as HTMLImageElement;
    state.world.status.set({ ...state.world.status.get(), note: 'this is another note.' });
    element.remove();
    await element.updateComplete;
    dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse', clientX: innerWidth, clientY: 0 }));
    expect([image.style.scale, image.style.translate]).to.deep.equal(['', '']);
  });

  it('says at each thing of the picture what its reading says, from left to right', async () => {
    const element = await painted();
    const texts = placed(element).map(textOf);
    for (const text of [
      'Talk to Timmy at rest',
      'The garden Playable · public',
      'The forge Offline · public',
      'Sovereignty 72% Mostly local',
      'Last commits 1 h ago by Ada',
      'Portals 1 of 2 online',
      'Place and time 71.7°F Clear · 840000',
    ])
      expect(texts).to.include(text);
    const middles = placed(element).map((label) => {
      const { left, right } = label.getBoundingClientRect();
      return Math.round((left + right) / 2);
    });
    expect(middles).to.deep.equal(middles.toSorted((a, b) => a - b));
    expect(textOf(find(element, '.note'))).to.include('Painted at noon; the words are live.');
    expect(textOf(find(element, '.note'))).to.include('this browser has no WebGL 2.');
    await expect(element).to.be.accessible();
  });

  it('has a button that enters a world which is only offered', async () => {
    const state = withoutWorld();
    let entered = 0;
    const note = 'this computer takes about 0.2 seconds to draw a picture of it.';
    state.world.status.set({ phase: 'unavailable', progress: 0, note, enter: () => entered++ });
    const element = await painted(state);
    expect(textOf(find(element, '.offer p'))).to.equal(`The 3D world waits: ${note}`);
    expect(textOf(find(element, '.note'))).not.to.include(note);
    find(element, '.offer button').click();
    expect(entered).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('covers no word with another, at three sizes of a window', async () => {
    for (const [width, height, aspect] of [
      [1280, 720, 'wide'],
      [390, 844, 'tall'],
      [844, 390, 'low'],
    ] as const) {
      await setViewport({ width, height });
      const state = withoutWorld();
      state.readings.sessions.set({
        state: 'live',
        source: 'reports',
        fetchedAt: NOW,
        value: teamAtWork(NOW),
      });
      const element = await painted(state, pictureOf(aspect));
      const header = (element.getRootNode() as ShadowRoot).querySelector('hw-header') as Element;
      const boxes = [...placed(element), find(element, '.list'), find(header, 'header')].map((node) =>
        node.getBoundingClientRect(),
      );
      boxes.forEach((box, index) => {
        for (const other of boxes.slice(index + 1)) expect(overlap(box, other)).to.equal(false);
        expect(box.left).to.be.at.least(0);
        expect(box.right).to.be.at.most(width);
        expect(box.bottom).to.be.at.most(height);
      });
      const all = [...placed(element), ...listed(element)].map(textOf);
      expect(new Set(all).size, 'each once').to.equal(all.length);
      for (const text of ['Talk to Timmy', 'The garden', 'The forge', 'Sovereignty', 'Agents', 'Claude Code'])
        expect(
          all.some((one) => one.includes(text)),
          `${width} × ${height}: ${text}`,
        ).to.equal(true);
      for (const label of placed(element))
        expect(parseFloat(getComputedStyle(label).fontSize)).to.be.at.least(13);
    }
  });

  it('shows the rows of what is in the list once, below its label', async () => {
    await setViewport({ width: 844, height: 390 });
    const element = await painted(withoutWorld(), pictureOf('low'));
    const [label] = listed(element).filter((one) => one.hasAttribute('aria-expanded'));
    label?.click();
    await element.updateComplete;
    expect(label?.getAttribute('aria-expanded')).to.equal('true');
    expect(inside(element).querySelectorAll('.rows')).to.have.length(1);
    await expect(element).to.be.accessible();
  });

  it('shows the rows of a panel with source and age, and Esc closes them', async () => {
    const element = await painted();
    const commits = control(element, 'Last commits');
    commits.focus();
    commits.click();
    await element.updateComplete;
    expect(commits.getAttribute('aria-expanded')).to.equal('true');
    const rows = find(element, '.rows');
    expect(textOf(rows)).to.include('Draw the stars — Ada');
    expect(textOf(rows)).to.include('local/home · 1 min ago');
    const { left, right, top, bottom } = rows.getBoundingClientRect();
    expect(left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight).to.equal(true);
    await expect(element).to.be.accessible();
    rows.focus();
    rows.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }));
    await element.updateComplete;
    expect(inside(element).querySelector('.rows')).to.equal(null);
    expect(focused() === commits).to.equal(true);
  });

  it('follows its readings', async () => {
    const state = withoutWorld();
    const element = await painted(state);
    const { readings } = state;
    readings.weather.set({ state: 'error', source: 'api.open-meteo.com', cause: 'HTTP 500' });
    await element.updateComplete;
    expect(textOf(control(element, 'Place and time'))).to.include('ERROR');
    readings.sovereignty.set({ state: 'loading', source: 'sovereignty-status.json' });
    await element.updateComplete;
    expect(textOf(control(element, 'Sovereignty'))).to.include('—');
  });

  it('leads through open portals by a link, and says why the others are closed', async () => {
    const state = withoutWorld();
    const element = await painted(state);
    const travels = state.travel.reader();
    const garden = control(element, 'The garden') as HTMLAnchorElement;
    expect(garden.getAttribute('href')).to.equal(new URL('/garden/', base).href);
    garden.click();
    expect(travels.last()).to.deep.equal({ portalId: 'garden', href: garden.href });
    control(element, 'The forge').click();
    await element.updateComplete;
    expect(textOf(find(element, '.rows'))).to.include('Closed. This world is offline.');
  });

  it('says of a portal without an address that it has none', async () => {
    const state = withoutWorld();
    setPortals(state, [portal('lab', { destination: {} })]);
    const element = await painted(state);
    expect(textOf(control(element, 'World lab'))).to.include('No address yet');
    control(element, 'World lab').click();
    await element.updateComplete;
    expect(textOf(find(element, '.rows'))).to.include('Closed. No address yet.');
  });

  it('opens the chat at the resident, and Today at who waits', async () => {
    const state = withoutWorld();
    state.readings.sessions.set({ state: 'live', source: 'reports', fetchedAt: NOW, value: teamAtWork(NOW) });
    const element = await painted(state);
    expect(textOf(control(element, 'Claude Code'))).to.include('waits for permission, 38 min');
    control(element, 'Claude Code').click();
    expect(state.panels.today.get()).to.equal(true);
    control(element, 'Talk to Timmy').click();
    expect(state.panels.chat.get()).to.equal(true);
    await waitUntil(() => focused()?.localName === 'textarea', 'the cursor is in the chat');
  });

  it('gives way to the home as text, which has the same words, while that is open', async () => {
    const state = withoutWorld();
    const element = await painted(state);
    const page = element.getRootNode() as ShadowRoot;
    expect(page.querySelector('hw-directory')).to.equal(null);
    find<HTMLButtonElement>(element, '.note button').click();
    await waitUntil(
      () => page.querySelector('hw-directory')?.getAttribute('mode') === 'panel',
      'the text opens',
    );
    await element.updateComplete;
    expect(element.inert).to.equal(true);
    state.panels.directory.set(false);
    await waitUntil(() => !element.inert, 'the words are back');
  });

  it('has the focus again after what it has opened, and Today has it while it is open', async () => {
    const state = withoutWorld();
    state.readings.sessions.set(live('agent sessions', teamAtWork(NOW)));
    const element = await painted(state);
    const home = (element.getRootNode() as ShadowRoot).host as HwHome;
    const page = inside(home);
    // The deferred part of the shell sets this, and remembers what had the focus.
    await waitUntil(() => home.style.getPropertyValue('--hw-height') !== '');
    const isIn = (tag: string) => page.activeElement?.localName === tag;
    const esc = (): void =>
      void focused()?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true }),
      );
    const asText = [...inside(element).querySelectorAll<HTMLElement>('button')].find((button) =>
      textOf(button).includes('home as text'),
    )!;
    for (const [opener, tag] of [
      [() => asText, 'hw-directory'],
      [() => control(element, 'Talk to'), 'hw-chat'],
      [() => inside(element).querySelector<HTMLElement>('.placed [data-kind=today]')!, 'hw-today'],
    ] as const) {
      const words = textOf(opener());
      opener().focus();
      opener().click();
      await waitUntil(() => isIn(tag), `${words}: the focus is in ${tag}`);
      // In a wide window Esc does not close Today.
      if (tag === 'hw-today') state.panels.today.set(false);
      else esc();
      await waitUntil(() => isIn('hw-painted-home'), `${words}: the focus is back`);
      expect(textOf(focused()!)).to.equal(words);
    }
  });

  it('exchanges the picture when another hour begins at the home’s place', async () => {
    const state = withoutWorld();
    const element = await painted(state);
    const config = state.config.get();
    state.config.set({ ...config, weather: { ...config.weather, longitude: 180 } });
    await waitUntil(
      () => textOf(find(element, '.note')).includes('Painted at midnight; the words are live.'),
      'the picture is that of midnight',
    );
  });

  it('exchanges the picture when the weather changes, unless the new one cannot be loaded', async () => {
    const state = withoutWorld();
    const element = await painted(state, pictureOf('wide', 'noon', 'avif'));
    const { fetch } = window;
    const asked: string[] = [];
    const become = (code: number, label: WeatherLabel): void =>
      state.readings.weather.set(live('weather', { temperatureF: 40, code, label }));
    try {
      window.fetch = (address, init) => {
        const { url } = new Request(address);
        // The page also asks for other files, such as the service worker's.
        if (!url.includes('/painted/')) return fetch(address, init);
        asked.push(url);
        return Promise.resolve(new Response('', { status: 504 }));
      };
      become(73, 'Snow');
      await waitUntil(() => asked.length > 0, 'the new picture is asked for');
      await element.updateComplete;
    } finally {
      window.fetch = fetch;
    }
    expect(asked).to.deep.equal([`${base}painted/wide-snow-noon.avif`]);
    expect(textOf(find(element, '.note'))).to.include('Painted at noon; the words are live.');
    expect(placed(element).length).to.be.above(0);
    become(63, 'Rain');
    await waitUntil(
      () => textOf(find(element, '.note')).includes('Painted at noon in rain; the words are live.'),
      'the picture is that of rain',
    );
  });

  it('leaves the page to the home as text where the picture or its places cannot be loaded', async () => {
    for (const [home, picture] of [
      [base, `${base}painted/none.webp`],
      ['https://home.example/', pictureOf('wide')],
    ] as const) {
      const state = liveState(home);
      state.world.painted.set(true);
      state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL' });
      const element = await show(state, picture);
      await waitUntil(
        () => inside(element).querySelector('hw-directory')?.getAttribute('mode') === 'page',
        'the home as text is the page',
      );
      expect(inside(element).querySelector('hw-painted-home')).to.equal(null);
    }
  });
});
