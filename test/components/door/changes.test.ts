import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../../components/door/changes.ts';
import type { HwDoorChanges, ShownChanges } from '../../../components/door/changes.ts';
import type { ChangesAnswer, SentChanges } from '../../../data/changes/changes.ts';
import type { LetterBox } from '../../../data/letters/letter.ts';
import { focusedNow } from '../../../components/shared/focus.ts';
import { ASKED_AT, openAsk } from '../../helpers/asks.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { inside, words } from '../app/home-state.ts';
import { ownerDoor } from './door-state.ts';

const KEY = '0123456789abcdef';
const DIFF = `diff --git a/src/<b>a</b>.ts b/src/<b>a</b>.ts
--- a/src/<b>a</b>.ts
+++ b/src/<b>a</b>.ts
@@ -10,3 +10,3 @@ function work() {
 const one = 1;
-const two = 'two';
+const two = '<img src=x onerror=alert(1)>';
 const three = 3;
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
`;
const sent = (diff = DIFF): SentChanges => ({ diff, notShown: [], more: 0, isCut: false });
const base: ChangesAnswer = {
  name: 'shop · main',
  harness: 'Codex',
  state: 'working',
  way: 'reports',
  now: ASKED_AT,
};
const taken = (changes: SentChanges = sent()): ChangesAnswer => ({
  ...base,
  taken: { at: ASKED_AT - 3_000, changes },
});
const box: LetterBox = {
  key: KEY,
  name: 'shop · main',
  harness: 'Codex',
  state: 'working',
  since: ASKED_AT,
  updatedAt: ASKED_AT,
  way: 'turns',
};

