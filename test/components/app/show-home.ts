import { fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
// The page loads these when its world has been drawn; here there is none.
import '../../../components/chat/chat.ts';
import '../../../components/feed/today.ts';
import '../../../components/hud/hints.ts';
import '../../../components/notices/news.ts';
import '../../../components/panels/directory.ts';
import type { State } from '../../../data/state.ts';
import { themeProperties } from '../../../theme/css.ts';
import { find, inside, liveState } from './home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

/** The whole page in the theme's colours, with everything that loads after its first picture. */
export async function showHome(state: State = liveState()): Promise<HwHome> {
  // As on a later visit, when no text over the picture explains the home.
  localStorage.setItem('home-world.first-words', 'yes');
  const box = await fixture<HTMLElement>(
    html`<div style=${themeProperties()}>
      <hw-home .state=${state}>
        <canvas slot="world" tabindex="0" role="application" aria-label="The world"></canvas>
      </hw-home>
    </div>`,
  );
  const home = box.firstElementChild as HwHome;
  // The deferred part of the shell sets this.
  await waitUntil(() => home.style.getPropertyValue('--hw-height') !== '');
  await home.updateComplete;
  return home;
}

/** Loads the entries of the header's menu, and closes the menu again. */
export async function loadMenu(home: HwHome): Promise<void> {
  const header = find(home, 'hw-header');
  find(header, '.menu').click();
  await waitUntil(() => inside(header).querySelector('#more li'), 'the entries of the menu');
  find(header, '.menu').click();
}

/** Each test of a suite starts with nothing stored, in a wide window. */
export function startWide(): void {
  beforeEach(async () => {
    sessionStorage.clear();
    localStorage.clear();
    await setViewport({ width: 1280, height: 720 });
  });
  after(() => setViewport({ width: 1280, height: 720 }));
}

/** The state of a home whose world is ready to walk in. */
export function readyState(): State {
  const state = liveState();
  state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  return state;
}

/** Innermost focused element, through shadow roots. */
export const focused = (): Element | null => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
};

/** The element with this name, once it shows something. */
export async function coming(home: HwHome, name: string): Promise<HTMLElement> {
  const part = () => inside(home).querySelector(name)?.shadowRoot?.querySelector('section, .box');
  await waitUntil(part, `${name} comes`);
  return find(home, name);
}

/** The box of a visible part of the page; undefined while it shows nothing. */
export const boxOf = (home: HwHome, name: string): DOMRect | undefined => {
  const shown = inside(home).querySelector(name)?.shadowRoot?.querySelector('header, .chips, .panel, .box');
  return shown?.checkVisibility() ? shown.getBoundingClientRect() : undefined;
};

export const overlap = (a: DOMRect, b: DOMRect): boolean =>
  a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
