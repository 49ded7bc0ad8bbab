import { RequestError } from '../../data/core/http.ts';
import { retryAfterMs } from '../core/retry-after.ts';
import { type Fetch, causeOf } from '../outbound/fetch.ts';
import type { PushStore, Subscription, VapidKeys } from './push-store.ts';

const SEND_TIMEOUT_MS = 10_000;
/** The longest that a push service can make the home wait. */
const MAX_RETRY_AFTER_MS = 3_600_000;

export interface Delivery {
  readonly text: string;
  /** How long the push service keeps the message. Seconds. */
  readonly ttl: number;
  /** https://www.rfc-editor.org/rfc/rfc8030#section-5.3 */
  readonly urgency: 'normal' | 'high';
  /**
   * The message replaces an undelivered message with the same topic. The push service can read the topic, so
   * it contains no secret.
   */
  readonly topic: string;
}

/** What a push service answered. `gone`: the subscription has ended. `later`: a further attempt may succeed. */
export type Outcome =
  | { readonly result: 'taken' | 'gone' }
  | { readonly result: 'refused'; readonly cause: string }
  | { readonly result: 'later'; readonly cause: string; readonly afterMs: number | undefined };

/** The library takes some time to load, so it is loaded with the first message. */
const webPush = async () => (await import('web-push')).default;

/** The keys of this home as a sender (VAPID), made at the first call. */
export const vapidOf = (store: PushStore): Promise<VapidKeys> =>
  store.vapid(async () => (await webPush()).generateVAPIDKeys());

/**
 * Returns the contact of the sender: the address of the home. If that address works only on this machine,
 * returns a mail address, because Apple’s push service would refuse the address.
 */
const contactOf = (home: string): string =>
  home.startsWith('https://') && !/^https:\/\/(?:[^/]*\.)?localhost[:/]/.test(home)
    ? home
    : 'mailto:owner@home-world.invalid';

function outcomeOf({ status, headers }: Response, now: number): Outcome {
  if (status >= 200 && status < 300) return { result: 'taken' };
  if (status === 404 || status === 410) return { result: 'gone' };
  const cause = `it answered ${status}`;
  return status === 408 || status === 425 || status === 429 || status >= 500
    ? { result: 'later', cause, afterMs: retryAfterMs(headers, now, MAX_RETRY_AFTER_MS) }
    : { result: 'refused', cause };
}

/**
 * Sends messages to the push services of browsers. A message is encrypted for the browser (RFC 8291) and
 * signed with the key of the home (RFC 8292).
 */
export class PushService {
  readonly #store: PushStore;
  readonly #fetch: Fetch;
  readonly #now: () => number;

  /** @param fetch Reaches servers on the internet only. */
  constructor(store: PushStore, fetch: Fetch, now: () => number) {
    this.#store = store;
    this.#fetch = fetch;
    this.#now = now;
  }

  /** Makes one attempt to send. Never rejects. */
  async send(subscription: Subscription, delivery: Delivery): Promise<Outcome> {
    try {
      const { endpoint, keys, home } = subscription;
      const { text, ttl, urgency, topic } = delivery;
      const vapid = await vapidOf(this.#store);
      const { generateRequestDetails } = await webPush();
      const { headers, body } = generateRequestDetails({ endpoint, keys }, text, {
        TTL: ttl,
        urgency,
        topic,
        vapidDetails: { subject: contactOf(home), ...vapid },
      });
      const response = await this.#fetch(endpoint, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(body),
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await response.body?.cancel();
      return outcomeOf(response, this.#now());
    } catch (error) {
      const cause = causeOf(error, SEND_TIMEOUT_MS);
      return error instanceof RequestError
        ? { result: 'refused', cause }
        : { result: 'later', cause, afterMs: undefined };
    }
  }
}
