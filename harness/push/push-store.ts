import { Database } from '../store/database.ts';
import type { BrowserSubscription } from '../../data/push/push-browser.ts';
import type { DeviceSettings } from '../../data/push/push-settings.ts';
import { pushSchema } from './push-schema.ts';

export const PUSH_FILE = 'push.sqlite';
/** The most browsers of visitors; the devices of the owner are not counted. */
export const MAX_VISITORS = 500;

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface Subscription extends BrowserSubscription {
  readonly id: number;
  /** The URL of the home as this browser opens it, with a slash at the end. */
  readonly home: string;
  /** What the owner chose for this device; undefined for a visitor’s browser. */
  readonly device: { readonly signIn: string; readonly settings: DeviceSettings } | undefined;
  /** The ids of the portals that this browser follows. */
  readonly portals: readonly string[];
  /** The mark of the network of a visitor; empty if it is not known. */
  readonly network: string;
  /** Milliseconds since the epoch. This browser gets no notices of what happened before this time. */
  readonly changedAt: number;
}

/**
 * Stores, in one SQLite file, the browsers to which the home sends notices, the key of the home as a sender,
 * and which notices each browser has. The file is in no backup: an old copy must not send to a device that
 * was removed.
 */
export class PushStore {
  readonly #database: Database;
  readonly #now: () => number;
  /** All subscriptions. They are in memory, because each change of a session looks through them. */
  #subscriptions: readonly Subscription[];
  /** For the id of each subscription: the ids of matters by the tags of their notices. */
  #sent: Map<number, Map<string, string>>;

  /** `file` may be `:memory:`. Throws if the file is damaged, or was written by a newer home. */
  constructor(file: string, now: () => number = Date.now) {
    this.#database = new Database(file, pushSchema);
    this.#now = now;
    this.#subscriptions = this.#read();
    this.#sent = this.#readSent();
  }

  get subscriptions(): readonly Subscription[] {
    return this.#subscriptions;
  }

  find(id: number): Subscription | undefined {
    return this.#subscriptions.find((subscription) => subscription.id === id);
  }

  /** Returns the keys of this home. Makes them at the first call. */
  async vapid(make: () => Promise<VapidKeys>): Promise<VapidKeys> {
    const stored = this.#vapid();
    if (stored) return stored;
    const { publicKey, privateKey } = await make();
    this.#database
      .statement('INSERT INTO vapid VALUES (1, ?, ?) ON CONFLICT DO NOTHING')
      .run(publicKey, privateKey);
    // Another call may have stored its keys first.
    return this.#vapid() ?? { publicKey, privateKey };
  }

