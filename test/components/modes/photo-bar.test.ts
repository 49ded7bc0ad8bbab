import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import type { HwPhotoBar } from '../../../components/modes/photo-bar.ts';
import type { State } from '../../../data/state.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, inside, words } from '../app/home-state.ts';
import { readyState, showHome } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

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

  it('chooses a size, and shows the size of the picture and the graphics card’s limit', async () => {
    const { bar, state } = await show();
    button(bar, '4 times').click();
    await waitUntil(() => words(bar).includes('5120 × 2880'));
    expect(button(bar, '4 times').getAttribute('aria-pressed')).to.equal('true');
    state.photo.screen.set({ ...SCREEN, maxEdge: 4096 });
    await waitUntil(() => words(bar).includes('4096 × 2304'));
    expect(words(bar)).to.contain('more than this device can draw');
  });

  it('takes one picture at a time with Enter or the shutter, without a request', async () => {
    const { bar, state } = await show();
    await sendKeys({ press: 'Enter' });
    expect(state.photo.take.get().count).to.equal(1);
    expect(state.panels.chat.get()).to.equal(false);
    expect(state.photo.take.get().detail?.at).to.equal(state.now.get());
    state.photo.progress.set({ phase: 'taking' });
    await waitUntil(() => inside(bar).querySelector('progress'));
    expect(button(bar, 'Take the picture').disabled).to.equal(true);
    await sendKeys({ press: 'Enter' });
    expect(state.photo.take.get().count).to.equal(1);
    state.photo.progress.set({ phase: 'failed', note: 'There is no room. Choose a smaller size.' });
    await waitUntil(() => words(bar).includes('Choose a smaller size'));
    button(bar, 'Take the picture').click();
    expect(state.photo.take.get().count).to.equal(2);
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
    expect(button(bar, 'Take the picture').disabled).to.equal(true);
  });

  it('downloads a finished picture under its name, and releases it', async () => {
    const { state } = await show();
    const saved: { name: string; href: string }[] = [];
    const click = HTMLAnchorElement.prototype.click;
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, href: this.href });
    };
    await sendKeys({ press: 'Enter' });
    state.photo.take.get().detail?.save({ file: new Blob(['x']), name: 'Home-2026-11-21-064000.png' });
    HTMLAnchorElement.prototype.click = click;
    expect(saved.map(({ name }) => name)).to.deep.equal(['Home-2026-11-21-064000.png']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    let gone = false;
    await fetch(saved[0]?.href ?? '').catch(() => (gone = true));
    expect(gone, 'the address is revoked').to.equal(true);
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
    const menu = find<HTMLButtonElement>(header, '[aria-label=More]');
    menu.click();
    const camera = find<HTMLButtonElement>(header, '[data-name=photo]');
    await waitUntil(() => camera.checkVisibility());
    camera.focus();
    camera.click();
    await waitUntil(() => inside(home).querySelector('hw-photo-bar')?.shadowRoot?.querySelector('section'));
    expect(inside(header).activeElement).to.equal(null);
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => inside(header).activeElement === menu);
  });

  it('fits a phone of 360 × 640 with targets of 44 pixels', async () => {
    await setViewport({ width: 360, height: 640 });
    const { bar } = await show();
    for (const one of inside(bar).querySelectorAll('button')) {
      const { width, height, left, right } = one.getBoundingClientRect();
      expect(width).to.be.at.least(44);
      expect(height).to.be.at.least(44);
      expect(left).to.be.at.least(0);
      expect(right).to.be.at.most(360);
    }
    await expect(bar).to.be.accessible();
    await setViewport({ width: 1280, height: 720 });
  });
});
