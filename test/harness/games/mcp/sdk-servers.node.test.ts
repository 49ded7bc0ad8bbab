import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameAction } from '../../../../data/games/game-action.ts';
import { CaptureError } from '../../../../harness/games/desktop.ts';
import { connectServer } from '../../../../harness/games/mcp/connection.ts';
import { FinderError, type WindowFinder } from '../../../../harness/games/x11/local-window.ts';
import { createStatistics } from '../../../../harness/games/mcp/statistics.ts';
import { type StoreAnswers, desktopServer, startOverHttp, storeServer } from './sdk-server.ts';
import { connected, movableWindow, program } from './servers.ts';

/** A machine without `xdotool`. */
const none: WindowFinder = {
  find: () => Promise.reject(new FinderError('the package xdotool is not installed')),
  focus: () => Promise.resolve(false),
};

/** The actions, and the parameters that the server gets and returns as the cause of a failure. */
const ASKED: readonly [GameAction, string][] = [
  // The window is at (-700, 40) on a screen left of zero.
  [{ action: 'click', params: { x: 0.5, y: 0.5 } }, '{"name":"click","x":-500,"y":190}'],
  [{ action: 'right_click', params: { x: 0, y: 0 } }, '{"name":"right_click","x":-700,"y":40}'],
  [{ action: 'double_click', params: { x: 1, y: 1 } }, '{"name":"double_click","x":-301,"y":339}'],
  [{ action: 'press_key', params: { key: 'esc' } }, 'escape'],
  [{ action: 'scroll', params: { amount: -3 } }, 'wheel -3'],
  [{ action: 'drag_to', params: { x: 0.25, y: 0.5, duration: 0.5 } }, '-600 190 0.5'],
];

test('a server over stdio and over HTTP', async (t) => {
  const http = await startOverHttp(desktopServer, 'the token');
  t.after(() => http.stop());
  const env = { ...process.env, DESKTOP_TOKEN: 'the token' };
  for (const server of [program('sdk-server.ts'), { url: http.url, tokenEnv: 'DESKTOP_TOKEN' }]) {
    const { desktop, lines } = await connected(t, server, { env, finder: none });
    assert.match(
      lines[0] ?? '',
      /no tool for move_to, type_text, hotkey; its tools: capture_window, click, right_click/,
    );
    const { window, screenshot } = await desktop.capture();
    assert.deepEqual(window, { title: 'Game', x: -700, y: 40, width: 400, height: 300 });
    assert.deepEqual([screenshot.width, screenshot.scale], [200, 0.5]);
    for (const [action, asked] of ASKED) {
      const { success, cause } = await desktop.execute(action);
      assert.deepEqual([success, cause?.toLowerCase()], [false, `${asked}.`.toLowerCase()]);
    }
  }
  await assert.rejects(connected(t, { url: http.url }), /127\.0\.0\.1.* does not connect/);
  const { desktop } = await connected(
    t,
    { url: http.url, tokenEnv: 'DESKTOP_TOKEN' },
    { env, portal: { id: 'game', window_title: 'Other' } },
  );
  await assert.rejects(
    desktop.capture(),
    (error) =>
      error instanceof CaptureError &&
      error.reason === 'no-window' &&
      /no window has the title Other/.test(error.message),
  );
});

test('the window of a server with a screen of its own is left to the server', async (t) => {
  const { state, finder } = movableWindow();
  const { desktop } = await connected(t, program('sdk-server.ts'), { finder });
  const click = { action: 'click', params: { x: 0.5, y: 0.5 } } as const;
  for (const isThere of [true, false]) {
    state.isThere = isThere;
    await desktop.capture();
    assert.match((await desktop.execute(click)).cause ?? '', /"x":-500,"y":190/);
  }
  assert.equal(state.focused, 0);
  // The window on this machine now has the area that the server reports. So the desktop follows the window,
  // and an action fails when the window is gone.
  Object.assign(state, { isThere: true, area: { x: -700, y: 40, width: 400, height: 300 } });
  await desktop.capture();
  state.area = { ...state.area, x: -800 };
  assert.match((await desktop.execute(click)).cause ?? '', /"x":-600,"y":190/);
  assert.equal(state.focused, 1);
  state.isThere = false;
  assert.match((await desktop.execute(click)).cause ?? '', /There is no window/);
});

test('a server over HTTP that was restarted is found again by the next capture', async (t) => {
  const first = await startOverHttp(desktopServer);
  const { desktop } = await connected(t, { url: first.url }, { finder: none });
  await desktop.capture();
  first.stop();
  const { success, cause } = await desktop.execute({ action: 'press_key', params: { key: 'i' } });
  assert.equal(success, false);
  assert.match(cause ?? '', /^The desktop server failed: .*(?:ECONNREFUSED|closed)/);
  await assert.rejects(
    desktop.capture(),
    (error) => error instanceof CaptureError && error.reason === 'server-gone',
  );
  const second = await startOverHttp(desktopServer, undefined, Number(new URL(first.url).port));
  t.after(() => second.stop());
  assert.equal((await desktop.capture()).screenshot.width, 200);
});

