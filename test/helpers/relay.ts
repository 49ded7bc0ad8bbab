import type { AddressInfo } from 'node:net';
import common from '@nostr-relay/common';
import core from '@nostr-relay/core';
import validator from '@nostr-relay/validator';
import { type RawData, WebSocketServer } from 'ws';

/** Servers here get their frames as one buffer each, the library's default. */
const textOf = (data: RawData): string => (data as Buffer).toString('utf8');

export interface NostrEvent {
  id: string;
  pubkey: string;
  created_at: number;
  kind: number;
  tags: string[][];
  content: string;
  sig: string;
}

interface Filter {
  ids?: string[];
  kinds?: number[];
  since?: number;
  until?: number;
  limit?: number;
}

/** The stored events, newest first, ties by lowest id, as NIP-01 asks. */
class Memory extends common.EventRepository {
  readonly events = new Map<string, NostrEvent>();

  isSearchSupported(): boolean {
    return false;
  }

  upsert(event: NostrEvent): { isDuplicate: boolean } {
    const isDuplicate = this.events.has(event.id);
    this.events.set(event.id, event);
    return { isDuplicate };
  }

  find({ ids, kinds, since = 0, until = Infinity, limit = 100 }: Filter): NostrEvent[] {
    return [...this.events.values()]
      .filter(({ id, kind }) => (!ids || ids.includes(id)) && (!kinds || kinds.includes(kind)))
      .filter(({ created_at }) => created_at >= since && created_at <= until)
      .sort((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async destroy(): Promise<void> {
    this.events.clear();
  }
}

export interface TestRelay {
  /** `ws://127.0.0.1:<port>` */
  readonly url: string;
  /** Frames that clients sent, in order. */
  readonly received: readonly string[];
  readonly clients: number;
  /**
   * Publishes an event: the relay checks, stores and delivers it. Returns whether it was accepted.
   */
  publish(event: NostrEvent): Promise<{ accepted: boolean; message: string }>;
  /** Sends an unchecked event to every subscription, as a hostile or broken relay does. */
  inject(event: unknown): void;
  /** Sends a text frame to every client; `SUB` in it becomes that client's subscription id. */
  sendRaw(text: string): void;
  /** Closes every connection; the relay keeps listening. */
  drop(): void;
  /** Stops listening and closes connections; `start` listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A real relay (@nostr-relay/core) with its memory, on 127.0.0.1 and its own port. */
export async function startRelay(stored: readonly NostrEvent[] = []): Promise<TestRelay> {
  const memory = new Memory();
  for (const event of stored) memory.upsert(event);
  // Results are not cached: a forgery sent first must not make the valid event refused.
  const relay = new core.NostrRelay(memory, { eventHandlingResultCacheTtl: 0, filterResultCacheTtl: 0 });
  const check = new validator.Validator();
  const received: string[] = [];
  const subscriptions = new Map<import('ws').WebSocket, string>();
  let server: WebSocketServer | undefined;
  let port = 0;

  const start = async (): Promise<void> => {
    const listening = new WebSocketServer({ host: '127.0.0.1', port });
    await new Promise<void>((ready, failed) => listening.once('listening', ready).once('error', failed));
    port = (listening.address() as AddressInfo).port;
    listening.on('connection', (socket) => {
      relay.handleConnection(socket);
      socket.on('message', (data) => {
        const text = textOf(data);
        received.push(text);
        const asked = /^\["REQ","([^"]+)"/.exec(text)?.[1];
        if (asked !== undefined) subscriptions.set(socket, asked);
        check
          .validateIncomingMessage(text)
          .then((message) => relay.handleMessage(socket, message))
          .catch((error: Error) =>
            socket.send(JSON.stringify(common.createOutgoingNoticeMessage(error.message))),
          );
      });
      socket.on('close', () => {
        subscriptions.delete(socket);
        relay.handleDisconnect(socket);
      });
      socket.on('error', () => socket.terminate());
    });
    server = listening;
  };
  const drop = (): void => {
    for (const client of server?.clients ?? []) client.terminate();
  };
  const stop = async (): Promise<void> => {
    const stopping = server;
    server = undefined;
    if (!stopping) return;
    for (const client of stopping.clients) client.terminate();
    await new Promise<void>((closed) => stopping.close(() => closed()));
  };

  await start();
  return {
    url: `ws://127.0.0.1:${port}`,
    received,
    get clients() {
      return server?.clients.size ?? 0;
    },
    async publish(event) {
      const { success, message = '' } = await relay.handleEvent(event);
      return { accepted: success, message };
    },
    inject(event) {
      for (const [socket, sub] of subscriptions) socket.send(JSON.stringify(['EVENT', sub, event]));
    },
    sendRaw(text) {
      for (const client of server?.clients ?? [])
        client.send(text.replaceAll('SUB', subscriptions.get(client) ?? 'SUB'));
    },
    drop,
    stop,
    start,
    close: async () => {
      await stop();
      await relay.destroy();
    },
  };
}
