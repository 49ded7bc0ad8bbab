import { randomBytes, randomInt } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import type { ClientFrame, ServerFrame } from '../../data/chat/protocol.ts';
import type { PlayFrame } from '../../data/games/play-frames.ts';
import { AddressBudgets, perHour } from '../core/address-budgets.ts';
import { AgentPeers } from './sockets/agent-peers.ts';
import type { BridgeOptions } from './bridge-options.ts';
import { type AnyFrame, readFrame } from './sockets/client-frames.ts';
import { Conversations } from './conversation/conversations.ts';
import { drain } from './drain.ts';
import { closeCodes, errorFrame, type Peer, Traffic } from './sockets/peer.ts';
import { FailedFrames } from './sockets/failed-frames.ts';
import { Gateways } from './cluster/gateways.ts';
import { SharedSession } from './cluster/shared-session.ts';
import { SharedFrames } from './cluster/shared-frames.ts';
import { SharedResidents } from './cluster/shared-residents.ts';
import { Players } from './players/players.ts';
import { householdMark } from '../core/networks.ts';
import type { Reader } from '../keys/readers.ts';
import type { SignIns } from '../keys/sign-ins.ts';
import { CurrentPlays, handlePlayFrame } from './plays/current-plays.ts';
import { PlayCalls } from './plays/play-calls.ts';
import { chatOrder } from './plays/chat-orders.ts';
import { Presence } from './presence.ts';
import { PresentActivity } from './present-activity.ts';
import { frameForStranger, strangerMaySend } from './sockets/stranger-frames.ts';
import { refuseHello, TokenGuard } from './sockets/token-guard.ts';
import type { ConversationTools } from './conversation/session-conversation.ts';
import { NoNewSessionError } from '../store/conversation-store.ts';
import { Sockets, socketDefaults } from './sockets/sockets.ts';
import { StorageBudgets } from './conversation/storage-budgets.ts';
import { newResidentFrame, welcomeFrame } from './conversation/welcome-frame.ts';

const MAX_SOCKETS_PER_SESSION = 16;
/**
 * The number of sessions that one address may begin, at once and then per hour, for each connection that the
 * address may have. An address can begin fewer sessions in a day than the number of empty sessions that the
 * store keeps, so it cannot displace the sessions of others.
 */
const NEW_SESSIONS_PER_SOCKET = 16;
const HELLO_TIMEOUT_MS = 10_000;
/** How often budgets and conversations that are no longer needed are dropped. */
const SWEEP_MS = 30_000;
/** How often the sockets of a home that is not public are checked: a sign-in or a link may have ended. */
const READERS_CHECK_MS = 1_000;
const PRIVATE = 'This home is private: sign in, or open the link that its owner gave you.';

type Hello = Extract<ClientFrame, { type: 'hello' }>;

/**
 * The server of `/api/world/ws`: it admits clients, checks what they may do, and sends them
 * frames.
 */