const recordedAnswers: StoreAnswers = {
  'steam-current-players': 'GetNumberOfCurrentPlayers/v1?appid=730',
  'steam-player-achievements': 'GetPlayerAchievements/v1?appid=219990',
  'steam-user-stats': 'GetUserStatsForGame',
  'steam-global-achievements': 'arrives as a string',
};

async function store(
  t: { after(work: () => unknown): void },
  answers: StoreAnswers,
  options: { player?: string; userField?: string } = {},
) {
  const asked: [string, unknown][] = [];
  const { url, stop } = await startOverHttp(() =>
    storeServer(answers, (...call) => void asked.push(call), options.userField),
  );
  let now = 0;
  const statistics = createStatistics({
    appId: 730,
    player: options.player,
    connect: (signal) => connectServer({ url }, { timeoutMs: 10_000, signal }),
    now: () => now,
    patienceMs: 20_000,
  });
  t.after(async () => {
    await statistics.close();
    stop();
  });
  return { statistics, asked, stop, wait: (ms: number) => (now += ms) };
}

test('the store’s figures come from the recorded answers, at most once a minute', async (t) => {
  const { statistics, asked, wait } = await store(t, recordedAnswers, { player: '76561190000000000' });
  const { players, achievements, statistics: figures, notes } = await statistics.newest();
  assert.deepEqual([players, notes], [551673, []]);
  assert.deepEqual(achievements, [
    { name: 'ACH001', achieved: true, unlockedAt: '2018-12-29T21:45:22.000Z' },
  ]);
  assert.equal(figures?.['total_kills'], 3177);
  assert.deepEqual(asked[1], [
    'steam-player-achievements',
    { user_identifier: '76561190000000000', appid: 730 },
  ]);
  assert.equal(asked.length, 3);
  wait(59_999);
  await statistics.newest();
  assert.equal(asked.length, 3);
  wait(1);
  await statistics.newest();
  assert.equal(asked.length, 6);
});

test('the store is asked again when the clock of the machine is set back', async (t) => {
  let asked = 0;
  const connect = (): Promise<never> => Promise.reject(new Error(String((asked += 1))));
  const statistics = createStatistics({ appId: 730, player: undefined, connect });
  await statistics.newest();
  const [day, now] = [Date.now(), performance.now()];
  t.mock.method(Date, 'now', () => day - 3_600_000);
  t.mock.method(performance, 'now', () => now + 60_000);
  await statistics.newest();
  assert.equal(asked, 2);
  await statistics.close();
});

test('a private profile, a game without achievements and an older argument are distinguished', async (t) => {
  const hidden = {
    ...recordedAnswers,
    'steam-player-achievements': 'private profile',
    'steam-user-stats': null,
  };
  const { statistics } = await store(t, hidden, { player: 'me' });
  const { players, achievements, statistics: shares, notes } = await statistics.newest();
  assert.deepEqual([players, achievements], [551673, undefined]);
  assert.deepEqual(shares, {
    'NEW_ACHIEVEMENT_1_10 (% of all players)': 91,
    'NUMERIC_PERCENT (% of all players)': 3.5,
  });
  assert.match(
    notes.join('\n'),
    /^No achievements: the store says “Profile is not public”\.\nNo statistics of the player: .*STEAM_API_KEY\.$/,
  );

  const plain = { ...recordedAnswers, 'steam-player-achievements': 'no achievements key' };
  const older = await store(t, plain, { player: 'me', userField: 'vanity_name' });
  assert.deepEqual((await older.statistics.newest()).achievements, []);
  assert.deepEqual(older.asked[1]?.[1], { vanity_name: 'me', appid: 730 });

  const unnamed = await store(t, recordedAnswers);
  const figures = await unnamed.statistics.newest();
  assert.equal(figures.players, 551673);
  assert.match(figures.notes.join(), /No achievements: games\.player of config\.json names no player/);
});

test('a store that fails leaves the capture as it is, with a note', async (t) => {
  const { statistics, stop, wait } = await store(t, recordedAnswers, { player: 'me' });
  assert.equal((await statistics.newest()).players, 551673);
  stop();
  wait(60_000);
  const later = await statistics.newest();
  assert.equal(later.players, 551673, 'older figures stay');
  assert.match(later.notes.join(), /^The statistics server does not answer: /);
  const { desktop, lines } = await connected(t, program('faulty-server.ts'), {
    portal: { id: 'game', window_title: 'Game', app_id: 730 },
    statistics: { command: '/no/such/program' },
  });
  const { store: notes } = await desktop.capture();
  assert.match(notes.notes.join('\n'), /The statistics server does not answer: it does not connect/);
  assert.match(lines.join('\n'), /games\.statistics \(\/no\/such\/program\) does not connect/);
});
