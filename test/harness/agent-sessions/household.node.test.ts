import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import * as v from 'valibot';
import { createReadingsState } from '../../../data/readings/readings-state.ts';
import { session, team } from '../../helpers/sessions.ts';
import { defaultConfig } from '../../../data/config/config.ts';
import { agentSessions, sessionAudiences } from '../../../data/readings/schemas/agent-sessions.ts';
import { Household } from '../../../harness/agent-sessions/household.ts';
import { type SessionReportInput, sessionReport } from '../../../harness/agent-sessions/session-report.ts';
import { MAX_SESSIONS, SessionStore } from '../../../harness/agent-sessions/session-store.ts';
import { LocalBus } from '../../helpers/local-bus.ts';
import { temporaryFolder, until } from '../helpers.ts';

const START = 1_700_000_000_000;

type Given = Omit<SessionReportInput, 'session'> & {
  readonly id?: string;
  readonly session?: Partial<SessionReportInput['session']>;
};

/** A household over a file or in memory, with a clock of its own. */
function household(options: Partial<ConstructorParameters<typeof Household>[0]> & { file?: string } = {}) {
  const clock = { now: START };
  const now = (): number => clock.now;
  const store =
    options.store ?? new SessionStore(options.file ?? ':memory:', { now, uptime: () => clock.now - START });
  const { readings } = createReadingsState(defaultConfig);
  let changes = 0;
  const house = new Household({
    store,
    readings,
    visitorsSee: 'states',
    now,
    log: () => undefined,
    onChange: () => void changes++,
    ...options,
  });
  const report = ({ id = 'a', session, ...rest }: Given): unknown =>
    house.report(v.parse(sessionReport, { session: { id, harness: 'Codex', ...session }, ...rest }));
  const names = (reader: Parameters<Household['view']>[0] = 'states'): string[] =>
    (house.view(reader)?.sessions ?? []).map(({ name, state }) => `${name} ${state}`);
  const close = (): void => {
    house.close();
    store.close();
  };
  return { house, report, names, clock, readings, store, changes: () => changes, close };
}

describe('the sessions of a demo', () => {
  test('are recorded ones until an agent reports, and again when its session has ended', () => {
    const recorded = team([session({ name: 'Recorded', state: 'waiting' })]);
    const { house, report, readings, close } = household({ recordedAt: () => recorded });
    const shown = () => {
      const reading = readings.sessions.get();
      return [reading.recorded, reading.source, reading.value?.sessions.map(({ name }) => name)];
    };
    assert.deepEqual(house.answer('owner'), { sessions: recorded, recorded: true });
    assert.deepEqual(shown(), [true, 'agent sessions, a recording', ['Recorded']]);
    report({ state: 'working' });
    assert.deepEqual(shown(), [undefined, 'reports of the agents', ['Codex']]);
    assert.equal(house.answer().recorded, undefined);
    report({ state: 'ended' });
    assert.deepEqual(shown(), [true, 'agent sessions, a recording', ['Recorded']]);
    close();
  });

  test('are told to the pages when they change', (t) => {
    t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    let state: 'waiting' | 'working' = 'waiting';
    const { changes, readings, close } = household({
      recordedAt: () => team([session({ name: 'Recorded', state })]),
    });
    t.mock.timers.tick(20_000);
    assert.equal(changes(), 0);
    state = 'working';
    t.mock.timers.tick(20_000);
    assert.equal(changes(), 1);
    assert.equal(readings.sessions.get().value?.counts.atWork, 1);
    close();
  });
});

