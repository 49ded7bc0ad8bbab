import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { playLogEntry } from '../../../../data/games/play-log.ts';
import { CaptureError } from '../../../../harness/games/desktop.ts';
import type { Thought } from '../../../../harness/games/play/game-model.ts';
import { randomFrom } from '../../../helpers/random.ts';
import {
  PLAY,
  calls,
  capture,
  click,
  done,
  ofType,
  result,
  scriptedModel,
  scriptedDesktop,
  scriptedPlay,
} from './scripted.ts';
import { TestClock } from './test-clock.ts';

const failing = (problem: NonNullable<Thought['failure']>['problem'], message: string): Thought => ({
  text: '',
  calls: [],
  tokens: 7,
  failure: { problem, message },
});

describe('the heartbeat loop', () => {
  test('does each call of an answer once and in its order, until the model is done', async () => {
    const { desktop, executed } = scriptedDesktop();
    const { gameModel, views } = scriptedModel(
      calls(['move_to', { x: 0.1, y: 0.2 }], ['drag_to', { x: 0.9, y: 0.2 }], ['hotkey', { keys: 'ctrl s' }]),
      calls(['wait', { seconds: 2 }], ['scroll', { amount: -3 }]),
      done,
    );
    const { run, entries, records } = scriptedPlay({ desktop, gameModel });
    assert.deepEqual(await run(), { state: 'done', note: 'Won.' });
    assert.deepEqual(executed, [
      { action: 'move_to', params: { x: 0.1, y: 0.2 } },
      { action: 'drag_to', params: { x: 0.9, y: 0.2, duration: 0.5 } },
      { action: 'hotkey', params: { keys: 'ctrl s' } },
      { action: 'scroll', params: { amount: -3 } },
    ]);
    for (const entry of entries) v.parse(playLogEntry, entry);
    assert.deepEqual(
      entries.map(({ type }) => type).join(' '),
      'screen thought action action action screen thought wait action screen thought end',
    );
    assert.deepEqual(ofType(entries, 'action')[2]?.result, result(executed[2]!));
    assert.deepEqual(
      views[1]?.recent[0]?.calls.map((call) => call.result),
      ['move_to x 0.1 y 0.2: done.', 'drag_to x 0.9 y 0.2 duration 0.5: done.', 'hotkey keys ctrl s: done.'],
    );
    assert.equal(records.at(-1)?.state, 'done');
  });

  test('logs the figures of the store only when they have changed', async () => {
    const figures = (achieved: boolean) => ({ achievements: [{ name: 'First door', achieved }] });
    const stores = [figures(false), figures(false), figures(true), {}];
    let looks = 0;
    const { desktop } = scriptedDesktop({
      capture: () => Promise.resolve(capture(String(looks), stores[looks++])),
    });
    const { gameModel, views } = scriptedModel(click, click, click, done);
    const { run, entries } = scriptedPlay({ desktop, gameModel });
    await run();
    assert.deepEqual(
      ofType(entries, 'screen').map(({ store }) => store),
      [{ ...figures(false), notes: [] }, undefined, { ...figures(true), notes: [] }, { notes: [] }],
    );
    const { store } = views[1]!.screen;
    assert.deepEqual(store, { ...figures(false), notes: [] }, 'the model gets them with each screenshot');
  });

  test('keeps the pace between two actions, and from an action to the next look', async () => {
    const clock = new TestClock();
    const times: string[] = [];
    const start = clock.now();
    const { desktop } = scriptedDesktop({
      capture: () => {
        times.push(`look ${clock.now() - start}`);
        return Promise.resolve(capture(String(times.length)));
      },
      execute: (action) => {
        times.push(`act ${clock.now() - start}`);
        return Promise.resolve(result(action));
      },
    });
    const { gameModel } = scriptedModel(
      calls(...click.calls.map(() => ['press_key', { key: 'i' }] as const), ['click', { x: 0, y: 0 }]),
      done,
    );
    await scriptedPlay({ desktop, gameModel, clock, paceMs: 1500 }).run();
    assert.deepEqual(times, ['look 0', 'act 0', 'act 1500', 'look 3000']);
  });

  test('keeps its pace and its time when the machine’s clock is set back or forward', async () => {
    for (const hours of [-1, 1]) {
      const clock = new TestClock();
      const began = clock.elapsed();
      const { gameModel } = scriptedModel(calls(['click', { x: 0, y: 0 }], ['wait', { seconds: 1 }]), done);
      clock.at(100, () => clock.set(hours * 3_600_000));
      const end = await scriptedPlay({ gameModel, clock, paceMs: 1_500, limits: { seconds: 60 } }).run();
      assert.equal(end.state, 'done');
      assert.equal(clock.elapsed() - began, 1_500, `${hours} h`);
    }
  });

  test('sends nothing in a dry run, and says so', async () => {
    const { desktop, executed } = scriptedDesktop();
    const { gameModel, views } = scriptedModel(click, done);
    const { run, entries } = scriptedPlay({ desktop, gameModel, dryRun: true, gate: { approval: 'ask' } });
    assert.equal((await run()).state, 'done');
    assert.deepEqual(executed, []);
    assert.equal(ofType(entries, 'action')[0]?.outcome, 'dry');
    assert.match(views[1]!.recent[0]!.calls[0]!.result, /dry run/);
    assert.equal(views[1]?.screen.isUnchanged, true);
  });

  test('does not ask the owner about a key that the rules refuse', async () => {
    const { desktop, executed } = scriptedDesktop({
      refusal: ({ action }) => (action === 'press_key' ? 'The key leaves the game’s window.' : undefined),
    });
    const { gameModel } = scriptedModel(calls(['press_key', { key: 'alt+f4' }]), done);
    const { run, entries, records } = scriptedPlay({ desktop, gameModel, gate: { approval: 'ask' } });
    assert.equal((await run()).state, 'done');
    assert.deepEqual(executed, []);
    const [action] = ofType(entries, 'action');
    assert.deepEqual([action?.outcome, action?.cause], ['refused', 'The key leaves the game’s window.']);
    assert.ok(!records.some(({ request }) => request));
  });

  test('reports invalid calls and failed or refused actions to the model, and continues', async () => {
    const { desktop, executed } = scriptedDesktop({
      supportedActions: new Set(['click', 'press_key']),
      execute: (action) => Promise.resolve(result(action, 'The key “super” leaves the game’s window.')),
    });
    const { gameModel, views } = scriptedModel(
      calls(
        ['click', { x: 1.2, y: 0 }],
        ['open_terminal', { command: 'rm' }],
        ['scroll', { amount: 2 }],
        ['press_key', { key: 'super' }],
      ),
      done,
    );
    const { run, entries } = scriptedPlay({ desktop, gameModel });
    assert.equal((await run()).state, 'done');
    assert.deepEqual(executed, []);
    const told = views[1]!.recent[0]!.calls.map((call) => call.result);
    assert.match(told[0]!, /“click” was not done: x: /);
    assert.match(told[1]!, /There is no tool “open_terminal”. The tools are: click, press_key, wait, done\./);
    assert.match(told[2]!, /There is no tool “scroll”/);
    assert.equal(told[3], 'press_key key super: failed: The key “super” leaves the game’s window.');
    assert.equal(ofType(entries, 'error').length, 3);
  });

  test('ends when the steps, the time or the tokens are used, before the next action', async () => {
    for (const [limits, note, actions] of [
      [{ steps: 3 }, /steps of this play are used \(3\)/, 3],
      [{ tokens: 250 }, /tokens of this play are used/, 2],
      [{ seconds: 60 }, /time of this play is over \(1 minutes\)/, 6],
    ] as const) {
      const { desktop, executed } = scriptedDesktop();
      const { gameModel } = scriptedModel(click);
      const { run } = scriptedPlay({ desktop, gameModel, limits, paceMs: 10_000 });
      const end = await run();
      assert.equal(end.state, 'budget-spent');
      assert.match(end.note, note);
      assert.equal(executed.length, actions);
    }
  });

  test('asks a model again after an outage, and ends with its words when that does not help', async () => {
    const outage = failing('provider', 'Groq has an error of its own.');
    const helped = scriptedPlay({ gameModel: scriptedModel(outage, outage, done).gameModel });
    assert.equal((await helped.run()).state, 'done');
    assert.equal(ofType(helped.entries, 'error').length, 2);
    const lost = await scriptedPlay({ gameModel: scriptedModel(outage).gameModel }).run();
    assert.deepEqual(lost, { state: 'failed', note: 'Groq has an error of its own.', failed: 'provider' });
    const refused = scriptedModel(failing('key', 'Groq refuses the key.'));
    assert.equal((await scriptedPlay({ gameModel: refused.gameModel }).run()).failed, 'key');
    assert.equal(refused.views.length, 1);
    const spent = scriptedModel(failing('budget', 'The model has used its budget of today.'));
    assert.equal((await scriptedPlay({ gameModel: spent.gameModel }).run()).state, 'budget-spent');
    const silent = scriptedModel({ text: 'Hm.', calls: [], tokens: 1 });
    assert.equal((await scriptedPlay({ gameModel: silent.gameModel }).run()).failed, 'no-tools');
  });

  test('looks again when the window is gone, and ends with the cause when it stays away', async () => {
    let looks = 0;
    const flickers = scriptedDesktop({
      capture: () =>
        ++looks === 1
          ? Promise.reject(new CaptureError('no-window', 'There is no window “2048 Game”.'))
          : Promise.resolve(capture('a')),
    });
    assert.equal((await scriptedPlay({ desktop: flickers.desktop }).run()).state, 'done');
    const gone = scriptedDesktop({
      capture: () => Promise.reject(new CaptureError('server-gone', 'The desktop’s server has ended.')),
    });
    const play = scriptedPlay({ desktop: gone.desktop });
    assert.deepEqual(await play.run(), {
      state: 'failed',
      note: 'The desktop’s server has ended.',
      failed: 'desktop',
    });
    assert.equal(ofType(play.entries, 'error').length, 3);
    assert.equal(ofType(play.entries, 'end').length, 1);
  });

  test('does not hang on a desktop or a model that never answers', async () => {
    const never = new Promise<never>(() => undefined);
    const blind = await scriptedPlay({ desktop: scriptedDesktop({ capture: () => never }).desktop }).run();
    assert.match(blind.note, /no screenshot in time/);
    const deaf = scriptedPlay({ desktop: scriptedDesktop({ execute: () => never }).desktop });
    await deaf.run();
    assert.match(ofType(deaf.entries, 'action')[0]!.cause!, /did not answer in time/);
    const stupid = await scriptedPlay({ gameModel: { think: () => never } }).run();
    assert.equal(stupid.failed, 'timeout');
  });

  test('does nothing more when the log cannot be written', async () => {
    const { desktop, executed } = scriptedDesktop();
    let failure: string | undefined;
    const file = {
      get failure() {
        return failure;
      },
      append: () => void (failure = 'no space left on device'),
      writeScreen: () => undefined,
    };
    const end = await scriptedPlay({ desktop, file }).run();
    assert.equal(end.failed, 'log');
    assert.match(end.note, /no space left/);
    assert.deepEqual(executed, []);
  });
});