  #vapid(): VapidKeys | undefined {
    const row = this.#database.statement('SELECT public_key, private_key FROM vapid').get();
    return row && { publicKey: String(row['public_key']), privateKey: String(row['private_key']) };
  }

  /**
   * Stores the subscription of a device of the owner. Each sign-in is one browser, so it has one
   * subscription.
   */
  putDevice(
    subscription: BrowserSubscription,
    home: string,
    device: NonNullable<Subscription['device']>,
  ): void {
    this.#change(() => {
      this.#database
        .statement(
          'UPDATE subscriptions SET sign_in = NULL, settings = NULL WHERE sign_in = ? AND endpoint <> ?',
        )
        .run(device.signIn, subscription.endpoint);
      this.#put(subscription, home);
      this.#database
        .statement('UPDATE subscriptions SET sign_in = ?, settings = ? WHERE endpoint = ?')
        .run(device.signIn, JSON.stringify(device.settings), subscription.endpoint);
    });
  }

  /**
   * Stores which portals a browser follows. Returns whether there is room for the browser. If there are
   * `MAX_VISITORS` already, the network with the most browsers loses its newest one, which may be this one.
   * @param network The mark of the network from which the browser comes.
   */
  putPortals(
    subscription: BrowserSubscription,
    home: string,
    portals: readonly string[],
    network = '',
  ): boolean {
    const isKnown = this.#subscriptions.some(({ endpoint }) => endpoint === subscription.endpoint);
    const dropped = isKnown || portals.length === 0 ? undefined : this.#placeFor(network);
    if (dropped === 'none') return false;
    this.#change(() => {
      if (dropped) this.#database.statement('DELETE FROM subscriptions WHERE id = ?').run(dropped.id);
      this.#put(subscription, home);
      this.#database
        .statement('UPDATE subscriptions SET portals = ?, network = ? WHERE endpoint = ?')
        .run(JSON.stringify(portals), network, subscription.endpoint);
    });
    return true;
  }

  /**
   * Returns the subscription that must make room for a new one of this network. Undefined if there is room;
   * `none` if the new one gets no place.
   */
  #placeFor(network: string): Subscription | 'none' | undefined {
    // The devices of the owner do not count.
    const visitors = this.#subscriptions.filter(({ device }) => !device);
    if (visitors.length < MAX_VISITORS) return undefined;
    const counts = new Map<string, number>();
    for (const { network: of } of visitors) counts.set(of, (counts.get(of) ?? 0) + 1);
    const countOf = (of: string): number => (of === '' ? 1 : (counts.get(of) ?? 0));
    const most = Math.max(...visitors.map(({ network: of }) => countOf(of)));
    if (countOf(network) + 1 >= most) return 'none';
    return visitors.findLast(({ network: of }) => countOf(of) === most);
  }

  #put({ endpoint, keys: { p256dh, auth } }: BrowserSubscription, home: string): void {
    this.#database
      .statement(
        `INSERT INTO subscriptions (endpoint, p256dh, auth, home, portals, changed_at) VALUES (?, ?, ?, ?, '[]', ?)
         ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth, home = excluded.home,
           changed_at = excluded.changed_at`,
      )
      .run(endpoint, p256dh, auth, home, this.#now());
  }

  /**
   * Removes what the owner chose in these sign-ins. A browser that also follows portals continues to follow
   * them.
   */
  removeDevices(signIns: readonly string[]): void {
    this.#change(() => {
      for (const signIn of signIns)
        this.#database
          .statement('UPDATE subscriptions SET sign_in = NULL, settings = NULL WHERE sign_in = ?')
          .run(signIn);
    });
  }

  /** Moves the device to a new sign-in, after its browser has signed in again. */
  moveDevice(before: string, after: string): void {
    this.#change(
      () =>
        void this.#database
          .statement('UPDATE subscriptions SET sign_in = ? WHERE sign_in = ?')
          .run(after, before),
    );
  }

  remove(id: number): void {
    this.#change(() => void this.#database.statement('DELETE FROM subscriptions WHERE id = ?').run(id));
  }

  /** Returns the ids of matters by the tags of their notices, for all notices that a browser has. */
  sentTo(id: number): ReadonlyMap<string, string> {
    return this.#sent.get(id) ?? new Map();
  }

  markSent(id: number, tag: string, matter: string): void {
    this.#database
      .statement('INSERT INTO sent VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET matter = excluded.matter')
      .run(id, tag, matter);
    this.#sent.set(id, new Map(this.#sent.get(id)).set(tag, matter));
  }

  forgetSent(id: number, tag: string): void {
    this.#database.statement('DELETE FROM sent WHERE subscription = ? AND tag = ?').run(id, tag);
    this.#sent.get(id)?.delete(tag);
  }

  close(): void {
    this.#database.close();
  }

  #change(write: () => void): void {
    this.#database.write(() => {
      write();
      this.#database.statement(`DELETE FROM subscriptions WHERE sign_in IS NULL AND portals = '[]'`).run();
      // After the owner has signed out of a browser, the browser gets no notices about how the matters of the
      // owner end.
      this.#database
        .statement(
          `DELETE FROM sent WHERE tag NOT LIKE 'portal:%'
             AND subscription IN (SELECT id FROM subscriptions WHERE sign_in IS NULL)`,
        )
        .run();
      // A browser that no longer follows a portal is not told how its outage ends.
      this.#database
        .statement(
          `DELETE FROM sent WHERE tag LIKE 'portal:%' AND tag NOT IN
             (SELECT 'portal:' || value FROM subscriptions, json_each(portals)
              WHERE subscriptions.id = sent.subscription)`,
        )
        .run();
    });
    this.#subscriptions = this.#read();
    this.#sent = this.#readSent();
  }

  #readSent(): Map<number, Map<string, string>> {
    const sent = new Map<number, Map<string, string>>();
    for (const { subscription, tag, matter } of this.#database
      .statement('SELECT subscription, tag, matter FROM sent')
      .all()) {
      const id = Number(subscription);
      sent.set(id, new Map(sent.get(id)).set(String(tag), String(matter)));
    }
    return sent;
  }

  #read(): readonly Subscription[] {
    return this.#database
      .statement(
        'SELECT id, endpoint, p256dh, auth, home, sign_in, settings, portals, changed_at, network FROM subscriptions ORDER BY id',
      )
      .all()
      .map((row) => ({
        id: Number(row['id']),
        endpoint: String(row['endpoint']),
        keys: { p256dh: String(row['p256dh']), auth: String(row['auth']) },
        home: String(row['home']),
        device:
          row['sign_in'] === null
            ? undefined
            : {
                signIn: String(row['sign_in']),
                settings: JSON.parse(String(row['settings'])) as DeviceSettings,
              },
        portals: JSON.parse(String(row['portals'])) as string[],
        network: String(row['network']),
        changedAt: Number(row['changed_at']),
      }));
  }
}
