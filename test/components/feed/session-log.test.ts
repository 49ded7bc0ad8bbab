import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/feed/session-log.ts';
import type { HwSessionLog } from '../../../components/feed/session-log.ts';
import { exportMarkdown } from '../../../data/chat/session-export.ts';
import { NOW, find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** What the browser would have saved. */
async function saved(act: () => void): Promise<Download> {
  const blobs = new Map<string, Blob>();
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  let link: HTMLAnchorElement | undefined;
  const keep = (clicked: HTMLAnchorElement): void => {
    link = clicked;
  };
  URL.createObjectURL = (blob: Blob) => {
    const url = createObjectURL.call(URL, blob);
    blobs.set(url, blob);
    return url;
  };
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    keep(this);
  };
  try {
    act();
  } finally {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  }
  const blob = blobs.get(link?.href ?? '');
  if (!link || !blob) throw new Error('nothing was saved');
  return { name: link.download, type: blob.type, text: await blob.text() };
}

const button = (element: HwSessionLog, label: string): HTMLButtonElement => {
  const found = [...inside(element).querySelectorAll('button')].find(
    (one) => one.textContent?.trim() === label,
  );
  if (!found) throw new Error(`there is no button “${label}”`);
  return found;
};

const show = (state = liveState()) =>
  fixture<HwSessionLog>(html`<hw-session-log .state=${state}></hw-session-log>`);

describe('hw-session-log', () => {
  it('lists entries newest first', async () => {
    const state = liveState();
    state.log.set([
      { ts: NOW, speaker: 'TIMMY', text: 'first' },
      { ts: NOW + 60_000, speaker: 'Visitor', text: 'second' },
    ]);
    const element = await show(state);
    const items = [...inside(element).querySelectorAll('li')].map((item) => item.textContent ?? '');
    expect(items).to.have.length(2);
    expect(items[0]).to.include('Visitor');
    expect(items[0]).to.include('second');
    expect(words(element)).to.include('2 entries');
    await expect(element).to.be.accessible();
  });

  it('shows Markdown as plain words, a list line by line, and marks stopped answers', async () => {
    const state = liveState();
    state.log.set([
      {
        ts: NOW,
        speaker: 'TIMMY',
        text: '**Heartbeat**\n\n- Weather: 71.7°F\n- `Block`: 698767',
        end: 'stopped',
      },
    ]);
    const element = await show(state);
    const text = find(element, 'li .text');
    expect(text.textContent).to.equal('Heartbeat\n• Weather: 71.7°F\n• Block: 698767');
    expect(text.innerText.split('\n')).to.have.length(3);
    expect(words(element)).to.include('(stopped)');
  });

  it('cuts a long entry at a word, and counts one entry', async () => {
    const state = liveState();
    state.log.set([{ ts: NOW, speaker: 'TIMMY', text: 'lantern '.repeat(100) }]);
    const element = await show(state);
    const text = find(element, 'li .text').textContent ?? '';
    expect(text).to.match(/^(lantern )+…$/);
    expect(text.length).to.be.within(300, 402);
    expect(words(element)).to.include('1 entry');
  });

  it('says when nothing has happened', async () => {
    const element = await show();
    expect(words(element)).to.include('Nothing has happened yet');
    await expect(element).to.be.accessible();
  });

  it('exports every entry as Markdown, byte for byte, with its type and name', async () => {
    const state = liveState();
    const entries = [{ ts: NOW, speaker: 'TIMMY', text: 'Grüße ✓ <b>\u202e' }];
    state.log.set(entries);
    const element = await show(state);
    const file = await saved(() => find<HTMLButtonElement>(element, '.action').click());
    expect(file.name).to.equal('home-world-session-2026-03-01.md');
    expect(file.type).to.equal('text/markdown');
    expect(file.text).to.equal(exportMarkdown(entries, NOW));
    expect(file.text).to.include('### TIMMY — 2026-03-01 12:00:00 UTC');
    await waitUntil(() => words(find(element, 'hw-status-message')) === `Saved ${file.name}`);
    await expect(element).to.be.accessible();
  });

  it('saves the log as JSON, and opens the file again beside the log of this session', async () => {
    const state = liveState();
    state.log.set([{ ts: NOW, speaker: 'TIMMY', text: 'It is <b>clear</b>.' }]);
    const element = await show(state);
    const file = await saved(() => button(element, 'Export JSON').click());
    expect(file.name).to.match(/^home-world-session-[\d-]+\.json$/);
    expect(file.type).to.equal('application/json');
    state.log.set([]);
    await element.updateComplete;
    expect(words(element)).to.include('Nothing has happened yet');
    const open = async (content: string): Promise<void> => {
      const data = new DataTransfer();
      data.items.add(new File([content], file.name));
      const input = find<HTMLInputElement>(element, 'input[type=file]');
      input.files = data.files;
      input.dispatchEvent(new Event('change'));
    };
    await open(file.text);
    await waitUntil(() => words(element).includes('A saved log of Home World'));
    expect(words(element)).to.include('It is <b>clear</b>.');
    expect((await saved(() => button(element, 'Export JSON').click())).text).to.equal(file.text);
    await expect(element).to.be.accessible();
    await open('{}');
    await waitUntil(() => words(find(element, 'hw-status-message')).includes('not a session log'));
    expect(words(element), 'the open log stays').to.include('It is <b>clear</b>.');
    button(element, 'Back to this session').focus();
    button(element, 'Back to this session').click();
    await element.updateComplete;
    expect(words(element)).to.include('Nothing has happened yet');
    expect(inside(element).activeElement === find(element, '.body')).to.equal(true);
  });

  it('says that a file cannot be read, which can then be chosen again', async () => {
    const element = await show();
    const data = new DataTransfer();
    data.items.add(new File(['{}'], 'log.json'));
    const input = find<HTMLInputElement>(element, 'input[type=file]');
    input.files = data.files;
    const { text } = Blob.prototype;
    try {
      Blob.prototype.text = () => Promise.reject(new DOMException('It was moved.', 'NotReadableError'));
      input.dispatchEvent(new Event('change'));
      await waitUntil(() => words(find(element, 'hw-status-message')).includes('cannot be read'));
    } finally {
      Blob.prototype.text = text;
    }
    expect(input.value).to.equal('');
  });
});