const RUNS = 1000;
const origins = ['terminal', 'page', 'chat'] as const;

test(`a stop halts before the next action, in ${RUNS} runs with random timing`, async () => {
  let stoppedInTime = 0;
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = randomFrom(seed);
    const clock = new TestClock();
    let isStopped = false;
    const after: number[] = [];
    const { desktop } = scriptedDesktop({
      capture: async () => {
        await clock.sleep(random() * 300);
        return capture(String(random()));
      },
      execute: async (action) => {
        if (isStopped) after.push(seed);
        await clock.sleep(random() * 400);
        return result(action);
      },
    });
    const gameModel = {
      think: async () => {
        await clock.sleep(random() * 600);
        const tools = Array.from(
          { length: 1 + Math.floor(random() * 4) },
          () => ['press_key', { key: 'i' }] as const,
        );
        return calls(...tools);
      },
    };
    const play = scriptedPlay({ clock, desktop, gameModel, limits: { steps: 5 }, paceMs: 200 });
    clock.at(random() * 4000, () => {
      isStopped = play.stop(origins[Math.floor(random() * 3)]);
    });
    const end = await play.run();
    assert.deepEqual(after, [], `an action began after the stop: seed ${seed}`);
    if (isStopped && end.state === 'stopped') stoppedInTime += 1;
    assert.equal(end.state, isStopped ? 'stopped' : 'budget-spent');
  }
  assert.ok(stoppedInTime > RUNS * 0.5, `${stoppedInTime} runs were stopped in their middle`);
});

