import assert from 'node:assert/strict';
import { afterEach, beforeEach } from 'node:test';
import { sendChat } from '../../data/chat/chat.ts';
import type { State } from '../../data/state.ts';
import { type BridgeTab, openBridgeTab } from './bridge-tab.ts';
import { MemoryStorage } from './memory-storage.ts';
import { type ScriptedBridge, scriptedBridge } from './scripted-bridge.ts';
import { until } from './waiting.ts';

export interface ChatTab extends BridgeTab {
  say(text: string): void;
  /** `role text status` of every line of the chat. */
  lines(): string[];
  logged(): string[];
}

/** A scripted bridge, and the tabs of one browser that are connected to it. */
export class BridgeBrowser {
  readonly bridge = scriptedBridge();
  readonly storage = new MemoryStorage();
  /** Milliseconds that the tabs' clocks are ahead. */
  ahead = 0;
  readonly #tabs: ChatTab[] = [];

  /** One tab: its own state and window, the browser's storage. */
  open(
    more: { base?: string; store?: MemoryStorage | undefined; before?: (state: State) => void } = {},
  ): ChatTab {
    const storage = 'store' in more ? more.store : this.storage;
    const tab = openBridgeTab({
      base: more.base ?? this.bridge.base,
      storage,
      now: () => Date.now() + this.ahead,
      before: more.before,
    });
    const { state } = tab;
    const page: ChatTab = {
      ...tab,
      say: (text) => void sendChat(state, text, storage),
      lines: () => state.chat.entries.get().map(({ role, text, status }) => `${role} ${text} ${status}`),
      logged: () =>
        state.log.get().map(({ speaker, text, end }) => `${speaker}: ${text}${end ? ` (${end})` : ''}`),
    };
    this.#tabs.push(page);
    return page;
  }

  async connect(more: Parameters<BridgeBrowser['open']>[0] = {}): Promise<ChatTab> {
    const page = this.open(more);
    await connected(page);
    return page;
  }

  /** Sends the first message of the conversation; resolves with its id once the bridge has it. */
  async ask(page: ChatTab, text: string): Promise<string> {
    page.say(text);
    await until('it is sent', () => this.bridge.of('chat').length === 1);
    return this.chatId();
  }

  chatId(index = 0): string {
    return this.bridge.of('chat')[index]?.id ?? assert.fail('no such chat');
  }

  async stop(): Promise<void> {
    for (const tab of this.#tabs.splice(0)) tab.close();
    this.storage.clear();
    this.ahead = 0;
    await this.bridge.stop();
  }
}

/** A bridge and a browser that start before each test of a file and stop after it. */
export function bridgeAndBrowser(): { bridge: ScriptedBridge; browser: BridgeBrowser } {
  const browser = new BridgeBrowser();
  beforeEach(() => browser.bridge.begin());
  afterEach(() => browser.stop());
  return { bridge: browser.bridge, browser };
}

export const connected = (page: ChatTab): Promise<unknown> =>
  until('the bridge is open', () => page.state.bridge.get().state === 'open');
