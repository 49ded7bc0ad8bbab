import { aTimeout, expect, nextFrame } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import type { HwPhotoBar } from '../../../components/modes/photo-bar.ts';
import type { State } from '../../../data/state.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { fixedAspect, photoFormats } from '../../../data/photo/photo.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, inside, words } from '../app/home-state.ts';
import { readyState, showHome } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const BUBBLES = { bubbles: true, composed: true };
const SCREEN = { width: 1280, height: 720, pixelRatio: 1, maxEdge: 16_384, maxPixels: 33_177_600 };

interface Shown {
  readonly home: HwHome;
  readonly bar: HwPhotoBar;
  readonly state: State;
}

function ready(): State {
  const state = readyState();
  state.photo.screen.set(SCREEN);
  return state;
}

async function show(state = ready()): Promise<Shown> {
  const home = await showHome(state);
  dispatchView(state, { kind: 'enter', mode: 'photo' });
  await waitUntil(() => inside(home).querySelector('hw-photo-bar')?.shadowRoot?.querySelector('section'));
  return { home, bar: find<HwPhotoBar>(home, 'hw-photo-bar'), state };
}

const button = (bar: HwPhotoBar, label: string): HTMLButtonElement =>
  find<HTMLButtonElement>(bar, `button[aria-label="${label}"]`);

/** Replaces the clipboard; call the result to restore it. */
function withClipboard(value: object | undefined): () => void {
  const { clipboard } = navigator;
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
  return () => Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
}

/** A system that shares pictures, and refuses the first because the gesture is too long ago. */
function withShare(): { readonly shared: ShareData[]; readonly restore: () => void } {
  const shared: ShareData[] = [];
  const answers = [new DOMException('late', 'NotAllowedError')];
  const own = {
    canShare: () => true,
    share: async (data: ShareData) => {
      const error = answers.shift();
      if (error) throw error;
      shared.push(data);
    },
  };
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(navigator, name, { value, configurable: true });
  const restore = (): void => Object.keys(own).forEach((name) => Reflect.deleteProperty(navigator, name));
  return { shared, restore };
}

/** The bar with a picture for which the visitor must press Share again. */
async function showKept(): Promise<Shown> {
  const shown = await show();
  const { bar, state } = shown;
  button(bar, 'Share the picture').click();
  state.photo.take.get().detail?.done({ file: new Blob(['x'], { type: 'image/png' }), name: 'a.png' });
  await waitUntil(() => words(bar).includes('Press Share again'));
  return shown;
}

