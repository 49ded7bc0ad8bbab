import { createHmac } from 'node:crypto';
import type { Ask } from '../../data/asks/ask.ts';
import { openAsks } from '../../data/asks/asks-view.ts';
import { DAY_MS, MINUTE_MS } from '../../data/core/time.ts';
import { errorMessage } from '../../data/core/text.ts';
import { type Notice, messageText } from '../../data/push/push-message.ts';
import { isQuiet } from '../../data/push/push-settings.ts';
import type { LivingSession } from '../agent-sessions/household.ts';
import type { Log } from '../core/log.ts';
import type { SignIn, SignIns } from '../keys/sign-ins.ts';
import type { DayBudget } from '../usage/usage-desk.ts';
import { Looking } from './looking.ts';
import {
  type Matter,
  type WatchedPortal,
  budgetMatters,
  ownersMatters,
  portalMatters,
  titleOf,
} from './matters.ts';
import { PushQueue, type QueuedMessage } from './push-queue.ts';
import { type Outcome, type PushService, vapidOf } from './push-service.ts';
import type { PushStore, Subscription } from './push-store.ts';

const CHECK_EVERY_MS = 1_000;
const PORTALS_EVERY_MS = MINUTE_MS;
/** How long a push service keeps a notice for a device that is off, unless the matter ends earlier. */
const KEEP_MS = DAY_MS;
/** The maximum length of a topic: https://www.rfc-editor.org/rfc/rfc8030#section-5.4 */
const TOPIC_CHARACTERS = 32;

/** The asks of coding agents, from the desk of asks. */
interface AskSource {
  /** Calls the listener after each change. Returns a function that ends this. */
  onChange(listener: () => void): () => void;
  /** The open asks, and those that ended a short time ago. */
  list(): { readonly asks: readonly Ask[] };
}

interface DeskOptions {
  readonly store: PushStore;
  readonly service: Pick<PushService, 'send'>;
  readonly asks: AskSource;
  readonly sessions: {
    onReport(listener: () => void): () => void;
    /** Every session: one that was left out would count as over, and be told again. */
    living(): readonly LivingSession[];
  };
  /** What of the budget of the day is used; undefined if the owner has set none. */
  readonly budget: () => DayBudget | undefined;
  /** What the home watches, as its history knows it. Without portals until their first round of checks. */
  readonly watched: () => readonly WatchedPortal[];
  readonly signIns: Pick<SignIns, 'list' | 'onReplaced'>;
  readonly now: () => number;
  readonly log: Log['line'];
}

/** Returns a unique name of a sign-in. The id alone is not enough, because the database may use it again. */
export const signInName = ({ id, beganAt }: Pick<SignIn, 'id' | 'beganAt'>): string => `${id}.${beganAt}`;

/** Why an ask is over, for devices that have to show a notice with each message. */
function endOf(ask: Ask | undefined): string {
  if (ask?.state === 'decided') return `Decided in ${ask.decision?.by || 'the home'}.`;
  if (ask?.state === 'elsewhere') return 'Answered in its terminal.';
  return ask?.state === 'undecided'
    ? 'Not decided in time: the terminal asks now.'
    : 'The agent does not ask any more.';
}

/**
 * Whether each message must show a notice. Apple ends a subscription with messages that show none:
 * https://webkit.org/blog/13878/
 */
const mustShow = ({ endpoint }: Subscription): boolean =>
  new URL(endpoint).hostname.endsWith('.push.apple.com');

/**
 * Sends browsers the notices that they chose. The owner’s devices are told which agent waits, has failed or
 * is done; visitors are told which portals do not answer. After each change and each second, the desk
 * compares the present state with what each browser was told. So each notice is sent only once, also after a
 * restart. A device on which the owner saw the home, or that had quiet hours, is told later if the matter is
 * still open.
 */
export class PushDesk {
  readonly looking: Looking;
  readonly #options: DeskOptions;
  readonly #queue: PushQueue;
  #startedAt: number;
  readonly #stops: readonly (() => void)[];
  readonly #timer: NodeJS.Timeout;
  /** When each present matter was first seen. */
  readonly #seen = new Map<string, number>();
  /**
   * For the id of each subscription: the names (see `nameOf`) of matters that its browser is never told,
   * because they happened at a time when it could not be told.
   */
  readonly #passed = new Map<number, Set<string>>();
  #portals: readonly WatchedPortal[] = [];
  #portalsAt = -Infinity;
  #soon: NodeJS.Immediate | undefined;
  #topicKey: string | undefined;
  #hasFailed = false;
  #isClosed = false;
  #isFirst = true;

  constructor(options: DeskOptions) {
    const { store, asks, sessions, signIns, now } = options;
    this.#options = options;
    this.#queue = new PushQueue(options);
    this.looking = new Looking(now);
    this.#startedAt = now();
    const change = (): void => this.checkSoon();
    this.#stops = [
      asks.onChange(change),
      sessions.onReport(change),
      signIns.onReplaced((before, after) => store.moveDevice(signInName(before), signInName(after))),
    ];
    this.#timer = setInterval(change, CHECK_EVERY_MS);
    this.#timer.unref();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearImmediate(this.#soon);
    for (const stop of this.#stops) stop();
    this.#queue.close();
  }

