import type { ServerFrame } from '../../../data/chat/protocol.ts';
import type { ResidentFrame } from '../../../data/chat/resident-protocol.ts';
import { TokenBucket } from '../../../data/core/token-bucket.ts';
import type { DerivedState } from '../../../data/derived.ts';
import { type Refusal, act, notYours, tooMuch } from '../../resident/room/acting.ts';
import { Candidate } from '../../resident/room/candidate.ts';
import { questionRecord } from '../../resident/room/open-question.ts';
import type { ResidentRoom } from '../../resident/room/resident-room.ts';
import { type Peer, closeCodes } from './peer.ts';

export interface AgentLimits {
  /**
   * How often an agent with a question must send something; after four missed intervals it is considered
   * dead.
   */
  readonly agentBeatMs?: number | undefined;
  /** How long an agent may take for a question without sending anything about it. */
  readonly questionWaitMs?: number | undefined;
}

const HEARTBEAT_MS = 1_000;
/** A dead agent is found within five seconds: the first check may come just after its last frame. */
const MAX_MISSED_HEARTBEATS = 4;
/** How often a client may enter: each time, every page gets a frame. */
const ENTER_RATE = { burst: 10, perSecond: 0.2 } as const;

interface Tools extends AgentLimits {
  readonly resident: ResidentRoom;
  readonly state: DerivedState;
  readonly now: () => number;
  readonly broadcast: (frame: ServerFrame) => void;
}

/** A client in the room, and its activity. */
interface Agent {
  readonly candidate: Candidate;
  /** The count of `peer.signs` at the last check. */
  signs: number;
  missedHeartbeats: number;
}

/** The clients with the role resident that moved into the room (`data/chat/resident-protocol.ts`). */
export class AgentPeers {
  readonly #tools: Tools;
  readonly #agents = new Map<Peer, Agent>();
  readonly #enters = new WeakMap<Peer, TokenBucket>();
  readonly #heartbeatTimer: NodeJS.Timeout;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#heartbeatTimer = setInterval(() => this.#checkAgents(), tools.agentBeatMs ?? HEARTBEAT_MS);
    this.#heartbeatTimer.unref();
  }

  handle(peer: Peer, frame: ResidentFrame): void {
    const refusal = this.#take(peer, frame);
    if (!refusal) return;
    const ref = 'id' in frame && frame.id !== undefined ? { ref: frame.id } : {};
    peer.send({ type: 'error', ...refusal, ...ref });
  }

  /** Removes a client from the room; also call it when its socket is closed. */
  leave(peer: Peer): void {
    const agent = this.#agents.get(peer);
    this.#agents.delete(peer);
    agent?.candidate.leave();
  }

  close(): void {
    clearInterval(this.#heartbeatTimer);
    for (const peer of this.#agents.keys()) this.leave(peer);
  }

  #take(peer: Peer, frame: ResidentFrame): Refusal | undefined {
    if (frame.type === 'enter') return this.#enter(peer, frame);
    const candidate = this.#agents.get(peer)?.candidate;
    if (!candidate) return { code: 'refused', message: 'Move in first: send enter.' };
    switch (frame.type) {
      case 'leave':
        this.leave(peer);
        return undefined;
      case 'answer-delta':
        return this.#add(candidate, frame.id, frame.text);
      case 'answer-step': {
        const { type: _type, id, detail, ...step } = frame;
        return this.#add(candidate, id, { ...step, ...(detail === undefined ? {} : { detail }) });
      }
      case 'answer-end':
        return candidate.end(frame.id, frame.end) ? undefined : notYours;
      case 'act': {
        const toAll = (action: Parameters<Parameters<typeof act>[0]['toAll']>[0]): void =>
          this.#tools.broadcast({ type: 'world-action', ...action });
        return act({ candidate, state: this.#tools.state, toAll }, frame);
      }
    }
  }

  #add(candidate: Candidate, id: string, piece: Parameters<Candidate['add']>[1]): Refusal | undefined {
    if (!candidate.question(id)) return notYours;
    return candidate.add(id, piece) ? undefined : tooMuch;
  }

  #enter(peer: Peer, { name, place, note }: Extract<ResidentFrame, { type: 'enter' }>): Refusal | undefined {
    const rate = this.#enters.get(peer) ?? new TokenBucket(ENTER_RATE, this.#tools.now);
    this.#enters.set(peer, rate);
    if (!rate.take()) return { code: 'rate-limited', message: 'You enter too often. Wait a few seconds.' };
    // A client that enters again leaves first, so its questions are passed to others. With its new name it
    // then has the room.
    this.leave(peer);
    const { questionWaitMs, now, resident } = this.#tools;
    const candidate = new Candidate(
      {
        ask: (question) => {
          const agent = this.#agents.get(peer);
          // Counting starts here: without a question, the client need not send anything.
          if (agent && agent.candidate.questions.length === 1) agent.missedHeartbeats = 0;
          peer.send({ type: 'question', ...questionRecord(question) });
        },
        cancel: (id, reason) => peer.send({ type: 'cancel', id, reason }),
        shownOut: () => this.leave(peer),
      },
      { name, place, note, questionWaitMs, now },
    );
    this.#agents.set(peer, { candidate, signs: peer.signs, missedHeartbeats: 0 });
    resident.enter(candidate);
    return undefined;
  }

  /**
   * Closes the sockets of agents that have a question and have sent nothing for four intervals: they are
   * considered dead. Pings the others that have a question.
   */
  #checkAgents(): void {
    for (const [peer, agent] of this.#agents) {
      if (agent.candidate.questions.length === 0) continue;
      const isSilent = peer.signs === agent.signs;
      agent.signs = peer.signs;
      agent.missedHeartbeats = isSilent ? agent.missedHeartbeats + 1 : 0;
      if (agent.missedHeartbeats >= MAX_MISSED_HEARTBEATS) {
        this.leave(peer);
        peer.close(closeCodes.policy, 'no sign of life');
      } else peer.ping();
    }
  }
}