describe('the photo bar', () => {
  it('is the only element before the picture, and is accessible', async () => {
    const { home, bar } = await show();
    expect(getComputedStyle(find(home, 'hw-header')).visibility).to.equal('hidden');
    expect(find(home, 'hw-chat')).to.exist;
    expect(getComputedStyle(bar).visibility).to.equal('visible');
    await expect(bar).to.be.accessible();
  });

  it('moves the focus with [ and ] and its buttons by half a metre, within 0.5 to 200 m', async () => {
    const { bar, state } = await show();
    await sendKeys({ press: ']' });
    expect(state.photo.focus.get()).to.equal(17.5);
    await sendKeys({ press: '[' });
    await sendKeys({ press: '[' });
    await bar.updateComplete;
    expect(words(bar)).to.contain('16.5 m');
    button(bar, 'Focus farther').click();
    expect(state.photo.focus.get()).to.equal(17);
    state.photo.focus.set(0.5);
    await sendKeys({ press: '[' });
    expect(state.photo.focus.get()).to.equal(0.5);
    state.photo.focus.set(200);
    button(bar, 'Focus farther').click();
    expect(state.photo.focus.get()).to.equal(200);
  });

  it('chooses a format, and shows the size of the picture and the graphics card’s limit', async () => {
    const { bar, state } = await show();
    const select = find<HTMLSelectElement>(bar, 'select');
    expect([...select.options].map(({ text }) => text)).to.deep.equal([
      'Window · 1280 × 720',
      'Window, 2 times · 2560 × 1440',
      'Window, 4 times · 5120 × 2880',
      'Link · 1200 × 630',
      'Upright · 1080 × 1920',
    ]);
    const choose = (index: number): void => {
      select.selectedIndex = index;
      select.dispatchEvent(new Event('change'));
    };
    choose(2);
    expect(state.photo.format.get().name).to.equal('Window, 4 times');
    state.photo.screen.set({ ...SCREEN, maxEdge: 4096 });
    await waitUntil(() => words(bar).includes('the picture will be 4096 × 2304'));
    expect(words(bar)).to.contain('more than the device can draw');
  });

  for (const [width, height] of [
    [1280, 720],
    [390, 844],
    [844, 390],
  ] as const)
    it(`frames a fixed format above the bar at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const { bar, state } = await show();
      state.photo.screen.set({ ...SCREEN, width, height });
      const frame = find(bar, '.frame');
      for (const format of photoFormats.slice(3)) {
        state.photo.format.set(format);
        const aspect = fixedAspect(format) as number;
        await waitUntil(() => Math.abs(frame.clientWidth / frame.clientHeight - aspect) < 0.05 * aspect);
        const box = frame.getBoundingClientRect();
        expect((box.left + box.right) / 2, 'in the middle').to.be.closeTo(width / 2, 1);
        expect((box.top + box.bottom) / 2).to.be.closeTo(height / 2, 1);
        expect(box.bottom).to.be.at.most(find(bar, 'section').getBoundingClientRect().top);
        expect(state.photo.frame.get()).to.be.closeTo(box.height / height, 0.01);
      }
      state.photo.format.set(photoFormats[0]);
      await waitUntil(() => state.photo.frame.get() === 1);
      const caption = find(bar, '.caption').getBoundingClientRect();
      expect(caption.bottom).to.be.closeTo(height, 1);
      expect(find(bar, 'section').getBoundingClientRect().bottom).to.be.at.most(caption.top);
      await setViewport({ width: 1280, height: 720 });
    });

  it('keeps a frame in a window that is lower than the bar', async () => {
    await setViewport({ width: 640, height: 150 });
    const { bar, state } = await show();
    state.photo.screen.set({ ...SCREEN, width: 640, height: 150 });
    state.photo.format.set(photoFormats.at(-1)!);
    const frame = find(bar, '.frame');
    await waitUntil(() => frame.clientHeight > 0 && frame.clientHeight < 60);
    expect(state.photo.frame.get()).to.be.greaterThan(0);
    await setViewport({ width: 1280, height: 720 });
  });

  it('has the home’s name, the date and what is known of the day in the caption', async () => {
    const state = ready();
    const { bar } = await show(state);
    const now = state.now.get();
    const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(now);
    const caption = (): string => find(bar, '.caption').textContent ?? '';
    state.readings.commits.set({ state: 'empty', source: 'local/home', fetchedAt: now });
    await waitUntil(() => caption() === `Home World${date}`, caption());
    const value = [1, 2].map((hour) => ({
      sha: `${hour}`,
      author: 'Ada',
      title: 'One',
      authoredAt: now - hour * 3_600_000,
    }));
    state.readings.commits.set({ state: 'live', source: 'local/home', fetchedAt: now, value });
    await waitUntil(() => caption().startsWith(`Home World${date} · 2 commits`), caption());
  });

  it('takes one picture at a time with Enter or the shutter, without a request', async () => {
    const { bar, state } = await show();
    await sendKeys({ press: 'Enter' });
    expect(state.photo.take.get().count).to.equal(1);
    expect(state.panels.chat.get()).to.equal(false);
    expect(state.photo.take.get().detail?.at).to.equal(state.now.get());
    state.photo.progress.set({ phase: 'taking' });
    await waitUntil(() => inside(bar).querySelector('progress'));
    for (const label of ['Save the picture', 'Copy the picture'])
      expect(button(bar, label).ariaDisabled, label).to.equal('true');
    await sendKeys({ press: 'Enter' });
    expect(state.photo.take.get().count).to.equal(1);
    state.photo.progress.set({ phase: 'failed', note: 'There is no room. Choose a smaller size.' });
    await waitUntil(() => words(bar).includes('Choose a smaller size'));
    button(bar, 'Save the picture').click();
    expect(state.photo.take.get().count).to.equal(2);
  });

  it('keeps the focus on the shutter while a picture is taken', async () => {
    const { bar, state } = await show();
    const shutter = button(bar, 'Save the picture');
    shutter.focus();
    await sendKeys({ press: 'Enter' });
    state.photo.progress.set({ phase: 'taking' });
    await waitUntil(() => shutter.ariaDisabled === 'true');
    await nextFrame();
    await nextFrame();
    expect(inside(bar).activeElement === shutter).to.equal(true);
    await sendKeys({ press: 'Enter' });
    expect(state.photo.take.get().count).to.equal(1);
  });

  it('disables the shutter while the photo mode is prepared or the graphics card is lost, and says so', async () => {
    const { bar, state } = await show();
    state.world.settling.set(true);
    await waitUntil(() => words(bar).includes('Preparing the photo mode'));
    await sendKeys({ press: 'Enter' });
    expect(state.photo.take.get().count).to.equal(0);
    state.world.settling.set(false);
    state.world.status.set({ phase: 'lost', progress: 1, note: 'The graphics card took its picture away.' });
    await waitUntil(() => words(bar).includes('took its picture away'));
    expect(button(bar, 'Save the picture').ariaDisabled).to.equal('true');
  });

  it('downloads a finished picture under its name, and releases it', async () => {
    const { bar, state } = await show();
    const saved: { name: string; href: string }[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, href: this.href });
    };
    const later: (() => void)[] = [];
    const { setTimeout } = window;
    // Safari on phones reads the address some time after the click.
    const keep = (run: () => void, ms: number): number =>
      ms === 60_000 ? later.push(run) : setTimeout(run, ms);
    Object.assign(window, { setTimeout: keep });
    await sendKeys({ press: 'Enter' });
    state.photo.take.get().detail?.done({ file: new Blob(['x']), name: 'Home-2026-11-21-064000.png' });
    await waitUntil(() => saved.length > 0);
    HTMLAnchorElement.prototype.click = click;
    Object.assign(window, { setTimeout });
    expect(saved.map(({ name }) => name)).to.deep.equal(['Home-2026-11-21-064000.png']);
    await waitUntil(() => words(bar).includes('Saved as Home-2026-11-21-064000.png'));
    const isThere = (): Promise<boolean> =>
      fetch(saved[0]?.href ?? '').then(
        () => true,
        () => false,
      );
    await aTimeout(20);
    expect([later.length, await isThere()]).to.deep.equal([1, true]);
    later[0]?.();
    expect(await isThere(), 'the address is revoked').to.equal(false);
  });

  it('copies a picture with C or its button, and says so', async () => {
    const { bar, state } = await show();
    const copied: Blob[] = [];
    const restore = withClipboard({
      write: async ([item]: ClipboardItem[]) => void copied.push((await item?.getType('image/png')) as Blob),
    });
    try {
      await sendKeys({ press: 'c' });
      expect(state.photo.take.get().count).to.equal(1);
      state.photo.take.get().detail?.done({ file: new Blob(['x'], { type: 'image/png' }), name: 'a.png' });
      await waitUntil(() => words(bar).includes('Picture copied'));
      expect(copied).to.have.length(1);
      button(bar, 'Copy the picture').click();
      state.photo.take.get().detail?.done(undefined);
      await aTimeout(20);
      expect(words(bar), 'without a picture it says nothing').not.to.include('copied');
    } finally {
      restore();
    }
  });

  for (const [clipboard, text] of [
    [undefined, 'This browser cannot copy pictures. Save the picture instead.'],
    [{}, 'This browser cannot copy pictures. Save the picture instead.'],
    [
      { write: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
      'The browser did not allow the copy. Save the picture instead.',
    ],
  ] as const)
    it(`says why it does not copy: ${text}`, async () => {
      const { bar, state } = await show();
      const restore = withClipboard(clipboard);
      try {
        button(bar, 'Copy the picture').click();
        state.photo.take.get().detail?.done({ file: new Blob(['x']), name: 'a.png' });
        await waitUntil(() => words(bar).includes(text), words(bar));
      } finally {
        restore();
      }
    });

  it('shares a picture where the system can, and keeps it if the gesture is too long ago', async () => {
    const { shared, restore } = withShare();
    try {
      const { bar, state } = await showKept();
      button(bar, 'Share the picture').click();
      await waitUntil(() => words(bar).includes('Picture shared'));
      expect(state.photo.take.get().count, 'the same picture').to.equal(1);
      expect(shared[0]?.files?.map(({ name, type }) => [name, type])).to.deep.equal([['a.png', 'image/png']]);
    } finally {
      restore();
    }
  });

  for (const [what, act] of [
    ['a key', () => sendKeys({ press: 'd' })],
    ['an arrow', () => sendKeys({ press: 'ArrowLeft' })],
    [
      'the wheel',
      ({ home }) => home.querySelector('canvas')?.dispatchEvent(new WheelEvent('wheel', BUBBLES)),
    ],
    [
      'a press',
      ({ home }) => home.querySelector('canvas')?.dispatchEvent(new PointerEvent('pointerdown', BUBBLES)),
    ],
    ['the key of the focus', () => sendKeys({ press: ']' })],
    ['the button of the focus', ({ bar }) => button(bar, 'Focus farther').click()],
  ] as const satisfies readonly (readonly [string, (shown: Shown) => unknown])[])
    it(`does not share the kept picture after ${what} has changed what is seen`, async () => {
      const { restore } = withShare();
      try {
        const shown = await showKept();
        await act(shown);
        await shown.bar.updateComplete;
        expect(words(shown.bar)).not.to.contain('Press Share again');
        button(shown.bar, 'Share the picture').click();
        expect(shown.state.photo.take.get().count, 'another picture').to.equal(2);
      } finally {
        restore();
      }
    });

  it('keeps the picture for Share with the keyboard', async () => {
    const { restore } = withShare();
    try {
      const { bar, state } = await showKept();
      await sendKeys({ press: 'Tab' });
      button(bar, 'Share the picture').focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => words(bar).includes('Picture shared'));
      expect(state.photo.take.get().count).to.equal(1);
    } finally {
      restore();
    }
  });

  it('has no Share where the system cannot share pictures', async () => {
    const { bar } = await show();
    expect(inside(bar).querySelector('[aria-label="Share the picture"]')).to.equal(null);
  });

  it('takes the places of its letters on a keyboard without Latin ones', async () => {
    const { bar } = await show();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'р', code: 'KeyH' }));
    await waitUntil(() => find(bar, 'section').hidden);
  });

  it('hides with H, returns with H or a tap on the picture, and closes with Esc and its button', async () => {
    const { home, bar, state } = await show();
    await sendKeys({ press: 'h' });
    await waitUntil(() => find(bar, 'section').hidden);
    await sendKeys({ press: 'h' });
    await waitUntil(() => !find(bar, 'section').hidden);
    button(bar, 'Hide this bar').click();
    await waitUntil(() => find(bar, 'section').hidden);
    const canvas = home.querySelector('canvas') as HTMLCanvasElement;
    const at = (kind: string, clientX: number): boolean =>
      canvas.dispatchEvent(new PointerEvent(kind, { clientX, clientY: 50, bubbles: true, composed: true }));
    at('pointerdown', 50);
    at('pointerup', 90);
    await bar.updateComplete;
    expect(find(bar, 'section').hidden, 'a drag turns the picture').to.equal(true);
    at('pointerdown', 50);
    at('pointerup', 51);
    await waitUntil(() => !find(bar, 'section').hidden);
    await sendKeys({ press: 'Escape' });
    expect(state.view.get().mode).to.equal('normal');
    dispatchView(state, { kind: 'enter', mode: 'photo' });
    await waitUntil(() => inside(home).querySelector('hw-photo-bar')?.shadowRoot?.querySelector('section'));
    button(find<HwPhotoBar>(home, 'hw-photo-bar'), 'Leave the photo mode').click();
    expect(state.view.get().mode).to.equal('normal');
    await waitUntil(() => !inside(home).querySelector('hw-photo-bar'));
    expect(getComputedStyle(find(home, 'hw-header')).visibility).to.equal('visible');
  });

  it('keeps the focus on the pressed button, and ignores keys that are switched off', async () => {
    await setViewport({ width: 1280, height: 720 });
    const state = ready();
    changeSettings(state, { shortcuts: false });
    const { home } = await show(state);
    await sendKeys({ press: ']' });
    await sendKeys({ press: 'h' });
    expect(state.photo.focus.get()).to.equal(17);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => !inside(home).querySelector('hw-photo-bar'));
    const header = find(home, 'hw-header');
    const camera = find<HTMLButtonElement>(header, '[data-name=photo]');
    await waitUntil(() => camera.checkVisibility());
    camera.focus();
    camera.click();
    await waitUntil(() => inside(home).querySelector('hw-photo-bar')?.shadowRoot?.querySelector('section'));
    expect(inside(header).activeElement).to.equal(null);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => inside(header).activeElement === camera);
  });

  for (const [width, height] of [
    [360, 640],
    [844, 390],
  ] as const)
    it(`has targets of 44 pixels at ${width} × ${height}, and leaves 86 % of the picture free`, async () => {
      await setViewport({ width, height });
      const { bar } = await show();
      for (const one of inside(bar).querySelectorAll('button')) {
        const box = one.getBoundingClientRect();
        expect(box.width).to.be.at.least(44);
        expect(box.height).to.be.at.least(44);
        expect(box.left).to.be.at.least(0);
        expect(box.right).to.be.at.most(width);
      }
      const { width: across, height: high } = find(bar, 'section').getBoundingClientRect();
      expect((across * high) / (width * height)).to.be.at.most(0.14);
      await expect(bar).to.be.accessible();
      await setViewport({ width: 1280, height: 720 });
    });
});