describe('the order and the names of sessions', () => {
  test('who waits longest comes first, then who has failed, then who is at work', () => {
    const { report, names, clock, close } = household();
    report({ id: 'a', state: 'working' });
    report({ id: 'b', state: 'done' });
    report({ id: 'c', state: 'failed' });
    clock.now += 1000;
    report({ id: 'd', state: 'waiting', needs: 'permission' });
    clock.now += 1000;
    report({ id: 'e', state: 'waiting' });
    assert.deepEqual(names(), [
      'Codex 4 waiting',
      'Codex 5 waiting',
      'Codex 3 failed',
      'Codex working',
      'Codex 2 done',
    ]);
    close();
  });

  test('two sessions in one folder, and in folders of the same name, have numbers that stay', () => {
    const { report, names, close } = household();
    const session = { folder: 'shop', branch: 'main' };
    for (const id of ['a', 'b', 'c']) report({ id, state: 'working', session });
    assert.deepEqual(names('owner'), [
      'shop · main working',
      'shop · main 2 working',
      'shop · main 3 working',
    ]);
    report({ id: 'a', state: 'ended', session });
    assert.deepEqual(names('owner'), ['shop · main 2 working', 'shop · main 3 working']);
    report({ id: 'd', state: 'working', session: { ...session, name: 'The login' } });
    report({ id: 'e', state: 'working', session });
    assert.deepEqual(names('owner'), [
      'The login working',
      'shop · main working',
      'shop · main 2 working',
      'shop · main 3 working',
    ]);
    close();
  });

  test('sessions of two machines in folders of the same name keep names and order, whichever reports', () => {
    const { house, report, names, clock, close } = household();
    const session = { harness: 'Claude Code', folder: 'shop', branch: 'main' };
    const machines = ['7c1e6a52-8f0d-4a43-9b6e-2f5d1c9a7e10', '0b2f9d14-55aa-4e0c-8f3d-6a7b8c9d0e1f'];
    for (const id of machines) report({ id, state: 'waiting', needs: 'permission', session });
    const waiting = ['shop · main waiting', 'shop · main 2 waiting'];
    assert.deepEqual(names('owner'), waiting);
    // The clocks of the machines differ by an hour.
    for (const [id, at] of [
      [machines[1], START + 3_600_000],
      [machines[0], START],
    ] as const) {
      clock.now += 1000;
      report({ id: id ?? '', state: 'thinking', at, agent: { id: 'a17', name: 'Explore' }, session });
      assert.deepEqual(names('owner'), waiting);
    }
    assert.deepEqual(names('states'), ['Claude Code waiting', 'Claude Code 2 waiting']);
    assert.equal(new Set(house.view('owner')?.sessions.map(({ key }) => key)).size, 2);
    close();
  });

  test('sessions of two programs are two, also with the same id', () => {
    const { report, names, close } = household();
    report({ id: '1', state: 'working', session: { harness: 'make' } });
    report({ id: '1', state: 'waiting', session: { harness: 'cargo' } });
    assert.deepEqual(names(), ['cargo waiting', 'make working']);
    close();
  });

  test('a name is never longer than pages accept', () => {
    const { house, report, close } = household();
    const session = { folder: 'f'.repeat(80), branch: 'b'.repeat(120) };
    for (const id of ['a', 'b']) report({ id, state: 'working', session });
    assert.ok(v.is(agentSessions, house.view('owner')));
    close();
  });

  test('a session that reports again after a day has its name, its files and its beginning', () => {
    const { house, report, clock, close } = household();
    report({ state: 'working', tool: 'Edit', session: { name: 'The login' } });
    clock.now += 25 * 3_600_000;
    assert.equal(house.view('owner'), undefined);
    // As the home does every minute.
    for (let index = 0; index < 1_000; index++) report({ id: `s${index}`, state: 'ended' });
    report({ state: 'thinking' });
    assert.deepEqual(
      house.view('owner')?.sessions.map(({ name, tools }) => [name, tools]),
      [['The login', 1]],
    );
    close();
  });

  test('the list of 200 sessions has the first 48, and counts the others; the home has all of them', () => {
    const { house, report, close } = household();
    for (let index = 0; index < 200; index++)
      report({ id: `s${index}`, state: index === 150 ? 'waiting' : 'working' });
    const view = house.view('states');
    assert.equal(view?.sessions.length, 48);
    assert.equal(view?.sessions[0]?.state, 'waiting');
    assert.equal(view?.more, 152);
    assert.deepEqual(view?.counts, { atWork: 199, waiting: 1, failed: 0, done: 0, silent: 0 });
    assert.equal(house.living().length, 200);
    report({ id: 's0', state: 'ended' });
    assert.equal(house.living().length, 199);
    close();
  });
});

describe('who sees what', () => {
  const secret = {
    task: 'Private task',
    step: 'Private step',
    tool: 'PrivateTool',
    target: { kind: 'file', name: 'private/file.ts' },
    session: {
      id: 'private-id',
      harness: 'Codex',
      folder: 'private-folder',
      branch: 'private-branch',
      repository: 'private/repo',
    },
  } as const;

  for (const audience of sessionAudiences)
    test(`visitors see “${audience}”`, () => {
      const { house, close } = household({ visitorsSee: audience });
      house.report(v.parse(sessionReport, { ...secret, state: 'working' }));
      house.report(
        v.parse(sessionReport, {
          ...secret,
          state: 'working',
          agent: { id: 'private-agent', name: 'Private agent' },
        }),
      );
      const view = house.answer().sessions;
      const text = JSON.stringify(view);
      assert.ok(view === null || v.is(agentSessions, view));
      assert.doesNotMatch(text, /private-id|private-agent/, 'ids, with which programs report');
      if (audience === 'all') assert.match(text, /Private task.*private-folder/s);
      else assert.doesNotMatch(text, /private/i);
      assert.equal(text === 'null', audience === 'nothing');
      assert.equal(text.includes('"sessions":[]'), audience === 'counts');
      assert.match(JSON.stringify(house.view('owner')), /Private task.*private-folder/s);
      close();
    });

  test('a name that the owner gave is for all who see states', () => {
    const { house, report, close } = household();
    report({ state: 'working', session: { name: 'The login', folder: 'private-folder' } });
    assert.equal(house.answer().sessions?.sessions[0]?.name, 'The login');
    close();
  });
});

describe('visitors who may not see sessions', () => {
  test('get no change of the readings when a hidden session reports', () => {
    const { report, clock, readings, changes, close } = household({ visitorsSee: 'nothing' });
    const before = readings.sessions.get();
    clock.now += 60_000;
    report({ state: 'working' });
    assert.equal(changes(), 0);
    assert.equal(readings.sessions.get(), before);
    close();
  });
});

