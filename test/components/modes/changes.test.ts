import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/modes/changes.ts';
import type { HwChanges } from '../../../components/modes/changes.ts';
import type { ShownChange } from '../../../data/view/documents.ts';
import { themeProperties } from '../../../theme/css.ts';
import { NOW, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const SHORT = `diff --git a/<b>a</b>.ts b/<b>a</b>.ts
--- a/<b>a</b>.ts
+++ b/<b>a</b>.ts
@@ -1,2 +1,2 @@
 const one = 1;
-const two = '<img src=x onerror=alert(1)>';
+const two = '\u202e2';
diff --git a/logo.png b/logo.png
Binary files a/logo.png and b/logo.png differ
diff --git a/old.ts b/new.ts
similarity index 100%
rename from old.ts
rename to new.ts
`;
const LONG = `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1,200 @@\n${'+x\n'.repeat(200)}`;

describe('hw-changes', () => {
  const fetchOfPage = window.fetch;
  let asked: string[];
  let answer: (path: string) => Response | Promise<Response>;
  beforeEach(() => {
    asked = [];
    answer = (path) => (path.endsWith('/checks') ? Response.json(null) : new Response(SHORT));
    window.fetch = async (url) => {
      const path = new URL(url instanceof Request ? url.url : url).pathname;
      asked.push(path);
      return answer(path);
    };
  });
  afterEach(() => {
    window.fetch = fetchOfPage;
  });
  const change = { path: 'git/commits/abc1234.diff', author: 'Ada', at: NOW - 120_000 };
  const show = async (state = liveState(), shown: ShownChange = change): Promise<HwChanges> => {
    const box = await fixture<HTMLElement>(
      html`<div style="${themeProperties()}; background: #050a1c">
        <hw-changes .state=${state} .change=${shown}></hw-changes>
      </div>`,
    );
    const element = box.firstElementChild as HwChanges;
    await waitUntil(() => list(element) ?? inside(element).querySelector('[role=alert]'));
    return element;
  };
  const list = (element: HwChanges) => inside(element).querySelector('hw-changed-files')?.shadowRoot;
  /** The words of the element and of its list of files. */
  const all = (element: HwChanges): string =>
    `${words(element)} ${list(element)?.textContent ?? ''}`.replace(/\s+/g, ' ');
  const diffs = (element: HwChanges): string[] =>
    [...(list(element)?.querySelectorAll('hw-diff') ?? [])].map((diff) => words(diff));

  it('names author, age and counts, and shows the files of a short change with their lines', async () => {
    const element = await show();
    expect(asked[0]).to.equal('/api/v1/repos/local/home/git/commits/abc1234.diff');
    expect(inside(element).querySelector('.checks'), 'it has no checks').to.equal(null);
    const text = all(element);
    expect(text).to.match(/by Ada, 2 min ago/);
    expect(text).to.include('3 files, 1 line added, 1 removed.');
    expect(text).to.match(/<b>a<\/b>\.ts\s+1 line added, 1 removed\s+\+1\s+−1/);
    expect(text).to.match(/logo\.png\s+binary/);
    expect(text).to.match(/old\.ts → new\.ts\s+renamed/);
    await waitUntil(() => diffs(element)[0]?.includes('added:'));
    expect(diffs(element)).to.have.length(1);
    expect(diffs(element)[0]).to.include("const two = '<img src=x onerror=alert(1)>';");
    expect(diffs(element)[0], 'a control of the writing direction is visible').to.include('⟦U+202E⟧2');
    await expect(element).to.be.accessible();
  });

  it('has the checks of the change, and says what fails on the newest commit, too', async () => {
    const checks = { state: 'failed', sha: 'abc1234', failed: ['lint', 'unit tests'] } as const;
    answer = (path) => (path.endsWith('/checks') ? Response.json(checks) : new Response(SHORT));
    const state = liveState();
    const value = { checks: { ...checks, sha: 'f00', failed: ['lint'] }, pulls: [], hasMore: false };
    state.readings.openWork.set({ state: 'live', source: 'o/r', fetchedAt: NOW, value });
    const element = await show(state, { ...change, url: 'https://code.example/7' });
    await waitUntil(() => inside(element).querySelector('.checks'));
    expect(asked.at(-1)).to.equal('/api/v1/repos/local/home/git/commits/abc1234/checks');
    expect(words(element)).to.match(
      /✕\s*Checks failed: lint, unit tests\. The newest commit of the repository fails in lint, too\./,
    );
    expect(inside(element).querySelector('a')?.href).to.equal('https://code.example/7');
    await expect(element).to.be.accessible();
  });

  it('keeps the files of a long change closed, and opens one without a new request', async () => {
    answer = (path) =>
      path.endsWith('/checks')
        ? Response.json(null)
        : new Response(LONG, { headers: { 'x-diff-cut': 'true' } });
    const element = await show();
    expect(all(element)).to.include('1 file, 200 lines added, 0 removed.');
    expect(all(element)).to.include('not all of it is here');
    expect(diffs(element)).to.deep.equal([]);
    list(element)?.querySelector('summary')?.click();
    await waitUntil(() => diffs(element).length === 1);
    list(element)?.querySelector('summary')?.click();
    await waitUntil(() => diffs(element).length === 0);
    expect(asked.filter((path) => path.endsWith('.diff'))).to.have.length(1);
  });

  it('says why there is nothing to show, in the words of the home', async () => {
    const message = 'Only the owner sees what a change did, because the repository is not public: sign in.';
    answer = () => Response.json({ message }, { status: 403 });
    const refused = await show();
    expect(words(refused)).to.include(`What changed cannot be shown: ${message}`);
    expect(inside(refused).querySelector('a')?.getAttribute('href')).to.equal('door');
    answer = () => Promise.reject(new TypeError('no network'));
    const broken = await show();
    expect(words(broken)).to.match(/What changed cannot be shown: .* cannot be reached\./);
    expect(inside(broken).querySelector('a')).to.equal(null);
  });

  it('says that a change without files changed no file', async () => {
    answer = () => new Response('');
    expect(all(await show())).to.include('No file has changed.');
  });

  it('reads another change, and never shows the answer of the one before', async () => {
    let first: ((response: Response) => void) | undefined;
    answer = () => new Promise((given) => (first = given));
    const box = await fixture<HTMLElement>(
      html`<div><hw-changes .state=${liveState()} .change=${change}></hw-changes></div>`,
    );
    const element = box.firstElementChild as HwChanges;
    await waitUntil(() => first);
    answer = () => new Response(LONG);
    element.change = { ...change, path: 'pulls/7.diff' };
    await waitUntil(() => all(element).includes('200 lines'));
    first?.(new Response(SHORT));
    await element.updateComplete;
    expect(all(element)).to.include('1 file, 200 lines added');
    expect(asked).to.include('/api/v1/repos/local/home/pulls/7.diff');
  });
});
