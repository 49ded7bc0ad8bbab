import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import { changeSettings, defaultSettings } from '../../../data/config/settings/settings.ts';
import type { State } from '../../../data/state.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { readyState, showHome } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

async function show(state: State): Promise<{ home: HwHome; panel: HTMLElement }> {
  const home = await showHome(state);
  state.panels.settings.set(true);
  await waitUntil(() => inside(home).querySelector('hw-settings')?.shadowRoot?.querySelector('.body'));
  return { home, panel: find(home, 'hw-settings') };
}
const ready = (): State => {
  const state = readyState();
  state.world.quality.set('middle');
  return state;
};
const settled = (panel: HTMLElement) =>
  (panel as unknown as { updateComplete: Promise<unknown> }).updateComplete;
const slide = (panel: HTMLElement, id: string, value: number): void => {
  const input = find<HTMLInputElement>(panel, `#${id}`);
  input.value = String(value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

describe('hw-settings', () => {
  afterEach(() => setViewport({ width: 1280, height: 720 }));

  it('has a name for each field, and is accessible wide and narrow', async () => {
    for (const size of [
      { width: 1280, height: 720 },
      { width: 360, height: 640 },
    ]) {
      await setViewport(size);
      const { panel } = await show(ready());
      await expect(panel).to.be.accessible();
      const fields = [...inside(panel).querySelectorAll<HTMLInputElement>('input, select')];
      expect(fields.length).to.equal(20);
      for (const field of fields) expect(field.labels?.length, field.id).to.equal(1);
      expect(document.documentElement.scrollWidth).to.be.at.most(size.width);
      const { right, bottom } = find(panel, '.panel').getBoundingClientRect();
      expect(right).to.be.at.most(size.width);
      expect(bottom).to.be.at.most(size.height);
    }
  });

  it('shows the visitor to others or not, with a name; in a home without visitors it asks neither', async () => {
    const state = ready();
    const { panel } = await show(state);
    const [showMe] = [...inside(panel).querySelectorAll<HTMLLabelElement>('.check label')].filter(
      ({ textContent }) => textContent.includes('Show me to others'),
    );
    showMe?.click();
    const name = find<HTMLInputElement>(panel, '#visitorName');
    name.focus();
    await sendKeys({ type: 'Ada' });
    expect(state.settings.get()).to.include({ showMe: false, showOthers: true, visitorName: 'Ada' });
    const help = find(panel, '#visitorName-help');
    expect(help.textContent).to.contain('beside your light');
    name.value = 'Tіmmy';
    name.dispatchEvent(new Event('input'));
    await settled(panel);
    expect(help.textContent).to.contain('belongs to the resident');
    expect(name.getAttribute('aria-invalid')).to.equal('true');
    await expect(panel).to.be.accessible();
    state.config.set({ ...state.config.get(), together: { presence: false, chat: false } });
    await settled(panel);
    expect(words(panel)).not.to.include('Show me to others');
  });

  it('shows the current level while it is chosen automatically', async () => {
    const state = ready();
    const { panel } = await show(state);
    expect(words(panel)).to.include('The best level that runs smoothly here. Now: middle.');
    state.world.quality.set('low');
    await settled(panel);
    expect(words(panel)).to.include('Now: low.');
  });

  it('keeps the quality that the address sets for this visit, and says so', async () => {
    const state = ready();
    state.world.fixedQuality.set('lowest');
    const { panel } = await show(state);
    expect(find<HTMLSelectElement>(panel, '#quality').disabled).to.equal(true);
    expect(words(panel)).to.include('The address of this page sets “lowest” (quality=lowest).');
  });

  it('replaces the quality of the address with the visitor’s own', async () => {
    const state = ready();
    state.world.fixedQuality.set('lowest');
    const before = location.href;
    const asked = new URL(before);
    asked.searchParams.set('quality', 'lowest');
    history.replaceState(null, '', asked);
    try {
      const { panel } = await show(state);
      const own = (): HTMLButtonElement | undefined =>
        [...inside(panel).querySelectorAll('button')].find(
          (one) => words(panel) && /my own/.test(one.textContent ?? ''),
        );
      own()?.click();
      await settled(panel);
      expect(state.world.fixedQuality.get()).to.equal(undefined);
      expect(find<HTMLSelectElement>(panel, '#quality').disabled).to.equal(false);
      expect(own()).to.equal(undefined);
      expect(new URL(location.href).searchParams.has('quality'), 'also after a reload').to.equal(false);
      await waitUntil(() => inside(panel).activeElement?.id === 'quality');
    } finally {
      history.replaceState(null, '', before);
    }
  });

  it('takes effect while a slider moves, with its value in words', async () => {
    const state = ready();
    const { panel } = await show(state);
    slide(panel, 'fieldOfView', 75);
    slide(panel, 'resolution', 0.7);
    slide(panel, 'lookSpeed', 1.5);
    slide(panel, 'volume-portals', 0.2);
    await settled(panel);
    const { fieldOfView, resolution, lookSpeed, volume } = state.settings.get();
    expect([fieldOfView, resolution, lookSpeed]).to.deep.equal([75, 0.7, 1.5]);
    expect(volume).to.deep.equal({ ...defaultSettings.volume, portals: 0.2 });
    expect(find(panel, '#resolution').getAttribute('aria-valuetext')).to.equal('70 %');
    expect(find(panel, 'output[for="fieldOfView"]').textContent).to.equal('75°');
  });

  it('works by keyboard alone', async () => {
    const state = ready();
    const { panel } = await show(state);
    find(panel, '#quality').focus();
    await sendKeys({ press: 'ArrowDown' });
    expect(state.settings.get().quality).to.equal('lowest');
    find(panel, '#fieldOfView').focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(state.settings.get().fieldOfView).to.equal(61);
    const captions = [...inside(panel).querySelectorAll('label')].find((label) =>
      label.textContent?.includes('Captions'),
    );
    captions?.querySelector('input')?.focus();
    await sendKeys({ press: 'Space' });
    expect(state.settings.get().captions).to.equal(false);
    // None of these keys was a command of the world.
    expect(state.view.get().mode).to.equal('normal');
  });

  it('restores the defaults, and leaves the sound as it is', async () => {
    const state = ready();
    changeSettings(state, { quality: 'low', invertLook: true, sound: true, motion: 'reduced' });
    const { panel } = await show(state);
    [...inside(panel).querySelectorAll('button')]
      .find((one) => one.textContent === 'Reset to defaults')
      ?.click();
    expect(state.settings.get()).to.deep.equal({ ...defaultSettings, sound: true });
  });

  it('follows another tab', async () => {
    const state = ready();
    const { panel } = await show(state);
    changeSettings(state, { quality: 'highest', resolution: 0.5, effects: false });
    await settled(panel);
    expect(find<HTMLSelectElement>(panel, '#quality').value).to.equal('highest');
    expect(find<HTMLInputElement>(panel, '#resolution').value).to.equal('0.5');
    expect(
      inside(panel).querySelector<HTMLInputElement>('[aria-describedby="effects-help"]')?.checked,
    ).to.equal(false);
  });

  it('says when the browser saves nothing, and what was reverted', async () => {
    const state = ready();
    state.settingsNote.set({ saved: false, reverted: 'The graphics card failed with “quality highest”.' });
    const { home, panel } = await show(state);
    expect(words(panel)).to.include('This browser cannot save settings: they last until you close the page.');
    expect(words(panel)).to.include('The graphics card failed with “quality highest”.');
    const notice = find(home, 'hw-settings-notice');
    await waitUntil(() => notice.shadowRoot?.querySelector('section'));
    await expect(notice).to.be.accessible();
    find<HTMLButtonElement>(notice, 'button').click();
    await settled(panel);
    expect(words(panel)).not.to.include('gave up');
  });

  it('has no picture settings where there is no picture', async () => {
    const state = liveState();
    state.world.status.set({ phase: 'unavailable', progress: 0, note: 'no WebGL 2.' });
    const { panel } = await show(state);
    expect(inside(panel).querySelector('#quality')).to.equal(null);
    expect(find(panel, '#motion')).to.be.instanceOf(HTMLSelectElement);
    await expect(panel).to.be.accessible();
  });

  it('has large targets on a touch screen', async () => {
    const { panel } = await show(ready());
    const { cssText } = [...(inside(panel).adoptedStyleSheets ?? [])]
      .flatMap((sheet) => [...sheet.cssRules])
      .find(
        (rule) => rule.cssText.includes('pointer: coarse') && rule.cssText.includes('.check label'),
      ) as CSSRule;
    expect(cssText, '44 px at the usual text size').to.include('min-height: 2.75rem');
  });
});
