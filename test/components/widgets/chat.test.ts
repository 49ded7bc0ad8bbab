import { signal } from '@lit-labs/signals';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../components/widgets/chat/chat.ts';
import { HomeElement } from '../../../components/widgets/home-element.ts';
import { createHomeState } from '../../../data/apps/home-state.ts';
import type { HomeView } from '../../../data/apps/widget-home.ts';
import type { ServerFrame } from '../../../data/chat/protocol.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

const SESSION = 'session-secret-of-one-visitor';
const resident = { name: 'Timmy', attached: true, note: '', kind: 'model', by: 'test/model' } as const;

/** A bridge inside the page: it sends the welcome, and the frames that a test gives it. */
class PageSocket extends EventTarget {
  static all: PageSocket[] = [];
  readonly heard: { type: string; id?: string; text?: string; acting?: boolean }[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    PageSocket.all.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }
  send(text: string): void {
    const frame = JSON.parse(text) as { type: string };
    this.heard.push(frame);
    if (frame.type === 'hello')
      this.say({ type: 'welcome', version: 1, session: SESSION, resident, cursor: 0 });
  }
  say(frame: ServerFrame): void {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  close(): void {
    this.readyState = 3;
  }
}

const { WebSocket: RealSocket } = window;
const view = signal<HomeView>({ phase: 'connecting', note: 'asking' });
const ready = (allowedOrigins: readonly string[]): HomeView => ({
  phase: 'ready',
  state: createHomeState('https://home.example/', Date.now(), defaultConfig, { raw: { allowedOrigins } }),
});
const inside = (element: Element | null | undefined): ShadowRoot => element?.shadowRoot as ShadowRoot;
const room = (element: Element): ShadowRoot => inside(inside(element).querySelector('hw-chat-room'));
const field = (element: Element): ShadowRoot => inside(room(element).querySelector('hw-chat-field'));
const words = (root: ShadowRoot): string => root.textContent.replace(/\s+/g, ' ').trim();
const rows = (element: Element): string[] =>
  [...room(element).querySelectorAll('hw-chat-message')].map((row) =>
    words(inside(row)).replace(/\d\d:\d\d/, ''),
  );
const last = (): PageSocket => PageSocket.all.at(-1) as PageSocket;
const ofType = (type: string) => last().heard.filter((frame) => frame.type === type);

/** The widget, connected. */
async function open(attributes = ''): Promise<HomeElement> {
  const box = await fixture<HTMLElement>(html`<div style="width: 320px"></div>`);
  box.innerHTML = `<hw-chat src="https://home.example" ${attributes}></hw-chat>`;
  const element = box.firstElementChild as HomeElement;
  await waitUntil(() => element.reading?.state === 'live', 'it is connected');
  await waitUntil(() => field(element)?.querySelector('textarea'), 'it has a field');
  return element;
}
const write = (element: HomeElement, text: string, ...keys: KeyboardEventInit[]): void => {
  const area = field(element).querySelector('textarea') as HTMLTextAreaElement;
  area.value = text;
  area.dispatchEvent(new InputEvent('input'));
  for (const key of keys)
    area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, composed: true, ...key }));
};
async function ask(element: HomeElement, text: string): Promise<string> {
  write(element, text, {});
  await waitUntil(() => ofType('chat').length > 0, 'it is sent');
  return ofType('chat').at(-1)?.id ?? '';
}
const button = (element: HomeElement, name: string): HTMLButtonElement | null =>
  field(element).querySelector(`button[aria-label="${name}"]`);