/** The dialog with this answer of the home, which may be changed. */
async function show(
  home: { answer: ChangesAnswer | number; box?: LetterBox },
  shown: ShownChanges = { session: KEY },
) {
  const page = ownerDoor(shown.ask ? [shown.ask] : [], ({ method, path, body }) => {
    if (path === '/api/letters' && method === 'POST') {
      const { about, text } = body as { about: string; text: string };
      const { name } = box;
      const times = { writtenAt: ASKED_AT, since: ASKED_AT };
      return [
        201,
        { letter: { id: 'l', session: KEY, name, text, about, by: 'A test', state: 'waiting', ...times } },
      ];
    }
    if (path === '/api/letters') return [200, { sessions: [home.box ?? box], letters: [], now: ASKED_AT }];
    if (typeof home.answer === 'number') return [home.answer, { message: 'The home knows no such session.' }];
    if (method === 'POST') home.answer = { ...home.answer, askedAt: ASKED_AT - 12_000 };
    return [200, home.answer];
  });
  const element = await fixture<HwDoorChanges>(
    html`<hw-door-changes .door=${page.door} .shown=${shown}></hw-door-changes>`,
  );
  await waitUntil(() => !words(element).includes('Asking the home'));
  const button = (name: string): HTMLButtonElement | undefined =>
    [...inside(element).querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  const list = (): ShadowRoot | null | undefined =>
    inside(element).querySelector('hw-changed-files')?.shadowRoot;
  const diff = (): ShadowRoot | null | undefined =>
    (list() ?? inside(element)).querySelector('hw-diff')?.shadowRoot;
  const posts = () => page.requests.filter(({ method }) => method === 'POST');
  return { ...page, element, button, list, diff, posts };
}

describe('hw-door-changes', () => {
  before(() => setViewport({ width: 360, height: 640 }));

  it('asks the agent when it opens, says what it waits for, and shows the files and lines that come', async () => {
    const home: { answer: ChangesAnswer } = { answer: base };
    const { element, posts, list, diff, door } = await show(home);
    await waitUntil(() => posts().length === 1);
    expect(posts()[0]?.path).to.equal(`/api/changes/${KEY}`);
    await waitUntil(() => words(element).includes('Asked 12 s ago. Codex answers with its next step.'));
    await expect(element).to.be.accessible();
    home.answer = { ...base, askedAt: ASKED_AT - 12_000, toldAt: ASKED_AT - 2_000 };
    await waitUntil(() => words(element).includes('Codex was told 2 s ago.'));
    const status = (): string => inside(element).querySelector('[role="status"]')?.textContent.trim() ?? '';
    expect(status()).to.equal('');
    home.answer = taken();
    await waitUntil(() => words(element).includes('As it was 3 s ago.'));
    expect(status()).to.equal('The changes are here.');
    expect(words(element)).to.include('What shop · main has changed');
    await waitUntil(() => diff());
    const text = (list()?.textContent ?? '').replace(/\s+/g, ' ');
    expect(text).to.include('2 files, 1 line added, 1 removed.');
    expect(text)
      .to.match(/src\/<b>a<\/b>\.ts/)
      .and.match(/logo\.png\s+binary/);
    expect(diff()?.textContent).to.include("const two = '<img src=x onerror=alert(1)>';");
    expect(inside(element).querySelector('.body')!.scrollWidth).to.be.at.most(360);
    await expect(element).to.be.accessible();
    door.now.set(ASKED_AT + 62_000);
    await waitUntil(() => words(element).includes('As it was 1 min ago.'));
  });

  it('shows what has come already, and asks again only when the owner presses', async () => {
    const home: { answer: ChangesAnswer } = { answer: taken() };
    const { element, posts, button, diff } = await show(home);
    expect(posts()).to.deep.equal([]);
    button('Ask again')?.click();
    await waitUntil(() => words(element).includes('As it was 3 s ago. Asked 12 s ago.'));
    expect(posts()).to.have.length(1);
    // The old diff stays until a new one arrives.
    home.answer = { ...base, askedAt: ASKED_AT };
    await waitUntil(() => words(element).includes('Asked 0 s ago'));
    expect(diff()?.textContent).to.include('const one');
  });

  it('says why nothing can come', async () => {
    const hooks = await show({ answer: { ...base, way: 'hooks' } });
    expect(words(hooks.element)).to.include('home-world hooks install codex --changes');
    expect(hooks.posts()).to.deep.equal([]);
    const none = await show({ answer: { ...base, harness: 'Cursor', way: 'none' } });
    expect(words(none.element)).to.include('Cursor has no hook that could send');
    const problem = await show({ answer: taken({ problem: 'Git says: fatal: not a git repository' }) });
    expect(words(problem.element)).to.include('It cannot be shown: Git says: fatal: not a git repository');
    const idle = await show({ answer: { ...base, state: 'done', askedAt: ASKED_AT } });
    expect(words(idle.element)).to.include('Codex is idle, and answers in its next turn');
    const gone = await show({ answer: 404 });
    expect(words(gone.element)).to.include('The home knows no such session.');
    const notShown = [{ path: 'huge.bin', why: '5 bytes are too many' }];
    const cut = await show({ answer: taken({ diff: '', notShown, more: 2, isCut: true }) });
    const text = words(cut.element);
    for (const part of ['huge.bin: 5 bytes are too many', 'and 2 other files', 'a very long diff'])
      expect(text).to.include(part);
    await expect(cut.element).to.be.accessible();
  });

  it('lets the keyboard choose a line, and writes a letter about it', async () => {
    const { element, button, diff, posts } = await show({ answer: taken() });
    await waitUntil(() => diff()?.querySelector('ol'));
    const lines = diff()!.querySelector('ol')!;
    lines.focus();
    // The first line is that of the hunk, which is no line of the file.
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'Enter' });
    expect(button('Write about this line')).to.equal(undefined);
    for (const key of ['End', 'ArrowUp']) await sendKeys({ press: key });
    expect(lines.getAttribute('aria-activedescendant')).to.equal('line-3');
    const shown = diff()!.host as HTMLElementTagNameMap['hw-diff'];
    const { diff: whole } = shown;
    for (const next of ['@@ -1 +1 @@\n-a\n+b\n', whole]) {
      shown.diff = next;
      await shown.updateComplete;
      expect(lines.getAttribute('aria-activedescendant'), 'a line that is gone').to.equal(null);
    }
    for (const key of ['End', 'ArrowUp']) await sendKeys({ press: key });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => button('Write about this line'));
    expect(words(element)).to.include('src/<b>a</b>.ts:11');
    expect(diff()!.querySelector('[aria-selected="true"]')?.id).to.equal('line-3');
    await expect(element).to.be.accessible();
    button('Write about this line')!.click();
    await waitUntil(() => focusedNow()?.localName === 'textarea');
    await expect(element).to.be.accessible();
    const field = focusedNow() as HTMLTextAreaElement;
    field.value = 'Why?';
    field.form?.requestSubmit();
    // The owner writes on while the letter is sent.
    field.value = 'And how?';
    await waitUntil(() => words(element).includes('The letter about src/<b>a</b>.ts:11 waits'));
    expect(posts()[0]?.body).to.deep.equal({ session: KEY, text: 'Why?', about: 'src/<b>a</b>.ts:11' });
    await element.updateComplete;
    expect(focusedNow() === field).to.equal(true);
    expect(field.value).to.equal('And how?');
    field.form?.requestSubmit();
    await waitUntil(() => !inside(element).querySelector('hw-letter-form'));
    expect(posts()[1]?.body).to.deep.include({ text: 'And how?' });
  });

  it('lets the pointer choose a line, and says why a letter is not possible', async () => {
    const { element, button, diff } = await show({ answer: taken(), box: { ...box, way: 'hooks' } });
    await waitUntil(() => diff()?.querySelector('.removed'));
    diff()!.querySelector<HTMLElement>('.removed .text')!.click();
    await waitUntil(() => button('Write about this line'));
    expect(words(element)).to.include('src/<b>a</b>.ts:11 (removed)');
    button('Write about this line')!.click();
    await waitUntil(() => words(element).includes('home-world hooks install codex --letters'));
  });

  it('shows the whole of an ask, and says when it has ended', async () => {
    const text = '--- ~/shop/a.ts\n+++ ~/shop/a.ts\n@@ -0,1 +0,1 @@\n-const a = 1;\n+const a = 2;\n';
    const ask = openAsk({ session: KEY, diff: { text, left: 7 } });
    const { element, button, diff, door, view, requests } = await show(
      { answer: base },
      { session: KEY, ask },
    );
    expect(words(element)).to.include('It waits for your answer').and.include('7 characters left out');
    expect(requests).to.deep.equal([]);
    await waitUntil(() => diff()?.querySelector('.added'));
    diff()!.querySelector<HTMLElement>('.added')!.click();
    await waitUntil(() => button('Write about this line'));
    expect(words(element)).to.include('~/shop/a.ts, “const a = 2;”');
    await expect(element).to.be.accessible();
    door.asks.set({ ...view, asks: [] });
    await waitUntil(() => words(element).includes('This ask has ended.'));
    let isClosed = false;
    element.addEventListener('close', () => (isClosed = true));
    await sendKeys({ press: 'Escape' });
    await waitUntil(() => isClosed);
  });
});
