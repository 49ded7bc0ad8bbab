import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { NO_ANSWER, NO_VOICE } from '../../../data/speech/narration-problems.ts';
import { ScriptedSpeech } from '../../helpers/scripted-speech.ts';
import { find, inside, words } from '../app/home-state.ts';
import { coming, loadMenu, showHome, startWide } from '../app/show-home.ts';
import { headerButton, narrator, state, tell } from '../modes/narration.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

/** Red, green and blue of a CSS colour, 0 to 255. */
function rgbOf(color: string): number[] {
  const canvas = new OffscreenCanvas(1, 1);
  const paint = canvas.getContext('2d', { colorSpace: 'srgb' });
  if (!paint) throw new Error('no canvas');
  paint.fillStyle = color;
  paint.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = paint.getImageData(0, 0, 1, 1).data;
  return [r, g, b];
}

/** Relative luminance, as WCAG defines it. */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = rgbOf(color).map((byte) => {
    const share = byte / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (one: string, other: string): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const isRed = (color: string): boolean => {
  const [r = 0, g = 0, b = 0] = rgbOf(color);
  return r > 1.5 * g && r > 1.5 * b;
};

describe('hw-narrator-error', () => {
  startWide();

  it('shows a box and the captions in a browser without a voice', async () => {
    expect(window.speechSynthesis.getVoices(), 'this browser has none').to.have.length(0);
    narrator();
    const home = await showHome(state);
    await loadMenu(home);
    find(find(home, 'hw-header'), '[aria-label=More]').click();
    await waitUntil(() => headerButton(home, 'soul').checkVisibility());
    headerButton(home, 'soul').focus();
    await sendKeys({ press: 'Enter' });
    const captions = await coming(home, 'hw-captions');
    const box = await coming(home, 'hw-narrator-error');
    expect(words(box)).to.equal(NO_VOICE);
    expect(find(box, '[role=alert]').textContent).to.contain(NO_VOICE);
    await expect(box).to.be.accessible();
    const place = find(box, '.box').getBoundingClientRect();
    expect(place.left + place.width / 2, 'in the middle').to.be.closeTo(640, 30);
    expect(place.bottom, 'at the bottom').to.be.greaterThan(500);
    expect(state.audio.speech.get()).to.equal(false);
    await waitUntil(() => words(captions).includes('I keep the door open.'), 'goes on');
    find(box, '[aria-label="Close the message"]').click();
    await waitUntil(() => !inside(home).querySelector('hw-narrator-error'));
    expect(state.narration.get().phase).to.equal('speaking');
    headerButton(home, 'soul').click();
    await waitUntil(() => !inside(home).querySelector('hw-captions'));
  });

  it('is red if a voice failed, and not in a browser that has none', async () => {
    narrator(new ScriptedSpeech());
    const home = await showHome(state);
    tell({ phase: 'idle', problem: NO_VOICE });
    const box = await coming(home, 'hw-narrator-error');
    const look = (): string => getComputedStyle(find(box, '.box')).backgroundColor;
    const quiet = look();
    expect(quiet, 'that of every panel').to.equal(
      getComputedStyle(find(find(home, 'hw-today'), '.panel')).backgroundColor,
    );
    tell({ phase: 'idle', problem: NO_ANSWER });
    await waitUntil(() => look() !== quiet);
    const { color, backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(find(box, '.box'));
    expect(isRed(backgroundColor), backgroundColor).to.equal(true);
    expect(isRed(borderTopColor), borderTopColor).to.equal(true);
    expect(borderTopStyle).to.equal('solid');
    expect(contrast(color, backgroundColor)).to.be.at.least(4.5);
    await expect(box).to.be.accessible();
  });

  it('hides the box after a while, but not under the pointer', async () => {
    narrator(new ScriptedSpeech());
    const home = await showHome(state);
    const timers: (() => void)[] = [];
    const original = window.setTimeout;
    window.setTimeout = ((run: () => void, milliseconds: number) =>
      milliseconds === 12_000 ? timers.push(run) && 0 : original(run, milliseconds)) as typeof setTimeout;
    try {
      tell({ phase: 'idle', problem: NO_VOICE });
      const box = await coming(home, 'hw-narrator-error');
      expect(timers).to.have.length(1);
      find(box, 'button').focus();
      find(box, 'button').blur();
      expect(timers, 'the time starts again').to.have.length(2);
      timers.at(-1)?.();
      await waitUntil(() => !inside(home).querySelector('hw-narrator-error'));
      expect(state.narration.get().problem).to.equal('');
    } finally {
      window.setTimeout = original;
    }
  });
});
