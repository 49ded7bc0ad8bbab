import { expect, waitUntil } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import type { HwHome } from '../../../components/app/home.ts';
import { browserEnvironment } from '../../../data/core/environment.ts';
import { NO_VOICE } from '../../../data/speech/narration-problems.ts';
import { type Narration, quietNarration } from '../../../data/speech/narration.ts';
import { createNarrator } from '../../../data/speech/narrator.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/dispatch-view.ts';
import { theme } from '../../../theme/theme.ts';
import { ScriptedSpeech } from '../../helpers/scripted-speech.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { boxOf, focused, overlap, showHome } from '../app/show-home.ts';

const SOUL = '# The oath\n\nI keep the door open. Everybody may leave by any door.';

const part = (home: HwHome, name: string): HTMLElement | undefined => {
  const element = inside(home).querySelector<HTMLElement>(name);
  return element?.shadowRoot?.querySelector('section, .box') ? element : undefined;
};
/** The element with this name, once it is visible. */
async function coming(home: HwHome, name: string): Promise<HTMLElement> {
  await waitUntil(() => part(home, name), `${name} comes`, { timeout: 6000 });
  return find(home, name);
}
const headerButton = (home: HwHome, what: 'podcast' | 'soul'): HTMLButtonElement =>
  find(find(home, 'hw-header'), `[data-name=${what}]`);
const frame = () => new Promise(requestAnimationFrame);

