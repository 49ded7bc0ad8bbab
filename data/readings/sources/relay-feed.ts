import { RequestError } from '../../core/http.ts';
import { relayFeedAnswer } from '../schemas/relay-feed.ts';
import { jsonSource } from './source.ts';

/**
 * `api/readings/relay-feed.json`: the events that the gateway has verified, for pages without connections to
 * relays. A static host has no gateway, so it has no such events.
 */
export const relayFeed = jsonSource({
  name: 'relayFeed',
  url: 'api/readings/relay-feed.json',
  everySeconds: 30,
  schema: relayFeedAnswer,
  what: 'a relay feed',
  maxBytes: 20_000,
  refused: (status) =>
    status === 404
      ? { kind: 'empty', cause: 'this home is served without its gateway, which verifies the events' }
      : undefined,
  convert({ state, value, fetchedAt, cause }) {
    if (state === 'error' || state === 'offline')
      throw new RequestError(cause ?? 'no relay answers the home');
    return value && value.events.length > 0
      ? { kind: 'value', value: { ...value, state, fetchedAt, cause } }
      : { kind: 'empty', cause: cause ?? 'the home is connecting to its relays' };
  },
});
