import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { defaultConfig } from '../../../data/config/config.ts';
import { createState } from '../../../data/state.ts';
import { Bridge } from '../../../harness/bridge/bridge.ts';
import type { BridgeOptions } from '../../../harness/bridge/bridge-options.ts';
import { Keys } from '../../../harness/keys/keys.ts';
import { Readers } from '../../../harness/keys/readers.ts';
import { ResidentRoom } from '../../../harness/resident/room/resident-room.ts';
import { echo } from '../residents.ts';

export interface TestBridge {
  readonly bridge: Bridge;
  readonly port: number;
  /** Stops the bridge at once: no socket is closed with a reason. */
  stop(): Promise<void>;
}

/** A bridge over real sockets, whose resident repeats each question. */
export async function startBridge(
  port: number,
  options: Pick<BridgeOptions, 'store'> & Partial<BridgeOptions>,
): Promise<TestBridge> {
  const keys = new Keys(':memory:');
  const bridge = new Bridge({
    keys,
    readers: new Readers('public', keys),
    resident: new ResidentRoom(echo(5)),
    state: createState(defaultConfig),
    now: Date.now,
    log: () => undefined,
    maxSocketsPerIp: 1_000,
    ...options,
  });
  const server = new WebSocketServer({ host: '127.0.0.1', port, path: '/api/world/ws' });
  await new Promise<void>((ready) => server.once('listening', ready));
  server.on('connection', (socket) => bridge.accept(socket, '127.0.0.1'));
  return {
    bridge,
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      bridge.close();
      for (const client of server.clients) client.terminate();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}
