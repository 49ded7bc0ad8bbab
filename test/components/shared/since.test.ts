import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/shared/since.ts';
import { type HwSince, wasOwnerHere } from '../../../components/shared/since.ts';
import { HOUR_MS } from '../../../data/core/time.ts';
import type { SinceAnswer } from '../../../data/since/since.ts';
import type { NarratedStory } from '../../../data/speech/narration.ts';
import { themeProperties } from '../../../theme/css.ts';
import { session } from '../../helpers/sessions.ts';
import { sinceAnswer } from '../../helpers/since.ts';
import { waitUntil } from '../../helpers/wait-until.ts';
import { words } from '../app/home-state.ts';

const SEEN = 'home-world.owner-seen';
const TOLD = 'home-world.absence';

const answerAt = (now: number): SinceAnswer =>
  sinceAnswer({ from: now - 7 * HOUR_MS, until: now }, [
    { at: now - HOUR_MS, session: session({ name: '<b>Codex</b>', state: 'waiting', since: now - HOUR_MS }) },
  ]);

async function show(status = 200): Promise<{ element: HwSince; requests: string[] }> {
  const requests: string[] = [];
  const fetch = async (url: URL | RequestInfo): Promise<Response> => {
    requests.push(url instanceof Request ? url.url : String(url));
    return status === 200
      ? Response.json(answerAt(Date.now()))
      : Response.json({ message: 'The day could not be read.' }, { status });
  };
  const box = await fixture(
    html`<div style=${`${themeProperties()}; background: #0a1120`}>
      <hw-since tellable .io=${{ base: document.baseURI, fetch }}></hw-since>
    </div>`,
  );
  const element = box.firstElementChild as HwSince;
  await element.updateComplete;
  return { element, requests };
}

describe('hw-since', () => {
  beforeEach(() => {
    localStorage.removeItem(SEEN);
    sessionStorage.removeItem(TOLD);
  });
  after(() => {
    localStorage.removeItem(SEEN);
    sessionStorage.removeItem(TOLD);
  });

  it('is empty on the first visit and soon after the last, and remembers that the owner was here', async () => {
    expect(wasOwnerHere()).to.equal(false);
    const first = await show();
    expect([words(first.element), first.requests]).to.deep.equal(['', []]);
    expect(wasOwnerHere()).to.equal(true);
    expect((await show()).requests).to.deep.equal([]);
  });

  it('says after an absence what happened, as text, tells it as a story, and can be closed', async () => {
    localStorage.setItem(SEEN, String(Date.now() - 7 * HOUR_MS));
    const { element, requests } = await show();
    await waitUntil(() => words(element).includes('Codex'));
    expect(requests.length).to.equal(1);
    expect(words(element)).to.match(
      /^Since you were here, from \d\d:\d\d to \d\d:\d\d .*<b>Codex<\/b> waits for its owner, 1 h/,
    );
    const root = element.shadowRoot!;
    expect(root.querySelector('li a')?.getAttribute('href')).to.equal('door');
    await expect(element).to.be.accessible();
    const stories: NarratedStory[] = [];
    element.addEventListener('tell', (event) => stories.push((event as CustomEvent<NarratedStory>).detail));
    root.querySelector<HTMLButtonElement>('.action')!.click();
    expect(stories[0]?.story.map(({ text }) => text).join(' ')).to.include('You were away for seven hours.');
    expect(stories[0]?.story.find(({ href }) => href === 'door')?.panel).to.equal('agents');
    // The next page of this visit shows it too, until it is closed.
    await waitUntil(async () => words((await show()).element).includes('Codex'));
    root.querySelector<HTMLButtonElement>('.head button')!.click();
    await element.updateComplete;
    expect(words(element)).to.equal('');
    expect((await show()).requests).to.deep.equal([]);
  });

  it('says why it is not known', async () => {
    localStorage.setItem(SEEN, String(Date.now() - HOUR_MS));
    const { element } = await show(503);
    await waitUntil(() => words(element).includes('The day could not be read.'));
    await expect(element).to.be.accessible();
  });
});
