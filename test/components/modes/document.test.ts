import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/app/home.ts';
import type { TextDocument } from '../../../data/view/documents.ts';
import type { State } from '../../../data/state.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { find, inside, liveState, words } from '../app/home-state.ts';
import { boxOf, focused, overlap, showHome, startWide } from '../app/show-home.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwHome = HTMLElementTagNameMap['hw-home'];

const oath: TextDocument = {
  title: 'The oath',
  text: 'I keep the **door** open,\nday and night.\n\n<img src="x" onerror="alert(1)"> <script>alert(2)</script>',
  source: 'soul.md',
};
const long: TextDocument = { title: 'Long', text: 'A line of words.\n\n'.repeat(200), source: 'vision.json' };

const reader = (home: HwHome): HTMLElement => find(home, 'hw-document');
/** Opens a text and waits until it is formatted and focused. */
async function read(home: HwHome, state: State, text: TextDocument): Promise<HTMLElement> {
  dispatchView(state, { kind: 'read', document: text });
  await waitUntil(() => inside(home).querySelector('hw-document')?.shadowRoot?.querySelector('.text p'));
  await waitUntil(() => focused()?.classList.contains('body'));
  return reader(home);
}

describe('hw-document', () => {
  let state: State;
  startWide();
  beforeEach(() => {
    state = liveState();
  });

  it('is hidden without a document', async () => {
    const home = await showHome(state);
    expect(inside(home).querySelector('hw-document')).to.equal(null);
  });

  it('shows title, text and source, and formats Markdown without active content', async () => {
    const home = await showHome(state);
    const element = await read(home, state, oath);
    expect(words(element)).to.contain('The oath');
    expect(words(element)).to.contain('from soul.md');
    expect(find(element, '.text strong').textContent).to.equal('door');
    expect(inside(element).querySelector('.text :is(script, img, br)')).to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('leaves the middle of a wide picture free, where there is room beside it', async () => {
    const home = await showHome(state);
    await read(home, state, oath);
    expect(boxOf(home, 'hw-document')?.left).to.be.greaterThan(660);
    state.panels.settings.set(true);
    await waitUntil(() => (boxOf(home, 'hw-document')?.right ?? 0) < 920);
  });

  it('takes the focus, and returns it when Esc or the button closes the document', async () => {
    const home = await showHome(state);
    const canvas = home.querySelector('canvas') as HTMLCanvasElement;
    canvas.focus();
    await read(home, state, oath);
    await sendKeys({ press: 'Escape' });
    expect(state.derived.document.get()).to.equal(undefined);
    await waitUntil(() => document.activeElement === canvas);
    const element = await read(home, state, oath);
    find<HTMLButtonElement>(element, 'button').click();
    await waitUntil(() => document.activeElement === canvas);
    expect(inside(home).querySelector('hw-document')).to.equal(null);
  });

  it('leaves the focus where the visitor moved it meanwhile', async () => {
    const home = await showHome(state);
    home.querySelector('canvas')?.focus();
    await read(home, state, oath);
    const button = find<HTMLButtonElement>(find(home, 'hw-header'), '[data-name="today"]');
    button.focus();
    dispatchView(state, { kind: 'escape' });
    await waitUntil(() => !inside(home).querySelector('hw-document'));
    expect(focused()).to.equal(button);
  });

  it('closes before the chat on Esc', async () => {
    state.panels.chat.set(true);
    const home = await showHome(state);
    await read(home, state, oath);
    await sendKeys({ press: 'Escape' });
    expect(state.panels.chat.get()).to.equal(true);
    await waitUntil(() => !inside(home).querySelector('hw-document'));
    await sendKeys({ press: 'Escape' });
    expect(state.panels.chat.get()).to.equal(false);
  });

  it('keeps the place and the focus of a reader while only the age of the text changes', async () => {
    state.readings.soul.set({
      state: 'offline',
      source: 'soul.md',
      cause: 'this browser has no network',
      value: `# The oath\n\n${long.text}`,
      fetchedAt: state.now.get() - 60_000,
    });
    const home = await showHome(state);
    dispatchView(state, { kind: 'enter', mode: 'oath' });
    await waitUntil(() => inside(home).querySelector('hw-document')?.shadowRoot?.querySelector('.text p'));
    await waitUntil(() => focused()?.classList.contains('body'));
    const element = reader(home);
    const body = find(element, '.body');
    body.scrollTop = 300;
    const close = find<HTMLButtonElement>(element, 'button');
    close.focus();
    const foot = find(element, '.foot');
    const before = foot.textContent;
    state.now.set(state.now.get() + 120_000);
    await waitUntil(() => foot.textContent !== before);
    expect(body.scrollTop).to.equal(300);
    expect(focused()).to.equal(close);
  });

  it('shows another text from its beginning', async () => {
    const home = await showHome(state);
    const element = await read(home, state, long);
    const body = find(element, '.body');
    expect(body.scrollHeight).to.be.greaterThan(body.clientHeight);
    body.scrollTop = 300;
    await read(home, state, { ...long, title: 'Another' });
    await waitUntil(() => words(element).includes('Another'));
    expect(body.scrollTop).to.equal(0);
  });

  it('overlaps no chat, Today or hints on a wide screen, and scrolls a long text inside', async () => {
    for (const width of [1280, 1000]) {
      await setViewport({ width, height: 640 });
      state.panels.chat.set(true);
      state.world.status.set({ phase: 'ready', progress: 1, note: '' });
      state.world.hint.set({ label: 'Oath — from soul.md', action: 'E — read' });
      const home = await showHome(state);
      await read(home, state, long);
      await new Promise(requestAnimationFrame);
      const card = boxOf(home, 'hw-document') as DOMRect;
      expect(boxOf(home, 'hw-hints'), 'the hint stays').to.not.equal(undefined);
      for (const name of ['hw-header', 'hw-chat', 'hw-today', 'hw-hints']) {
        const other = boxOf(home, name);
        if (other) expect(overlap(card, other), `${name} at ${width}`).to.equal(false);
      }
      expect(card.width).to.be.greaterThan(300);
      expect(card.top).to.be.at.least(0);
      home.parentElement?.remove();
      state = liveState();
    }
  });

  it('is the only sheet of a phone, and closes for the next one', async () => {
    await setViewport({ width: 360, height: 640 });
    const home = await showHome(state);
    state.panels.chat.set(true);
    await home.updateComplete;
    const element = await read(home, state, long);
    await waitUntil(() => !state.panels.chat.get());
    const card = boxOf(home, 'hw-document') as DOMRect;
    expect(card.left).to.be.at.least(0);
    expect(card.right).to.be.at.most(360);
    expect(card.bottom).to.be.at.most(640);
    expect(card.height).to.be.at.most(640 * 0.6);
    expect(find(element, 'button').getBoundingClientRect().height).to.be.at.least(44);
    await expect(element).to.be.accessible();
    find<HTMLButtonElement>(find(home, 'hw-header'), '[data-name="chat"]').click();
    await waitUntil(() => !inside(home).querySelector('hw-document'));
    expect(state.panels.chat.get()).to.equal(true);
  });

  it('opens oath and vision points from the home as text', async () => {
    const fetchedAt = state.now.get();
    state.readings.soul.set({ state: 'live', source: 'soul.md', fetchedAt, value: '# The oath\n\nOpen.' });
    const point = { id: 'well', title: 'The well', text: 'Deep.', position: { x: 1, z: 2 } };
    state.readings.vision.set({ state: 'live', source: 'vision.json', fetchedAt, value: [point] });
    state.panels.directory.set(true);
    const home = await showHome(state);
    const directory = find(home, 'hw-directory');
    const button = find<HTMLButtonElement>(directory, '[aria-label="Read the oath"]');
    button.focus();
    button.click();
    expect(state.derived.document.get()).to.deep.equal({
      title: 'The oath',
      text: 'Open.',
      source: 'soul.md',
    });
    await waitUntil(() => focused()?.classList.contains('body'));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => focused() === button);
    find<HTMLButtonElement>(directory, '[aria-label="Read: The well"]').click();
    expect(state.derived.document.get()?.text).to.equal('Deep.');
  });

  for (const [way, shut] of [
    ['Esc', () => sendKeys({ press: 'Escape' })],
    ['its button', async (home: HwHome) => find<HTMLButtonElement>(reader(home), '.icon').click()],
  ] as const)
    it(`returns to the home as text on a phone with ${way}`, async () => {
      await setViewport({ width: 360, height: 640 });
      const fetchedAt = state.now.get();
      state.readings.soul.set({ state: 'live', source: 'soul.md', fetchedAt, value: '# The oath\n\nOpen.' });
      const home = await showHome(state);
      state.panels.directory.set(true);
      await home.updateComplete;
      const directory = find(home, 'hw-directory');
      const button = find<HTMLButtonElement>(directory, '[aria-label="Read the oath"]');
      button.focus();
      button.click();
      await waitUntil(() => focused()?.classList.contains('body'));
      expect(state.panels.directory.get()).to.equal(false);
      await shut(home);
      await waitUntil(() => focused() === button);
      await waitUntil(() => state.panels.directory.get(), 'the text is seen without a way to put it away');
    });
});
