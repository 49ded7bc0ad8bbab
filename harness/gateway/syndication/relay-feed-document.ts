import { absenceText } from '../../../data/readings/format.ts';
import { configuredOrigin } from '../../../data/readings/readings-state.ts';
import type { FeedEvent, RelayStatus } from '../../../data/readings/records.ts';
import { MAX_CAUSE_CHARACTERS, MAX_FEED_EVENTS } from '../../../data/readings/schemas/relay-feed.ts';
import { cleanLine } from '../../../data/core/text.ts';
import { connectedRelays, kindName, satsText } from '../../../data/relay/format.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { RelayState } from '../../../data/relay/relay-state.ts';
import type { Reading } from '../../../data/readings/reading.ts';

/** A reading for other programs. */
export interface ReadingDocument {
  readonly state: Reading<unknown>['state'];
  /** The texts of the pages, one line each. */
  readonly text: readonly string[];
  /** What the pages draw: missing before the first answer, after a failure, and if there is nothing. */
  readonly value?: unknown;
  readonly source: string;
  /** Whether the reading is replayed from a recording. */
  readonly recorded?: true;
  /** When the last good answer came, in milliseconds since the epoch. */
  readonly fetchedAt?: number;
  /** What is wrong, in plain words. */
  readonly cause?: string;
}

const NO_RELAYS = 'no relay is set in config.json';
const NO_EVENTS = 'none of the relays has sent an event yet';

/** An event as one line, such as `zap 2,100 sats [1a2b3c4d] Thank you`. */
const rowOf = ({ kind, pubkey, content, sats }: FeedEvent): string =>
  [kindName(kind), satsText(sats), `[${pubkey}]`, cleanLine(content)].filter(Boolean).join(' ');

/** Names each field that leaves the home, as in the other documents. */
const publicOf = ({ id, pubkey, content, kind, created_at, sats }: FeedEvent) => ({
  id,
  pubkey,
  content,
  kind,
  created_at,
  ...(sats !== undefined && { sats }),
});

/** Why no relay is connected: the reason of each, such as `nos.lol: the relay cannot be reached`. */
const causeOf = (relays: readonly RelayStatus[]): string =>
  relays.map(({ url, state, cause = state }) => `${new URL(url).host}: ${cause}`).join('; ');

/** The state of the feed, with the cause while there is no live event to show. */
function stateOf(
  relays: readonly RelayStatus[],
  hasEvents: boolean,
  isWanted: boolean,
): Pick<ReadingDocument, 'state' | 'cause'> {
  if (!isWanted) return { state: 'empty', cause: NO_RELAYS };
  if (connectedRelays(relays) > 0)
    return hasEvents ? { state: 'live' } : { state: 'empty', cause: NO_EVENTS };
  const cause = `no relay is connected (${causeOf(relays)})`.slice(0, MAX_CAUSE_CHARACTERS);
  if (hasEvents) return { state: 'stale', cause };
  const isConnecting = relays.every((relay) => relay.state === 'connecting');
  return isConnecting ? { state: 'loading' } : { state: 'error', cause };
}

/**
 * The newest events of the relays. The gateway has verified each of them, so that a page elsewhere can
 * show them without the cryptography (docs/decisions/0040-relay-feed-and-chat-elsewhere.md).
 */
export function relayFeedDocument({ relay, config }: ConfigState & RelayState): ReadingDocument {
  const relays = relay.relays.get();
  const events = relay.events.get().slice(0, MAX_FEED_EVENTS);
  const fetchedAt = relay.lastEventTime.get();
  const { state, cause } = stateOf(relays, events.length > 0, config.get().relays.length > 0);
  const isShown = state === 'live' || state === 'stale';
  const value = {
    events: events.map(publicOf),
    connected: connectedRelays(relays),
    relays: relays.length,
  };
  return {
    state,
    text: isShown ? events.map(rowOf) : [absenceText('RELAY EVENTS', { state })],
    ...(isShown && { value }),
    ...configuredOrigin('relayFeed', config.get()),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(cause !== undefined && { cause }),
  };
}
