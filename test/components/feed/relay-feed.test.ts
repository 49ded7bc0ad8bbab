import { expect, fixture, html } from '@open-wc/testing';
import '../../../components/feed/relay-feed.ts';
import { theme } from '../../../theme/theme.ts';
import { themeProperties } from '../../../theme/css.ts';
import { event, find, inside, liveState, words } from '../app/home-state.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

type HwRelayFeed = HTMLElementTagNameMap['hw-relay-feed'];

const relay = (state: 'open' | 'waiting', more = {}) => ({
  url: 'wss://relay.example/',
  state,
  accepted: 0,
  rejected: 0,
  dropped: 0,
  ...more,
});

const show = (state = liveState()) =>
  fixture<HwRelayFeed>(
    html`<div style="${themeProperties()}; background: var(--hw-panel-background)">
      <hw-relay-feed .state=${state}></hw-relay-feed>
    </div>`,
  ).then((box) => (box as unknown as HTMLElement).firstElementChild as HwRelayFeed);

const lines = (element: Element): string[] =>
  [...inside(element).querySelectorAll('.content')].map((node) => node.textContent ?? '');

const rgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

describe('hw-relay-feed', () => {
  it('shows the newest ten as prefix, key and content', async () => {
    const state = liveState();
    state.relay.relays.set([relay('open')]);
    state.relay.events.set([
      event(0),
      event(1, { kind: 7, content: '+' }),
      ...Array.from({ length: 20 }, (_, i) => event(i + 2)),
    ]);
    const element = await show(state);
    expect(lines(element)).to.have.length(10);
    expect(lines(element)[0]).to.equal('• [pub00000] note 0');
    expect(lines(element)[1]).to.equal('♥ [pub00001] +');
    await expect(element).to.be.accessible();
  });

  it('shows zaps in gold, with a lightning prefix and their sats', async () => {
    const state = liveState();
    state.relay.events.set([event(0, { kind: 9735, content: 'thanks', sats: 2100 })]);
    const element = await show(state);
    expect(lines(element)).to.deep.equal(['⚡ [pub00000] thanks']);
    expect(find(element, '.sats').textContent).to.equal('2,100 sats');
    expect(getComputedStyle(find(element, '.content')).color).to.equal(rgb(theme.colors.zap));
  });

  it('shows an amount once when it is the content already', async () => {
    const state = liveState();
    state.relay.events.set([event(0, { kind: 9735, content: '21 sats', sats: 21 })]);
    const element = await show(state);
    expect(lines(element)).to.deep.equal(['⚡ [pub00000] 21 sats']);
    expect(inside(element).querySelectorAll('.sats')).to.have.length(0);
  });

  it('shows a large amount once, with separators', async () => {
    const state = liveState();
    state.relay.events.set([
      event(0, { kind: 9735, content: '2100 sats', sats: 2100 }),
      event(1, { kind: 9735, content: 'zap' }),
    ]);
    const element = await show(state);
    expect(lines(element)).to.deep.equal(['⚡ [pub00000] 2,100 sats', '⚡ [pub00001] zap']);
    expect(inside(element).querySelectorAll('.sats')).to.have.length(0);
  });

  it('shows each relay’s cause while no event has come', async () => {
    const state = liveState();
    state.relay.relays.set([relay('waiting', { cause: 'refused the connection' })]);
    const element = await show(state);
    expect(words(element)).to.include('Waiting for relay events');
    expect(words(element)).to.include('relay.example · trying again · refused the connection');
    await expect(element).to.be.accessible();
  });

  it('says that it waits while a relay is connected and no event has come', async () => {
    const state = liveState();
    state.relay.relays.set([relay('open')]);
    const element = await show(state);
    expect(words(element)).to.include('Waiting for relay events. None has arrived yet.');
    state.relay.events.set([event(0)]);
    await element.updateComplete;
    expect(words(element)).to.not.include('Waiting');
  });

  it('shows a green dot and the word for an open relay, a hollow red dot otherwise', async () => {
    const state = liveState();
    const element = await show(state);
    const dot = find(element, '.dot');
    expect(getComputedStyle(dot).borderTopColor).to.equal(rgb(theme.colors.disconnected));
    expect(words(element)).to.include('not connected');
    state.relay.relays.set([relay('waiting'), relay('open')]);
    await element.updateComplete;
    expect(getComputedStyle(dot).backgroundColor).to.equal(rgb(theme.colors.connected));
    expect(words(element)).to.not.include('not connected');
    expect(words(element)).to.include('1 of 2 relays connected');
    const marks = [...inside(element).querySelectorAll('details li [aria-hidden]')];
    expect(marks.map((mark) => mark.textContent)).to.deep.equal(['○', '●']);
  });

  it('fades out its last line while more follows, and shows the end in full', async () => {
    const state = liveState();
    state.relay.events.set(Array.from({ length: 10 }, (_, i) => event(i)));
    const element = await show(state);
    element.style.height = '200px';
    const body = find(element, '.body');
    const maskSize = (): string => getComputedStyle(body).maskSize;
    await waitUntil(() => maskSize() === '100% 100%', 'faded while more follows');
    body.scrollTop = body.scrollHeight;
    await waitUntil(() => /calc\(100% \+/.test(maskSize()), 'not faded at the end');
    element.style.height = '';
    await waitUntil(
      () => body.scrollHeight === body.clientHeight && /calc/.test(maskSize()),
      'nor where all is seen',
    );
  });

  it('counts rejected events', async () => {
    const state = liveState();
    state.relay.relays.set([relay('open', { rejected: 2 }), relay('open', { rejected: 1 })]);
    expect(words(await show(state))).to.include('3 rejected');
  });

  it('counts events that were dropped unread separately', async () => {
    const state = liveState();
    state.relay.relays.set([relay('open', { dropped: 400 })]);
    const text = words(await show(state));
    expect(text).to.include('400 dropped');
    expect(text).to.not.include('rejected');
  });

  it('shows a relay’s text without bidirectional control characters', async () => {
    const state = liveState();
    state.relay.relays.set([relay('waiting', { cause: 'it last said: \u202eevil' })]);
    const text = words(await show(state));
    expect(text).to.include('it last said: evil');
    expect(text).to.not.include('\u202e');
  });

  it('shows hostile content as plain text', async () => {
    const state = liveState();
    const content = '<img src=x onerror=alert(1)> \u202eevil';
    state.relay.events.set([event(0, { content })]);
    const element = await show(state);
    expect(inside(element).querySelector('img')).to.equal(null);
    expect(lines(element)[0]).to.equal('• [pub00000] <img src=x onerror=alert(1)> evil');
  });
});