describe('what is kept', () => {
  test('a session that waits, however many end after it, and no damaged record', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'sessions.sqlite');
    const first = household({ file });
    first.report({ id: 'w', state: 'waiting' });
    for (let index = 0; index < 1_005; index++) {
      first.clock.now += 10;
      first.report({ id: `s${index}`, state: 'ended' });
    }
    first.close();
    const database = new DatabaseSync(file);
    for (const [name, record] of Object.entries({ a: 'null', b: '{}', c: 'no JSON', d: '[]' }))
      database
        .prepare('INSERT INTO sessions (name, record, updated_at) VALUES (?, ?, 9e15)')
        .run(name, record);
    database.close();
    const second = household({ file });
    assert.deepEqual(second.names(), ['Codex waiting']);
    second.close();
  });

  test('sessions and their numbers survive a restart', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'sessions.sqlite');
    const first = household({ file });
    first.report({ id: 'a', state: 'working', tool: 'Read' });
    first.clock.now += 1000;
    first.report({ id: 'b', state: 'waiting' });
    first.report({ id: 'a', state: 'ended' });
    first.report({ id: 'c', state: 'failed' });
    const before = first.names();
    first.close();
    const second = household({ file });
    assert.deepEqual(second.names(), before);
    assert.equal(second.readings.sessions.get().state, 'live');
    second.close();
  });

  test('no wait of an ask that ended with the process, also of a session that only the store has', async () => {
    const { clock, store, house } = household();
    house.report({
      ...v.parse(sessionReport, { state: 'waiting', session: { id: 'a', harness: 'Codex' } }),
      ofAsk: true,
    });
    const waiting = store.record('Codex/a');
    assert.ok(waiting?.main.ofAsk);
    clock.now += 10;
    for (let index = 0; index < MAX_SESSIONS; index++) store.put({ ...waiting, id: `Codex/s${index}` });
    house.close();
    const after = household({ store });
    after.report({ state: 'working', agent: { id: 'reviewer' } });
    assert.equal(store.record('Codex/a')?.main.state, 'thinking');
    after.close();
  });

  test('is limited in age, and a clock that jumps deletes nothing', async () => {
    const now = { at: START, up: 0 };
    const store = new SessionStore(':memory:', { now: () => now.at, uptime: () => now.up });
    const { report, close } = household({ store });
    report({ state: 'done' });
    store.maintain();
    const day = 86_400_000;
    now.at += 400 * day;
    now.up += 60_000;
    store.maintain();
    assert.equal(store.records().length, 1, 'the clock is not believed yet');
    now.up += 2 * day;
    now.at += 2 * day;
    store.maintain();
    assert.equal(store.records().length, 0);
    close();
  });

  test('is limited in the number of sessions, the newest stay', () => {
    const time = { now: START };
    const store = new SessionStore(':memory:', { now: () => time.now, maxSessions: 3 });
    const { report, close } = household({ store });
    for (let index = 0; index < 9; index++) {
      time.now += 1000;
      report({ id: `s${index}`, state: 'done' });
    }
    store.maintain();
    assert.deepEqual(
      store.records().map(({ id }) => id),
      ['Codex/s8', 'Codex/s7', 'Codex/s6'],
    );
    close();
  });

  test('a disk that fails does not stop the sessions, and is told once', () => {
    const lines: string[] = [];
    const { report, names, store, house } = household({ log: (line) => lines.push(line) });
    store.close();
    report({ state: 'working' });
    report({ state: 'waiting' });
    assert.deepEqual(names(), ['Codex waiting']);
    assert.equal(lines.length, 1);
    house.close();
  });
});

test('the gateways of a world have the same sessions', async () => {
  const bus = new LocalBus();
  const [one, other] = [household({ bus }), household({ bus: bus.join() })];
  one.report({ id: 'a', state: 'waiting', needs: 'plan' });
  await until(() => other.names().length === 1);
  assert.equal(other.changes(), 0, 'only the gateway that got the report tells the pages');
  other.report({ id: 'b', state: 'working' });
  await until(() => one.names().length === 2 && other.names().length === 2);
  assert.deepEqual(one.names(), other.names());
  assert.equal(one.changes(), 1);
  // The owner may press the button at any of them; the name of a program may have a slash.
  one.report({ id: 'c', state: 'waiting', session: { harness: 'acme/agent' } });
  await until(() => other.names().length === 3);
  for (const name of ['acme/agent', 'Codex']) {
    const waits = other.house.view('owner')?.sessions.find((session) => session.name === name);
    assert.equal(other.house.end(waits?.key ?? ''), true);
  }
  await until(() => one.names().length === 1);
  assert.deepEqual([one.names(), other.names()], [['Codex 2 working'], ['Codex 2 working']]);
  assert.equal(other.house.end('0123456789abcdef'), false);
  for (const { close } of [one, other]) close();
});
