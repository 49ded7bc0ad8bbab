import { signal } from '@lit-labs/signals';
import { answeredBy } from '../chat/answered-by.ts';
import { createBridgeClient } from '../chat/bridge-client.ts';
import type { BridgeHost } from '../chat/bridge-host.ts';
import { createChatState } from '../chat/chat-state.ts';
import { type Config, configFields } from '../config/config.ts';
import { readFields } from '../config/fields.ts';
import type { Environment } from '../core/environment.ts';
import { event } from '../core/event.ts';
import { createIntervalLoop } from '../core/interval-loop.ts';
import { type PageState, createClock, createOnline } from '../core/page-state.ts';
import type { Reading } from '../readings/reading.ts';

/** The state of a chat in a page of another site. */
export type ChatElsewhereState = BridgeHost & Pick<PageState, 'now' | 'sessionStart'>;

/** Who answers in a chat. */
export interface ChatPartner {
  readonly name: string;
  /** The model or agent, for example `model groq/llama-3.3-70b, hosted`. */
  readonly by: string;
}

export interface ChatElsewhere {
  readonly state: ChatElsewhereState;
  /** Why this page may not talk to the resident, and what the owner has to change; empty if it may. */
  readonly refusal: string;
  /** Who answers, and whether the home can be reached. */
  reading(): Reading<ChatPartner>;
  /** Ends the connection. */
  close(): void;
}

/**
 * Why pages of an origin may not open the bridge; empty if they may. The bridge refuses them itself, but
 * a browser does not tell a page why a socket was not opened.
 */
export function refusalOf(
  base: string,
  { bridge, allowedOrigins }: Pick<Config, 'bridge' | 'allowedOrigins'>,
  origin: string,
): string {
  // A bridge on another server checks origins with its own list, which this page cannot read.
  if (bridge.url !== '' || new URL(base).origin === origin || allowedOrigins.includes(origin)) return '';
  if (origin === 'null')
    return 'A page without an origin, such as a file or a frame with “sandbox”, cannot talk to the resident of a home.';
  return `This home lets no page of ${origin} talk to its resident. Its owner has to add "${origin}" to "allowedOrigins" in config.json; "*" is for readings only.`;
}

/** Creates the state. It has only the parts that the chat and its bridge client need. */
function createState(base: string, config: Config, now: number): ChatElsewhereState {
  return {
    base,
    sessionStart: now,
    now: signal(now),
    online: signal(true),
    config: signal(config),
    settings: signal({ acting: false }),
    arrival: signal(undefined),
    ...createChatState(config.resident.name),
    // The bridge client emits these events too, but the chat does not show them.
    speech: event({ speaker: '', text: '' }),
    fireworks: event(''),
    mergeFlash: event(''),
    sovereigntyEgg: event(''),
    world: { action: event<{ action: string; detail: Record<string, unknown> }>({ action: '', detail: {} }) },
  };
}

/**
 * Connects a page of another site to the resident of a home, with the same bridge client, outbox and limits
 * as on the home's own page. The bridge's announcements to all pages are ignored.
 * @param file The parsed `config.json` of the home, not validated yet.
 */
export function openChat(
  base: string,
  file: unknown,
  environment: Pick<
    Environment,
    'WebSocket' | 'storage' | 'now' | 'monotonicNow' | 'random' | 'window' | 'isOnline'
  >,
  page: Document,
): ChatElsewhere {
  const config = readFields(configFields, file);
  const state = createState(base, config, environment.now());
  const refusal = refusalOf(base, config, page.location.origin);
  const loop = createIntervalLoop<ChatElsewhereState>(page);
  const source = `chat, ${new URL(base).host}`;
  let openedAt: number | undefined;
  let wasOpen = false;

  const modules = {
    clock: createClock(environment.now),
    network: createOnline(environment.window, environment.isOnline),
    bridge: createBridgeClient({ ...environment, page: environment.window, dispatch: () => undefined }),
  };
  const names = Object.keys(modules);
  if (refusal === '') {
    for (const [name, module] of Object.entries(modules)) loop.add(name, module, state);
    loop.start();
  }
  return {
    state,
    refusal,
    reading() {
      if (refusal !== '') return { state: 'error', source, cause: refusal };
      const bridge = state.bridge.get();
      const resident = state.resident.get();
      const value = { name: resident.name, by: answeredBy(resident) };
      if (bridge.state === 'open' && !wasOpen) openedAt = environment.now();
      wasOpen = bridge.state === 'open';
      if (openedAt === undefined && bridge.state !== 'waiting') return { state: 'loading', source };
      if (wasOpen && openedAt !== undefined) return { state: 'live', source, value, fetchedAt: openedAt };
      const cause = bridge.cause ?? 'connecting again';
      // A lost connection is opened again. If there never was a connection, the home may have no gateway.
      return openedAt !== undefined || !state.online.get()
        ? { state: 'offline', source, cause, value, fetchedAt: openedAt }
        : { state: 'error', source, cause };
    },
    close() {
      for (const name of names) loop.remove(name);
      loop.stop();
    },
  };
}
