import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ActionResult, GameAction } from '../../../../data/games/game-action.ts';
import { AgentPlay } from '../../../../harness/games/play/agent-play.ts';
import { listPlays, readPlay } from '../../../../harness/games/play/plays-folder.ts';
import { until } from '../../../helpers/waiting.ts';
import { TOKEN } from '../../agent.ts';
import { startHome } from '../../helpers.ts';
import { connectMcp } from '../../mcp/mcp-client.ts';
import { dist, start } from '../../program.ts';
import { gameFolder, signedIn } from './counting.ts';
import { ALL_ACTIONS, ofType, scriptedDesktop, scriptedPlay } from './scripted.ts';
import { TestClock } from './test-clock.ts';

const click: GameAction = { action: 'click', params: { x: 0.25, y: 0.5 } };

interface State {
  readonly window: { readonly title: string; readonly width: number };
  readonly screenshot: { readonly width: number; readonly height: number; readonly mediaType: string };
  readonly store: { readonly notes: readonly string[] };
  readonly play: { readonly id: string; readonly state: string; readonly step: number };
  readonly screen: number;
}

test('an agent looks and acts over MCP; the owner decides, and the log has all of it', async () => {
  await using home = await startHome({ bridge: { token: TOKEN } });
  await using folder = await gameFolder();
  const agent = await connectMcp(home.url);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await agent.client.callTool({ name, arguments: args });
    const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join();
    return { text, isError, image: content.find((part) => part.type === 'image') };
  };
  const act = async (action: string, params: object) => {
    const { text } = await call('execute_action', { action, params });
    return JSON.parse(text) as ActionResult;
  };
  assert.match((await call('capture_state')).text, /^No game is being played\..* --agent/);
  const run = start(
    `play counting --agent --act --pace 0.2 --home ${home.url} --data ${folder.data} --dist ${dist}`.split(
      ' ',
    ),
    { HOME_WORLD_BRIDGE_TOKEN: TOKEN },
  );
  const { plays } = home.app.home.state.games;
  await until(
    () => `the play is there: ${run.err()}`,
    () => plays.get()[0]?.state === 'playing',
  );
  const first = await call('capture_state');
  const state = JSON.parse(first.text) as State;
  assert.deepEqual([state.window.title, state.window.width, state.screen], ['Counting Game', 40, 1]);
  assert.deepEqual([state.screenshot.width, state.screenshot.mediaType], [40, 'image/png']);
  assert.equal(first.image?.mimeType, 'image/png');

  const owner = await signedIn(home);
  const decided = new Set<string | undefined>([undefined]);
  const decide = async (order: 'approve' | 'refuse'): Promise<void> => {
    const { play } = await owner.frame('play', (frame) => !decided.has(frame.play.request?.id));
    const request = play.request?.id ?? '';
    decided.add(request);
    // The agent can read the state while the request waits.
    assert.equal((JSON.parse((await call('capture_state')).text) as State).play.state, 'waiting');
    owner.send({ type: 'play-order', order, play: play.id, request });
  };
  const [done] = await Promise.all([act(click.action, click.params), decide('approve')]);
  const { timestamp, ...result } = done;
  assert.deepEqual(result, { success: true, ...click });
  assert.ok(Number.isFinite(Date.parse(timestamp)));
  const second = await call('capture_state');
  assert.equal((JSON.parse(second.text) as State).screen, 2);
  assert.notEqual(second.image?.data, first.image?.data);
  const [refused] = await Promise.all([act(click.action, click.params), decide('refuse')]);
  assert.deepEqual([refused.success, refused.cause], [false, 'The owner refused it.']);
  assert.match((await act('drag_to', { x: 0, y: 0 })).cause ?? '', /There is no tool “drag_to”/);
  assert.match((await call('execute_action', { action: 'click', params: {} })).text, /parameters of click/);
  assert.match(
    (await call('capture_state', { play: 'other' })).text,
    /^Name one of these plays: \d+-\d+-counting/,
  );

  owner.send({ type: 'play-order', order: 'stop', play: state.play.id });
  assert.equal(await run.code, 0, run.err());
  const entries = readPlay(folder.data, listPlays(folder.data)[0] ?? '') ?? [];
  assert.deepEqual(
    ofType(entries, 'action').map(({ outcome, approvedBy }) => [outcome, approvedBy]),
    [
      ['done', 'page'],
      ['refused', undefined],
    ],
  );
  assert.equal(ofType(entries, 'start')[0]?.model, 'an agent of this home');
  assert.match((await call('execute_action', click)).text, /^No game is being played/);
  await Promise.all([owner.close(), agent.leave()]);
});