describe('hw-chat', () => {
  beforeEach(() => {
    PageSocket.all = [];
    Object.assign(window, { WebSocket: PageSocket });
    view.set(ready([location.origin]));
    HomeElement.connector = () => ({ view, refresh: () => undefined, release: () => undefined });
  });
  afterEach(() => {
    Object.assign(window, { WebSocket: RealSocket });
    HomeElement.connector = undefined;
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
  });

  it('connects to nothing before it is seen', async () => {
    const box = await fixture<HTMLElement>(html`<div style="padding-top: 3000px"></div>`);
    box.innerHTML = '<hw-chat src="https://home.example"></hw-chat>';
    const element = box.firstElementChild as HomeElement;
    await element.updateComplete;
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
    expect(PageSocket.all).to.deep.equal([]);
    element.scrollIntoView();
    await waitUntil(() => element.reading?.state === 'live', 'it is connected');
    expect(last().url).to.equal('wss://home.example/api/world/ws');
  });

  it('sends a message without acts, shows the answer as it grows, and stops it', async () => {
    const element = await open();
    expect(words(inside(element))).to.match(/^Chat with Timmy home\.example · connected$/);
    expect(words(room(element))).to.contain('Answers come from model test/model');
    const id = await ask(element, 'Who are you?');
    expect(ofType('chat')).to.deep.equal([{ type: 'chat', id, text: 'Who are you?', acting: false }]);
    last().say({ type: 'chat-delta', id: `a-${id}`, replyTo: id, offset: 0, text: 'I am <img src=x> ' });
    await waitUntil(() => button(element, 'Stop the answer'), 'the answer grows');
    await waitUntil(() => rows(element)[1]?.includes('I am'), 'it is shown');
    const [, answer] = room(element).querySelectorAll('hw-chat-message');
    expect(inside(answer).querySelector('img, [src]')).to.equal(null);
    button(element, 'Stop the answer')?.focus();
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => ofType('stop').length === 1, 'it is stopped');
    expect(field(element).activeElement?.localName).to.equal('textarea');
    expect(ofType('stop')[0]?.id).to.equal(id);
    await expect(element).to.be.accessible();
  });

  it('does not send at an Enter that confirms a word of an input method, in Safari too', async () => {
    const element = await open();
    write(element, 'こんにちは', { isComposing: true }, { keyCode: 229 });
    await ask(element, 'Hello');
    expect(ofType('chat').map(({ text }) => text)).to.deep.equal(['Hello']);
  });

  it('says why a message was refused, and offers to send it again', async () => {
    const element = await open('theme="dark"');
    const id = await ask(element, 'Hello');
    last().say({ type: 'error', code: 'refused', message: 'The home takes no messages now.', ref: id });
    await waitUntil(() => words(field(element)).includes('The home takes no messages now.'));
    const again = room(element).querySelector<HTMLButtonElement>('hw-chat-message button');
    expect(again?.textContent.trim()).to.equal('Send again');
    await expect(element).to.be.accessible();
    again?.click();
    await waitUntil(() => ofType('chat').length === 2, 'it is sent again');
  });

  it('dispatches events when it is connected and disconnected, keeps the messages, and ends with its removal', async () => {
    const told: string[] = [];
    const listen = (event: Event): void => void told.push(event.type);
    document.addEventListener('hw-load', listen, { once: true });
    const element = await open('compact');
    expect(told).to.deep.equal(['hw-load']);
    expect(field(element).querySelector('.quick')).to.equal(null);
    await ask(element, 'Hello');
    last().drop();
    await waitUntil(() => element.reading?.state === 'offline', 'the loss is told');
    await waitUntil(() => words(field(element)).includes('Not connected, trying again'));
    expect(rows(element)).to.have.lengthOf(1);
    expect(words(inside(element))).to.contain('home.example · not connected');
    const socket = last();
    element.remove();
    expect(socket.readyState).to.equal(3);
  });

  it('asks the resident of another home when its src changes', async () => {
    const told: string[] = [];
    const element = await open();
    element.addEventListener('hw-load', () => told.push(words(inside(element))));
    expect(words(inside(element))).to.match(/^Chat with Timmy /);
    view.set({ phase: 'connecting', note: 'asking' });
    element.src = 'https://other.example';
    await element.updateComplete;
    expect(element.reading).to.equal(undefined);
    expect(words(inside(element))).to.equal('Chat — asking');
    view.set(ready([location.origin]));
    await waitUntil(() => told.length === 1, 'the other home is loaded');
  });

  it('gives no key to the shortcuts of the page while the visitor writes', async () => {
    const element = await open();
    const pressed: string[] = [];
    const listen = ({ key }: KeyboardEvent): void => void pressed.push(key);
    document.addEventListener('keydown', listen);
    for (const key of ['s', 'Enter', 'Escape'])
      field(element)
        .querySelector('textarea')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
    document.removeEventListener('keydown', listen);
    expect(pressed).to.deep.equal(['Escape']);
  });

  it('says what to add to config.json if the home does not allow the page', async () => {
    view.set(ready(['*']));
    const box = await fixture<HTMLElement>(html`<div style="width: 320px"></div>`);
    box.innerHTML = '<hw-chat src="https://home.example"></hw-chat>';
    const element = box.firstElementChild as HomeElement;
    await waitUntil(() => element.reading?.state === 'error', 'it is refused');
    expect(words(room(element))).to.contain(
      `has to add "${location.origin}" to "allowedOrigins" in config.json`,
    );
    expect(PageSocket.all).to.deep.equal([]);
    await expect(element).to.be.accessible();
    view.set({ phase: 'failed', cause: 'No home answers this page.' });
    await element.updateComplete;
    expect(words(inside(element))).to.contain(
      `No home answers this page. To let this page talk to the resident, the owner of the home has to add "${location.origin}" to "allowedOrigins"`,
    );
  });
});