/** Relative luminance, as WCAG defines it. */
function luminance(color: string): number {
  const canvas = new OffscreenCanvas(1, 1);
  const paint = canvas.getContext('2d', { colorSpace: 'srgb' });
  if (!paint) throw new Error('no canvas');
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = [...paint.getImageData(0, 0, 1, 1).data].map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

describe('hw-captions', () => {
  let state: State;
  let end: (() => void) | undefined;
  /** Runs a narrator beside the page, as the ticker does. */
  const narrator = (speech = browserEnvironment(window).speech): void => {
    const module = createNarrator({ ...browserEnvironment(window), speech });
    module.init(undefined, state, theme);
    const timer = setInterval(() => module.update(0, 0.02), 20);
    end = () => {
      clearInterval(timer);
      module.dispose?.();
    };
  };
  const tell = (differs: Partial<Narration> = {}): void =>
    state.narration.set({
      ...quietNarration,
      phase: 'speaking',
      total: 12,
      sentence: 2,
      text: 'Ada wrote one: “Draw the stars”.',
      ...differs,
    });

  beforeEach(async () => {
    sessionStorage.clear();
    localStorage.clear();
    await setViewport({ width: 1280, height: 720 });
    state = liveState();
    state.readings.soul.set({ state: 'live', source: 'soul.md', fetchedAt: state.now.get(), value: SOUL });
  });
  afterEach(() => {
    end?.();
    end = undefined;
  });
  after(() => setViewport({ width: 1280, height: 720 }));

  it('shows nothing and loads nothing while nothing is read', async () => {
    const home = await showHome(state);
    expect(inside(home).querySelector('hw-captions, hw-narrator-error')).to.equal(null);
    expect(headerButton(home, 'podcast').getAttribute('aria-pressed')).to.equal('false');
  });

  it('shows the current sentence, its position and the controls', async () => {
    const home = await showHome(state);
    tell();
    const element = await coming(home, 'hw-captions');
    expect(find(element, '.words').textContent).to.equal('Ada wrote one: “Draw the stars”.');
    expect(words(element)).to.contain('Podcast · 3 of 12');
    expect(find(element, '.words').getAttribute('aria-live'), 'a voice is enough').to.equal('off');
    expect(headerButton(home, 'podcast').getAttribute('aria-pressed')).to.equal('true');
    expect(headerButton(home, 'soul').getAttribute('aria-pressed')).to.equal('false');
    await expect(element).to.be.accessible();
    tell({ phase: 'paused', what: 'soul' });
    await waitUntil(() => words(element).includes('Soul · 3 of 12 · paused'));
    expect(find(element, '[aria-label="Go on"]')).to.not.equal(null);
    expect(headerButton(home, 'soul').getAttribute('aria-pressed')).to.equal('true');
    await expect(element).to.be.accessible();
  });

  it('replaces the movement hint and brings it back; the hint about a near object stays', async () => {
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    state.world.hint.set({ label: 'The garden', action: 'F — enter' });
    const home = await showHome(state);
    const hints = find(home, 'hw-hints');
    const advice = () => inside(hints).querySelector('.controls');
    await waitUntil(advice);
    tell();
    await coming(home, 'hw-captions');
    await waitUntil(() => !advice());
    expect(words(hints)).to.contain('The garden');
    tell({ phase: 'idle' });
    await waitUntil(advice);
  });

  it('shows no words while captions are off, unless no voice speaks them', async () => {
    state.settings.set({ ...state.settings.get(), captions: false });
    const home = await showHome(state);
    tell();
    const element = await coming(home, 'hw-captions');
    expect(inside(element).querySelector('.words')).to.equal(null);
    expect(find(element, '[aria-label="Pause"]').checkVisibility()).to.equal(true);
    tell({ silent: true });
    await waitUntil(() => inside(element).querySelector('.words'));
    expect(find(element, '.words').getAttribute('aria-live')).to.equal('polite');
  });

  it('starts from the header, reacts to keys, and returns the focus to the button', async () => {
    const speech = new ScriptedSpeech();
    narrator(speech);
    const home = await showHome(state);
    home.querySelector('canvas')?.focus();
    headerButton(home, 'soul').click();
    const element = await coming(home, 'hw-captions');
    expect(speech.words).to.equal('The oath');
    expect(focused(), 'the focus stays').to.equal(home.querySelector('canvas'));
    find(element, '[data-kind=next]').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => words(element).includes('I keep the door open.'));
    expect(state.panels.chat.get(), 'Enter is the button’s').to.equal(false);
    find(element, '[data-kind=pause]').focus();
    await sendKeys({ press: 'Space' });
    await waitUntil(() => state.narration.get().phase === 'paused');
    // Esc belongs to the modes and panels.
    await sendKeys({ press: 'Escape' });
    expect(state.narration.get().phase).to.equal('paused');
    find(element, '[data-kind=stop]').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => !inside(home).querySelector('hw-captions'));
    expect(focused()).to.equal(headerButton(home, 'soul'));
  });

  it('keeps the focus on pause and resume, which share a place', async () => {
    narrator(new ScriptedSpeech());
    const home = await showHome(state);
    headerButton(home, 'soul').click();
    const element = await coming(home, 'hw-captions');
    find(element, '[data-kind=pause]').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => inside(element).querySelector('[data-kind=resume]'));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => state.narration.get().phase === 'speaking');
  });

  it('shows a red box and the captions in a browser without a voice', async () => {
    expect(window.speechSynthesis.getVoices(), 'this browser has none').to.have.length(0);
    narrator();
    const home = await showHome(state);
    find(find(home, 'hw-header'), '[aria-label=More]').click();
    await waitUntil(() => headerButton(home, 'soul').checkVisibility());
    headerButton(home, 'soul').focus();
    await sendKeys({ press: 'Enter' });
    const captions = await coming(home, 'hw-captions');
    const box = await coming(home, 'hw-narrator-error');
    expect(words(box)).to.equal(NO_VOICE);
    expect(find(box, '[role=alert]').textContent).to.contain(NO_VOICE);
    await expect(box).to.be.accessible();
    const { color, backgroundColor } = getComputedStyle(find(box, '.box'));
    expect(contrast(color, backgroundColor)).to.be.at.least(4.5);
    const place = find(box, '.box').getBoundingClientRect();
    expect(place.left + place.width / 2, 'in the middle').to.be.closeTo(640, 30);
    expect(place.bottom, 'at the bottom').to.be.greaterThan(500);
    expect(state.audio.speech.get()).to.equal(false);
    await waitUntil(() => words(captions).includes('I keep the door open.'), 'goes on', { timeout: 5000 });
    find(box, '[aria-label="Close the message"]').click();
    await waitUntil(() => !inside(home).querySelector('hw-narrator-error'));
    expect(state.narration.get().phase).to.equal('speaking');
    headerButton(home, 'soul').click();
    await waitUntil(() => !inside(home).querySelector('hw-captions'));
  });

  it('hides the red box after a while, but not under the pointer', async () => {
    narrator(new ScriptedSpeech());
    const home = await showHome(state);
    const timers: (() => void)[] = [];
    const original = window.setTimeout;
    window.setTimeout = ((run: () => void, milliseconds: number) =>
      milliseconds >= 10_000 ? timers.push(run) && 0 : original(run, milliseconds)) as typeof setTimeout;
    try {
      tell({ phase: 'idle', problem: NO_VOICE });
      const box = await coming(home, 'hw-narrator-error');
      expect(timers).to.have.length(1);
      find(box, 'button').focus();
      find(box, 'button').blur();
      expect(timers, 'counted anew').to.have.length(2);
      timers.at(-1)?.();
      await waitUntil(() => !inside(home).querySelector('hw-narrator-error'));
      expect(state.narration.get().problem).to.equal('');
    } finally {
      window.setTimeout = original;
    }
  });

  it('overlaps nothing on wide screens and on phones', async () => {
    for (const [width, height] of [
      [1280, 720],
      [1000, 640],
      [360, 640],
      [640, 360],
    ] as const) {
      await setViewport({ width, height });
      state = liveState();
      state.readings.soul.set({ state: 'live', source: 's', fetchedAt: 0, value: SOUL });
      state.world.status.set({ phase: 'ready', progress: 1, note: '' });
      state.world.hint.set({ label: 'The garden', action: 'F — enter' });
      const home = await showHome(state);
      tell({ text: 'A sentence of the longest kind, '.repeat(6).slice(0, 180), problem: NO_VOICE });
      await coming(home, 'hw-captions');
      await coming(home, 'hw-narrator-error');
      for (const open of ['nothing', 'oath', 'chat']) {
        if (open === 'oath') dispatchView(state, { kind: 'enter', mode: 'oath' });
        if (open === 'chat') {
          dispatchView(state, { kind: 'escape' });
          if (width < 900) state.panels.feed.set(false);
          state.panels.chat.set(true);
        }
        await home.updateComplete;
        if (open === 'oath') await coming(home, 'hw-document');
        await frame();
        const parts = [
          'hw-header',
          'hw-relay-feed',
          'hw-chat',
          'hw-document',
          'hw-hints',
          'hw-captions',
          'hw-narrator-error',
        ]
          .map((name) => [name, boxOf(home, name)] as const)
          .filter((one): one is [string, DOMRect] => one[1] !== undefined);
        for (const [i, [name, box]] of parts.entries()) {
          expect(box.left, `${name} at ${width}`).to.be.at.least(0);
          expect(box.right, `${name} at ${width}`).to.be.at.most(width);
          expect(box.bottom, `${name} at ${width}, ${open}`).to.be.at.most(height + 0.5);
          for (const [other, at] of parts.slice(i + 1))
            expect(overlap(box, at), `${name} and ${other} at ${width}, ${open}`).to.equal(false);
        }
        for (const button of inside(find(home, 'hw-captions')).querySelectorAll('button')) {
          const { width: wide, height: high } = button.getBoundingClientRect();
          expect(Math.min(wide, high)).to.be.at.least(44);
        }
      }
      home.parentElement?.remove();
    }
  });

  it('starts from the oath and from the home as text', async () => {
    narrator(new ScriptedSpeech());
    state.panels.directory.set(true);
    const home = await showHome(state);
    const directory = find(home, 'hw-directory');
    find(directory, '[aria-label="Listen: The day in two minutes"]').click();
    await waitUntil(
      () => state.narration.get().what === 'podcast' && state.narration.get().phase === 'speaking',
    );
    await waitUntil(() => inside(directory).querySelector('[aria-label="Stop: The day in two minutes"]'));
    await expect(directory).to.be.accessible();
    dispatchView(state, { kind: 'enter', mode: 'oath' });
    const reader = await coming(home, 'hw-document');
    await waitUntil(() => inside(reader).querySelector('.foot button'));
    const button = find(reader, '.foot button');
    expect(button.textContent.trim()).to.equal('Read aloud');
    button.click();
    await waitUntil(() => button.textContent.trim() === 'Stop reading');
    expect(state.narration.get().what).to.equal('soul');
    await expect(reader).to.be.accessible();
    dispatchView(state, { kind: 'escape' });
    await waitUntil(() => !inside(home).querySelector('hw-document'));
    expect(state.narration.get().phase, 'goes on without the card').to.equal('speaking');
    dispatchView(state, {
      kind: 'read',
      document: { title: 'The well', text: 'Deep.', source: 'vision.json' },
    });
    const point = await coming(home, 'hw-document');
    expect(inside(point).querySelector('.foot button')).to.equal(null);
  });

  it('opens and closes the oath with O', async () => {
    const home = await showHome(state);
    home.querySelector('canvas')?.focus();
    await sendKeys({ press: 'o' });
    expect(state.view.get().mode).to.equal('oath');
    await coming(home, 'hw-document');
    await sendKeys({ press: 'o' });
    expect(state.view.get().mode).to.equal('normal');
    await waitUntil(() => !inside(home).querySelector('hw-document'));
  });
});
