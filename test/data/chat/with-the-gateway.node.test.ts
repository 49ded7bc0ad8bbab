import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { sendChat, stopAnswer } from '../../../data/chat/chat.ts';
import { ResidentRoom } from '../../../harness/resident/room/resident-room.ts';
import { readUnderstanding } from '../../../harness/resident/model/resident-setup.ts';
import { StatusResident } from '../../../harness/resident/answers/status-resident.ts';
import { Store } from '../../../harness/store/store.ts';
import { startBridge } from '../../harness/bridge/start-bridge.ts';
import { temporaryFolder } from '../../harness/helpers.ts';
import { type BridgeTab, openBridgeTab } from '../../helpers/bridge-tab.ts';
import { MemoryStorage } from '../../helpers/memory-storage.ts';
import { until } from '../../helpers/waiting.ts';

/** Both sides of the bridge over real sockets, with the sessions in a real file. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let port = 0;
let storage: MemoryStorage;
let ahead = 0;
let stopGateway: () => Promise<void>;
let tabs: { close(): void }[];

async function startGateway(pauseMs: number): Promise<void> {
  const store = new Store(join(folder.path, 'sessions.db'));
  const resident = new ResidentRoom(new StatusResident(readUnderstanding, { pauseMs }));
  const gateway = await startBridge(port, { store, resident });
  ({ port } = gateway);
  stopGateway = async () => {
    await gateway.stop();
    store.close();
  };
}

interface Tab extends BridgeTab {
  lines(): string[];
  answers(): string[];
}
function openTab(): Tab {
  const opened = openBridgeTab({
    base: `http://127.0.0.1:${port}/`,
    storage,
    now: () => Date.now() + ahead,
  });
  const { entries } = opened.state.chat;
  const tab: Tab = {
    ...opened,
    lines: () => entries.get().map(({ role, status, text }) => `${role} ${status} ${text}`),
    answers: () =>
      entries
        .get()
        .filter(({ role, status }) => role === 'resident' && status === 'complete')
        .map(({ text }) => text),
  };
  tabs.push(tab);
  return tab;
}
const connected = (tab: Tab): Promise<void> =>
  until('the bridge is open', () => tab.state.bridge.get().state === 'open');

beforeEach(async () => {
  folder = await temporaryFolder();
  storage = new MemoryStorage();
  tabs = [];
  ahead = 0;
  port = 0;
});
afterEach(async () => {
  for (const tab of tabs) tab.close();
  await stopGateway();
  await folder.dispose();
});

test('a gateway that restarts in the middle of an answer sends the whole answer', async () => {
  await startGateway(20);
  const tab = openTab();
  await connected(tab);
  sendChat(tab.state, 'help', storage);
  await until('the answer grows', () => tab.lines()[1]?.startsWith('resident streaming') === true);
  await stopGateway();
  await until('it is noticed', () => tab.state.bridge.get().state === 'waiting');
  sendChat(tab.state, 'portals', storage);
  await until('it is kept', () => tab.lines().length === 3);
  await startGateway(1);
  ahead += 40_000;
  await until('both are answered', () => tab.answers().length === 2);
  assert.equal(tab.lines().length, 4);
  assert.equal(tab.state.log.get().filter(({ speaker }) => speaker === 'TIMMY').length, 2);
  assert.equal(tab.state.log.get().filter(({ speaker }) => speaker === 'VISITOR').length, 2);
});

test('a stopped answer ends where it was', async () => {
  await startGateway(50);
  const tab = openTab();
  await connected(tab);
  sendChat(tab.state, 'help', storage);
  await until('the answer grows', () => tab.lines()[1]?.startsWith('resident streaming') === true);
  stopAnswer(tab.state, tab.state.chat.entries.get()[1]?.id ?? '');
  await until('it is stopped', () => tab.lines()[1]?.startsWith('resident stopped') === true);
});

test('the log has the arrivals of other visitors, not the own one', async () => {
  await startGateway(1);
  const open = (): Tab & { arrivals: number } => {
    storage = new MemoryStorage();
    const tab = { ...openTab(), arrivals: 0 };
    tab.window.addEventListener('player-joined', () => (tab.arrivals += 1));
    return tab;
  };
  const one = open();
  await until('its own arrival is announced', () => one.arrivals === 1);
  assert.deepEqual(one.state.log.get(), []);
  const two = open();
  await until('the other one is announced to both', () => one.arrivals === 2 && two.arrivals === 1);
  assert.equal(one.state.log.get()[0]?.text, 'player-joined 1 visitor, 2 visitors here');
  assert.equal(one.state.log.get().length, 1);
  assert.deepEqual(two.state.log.get(), []);
});
