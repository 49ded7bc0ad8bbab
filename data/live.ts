import { createBridgeClient } from './bridge/client.ts';
import type { Environment } from './environment.ts';
import type { NamedModule } from './heartbeat.ts';
import { createRelayFeed } from './relay/feed.ts';
import { createWorkerVerifier } from './relay/verifier.ts';
import type { State } from './state.ts';

/**
 * The two live connections, the relays and the bridge: half of the data code, and nothing the first paint needs. The page imports
 * this file on demand; a message that the visitor sends before it has arrived is sent then.
 */
export function liveDataModules(_state: State, environment: Environment): NamedModule[] {
  const { WebSocket, storage, window, now, random, log } = environment;
  return [
    [
      'relays',
      createRelayFeed({ WebSocket, createVerifier: () => createWorkerVerifier(), now, random, log }),
    ],
    [
      'bridge',
      createBridgeClient({
        WebSocket,
        storage,
        now,
        random,
        page: window,
        dispatch: (event) => void window.dispatchEvent(event),
      }),
    ],
  ];
}