export class Bridge {
  /** Counters of the traffic. */
  readonly traffic = new Traffic();
  /** What the resident does now. */
  readonly activity: PresentActivity;
  /** The visitors in the world. */
  readonly players: Players;
  /** The current plays. */
  readonly plays: CurrentPlays;
  /** The calls of agents to the players of these plays. */
  readonly playCalls: PlayCalls;
  /** The browsers in which the owner is signed in. */
  readonly owners: SignIns;
  /** Checks every token that a client sends, here and over HTTP. */
  readonly guard: TokenGuard;
  /** The other gateways of this world; undefined for a single gateway. */
  readonly gateways: Gateways | undefined;
  readonly #options: BridgeOptions;
  readonly #failures: FailedFrames;
  readonly #tools: ConversationTools;
  readonly #sockets: Sockets;
  readonly #conversations: Conversations;
  readonly #budgets: StorageBudgets;
  readonly #newSessions: AddressBudgets;
  readonly #presence: Presence;
  readonly #agents: AgentPeers;
  readonly #sharedFrames: SharedFrames | undefined;
  readonly #sharedResidents: SharedResidents | undefined;
  readonly #unwatchRoom: () => void;
  readonly #sweeping: NodeJS.Timeout;
  readonly #checkingReaders: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: BridgeOptions) {
    this.#options = options;
    this.#failures = new FailedFrames(options);
    this.#presence = new Presence({
      announce: (frame, frameFor) => this.broadcast(frame, frameFor),
      salt: randomBytes(16).toString('hex'),
      isVisible: (session) => this.players.isVisible(session),
      remoteVisitors: () => this.gateways?.remoteVisitors ?? 0,
    });
    const { bus, resident: room, agentBeatMs: heartbeatMs } = options;
    this.gateways = bus && new Gateways({ bus, room, visitors: () => this.#presence.visitors, heartbeatMs });
    this.activity = new PresentActivity(
      options.state.activity,
      (activity) => this.broadcast({ type: 'activity', activity }),
      options.now,
    );
    this.players = new Players({
      ...options,
      aliasOf: (session) => this.#conversations.get(session)?.alias ?? 'unknown',
      firstNumber: randomInt(1, 1_000_000),
    });
    this.owners = options.keys.signIns;
    this.guard = new TokenGuard({ ...options, agentKeys: options.keys.agents });
    this.plays = new CurrentPlays({
      records: options.state.games.plays,
      broadcast: (frame) => this.#toAll(frame),
      now: options.now,
    });
    this.playCalls = new PlayCalls(this.plays);
    this.#sockets = new Sockets(options, options.now, this.traffic);
    this.#budgets = new StorageBudgets(options.now, options.storeBytes, options.addressBudget);
    const newSessions = (options.maxSocketsPerIp ?? socketDefaults.maxSocketsPerIp) * NEW_SESSIONS_PER_SOCKET;
    this.#newSessions = new AddressBudgets(options.now, perHour(newSessions));
    const orders = { plays: this.plays, state: options.state };
    this.#tools = {
      ...options,
      budgets: this.#budgets,
      visitors: () => this.#presence.visitors + (this.gateways?.remoteVisitors ?? 0),
      order: (text, isOwner, seen) => chatOrder({ ...orders, seen }, text, isOwner),
      join: bus && ((secret, conversation) => new SharedSession(secret, bus, conversation)),
    };
    this.#conversations = new Conversations(options.store, this.#tools);
    this.#agents = new AgentPeers({ ...options, broadcast: (frame) => this.broadcast(frame) });
    this.#sharedFrames =
      bus && new SharedFrames(bus, this.activity, options.now, (frame) => this.#handleBroadcast(frame));
    this.#sharedResidents = this.gateways && new SharedResidents({ ...options, gateways: this.gateways });
    // Each gateway sends this frame only to its own pages, because these pages show the agent at their own
    // gateway in preference to an agent at another gateway.
    this.#unwatchRoom = room.onChange(() => this.#toAll(newResidentFrame(this.#tools)));
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeping.unref();
    if (options.readers.isPublic) return;
    this.#checkingReaders = setInterval(() => {
      for (const peer of this.#sockets) this.#closeIfChanged(peer);
    }, READERS_CHECK_MS);
    this.#checkingReaders.unref();
  }

  /** Returns a function that tells who reads with these headers. */
  readerOf(headers: IncomingHttpHeaders): () => Reader {
    return () => this.#options.readers.of(headers);
  }

  /** Sockets and visitors right now. */
  get counts(): { sockets: number; visitors: number } {
    return { sockets: this.#sockets.size, visitors: this.#presence.visitors };
  }

  /** Whether a tab has this session open. The store must not delete an open session. */
  isOpen(session: string): boolean {
    return this.#conversations.get(session) !== undefined;
  }

  /**
   * Takes over an upgraded socket whose origin has been checked.
   * @param isOwner Whether the owner is signed in in the browser of this socket; called again for each order.
   * @param reader Who reads in that browser; called again later, because a sign-in or a link may end.
   */
  accept(
    socket: WebSocket,
    ip: string,
    isOwner: () => boolean = () => false,
    reader: () => Reader = () => (this.#options.readers.isPublic ? 'guest' : 'stranger'),
  ): void {
    const timeoutMs = this.#options.helloTimeoutMs ?? HELLO_TIMEOUT_MS;
    let helloTimeout: NodeJS.Timeout | undefined;
    const admitted = this.#sockets.admit(socket, ip, {
      message: (peer, data, isBinary) => {
        this.#receive(peer, data, isBinary);
        if (peer.role !== undefined || peer.greeting) clearTimeout(helloTimeout);
      },
      closed: (peer) => {
        clearTimeout(helloTimeout);
        this.#forget(peer);
      },
    });
    if (admitted) {
      admitted.isOwner = isOwner;
      admitted.reader = reader;
      helloTimeout = setTimeout(() => admitted.close(closeCodes.policy, 'no hello in time'), timeoutMs);
    }
  }

  /**
   * Sends a frame, serialised once, to every client that sent hello, at all gateways of the world. `frameFor`
   * gives a session of this gateway another frame instead.
   */
  broadcast(frame: ServerFrame, frameFor?: (session: string) => ServerFrame | undefined): void {
    this.#sharedFrames?.publish(frame);
    this.#handleBroadcast(frame, frameFor);
  }

  /** Whether the home is about to end: a load balancer should send visitors elsewhere. */
  get isDraining(): boolean {
    return this.#sockets.isRefusing;
  }

  /**
   * Call it before `close`. Accepts no more clients, sends visitors to another process, and waits for pending
   * answers for at most `maxMs`.
   */
  drain(maxMs: number): Promise<void> {
    return drain(this.#sockets, this.#conversations, maxMs, this.#sharedResidents?.refuse());
  }

  /** Closes every socket with 1001; the server cuts off those that do not answer in time. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#sweeping);
    clearInterval(this.#checkingReaders);
    this.#presence.close();
    this.#sharedResidents?.close();
    this.players.close();
    this.#unwatchRoom();
    this.#sharedFrames?.close();
    this.#agents.close();
    this.activity.close();
    this.plays.close();
    this.#conversations.close();
    this.#sockets.close();
  }

  /** Handles a frame to all, from this gateway or another one: sends it, and stores the state in it. */
  #handleBroadcast(frame: ServerFrame, frameFor?: (session: string) => ServerFrame | undefined): void {
    if (frame.type === 'activity') this.activity.receive(frame.activity);
    this.#toAll(frame, frameFor);
    this.#options.onBroadcast?.(frame);
  }

  #toAll(frame: ServerFrame | PlayFrame, frameFor?: (session: string) => ServerFrame | undefined): void {
    const text = JSON.stringify(frame);
    for (const peer of this.#sockets) {
      if (peer.role === undefined) continue;
      const other = peer.session === undefined ? undefined : frameFor?.(peer.session);
      if (other) peer.send(other);
      else peer.sendText(text);
    }
  }

  #receive(peer: Peer, data: Buffer, isBinary: boolean): void {
    // A frame after a hello belongs to the session that the hello opens, so it waits for that session.
    if (peer.greeting) return void peer.greeting.then(() => this.#receive(peer, data, isBinary));
    const frame = isBinary ? 'Frames are JSON text.' : readFrame(data.toString('utf8'), peer.role);
    this.traffic.received.add(typeof frame === 'string' ? 'bad-frame' : frame.type);
    if (typeof frame === 'string') return peer.send(errorFrame('bad-frame', frame));
    try {
      this.#handle(peer, frame)?.catch((error: unknown) => this.#failed(peer, frame, error));
    } catch (error) {
      this.#failed(peer, frame, error);
    }
  }

  #failed(peer: Peer, frame: AnyFrame, error: unknown): void {
    // After `close` the store is closed too; each page sends its chat again to the next process.
    if (!this.#closed) this.#failures.tell(peer, frame, error);
  }

  /** Closes the socket of a visitor whose rights have changed; the page connects again with the new rights. */
  #closeIfChanged(peer: Peer): boolean {
    if (peer.welcomedAs === undefined || this.#options.readers.isPublic) return false;
    if (peer.reader() === peer.welcomedAs) return false;
    peer.close(closeCodes.policy, 'signed out');
    return true;
  }

  /** Whether this home lets a visitor in; if not, says so and closes the socket. */
  #admits(peer: Peer): boolean {
    const { readers } = this.#options;
    if (readers.isPublic) return true;
    const reader = peer.reader();
    peer.welcomedAs = reader;
    if (!readers.sees(reader, 'pages')) {
      peer.send(errorFrame('unauthorized', PRIVATE));
      peer.close(closeCodes.policy, 'private');
      return false;
    }
    const visitorsSee = readers.visitorsSee ?? [];
    if (reader === 'stranger') peer.filter = (type, text) => frameForStranger(type, text, visitorsSee);
    return true;
  }

  /** Whether the visitor may send this frame; refuses a chat that is not for strangers. */
  #maySend(peer: Peer, frame: AnyFrame): boolean {
    if (this.#closeIfChanged(peer)) return false;
    const { visitorsSee = [] } = this.#options.readers;
    if (peer.welcomedAs !== 'stranger' || strangerMaySend(frame.type, visitorsSee)) return true;
    if (frame.type === 'chat')
      peer.send(errorFrame('unauthorized', 'The chat of this home is private.', frame.id));
    return false;
  }

  #handle(peer: Peer, frame: AnyFrame): Promise<void> | void {
    if (!this.#maySend(peer, frame)) return;
    switch (frame.type) {
      case 'hello':
        return this.#hello(peer, frame);
      case 'ping':
        return peer.send({ type: 'pong' });
      case 'pong':
        return;
      case 'activity':
        return this.#takeActivity(peer, frame);
      case 'chat':
      case 'stop':
        return this.#conversations.handle(peer, frame);
      case 'position':
      case 'presence':
      case 'emote':
      case 'player-chat':
      case 'player-report':
        return this.players.handle(peer, frame);
      case 'play':
      case 'play-order':
        return handlePlayFrame(this.plays, peer, frame);
      case 'play-answer':
        return this.playCalls.answer(peer, frame);
      default:
        return this.#agents.handle(peer, frame);
    }
  }

  #hello(peer: Peer, frame: Hello): Promise<void> | void {
    if (peer.role !== undefined)
      return peer.send(errorFrame('bad-frame', 'This socket has sent hello already.'));
    // This hello may have waited for an earlier hello that failed and closed the socket. A closed socket
    // opens no session.
    if (!peer.isOpen || refuseHello(peer, frame, this.guard)) return;
    if (frame.role === 'visitor') {
      if (!this.#admits(peer)) return;
      const welcomed = this.#welcomeVisitor(peer, frame);
      peer.greeting = welcomed.catch(() => undefined).then(() => void (peer.greeting = undefined));
      return welcomed;
    }
    peer.role = frame.role;
    if (frame.role === 'resident') peer.allowAgent();
    // Clients with these roles have no conversation, so they get a random secret that opens no session.
    peer.send(welcomeFrame(this.#tools, randomBytes(32).toString('base64url'), 0));
    this.#sendPresent(peer);
  }

  #takeActivity(peer: Peer, { activity }: Extract<ClientFrame, { type: 'activity' }>): void {
    if (peer.role === 'resident') this.activity.report(activity);
    else if (peer.role === undefined) peer.send(errorFrame('no-session', 'Say hello first.'));
    else peer.send(errorFrame('unauthorized', 'Only the role resident may report what the resident does.'));
  }

  /** The current state: the resident's activity, and the plays. */
  #sendPresent(peer: Peer): void {
    const activity = this.activity.current;
    if (activity) peer.send({ type: 'activity', activity });
    for (const play of this.plays.records) peer.sendText(JSON.stringify({ type: 'play', play }));
  }

  async #welcomeVisitor(peer: Peer, frame: Hello): Promise<void> {
    const opened = await this.#open(peer, frame);
    if (!opened) return peer.close(closeCodes.tryLater, 'too many new conversations from this address');
    const [conversation, isResumed] = opened;
    if (!isResumed) this.#newSessions.spend(peer.ip);
    if (!peer.isOpen) return;
    if (conversation.size >= (this.#options.maxSocketsPerSession ?? MAX_SOCKETS_PER_SESSION))
      return peer.close(closeCodes.tryLater, 'too many tabs of one session');
    peer.session = conversation.session;
    if (!(await conversation.join(peer, isResumed ? frame.cursor : 0))) return;
    this.#sendPresent(peer);
    peer.role = 'visitor';
    this.#presence.joined(conversation.session);
  }

  /** The conversation of a visitor; undefined for a new visitor whose address has begun too many sessions. */
  async #open({ ip }: Peer, { session }: Hello) {
    try {
      return await this.#conversations.open(session, {
        household: householdMark(ip),
        mayBegin: this.#newSessions.has(ip),
      });
    } catch (error) {
      if (error instanceof NoNewSessionError) return undefined;
      throw error;
    }
  }

  #forget(peer: Peer): void {
    this.#agents.leave(peer);
    this.plays.leave(peer);
    this.playCalls.leave(peer);
    const conversation = this.#conversations.get(peer.session);
    conversation?.leave(peer);
    if (conversation?.size === 0 && !this.#closed) this.#presence.left(conversation.session);
    // This comes after `presence.left`, which still needs to know whether others could see the visitor.
    this.players.leave(peer);
    if (conversation) this.#conversations.dropIdle(conversation);
  }

  #sweep(): void {
    this.#budgets.sweep();
    this.guard.sweep();
    this.#newSessions.sweep();
    this.players.sweep();
    this.plays.sweep();
    this.#conversations.sweep();
  }
}