test(`with “ask” no action happens without its own approval, in ${RUNS} runs with random timing`, async () => {
  let [done, refused] = [0, 0];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const random = randomFrom(seed);
    const clock = new TestClock();
    /** The request that waits now, and whether it was approved or refused while it waited. */
    let open: { id: string; approved: boolean; refused: boolean } | undefined;
    let [granted, used] = ['', ''];
    let before = 'r0';
    const { desktop } = scriptedDesktop({
      execute: (action) => {
        assert.notEqual(granted, '', `an action without an approval: seed ${seed}`);
        assert.notEqual(granted, used, `one approval for two actions: seed ${seed}`);
        used = granted;
        granted = '';
        done += 1;
        return clock.sleep(random() * 300).then(() => result(action));
      },
    });
    const play = scriptedPlay({
      clock,
      desktop,
      gameModel: scriptedModel(calls(['press_key', { key: 'a' }], ['press_key', { key: 'b' }])).gameModel,
      limits: { steps: 3 },
      gate: { approval: 'ask', timeoutMs: 2_000 },
      onRequest: ({ id }, order) => {
        open = { id, approved: false, refused: false };
        const [mine, stale] = [open, before];
        before = id;
        granted = '';
        const send = (request: string, kind: 'approve' | 'refuse', from = PLAY): void => {
          const taken = order({ order: kind, play: from, request }, origins[Math.floor(random() * 3)]);
          if (!taken) return;
          assert.ok(
            request === mine.id && from === PLAY && open === mine,
            `a foreign order counted: seed ${seed}`,
          );
          assert.ok(!mine.approved && !mine.refused, `a second answer counted: seed ${seed}`);
          if (kind === 'approve') [mine.approved, granted] = [true, request];
          else mine.refused = true;
        };
        // Some orders come too late (after the two seconds), some come twice, and some are for another
        // request or another play.
        for (let count = 0; count < 3; count += 1)
          clock.at(random() * 3_000, () => {
            const pick = random();
            if (pick < 0.45) send(id, 'approve');
            else if (pick < 0.55) send(id, 'refuse');
            else if (pick < 0.7) send(`r${Math.floor(random() * 9)}x`, 'approve');
            else if (pick < 0.85) send(id, 'approve', '20261122-221500-another');
            else send(stale, 'approve');
          });
      },
    });
    assert.equal((await play.run()).state, 'budget-spent');
    refused += ofType(play.entries, 'action').filter(({ outcome }) => outcome === 'refused').length;
  }
  assert.ok(done > RUNS && refused > RUNS, `${done} done, ${refused} refused`);
});

test('an approval for a listed action is not asked for, one for another is', async () => {
  const asked: string[] = [];
  const play = scriptedPlay({
    gameModel: scriptedModel(calls(['press_key', { key: 'a' }], ['click', { x: 0, y: 0 }]), done).gameModel,
    gate: { approval: 'listed', allowed: new Set(['press_key']) },
    onRequest: ({ id, action }, order) => {
      asked.push(action.action);
      queueMicrotask(() => order({ order: 'approve', play: PLAY, request: id }, 'chat'));
    },
  });
  await play.run();
  assert.deepEqual(asked, ['click']);
  assert.deepEqual(
    ofType(play.entries, 'action').map(({ approvedBy }) => approvedBy),
    ['listed', 'chat'],
  );
});
