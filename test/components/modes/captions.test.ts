import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { NO_VOICE } from '../../../data/speech/narration-problems.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { ScriptedSpeech } from '../../helpers/scripted-speech.ts';
import { find, inside, words } from '../app/home-state.ts';
import { boxOf, coming, focused, overlap, loadMenu, showHome, startWide } from '../app/show-home.ts';
import { freshState, headerButton, narrator, state, tell } from './narration.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const frame = () => new Promise(requestAnimationFrame);

describe('hw-captions', () => {
  startWide();

  it('shows nothing and loads nothing while nothing is read', async () => {
    const home = await showHome(state);
    await loadMenu(home);
    expect(inside(home).querySelector('hw-captions, hw-narrator-error')).to.equal(null);
    expect(headerButton(home, 'podcast').getAttribute('aria-pressed')).to.equal('false');
  });

  it('shows the current sentence, its position and the controls', async () => {
    const home = await showHome(state);
    await loadMenu(home);
    tell();
    const element = await coming(home, 'hw-captions');
    expect(find(element, '.words').textContent?.trim()).to.equal('Ada wrote one: “Draw the stars”.');
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

  it('replaces the hints and brings them back; screen readers still announce a near object', async () => {
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
    const home = await showHome(state);
    const hints = find(home, 'hw-hints');
    const advice = () => inside(hints).querySelector('.controls');
    await waitUntil(advice);
    tell();
    await coming(home, 'hw-captions');
    await waitUntil(() => !advice());
    state.world.hint.set({ label: 'The garden', action: 'F — enter' });
    await waitUntil(() => words(find(home, 'hw-hints')).includes('The garden'));
    expect(find(hints, '.hint').checkVisibility()).to.equal(false);
    expect(find(hints, '[role="status"]').checkVisibility()).to.equal(true);
    state.world.hint.set(undefined);
    tell({ phase: 'idle' });
    await waitUntil(advice);
  });

  it('leads to what a sentence of a story is about, and moves the visitor there', async () => {
    const home = await showHome(state);
    tell({ what: 'story', text: 'Codex failed.', about: { href: './#view=time-lapse', panel: 'agents' } });
    const element = await coming(home, 'hw-captions');
    expect(words(element)).to.contain('Codex failed. Open it Story · 3 of 12');
    expect(find<HTMLAnchorElement>(element, '.words a').hash).to.equal('#view=time-lapse');
    expect(state.world.goTo.get()).to.deep.equal({ kind: 'panel', name: 'agents' });
    await expect(element).to.be.accessible();
    state.world.goTo.set(undefined);
    tell({ what: 'story', text: 'It waits.', about: { panel: 'agents' } });
    await waitUntil(() => words(element).includes('It waits.'));
    expect(state.world.goTo.get(), 'the visitor may have walked on').to.equal(undefined);
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

  it('starts from the header, reacts to keys, and returns the focus to its menu', async () => {
    const speech = new ScriptedSpeech();
    narrator(speech);
    const home = await showHome(state);
    await loadMenu(home);
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
    expect(focused()).to.equal(find(find(home, 'hw-header'), '.menu'));
  });

  it('keeps the focus on pause and resume, which share a place', async () => {
    narrator(new ScriptedSpeech());
    const home = await showHome(state);
    await loadMenu(home);
    headerButton(home, 'soul').click();
    const element = await coming(home, 'hw-captions');
    find(element, '[data-kind=pause]').focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => inside(element).querySelector('[data-kind=resume]'));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => state.narration.get().phase === 'speaking');
  });

  it('overlaps nothing on wide screens and on phones', async () => {
    for (const [width, height] of [
      [1280, 720],
      [1000, 640],
      [360, 640],
      [640, 360],
    ] as const) {
      await setViewport({ width, height });
      freshState();
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
          if (width < 900) state.panels.today.set(false);
          state.panels.chat.set(true);
        }
        await home.updateComplete;
        if (open === 'oath') await coming(home, 'hw-document');
        await frame();
        const parts = [
          'hw-header',
          'hw-today',
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