  /** Checks once, after all changes of this moment. */
  checkSoon(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      this.#prepare()
        .then((topicKey) => {
          if (topicKey !== undefined) this.#check(topicKey);
          this.#hasFailed = false;
        })
        .catch((error: unknown) => {
          if (!this.#hasFailed) this.#options.log(`notices cannot be sent: ${errorMessage(error)}`, 'error');
          this.#hasFailed = true;
        });
    });
  }

  /** Sends a test notice to a device at once. It is not repeated after a failure. */
  async test(subscription: Subscription): Promise<Outcome> {
    const notice = noticeFor(subscription, {
      tag: 'test',
      title: 'A test of your home',
      body: 'Notices arrive on this device.',
      path: 'door',
      silent: false,
    });
    const { privateKey } = await vapidOf(this.#options.store);
    return this.#options.service.send(subscription, {
      text: messageText({ notice }),
      ttl: 60,
      urgency: 'high',
      topic: topicOf('test', privateKey),
    });
  }

  /** Returns the key of the topics; undefined if there is no subscription. */
  async #prepare(): Promise<string | undefined> {
    const { store } = this.#options;
    if (store.subscriptions.length === 0) return undefined;
    return (this.#topicKey ??= (await vapidOf(store)).privateKey);
  }

  /**
   * Sends and takes back notices. It is not asynchronous, because two checks at once would send a notice
   * twice.
   */
  #check(topicKey: string): void {
    const { store, signIns, asks, sessions, budget } = this.#options;
    if (this.#isClosed) return;
    const signedIn = new Set(signIns.list().map(signInName));
    const ended = store.subscriptions.flatMap(({ device }) =>
      device && !signedIn.has(device.signIn) ? device.signIn : [],
    );
    if (ended.length > 0) store.removeDevices(ended);
    const owners = ownersMatters(openAsks(asks.list()), sessions.living());
    const matters = [
      ...owners,
      ...budgetMatters(budget(), this.#options.now()),
      ...portalMatters(this.#presentPortals()),
    ];
    this.#watch(matters);
    const round: Round = { matters, badge: this.#waiting(owners), topicKey };
    for (const subscription of store.subscriptions) this.#tell(subscription, round);
  }

  #presentPortals(): readonly WatchedPortal[] {
    const { store, now, watched } = this.#options;
    if (!store.subscriptions.some(({ portals }) => portals.length > 0)) return [];
    if (Math.abs(now() - this.#portalsAt) < PORTALS_EVERY_MS) return this.#portals;
    this.#portalsAt = now();
    this.#portals = watched().filter(({ kind }) => kind === 'portal');
    return this.#portals;
  }

  /** Remembers when each matter was first seen, and forgets matters that are over. */
  #watch(matters: readonly Matter[]): void {
    const names = new Set(matters.map(nameOf));
    const now = this.#options.now();
    this.#startedAt = Math.min(this.#startedAt, now);
    for (const matter of matters) {
      const name = nameOf(matter);
      // The matters of the first check may have begun before it, so they count from their own time.
      if (!this.#seen.has(name)) this.#seen.set(name, this.#isFirst ? Math.min(matter.since, now) : now);
    }
    this.#isFirst = false;
    for (const name of this.#seen.keys()) if (!names.has(name)) this.#seen.delete(name);
    for (const [id, passed] of this.#passed) {
      for (const name of passed) if (!names.has(name)) passed.delete(name);
      if (!this.#options.store.find(id)) this.#passed.delete(id);
    }
  }

  /** The number on the icon of the home: how many matters wait for the owner. */
  #waiting(matters: readonly Matter[]): number {
    const now = this.#options.now();
    return matters.filter(
      (matter) =>
        'kind' in matter.to &&
        matter.to.kind === 'waiting' &&
        now >= (this.#seen.get(nameOf(matter)) ?? now) + (matter.settlesMs ?? 0),
    ).length;
  }

  #tell(subscription: Subscription, round: Round): void {
    const { store } = this.#options;
    const sent = new Map(store.sentTo(subscription.id));
    const news = round.matters.filter(
      (matter) =>
        isWanted(subscription, matter.to) &&
        sent.get(matter.tag) !== matter.id &&
        this.#isNews(subscription, matter),
    );
    for (const [tag, id] of sent) {
      const isPresent = round.matters.some((matter) => matter.tag === tag && matter.id === id);
      // A new notice with the same tag replaces the old one.
      if (!isPresent && !news.some((matter) => matter.tag === tag))
        this.#takeBack(subscription, tag, id, round);
    }
    for (const matter of news) this.#send(subscription, matter, round);
  }

  #isNews(subscription: Subscription, matter: Matter): boolean {
    const { id, device, changedAt } = subscription;
    const now = this.#options.now();
    const { settlesMs = (device?.settings.doneMinutes ?? 0) * MINUTE_MS, stays, since } = matter;
    const name = nameOf(matter);
    const passed = this.#passed.get(id);
    if (passed?.has(name)) return false;
    // A matter that stays counts from when it was first seen. When an ask ends, its session still waits for a
    // moment, and this wait must not be told at once.
    const due = (stays ? (this.#seen.get(name) ?? now) : since) + settlesMs;
    if (now < due) return false;
    // If `changedAt` is in the future, the clock was set back since, and the time means nothing.
    const isOld = !stays && due < Math.max(this.#startedAt, changedAt > now ? 0 : changedAt);
    const isKept = device !== undefined && !('portal' in matter.to) && this.#isKeptBack(device);
    if (!isOld && !isKept) return true;
    if (!stays) this.#passed.set(id, (passed ?? new Set()).add(name));
    return false;
  }

  #isKeptBack({ signIn, settings }: NonNullable<Subscription['device']>): boolean {
    return this.looking.has(signIn) || isQuiet(settings, this.#options.now());
  }

  #send(subscription: Subscription, matter: Matter, round: Round): void {
    const { store, now } = this.#options;
    const { tag, id, to, title, body, path, until } = matter;
    const isOwners = !('portal' in to);
    store.markSent(subscription.id, tag, id);
    const notice = noticeFor(subscription, { tag, title, body, path, silent: false });
    this.#add(subscription, tag, round, {
      text: messageText({ notice, badge: isOwners ? round.badge : undefined }),
      isOwners,
      urgency: 'kind' in to && to.kind !== 'done' ? 'high' : 'normal',
      until: Math.min(until ?? Infinity, now() + KEEP_MS),
    });
  }

  /**
   * Closes the notice of a matter that is over. For a portal that has answered a check, a new notice says
   * that it answers again. Where each message must show a notice (`mustShow`), a new notice says how an ask
   * ended, and nothing is sent for a session, or for a portal that is in maintenance or was removed.
   */
  #takeBack(subscription: Subscription, tag: string, id: string, round: Round): void {
    const isAsk = tag.startsWith('ask-');
    const isPortal = tag.startsWith('portal:');
    const portal = isPortal ? this.#portals.find((one) => one.id === tag) : undefined;
    if (isPortal && !this.#isOver(portal)) return;
    this.#options.store.forgetSent(subscription.id, tag);
    // A notice that a session has failed or is done is not taken back: it is still true.
    if (!isAsk && !isPortal && !id.startsWith('waiting ')) return;
    const update = (title: string, body: string, path: string): string =>
      messageText({
        notice: noticeFor(subscription, { tag, title, body, path, silent: true }),
        badge: isPortal ? undefined : round.badge,
      });
    const add = (text: string): void =>
      this.#add(subscription, tag, round, {
        text,
        isOwners: !isPortal,
        urgency: 'normal',
        until: this.#options.now() + KEEP_MS,
        closes: true,
      });
    if (portal?.state === 'up') return add(update(portal.name, 'It answers again.', 'heartbeat.html'));
    if (!mustShow(subscription))
      return add(messageText({ close: tag, badge: isPortal ? undefined : round.badge }));
    // Sends nothing: on these devices, each wait that is over would show one more notice.
    if (!isAsk) return;
    const { asks } = this.#options.asks.list();
    const ask = asks.find(({ id: ended }) => tag === `ask-${ended}`);
    add(update(ask ? titleOf(ask) : 'Your home', endOf(ask), 'door'));
  }

  /**
   * Whether the outage of a portal is over; the portal is undefined if it is not in the list. While nothing
   * is known of it, as after a restart or a sleep of the home, the next check decides.
   */
  #isOver(portal: WatchedPortal | undefined): boolean {
    return portal ? portal.state === 'up' || portal.state === 'maintenance' : this.#portals.length > 0;
  }

  #add(
    { id: to }: Subscription,
    tag: string,
    { topicKey }: Round,
    message: Pick<QueuedMessage, 'text' | 'urgency' | 'until' | 'isOwners' | 'closes'>,
  ): void {
    const ttl = Math.max(0, Math.ceil((message.until - this.#options.now()) / 1000));
    this.#queue.add({ ...message, to, ttl, topic: topicOf(tag, topicKey) });
  }
}

/** The results of one check. */
interface Round {
  readonly matters: readonly Matter[];
  readonly badge: number;
  readonly topicKey: string;
}

/**
 * Returns a topic that is the same for all messages about one notice. The push service cannot see the tag in
 * it.
 */
const topicOf = (tag: string, topicKey: string): string =>
  createHmac('sha256', topicKey).update(tag).digest('base64url').slice(0, TOPIC_CHARACTERS);

const noticeFor = (
  { home }: Subscription,
  { path, ...notice }: Omit<Notice, 'url'> & { readonly path: string },
): Notice => ({ ...notice, url: new URL(path, home).href });

const nameOf = ({ tag, id }: Pick<Matter, 'tag' | 'id'>): string => `${tag} ${id}`;

function isWanted({ device, portals }: Subscription, to: Matter['to']): boolean {
  if ('owner' in to) return device !== undefined;
  return 'kind' in to ? device?.settings.kinds.includes(to.kind) === true : portals.includes(to.portal);
}