describe('a play whose actions an agent chooses', () => {
  function play(more: Parameters<typeof scriptedPlay>[0] = {}, clock = new TestClock()) {
    const agent = new AgentPlay(clock);
    const { desktop, executed } = scriptedDesktop(more.desktop);
    const played = scriptedPlay({ clock, ...more, gameModel: agent, desktop: agent.desktopOf(desktop) });
    const append = played.entries.push.bind(played.entries);
    played.entries.push = (...entries) => {
      entries.forEach((entry) => agent.entry(entry));
      return append(...entries);
    };
    const end = played.player.run();
    return { ...played, clock, agent, executed, end };
  }

  test('sends nothing in a dry run, and says so', async () => {
    const { agent, clock, executed, stop, end } = play({ dryRun: true });
    const result = await clock.until(agent.execute(click));
    assert.deepEqual([result.success, result.cause], [false, 'This is a dry run: nothing was sent.']);
    assert.deepEqual(executed, []);
    stop();
    await clock.until(end);
  });

  test('says which action the server has no tool for, and when', async () => {
    const desktop = { ...scriptedDesktop().desktop, supportedActions: new Set(['click' as const]) };
    const { agent, clock, stop, end } = play({ desktop });
    const drag: GameAction = { action: 'drag_to', params: { x: 0.5, y: 0.5, duration: 1 } };
    const { cause, ...result } = await clock.until(agent.execute(drag));
    const timestamp = new Date(clock.now()).toISOString();
    assert.deepEqual(result, { ...drag, success: false, timestamp });
    assert.match(cause ?? '', /There is no tool “drag_to”/);
    stop();
    await clock.until(end);
  });

  test('does not keep an agent waiting for the owner, and takes no second action meanwhile', async () => {
    const { agent, clock, executed, stop, end } = play({ gate: { approval: 'ask', timeoutMs: 3_600_000 } });
    const first = await clock.until(agent.execute(click));
    assert.match(first.cause ?? '', /The owner has not decided yet/);
    const second = await clock.until(agent.execute(click));
    assert.match(second.cause ?? '', /An earlier action is not over/);
    assert.deepEqual(executed, []);
    stop();
    await clock.until(end);
  });

  test('executes no action whose time was over before the player took it', async () => {
    const clock = new TestClock();
    const { desktop } = scriptedDesktop();
    const executed: number[] = [];
    const { agent, stop, end } = play(
      {
        desktop: {
          ...desktop,
          capture: async (signal) => {
            await clock.sleep(18_000, signal);
            return desktop.capture(signal);
          },
          execute: (action, signal) => {
            executed.push(clock.now());
            return desktop.execute(action, signal);
          },
        },
      },
      clock,
    );
    const began = clock.now();
    const calls = [1, 2, 3].map(async () => {
      const { success, cause } = await agent.execute(click);
      return { success, cause, afterMs: clock.now() - began };
    });
    const [first, ...others] = await clock.until(Promise.all(calls));
    assert.equal(first?.success, true);
    for (const { success, cause, afterMs } of others) {
      assert.equal(success, false);
      assert.match(cause ?? '', /An earlier action is not over/);
      assert.equal(afterMs, 20_000, 'the home waits 25 seconds');
    }
    await clock.until(clock.sleep(60_000));
    assert.equal(executed.length, 1);
    assert.match((await clock.until(agent.execute(click))).cause ?? '', /^$/, 'a later call is executed');
    assert.equal(executed.length, 2);
    stop();
    await clock.until(end);
  });

  test('refuses keys that leave the window before the owner is asked', async () => {
    const desktop = { supportedActions: ALL_ACTIONS, refusal: () => 'It leaves the window.' };
    const { agent, clock, stop, end } = play({ desktop: { ...scriptedDesktop().desktop, ...desktop } });
    const key: GameAction = { action: 'press_key', params: { key: 'super' } };
    assert.equal((await clock.until(agent.execute(key))).cause, 'It leaves the window.');
    stop();
    await clock.until(end);
  });

  test('takes a new screenshot for a look, unless the newest is of this second', async () => {
    const { agent, clock, screens, entries, stop, end } = play();
    await clock.until(agent.execute(click));
    await clock.until(agent.look());
    const before = ofType(entries, 'screen').length;
    await clock.until(agent.look());
    assert.equal(ofType(entries, 'screen').length, before);
    clock.set(-3_600_000);
    await clock.until(clock.sleep(5_000));
    await clock.until(agent.look());
    assert.equal(ofType(entries, 'screen').length, before + 1, 'also if the clock was set back');
    assert.equal(screens.length, 2);
    stop();
    await clock.until(end);
  });
});
