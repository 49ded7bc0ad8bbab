import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import type { DataModule } from '../../../data/core/module.ts';
import { createRelayFeed } from '../../../data/relay/feed.ts';
import { verifyEvents } from '../../../data/relay/verify.ts';
import type { Verifier } from '../../../data/relay/verifier.ts';
import { type State, createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { recordedEvents } from '../../helpers/home.ts';
import { type NostrEvent, type TestRelay, startRelay } from '../../helpers/relay.ts';
import { ticking, until } from '../../helpers/waiting.ts';

export const events = recordedEvents();
export const stored = events.slice(0, 20);
export const live = events.slice(20);

/** Does the work of the page's worker in the same thread. */
const createVerifier = (): Verifier => ({
  verify: (event) => Promise.resolve(verifyEvents(event)),
  dispose() {},
});

export let relays: TestRelay[] = [];
export let state: State;
export let feed: DataModule<State>;
export let warnings: string[];
/** `ahead`: milliseconds added to the machine's clock. `heard`: frames that arrived, accepted or not. */
export const page = { ahead: 0, heard: 0 };
let stopTicking: () => void;

export class HeardSocket extends WebSocket {
  constructor(url: string | URL) {
    super(url);
    this.addEventListener('message', () => (page.heard += 1));
  }
}

/** The feed of a page that is not hidden. */
export function start(
  urls = allUrls(),
  Socket: typeof WebSocket = WebSocket,
  verifier = createVerifier,
): void {
  state = createState({ ...defaultConfig, relays: urls });
  warnings = [];
  feed = createRelayFeed({
    WebSocket: Socket,
    createVerifier: verifier,
    now: () => Date.now() + page.ahead,
    monotonicNow: () => Date.now() + page.ahead,
    random: () => 0.5,
    log: { warn: (text: string) => void warnings.push(text) },
  });
  feed.init(undefined, state, theme);
  show();
}

/** Starts the feed and waits for the events that the relays have stored. */
export async function startWithStored(urls = [first().url]): Promise<void> {
  start(urls);
  await until('the stored events are shown', () => shownIds().length === stored.length);
}

/** The page is hidden: nothing runs but sockets and timers. */
export const hide = (): void => stopTicking();
export const show = (): void => void (stopTicking = ticking(feed));

/** Replaces the relays by one for each of these lists of stored events. */
export async function serve(...lists: (readonly NostrEvent[])[]): Promise<void> {
  await Promise.all(relays.map((relay) => relay.close()));
  relays = await Promise.all(lists.map((list) => startRelay(list)));
}

export const allUrls = (): string[] => relays.map(({ url }) => url);
export const first = (): TestRelay => relays[0] ?? assert.fail();
export const second = (): TestRelay => relays[1] ?? assert.fail();
export const shownIds = (): string[] => state.relay.events.get().map(({ id }) => id);
export const total = (what: 'accepted' | 'rejected' | 'dropped'): number =>
  state.relay.relays.get().reduce((sum, relay) => sum + relay[what], 0);
export const opened = (count: number) => (): boolean =>
  state.relay.relays.get().filter((relay) => relay.state === 'open').length === count;

beforeEach(() => {
  Object.assign(page, { ahead: 0, heard: 0 });
  return serve(stored, stored, stored);
});
afterEach(async () => {
  stopTicking();
  feed.dispose?.();
  await serve();
});
