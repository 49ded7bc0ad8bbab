import { expect, nextFrame } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { entry, event, find, inside } from './home-state.ts';
import { readyState, showHome, startWide } from './show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

/** Every element below `root`, through shadow roots. */
function* everything(root: ShadowRoot): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    if (element.shadowRoot) yield* everything(element.shadowRoot);
  }
}

/** The boxes of all visible elements: panels and their contents. */
function seen(home: HwHome): DOMRect[] {
  return [...everything(inside(home))]
    .filter(
      (element) =>
        element.matches('.panel, .box, .icon, .chip, .skip:focus-within') &&
        element.checkVisibility({ visibilityProperty: true }),
    )
    .map((element) => element.getBoundingClientRect());
}

/** Points where the page shows nothing, but an element other than the canvas takes the pointer. */
function taken(home: HwHome): string[] {
  const boxes = seen(home);
  const all: string[] = [];
  for (let y = 6; y < innerHeight; y += 24)
    for (let x = 6; x < innerWidth; x += 24) {
      // Boxes may end between two pixels.
      if (boxes.some((box) => x > box.left - 1 && x < box.right + 1 && y > box.top - 1 && y < box.bottom + 1))
        continue;
      const at = document.elementFromPoint(x, y);
      if (at?.localName !== 'canvas')
        all.push(
          `${x}, ${y}: ${inside(home).elementFromPoint(x, y)?.localName ?? at?.localName ?? 'nothing'}`,
        );
    }
  return all;
}

/** Fails unless all of them soon disappear: an element takes the pointer while it fades out. */
async function nothingTaken(home: HwHome, when: string): Promise<void> {
  await waitUntil(() => taken(home).length === 0).catch(() => undefined);
  expect(taken(home), when).to.deep.equal([]);
}

/** Everything that can be open, each with the element that shows it. */
const states: readonly (readonly [string, string, (state: State) => void])[] = [
  ['nothing', 'hw-view-bar', (state) => state.world.hint.set(undefined)],
  ['Today', 'hw-today', (state) => state.panels.today.set(true)],
  ['the chat', 'hw-chat', (state) => state.panels.chat.set(true)],
  ['the settings', 'hw-settings', (state) => state.panels.settings.set(true)],
  ['the help', 'hw-help', (state) => state.panels.help.set(true)],
  ['the text', 'hw-directory', (state) => state.panels.directory.set(true)],
  ['the session log', 'hw-session-log', (state) => state.panels.log.set(true)],
  ['the plays', 'hw-film-strip', (state) => state.panels.plays.set(true)],
  ['the debug panel', 'hw-debug', (state) => state.panels.debug.set(true)],
  ['the time-lapse', 'hw-time-lapse', (state) => dispatchView(state, { kind: 'enter', mode: 'time-lapse' })],
  [
    'an offer',
    'hw-action-banner',
    (state) =>
      state.offer.set({ text: 'Shall we?', act: { kind: 'view', mode: 'time-lapse' }, until: Infinity }),
  ],
  ['the photo bar', 'hw-photo-bar', (state) => dispatchView(state, { kind: 'enter', mode: 'photo' })],
];

describe('elements that take the pointer', () => {
  startWide();

  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [1180, 820],
    [360, 640],
    [844, 390],
  ] as const)
    it(`leave every uncovered point to the canvas at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      for (const [name, shower, open] of states) {
        const state = readyState();
        state.panels.today.set(false);
        state.chat.entries.set([entry('a', 'Hello')]);
        state.relay.events.set([event(0)]);
        state.world.walked.set(true);
        state.world.hint.set({ label: 'A portal', action: 'F — enter' });
        const home = await showHome(state);
        open(state);
        await home.updateComplete;
        const element = find(home, shower);
        await waitUntil(
          () => element.shadowRoot?.querySelector('.panel')?.checkVisibility() === true,
          `${name} is there`,
        );
        await nothingTaken(home, `with ${name} open`);
        if (name === 'the chat') {
          state.panels.chat.set(false);
          await waitUntil(() => element.shadowRoot?.querySelector('.panel')?.checkVisibility() === false);
          await nothingTaken(home, 'with the chat closed again');
        }
        home.parentElement?.remove();
      }
    });

  for (const [width, height] of [
    [1280, 720],
    [360, 640],
    [844, 390],
  ] as const)
    it(`let the pointer through hints at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const state = readyState();
      state.panels.today.set(false);
      state.world.hint.set({ label: 'A meter, and all that it counts. '.repeat(6) });
      const home = await showHome(state);
      await waitUntil(() => find(home, 'hw-hints').shadowRoot?.querySelector('.hint')?.checkVisibility());
      const hint = find(home, 'hw-hints').shadowRoot!.querySelector('.hint')!;
      await waitUntil(() => hint.getBoundingClientRect().height > 0);
      const { x, y, width: wide, height: high } = hint.getBoundingClientRect();
      for (const part of [0.1, 0.5, 0.9])
        expect(document.elementFromPoint(x + wide * part, y + high / 2)?.localName, `${part}`).to.equal(
          'canvas',
        );
    });

  for (const [width, height] of [
    [1280, 720],
    [360, 640],
    [844, 390],
  ] as const)
    it(`do not move or widen for a long word at ${width} × ${height}`, async () => {
      await setViewport({ width, height });
      const word = 'x'.repeat(300);
      sessionStorage.setItem('home-world.draft', word);
      const long = (panel: 'chat' | 'today' | 'log' | 'hint') => async (): Promise<void> => {
        const state = readyState();
        state.panels.log.set(panel === 'log');
        state.panels.chat.set(panel === 'chat');
        state.chat.entries.set([entry('a', word)]);
        state.relay.events.set([event(0, { content: word })]);
        state.log.set([{ ts: state.sessionStart, speaker: word, text: word }]);
        if (panel === 'hint') state.world.hint.set({ label: word, action: `F — ${word}` });
        const home = await showHome(state);
        // A narrow page starts with the panel Today closed.
        state.panels.today.set(panel === 'today');
        await home.updateComplete;
        const shower = { chat: 'hw-chat', today: 'hw-today', log: 'hw-session-log', hint: 'hw-hints' }[panel];
        await waitUntil(() => find(home, shower).shadowRoot?.querySelector('.panel')?.checkVisibility());
        if (panel === 'chat') {
          const composer = find(find(home, 'hw-chat'), 'hw-chat-composer');
          await waitUntil(() => composer.shadowRoot?.querySelector('textarea')?.value === word);
          composer.focus();
        }
        await nextFrame();
        await nextFrame();
        for (const box of seen(home)) {
          expect(box.left, panel).to.be.at.least(0);
          expect(box.right, panel).to.be.at.most(width);
        }
        // The page does not scroll, even if a script sets its position.
        home.scrollLeft = 500;
        home.scrollTop = 500;
        expect([home.scrollLeft, home.scrollTop, scrollX], panel).to.deep.equal([0, 0, 0]);
        home.parentElement?.remove();
      };
      for (const panel of ['chat', 'today', 'log', 'hint'] as const) await long(panel)();
    });
});
