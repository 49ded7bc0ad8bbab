import { createBridgeClient } from '../../data/chat/bridge-client.ts';
import type { BridgeClientDeps } from '../../data/chat/bridge-host.ts';
import { defaultConfig } from '../../data/config/config.ts';
import { type State, createState } from '../../data/state.ts';
import { createWindowEvents } from '../../data/chat/window-events.ts';
import { theme } from '../../theme/theme.ts';
import { ticking } from './waiting.ts';

/** One tab at a bridge: its own state and window. */
export interface BridgeTab {
  readonly state: State;
  readonly window: EventTarget;
  close(): void;
}

/** `before`: runs in the tab before its client starts. `tick` calls the client until its result is called. */
export function openBridgeTab({
  base,
  storage,
  now,
  before,
  tick = ticking,
}: Pick<BridgeClientDeps, 'storage' | 'now'> & {
  readonly base: string;
  readonly before?: ((state: State) => void) | undefined;
  readonly tick?: ((client: { update(elapsed: number, delta: number): void }) => () => void) | undefined;
}): BridgeTab {
  const state = createState(defaultConfig, { base });
  before?.(state);
  const window = new EventTarget();
  const events = createWindowEvents(window, now);
  const client = createBridgeClient({
    WebSocket,
    storage,
    now,
    monotonicNow: now,
    random: Math.random,
    page: window,
    dispatch: (event) => void window.dispatchEvent(event),
  });
  events.init(undefined, state, theme);
  client.init(undefined, state, theme);
  const stop = tick(client);
  return {
    state,
    window,
    close() {
      stop();
      client.dispose?.();
      events.dispose?.();
    },
  };
}
